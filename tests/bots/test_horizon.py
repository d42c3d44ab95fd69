"""A match of several deals is searched to the end of the deal, and evaluated by the points of that deal."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.bots import make_bot
from gamenight.bots.search.tree import ChanceEdge
from gamenight.core.listing.actions import size
from gamenight.core.match import Match
from gamenight.core.model import Action, PlayerId, TransitionResult, seat
from gamenight.core.rng import Rng
from tests.bots.searching import children, choice, closed_tree, report, seen, start
from tests.bots.trees import Node, Tree, TreeState, choose, chosen, end, luck
from tests.minigames.hearts import Deal, Hearts
from tests.minigames.playing import play_out

KINDS = [
    pytest.param("nothing", {}, id="closed"),
    pytest.param("hands", {}, id="open loop"),
    pytest.param("hands", {"tree": "worlds", "worlds": 2}, id="worlds"),
    pytest.param("nothing", {"rave": True, "rollout": -1}, id="rave"),
]


class Deals(Tree):
    """A tree of deals: every choice is one."""

    score_scale = 1.0

    def horizon(self, game_data: TreeState) -> int:
        return len(game_data.path)


def tempting(before: float = 0) -> Node:
    """`now` gains a point in this deal, `later` many points in the next; p0 has this lead before."""
    now = choose("p0", before + 1, 0, on=end(before + 1, before + 9))
    later = choose("p0", before, 0, on=end(before + 9, 0))
    return choose("p0", before, later=later, now=now)


@pytest.mark.parametrize("hides, parameters", KINDS)
def test_search_looks_to_the_end_of_the_deal(hides, parameters):
    assert choice(start(Tree(tempting(), hides)), simulations=40, **parameters).payload.to == "later"
    assert choice(start(Deals(tempting(), hides)), simulations=40, **parameters).payload.to == "now"


@pytest.mark.parametrize("hides, parameters", KINDS)
def test_the_points_of_the_deal_count_for_any_lead(hides, parameters):
    """By the whole score, both would have the maximum value."""
    found = report(start(Deals(tempting(1000), hides)), simulations=40, **parameters)
    values = {action.payload.to: round(value, 3) for action, _, value in found.actions}
    assert values == {"now": 0.731, "later": 0.5}


def test_a_game_s_own_evaluation_judges_the_end_of_a_deal():
    class Patient(Deals):
        def evaluate(self, game_data: TreeState, scores: Any, player_id: PlayerId) -> float:
            return 1.0 if "later" in game_data.path else 0.0

    assert choice(start(Patient(tempting())), simulations=20).payload.to == "later"


def test_greed_does_not_look_into_the_next_deal():
    """Its own next decision would be one turn with this one, if it were in the same deal."""
    late = choose("p0", 0, 0, on=choose("p1", 9, 0, x=end()))
    early = choose("p0", 1, 0, on=choose("p1", 1, 0, x=end()))
    root = choose("p0", late=late, early=early)
    assert chosen(Tree(root), make_bot("greedy", Tree(root))) == "late"
    assert chosen(Deals(root), make_bot("greedy", Deals(root))) == "early"


def test_a_won_match_is_still_a_won_match():
    game = Deals(choose("p0", points=choose("p0", 9, 0, on=end()), win=end(1, 0)))
    assert choice(start(game), simulations=40).payload.to == "win"


def test_the_start_of_the_next_deal_makes_no_new_outcome():
    """All ends of a deal with the same scores are one outcome for the search."""

    class Lottery(Deals):
        def apply_action(self, game_data: TreeState, action: Action, rng: Rng) -> TransitionResult:
            after = super().apply_action(game_data, action, rng)
            return TransitionResult(TreeState(after.game_data.path, str(rng.below(1000))), (), after.scores)

    tree = closed_tree(start(Lottery(tempting())), 60)
    edges = [edge for edge in children(tree.root) if isinstance(edge, ChanceEdge)]
    assert [len(edge.nodes) for edge in edges] == [1, 1]
    assert all(edge.samples > 1 for edge in edges)


def test_random_events_that_end_a_deal_make_outcomes():
    game = Deals(choose("p0", roll=luck(0, up=choose("p0", 5, x=end()), down=choose("p0", 1, x=end())), no=end()))

    class OneDeal(Deals):
        def horizon(self, game_data: TreeState) -> int:
            return len(game_data.path) // 2

    tree = closed_tree(start(OneDeal(game.root)), 60)
    rolled = next(edge for edge in children(tree.root) if isinstance(edge, ChanceEdge))
    assert {node.position.scores[seat(0)] for node in rolled.nodes} == {5.0, 1.0}


class Watched(Hearts):
    """Notes the deals in which anything was tried."""

    def __init__(self) -> None:
        self.deals: set[int] = set()

    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        self.deals.add(game_data.number)
        return super().apply_action(game_data, action, rng)

    def resolve_concurrent_actions(self, game_data: Deal, actions: Any, rng: Rng) -> TransitionResult:
        self.deals.add(game_data.number)
        return super().resolve_concurrent_actions(game_data, actions, rng)


@pytest.mark.parametrize("text", ["mcts:simulations=30", "mcts:simulations=30,tree=worlds", "greedy", "easy"])
@pytest.mark.parametrize("turns", [57, 72, 102])
def test_nothing_is_tried_beyond_the_deal_of_hearts(text, turns):
    """While cards are passed for the second deal, in its middle, and shortly before its end."""
    game = Watched()
    match = Match.from_record(play_out(Hearts(), 4, 1).record(), upto=turns, game=game)
    assert match.state.game_data.number == 2
    assert size(match.valid_actions(match.to_act[0])) > 1
    bot = make_bot(text, game, seed=1)
    game.deals.clear()
    bot.choose_action(seen(match, worlds=bot.worlds))
    assert game.deals == {2}
