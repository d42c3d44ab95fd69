"""Simultaneous choices: each player chooses by its own record, without knowing the choices of others."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from gamenight.core.match import Match
from gamenight.core.model import Action, ConcurrentMode, ExpectedAction, Phase, PlayerId, TransitionResult, seat
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng
from tests.bots.searching import choice, closed_tree, nodes_below, report, start, without_time
from tests.minigames.teahouse import TILES, Run, Teahouse, Tile

P0, P1, P2, P3 = (seat(number) for number in range(4))


class Show(Struct, frozen=True):
    side: str


class Shown(Struct, frozen=True):
    sides: tuple[str, ...] = ()


class Matrix(Game[Shown]):
    """Both show a side at once; `wins[own][other]` is the first player's share of one point."""

    game_id = "mini-matrix"
    display_name = "Matrix"
    state_type = view_type = Shown
    action_types = {"show": Show}

    def __init__(self, wins: dict[str, dict[str, float]], hides: Any) -> None:
        self.wins, self.hides = wins, hides  # type: ignore[misc]

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(Shown())

    def phase_of(self, game_data: Shown) -> Phase:
        return Phase("show", (ExpectedAction(P0, "show"), ExpectedAction(P1, "show")), ConcurrentMode.CONCURRENT)

    def get_valid_actions(self, game_data: Shown, player_id: PlayerId) -> list[Action]:
        return [Action("show", player_id, Show(side)) for side in self.wins]

    def resolve_concurrent_actions(self, game_data: Shown, actions: Any, rng: Rng) -> TransitionResult:
        own, other = actions[P0].payload.side, actions[P1].payload.side
        points = self.wins[own][other]
        scores = {P0: points, P1: 1 - points}
        return TransitionResult(Shown((own, other)), (), scores, ranked(scores))

    def get_player_view(self, game_data: Shown, player_id: PlayerId | None) -> Shown:
        return game_data


PENNIES = {"heads": {"heads": 1.0, "tails": 0.0}, "tails": {"heads": 0.0, "tails": 1.0}}
ROCK = {
    "rock": {"rock": 0.5, "paper": 0.0, "scissors": 1.0},
    "paper": {"rock": 1.0, "paper": 0.5, "scissors": 0.0},
    "scissors": {"rock": 0.0, "paper": 1.0, "scissors": 0.5},
}
DOMINATED = {"good": {"good": 0.5, "bad": 1.0}, "bad": {"good": 0.0, "bad": 0.5}}

KINDS = [("nothing", "single"), ("hands", "single"), ("hands", "worlds")]


def shares(game: Matrix, player: str, **parameters: Any) -> dict[str, float]:
    found = report(start(game), player, simulations=2000, **parameters)
    return {action.payload.side: visits / found.iterations for action, visits, _ in found.actions}


@pytest.mark.parametrize("player", ["p0", "p1"])
@pytest.mark.parametrize("hides, tree", KINDS)
@pytest.mark.parametrize("wins", [PENNIES, ROCK], ids=["pennies", "rock"])
def test_without_a_best_side_all_are_tried_equally_often(wins, hides, tree, player):
    alike = pytest.approx(dict.fromkeys(wins, 1 / len(wins)), abs=0.04)
    assert shares(Matrix(wins, hides), player, tree=tree) == alike


@pytest.mark.parametrize("hides, tree", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_neither_player_of_pennies_is_sure_to_win(hides, tree, seed):
    """Two players who always chose the same would be."""
    values = [value for _, _, value in report(start(Matrix(PENNIES, hides)), seed=seed, tree=tree).actions]
    assert values == [pytest.approx(0.5, abs=0.1)] * 2


@pytest.mark.parametrize("player", ["p0", "p1"])
@pytest.mark.parametrize("hides, tree", KINDS)
def test_a_dominated_choice_is_rarely_tried(hides, tree, player):
    wins = DOMINATED if player == "p0" else {own: {o: 1 - DOMINATED[o][own] for o in DOMINATED} for own in DOMINATED}
    assert shares(Matrix(wins, hides), player, tree=tree)["good"] > 0.85


def test_a_joint_choice_leads_to_one_node_and_counts_for_both():
    tree = closed_tree(start(Matrix(ROCK, "nothing")), 900)
    first, second = tree.root.tables
    assert sum(first.visits) == sum(second.visits) == tree.root.visits == 900
    assert set(tree.root.children) == {(own, other) for own in range(3) for other in range(3)}
    assert sum(first.totals) + sum(second.totals) == pytest.approx(900), "what one wins the other loses"
    for (own, other), node in tree.root.children.items():
        assert node.position.game_data.sides == (first.actions[own].payload.side, second.actions[other].payload.side)
    assert sum(node.visits for node in nodes_below(tree.root)) == 1800


# -- goofspiel


@pytest.mark.parametrize("tree", ["single", "worlds"])
@pytest.mark.parametrize("order, bid", [("ascending", 1), ("descending", 2)])
@pytest.mark.parametrize("player", ["p0", "p1"])
def test_with_two_cards_the_higher_one_is_bid_for_the_higher_prize(order, bid, player, tree):
    """The second bid is forced. A player who bids the 2 on the 1 loses the 2, or shares it at best."""
    match = Match.start("goofspiel", 2, 1, options={"cards": 2, "prize_order": order})
    found = report(match, player, simulations=300, tree=tree)
    assert found.actions[0][0].payload.card == bid


@pytest.mark.parametrize("player", ["p0", "p1"])
def test_an_unbeatable_card_is_bid_for_the_decisive_prize(player):
    """Of three prizes the 3 comes first: with it the match is won, or shared if both bid alike."""
    match = Match.start("goofspiel", 2, 1, options={"cards": 3, "prize_order": "descending"})
    found = report(match, player, simulations=2000, exploration=0.5, rollout=-1)
    assert found.actions[0][0].payload.card == 3
    assert found.actions[0][1] > 1000


@pytest.mark.parametrize("parameters", [{}, {"tree": "worlds"}, {"rave": True}, {"rollout": 2}])
def test_committed_choices_of_others_are_not_known(parameters):
    """The others' bids are on the table, face down: whatever they are, it makes no difference."""
    found = set()
    for bids in ((), (1, 5), (5, 2), (3, 3)):
        match = Match.start("goofspiel", 3, 1, options={"cards": 5})
        for player, card in zip(("p1", "p2"), bids, strict=False):
            match.act(match.legal_actions(player)[card - 1])
        found.add(repr(without_time(report(match, "p0", simulations=100, **parameters))))
    assert len(found) == 1


# -- a prompt that is asked of everybody, whatever they hold


def called(*hands: str, draws: str = "2", tile: int = 1) -> Match:
    """The first player has just discarded this tile."""
    first = [int(number) for number in "".join([*hands, draws])]
    rest = list(TILES)
    for number in first:
        rest.remove(number)
    match = Match.start(Teahouse(), len(hands), 1, options={"wall": [*first, *rest]})
    match.act(Action("discard", P0, Tile(tile)))
    return match


THREE_CALLS = ("1566", "2356", "1146", "2344")


@pytest.mark.parametrize("tree", ["single", "worlds"])
def test_a_winning_call_is_made(tree):
    match = called(*THREE_CALLS)
    assert match.to_act == (P1, P2, P3)
    assert choice(match, "p3", simulations=150, tree=tree).action_type == "ron"


@pytest.mark.parametrize("tree", ["single", "worlds"])
@pytest.mark.parametrize("rave", [False, True])
def test_every_player_can_answer_a_call(tree, rave):
    match = called(*THREE_CALLS)
    for player in match.to_act:
        found = report(match, player, simulations=80, tree=tree, rave=rave)
        assert {action for action, _, _ in found.actions} == set(match.legal_actions(player))
        assert sum(visits for _, visits, _ in found.actions) == found.iterations


def test_a_call_of_another_player_is_not_known():
    before, after = called(*THREE_CALLS), called(*THREE_CALLS)
    after.act(Action("chi", P1, Run((2, 3))))
    reports = [without_time(report(match, "p2", simulations=100)) for match in (before, after)]
    assert reports[0] == reports[1]


def test_a_winning_draw_is_taken():
    tiles = "1122" + "3355" + "4466" + "3446" + "1"
    rest = list(TILES)
    for tile in tiles:
        rest.remove(int(tile))
    match = Match.start(Teahouse(), 4, 1, options={"wall": [*map(int, tiles), *rest]})
    assert choice(match, simulations=200).action_type == "tsumo"
