"""Partners have the same aim; two teams are a duel, and the win of a team is not a tie of its members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import pytest

from gamenight.bots import make_bot
from gamenight.core.match import Match
from gamenight.core.model import Action, PlayerId, TransitionResult, seat
from gamenight.core.plugin import ranked
from gamenight.core.rng import Rng
from tests.bots.searching import choice, report, seen, start
from tests.bots.trees import Node, Tree, TreeState, choose, end

PAIRS = ((0, 2), (1, 3))
KINDS = [
    pytest.param("nothing", {}, id="closed"),
    pytest.param("hands", {}, id="open loop"),
    pytest.param("hands", {"tree": "worlds", "worlds": 2}, id="worlds"),
    pytest.param("nothing", {"rave": True}, id="rave"),
]


class Partners(Tree):
    """A tree for four players, in which opposite seats are partners."""

    min_players = max_players = 4
    table: tuple[tuple[int, ...], ...] = PAIRS

    def teams(self, players: int, options: Any) -> tuple[tuple[int, ...], ...]:
        return self.table

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(TreeState(), scores=self.points(self.root))

    def apply_action(self, game_data: TreeState, action: Action, rng: Rng) -> TransitionResult:
        reached = self.at(game_data).then[action.payload.to]
        scores = self.points(reached)
        result = None if reached.then else ranked(scores, teams=self.table)
        return TransitionResult(TreeState((*game_data.path, action.payload.to)), (), scores, result)

    def points(self, node: Node) -> dict[PlayerId, float]:
        seats = sum(map(len, self.table))
        return {seat(at): float(score) for at, score in enumerate((*node.points, *[0] * seats)[:seats])}


class Asked(Partners):
    """Records the players for whom its positions are evaluated."""

    def __init__(self, root: Node, hides: Literal["nothing", "hands"] = "nothing") -> None:
        super().__init__(root, hides)
        self.asked: set[PlayerId] = set()

    def evaluate(self, game_data: TreeState, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        self.asked.add(player_id)
        return 0.5


def at(game: Partners) -> Match:
    return start(game, sum(map(len, game.table)))


@pytest.mark.parametrize("hides, parameters", KINDS)
def test_a_partner_is_expected_to_give_up_its_own_points_for_the_team(hides, parameters):
    """It could have the highest score of all, but its team would lose."""
    partner = choose("p2", 0, 0, 0, 0, selfish=end(0, 4, 6, 4), helpful=end(10, 4, 0, 4))
    game = Partners(choose("p0", trust=partner, draw=end(4, 4, 4, 4)), hides)
    found = report(at(game), simulations=200, **parameters)
    best, _, value = found.actions[0]
    assert best.payload.to == "trust"
    assert value > 0.85, "a team on the first place has won, not drawn"


@pytest.mark.parametrize("hides, parameters", KINDS)
def test_both_opponents_are_expected_to_harm_the_team(hides, parameters):
    """The second one would get more for itself by the other choice."""
    last = choose("p3", 0, 0, 0, 0, own=end(6, 0, 6, 5), team=end(6, 13, 6, 0))
    game = Partners(choose("p0", risk=choose("p1", 0, 0, 0, 0, on=last), draw=end(4, 4, 4, 4)), hides)
    assert choice(at(game), simulations=200, **parameters).payload.to == "draw"


@pytest.mark.parametrize("hides, parameters", KINDS)
def test_two_teams_are_evaluated_once(hides, parameters):
    game = Asked(long_game(), hides)
    report(at(game), simulations=60, rollout=0, **parameters)
    assert game.asked == {"p0"}


def test_with_more_teams_each_is_evaluated_once():
    game = Asked(long_game())
    game.table = ((0,), (1,), (2, 3))
    report(at(game), simulations=60, rollout=0)
    assert game.asked == {"p0", "p1", "p2"}
    game = Asked(long_game("p3", "p0", "p1", "p2"))
    game.table = ((0,), (1,), (2, 3))
    report(at(game), simulations=60, rollout=0)
    assert game.asked == {"p0", "p1", "p3"}


def long_game(*players: str) -> Node:
    """All players decide in turn, twice."""
    node = end(1, 1, 1, 1)
    for player in reversed((players or ("p0", "p1", "p2", "p3")) * 2):
        node = choose(player, 0, 0, 0, 0, left=node, right=node)
    return node


def test_greed_counts_the_points_of_its_partner():
    ours, mine = choose("p1", 0, 0, 9, 0, x=end()), choose("p1", 1, 0, 0, 0, x=end())
    assert greedy_choice(Partners(choose("p0", mine=mine, ours=ours))) == "ours"


def test_greed_takes_the_victory_of_its_team():
    points = choose("p1", 50, 0, 50, 0, x=end())
    assert greedy_choice(Partners(choose("p0", points=points, victory=end(0, 0, 1, 0)))) == "victory"


def greedy_choice(game: Partners) -> str:
    bot = make_bot("greedy", game, seed=1)
    to: str = bot.choose_action(seen(at(game), worlds=bot.worlds)).payload.to
    return to
