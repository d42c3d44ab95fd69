"""Search with hidden hands: a new world each time, and no use of information that the player cannot have."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from gamenight.bots.search.decision import SearchedDecision
from gamenight.bots.search.mcts import MctsBot, MctsParameters
from gamenight.bots.search.open_tree import OpenTree
from gamenight.core.match import Match
from gamenight.core.model import (
    Action,
    ConcurrentMode,
    ExpectedAction,
    Phase,
    PlayerId,
    TransitionResult,
    seat,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng
from tests.bots.searching import report, seen, start

P0, P1 = seat(0), seat(1)
SIDES = ("heads", "tails")


class Say(Struct, frozen=True):
    side: str


class Coin(Struct, frozen=True):
    """The side that the second player holds, and the guess."""

    held: str
    said: tuple[str, ...] = ()


class CoinView(Struct, frozen=True):
    held: str | None
    said: tuple[str, ...]


class Guess(Game[Coin]):
    """The first player makes a guess, the second shows the coin, which it cannot choose; the guess wins or loses."""

    game_id = "mini-guess"
    display_name = "Guess"
    state_type = Coin
    view_type = CoinView
    action_types = {"say": Say}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(Coin(rng.stream("coin").choice(SIDES)))

    def phase_of(self, game_data: Coin) -> Phase:
        return Phase("say", (ExpectedAction(seat(len(game_data.said)), "say"),))

    def get_valid_actions(self, game_data: Coin, player_id: PlayerId) -> list[Action]:
        if player_id != seat(len(game_data.said)):
            return []
        return [Action("say", player_id, Say(side)) for side in (SIDES if player_id == P0 else (game_data.held,))]

    def apply_action(self, game_data: Coin, action: Action, rng: Rng) -> TransitionResult:
        assert action in self.get_valid_actions(game_data, action.player_id), "not legal in this world"
        said = (*game_data.said, action.payload.side)
        after = replace(game_data, said=said)
        if len(said) < 2:
            return TransitionResult(after)
        scores = {P0: float(said[0] == said[1]), P1: float(said[0] != said[1])}
        return TransitionResult(after, (), scores, ranked(scores))

    def get_player_view(self, game_data: Coin, player_id: PlayerId | None) -> CoinView:
        return CoinView(game_data.held if player_id == P1 else None, game_data.said)

    def determinize(self, game_data: Coin, viewer: PlayerId | None, rng: Rng) -> Coin:
        return game_data if viewer == P1 else replace(game_data, held=rng.choice(SIDES))


class Hide(Guess):
    """Both name a side secretly at once; then the first player guesses the side of the second."""

    game_id = "mini-hide"

    def phase_of(self, game_data: Coin) -> Phase:
        if not game_data.held:
            both = (ExpectedAction(P0, "say"), ExpectedAction(P1, "say"))
            return Phase("hide", both, ConcurrentMode.CONCURRENT)
        return Phase("say", (ExpectedAction(P0, "say"),))

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(Coin(""))

    def get_valid_actions(self, game_data: Coin, player_id: PlayerId) -> list[Action]:
        is_asked = not game_data.held or player_id == P0
        return [Action("say", player_id, Say(side)) for side in SIDES] if is_asked else []

    def resolve_concurrent_actions(self, game_data: Coin, actions: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(Coin(actions[P1].payload.side))

    def apply_action(self, game_data: Coin, action: Action, rng: Rng) -> TransitionResult:
        is_right = action.payload.side == game_data.held
        scores = {P0: float(is_right), P1: float(not is_right)}
        return TransitionResult(replace(game_data, said=(action.payload.side,)), (), scores, ranked(scores))

    def determinize(self, game_data: Coin, viewer: PlayerId | None, rng: Rng) -> Coin:
        return replace(game_data, held=rng.choice(SIDES)) if game_data.held and viewer != P1 else game_data


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rave", [False, True])
def test_the_hand_of_another_player_is_not_known(seed, rave):
    """Either guess is right half of the time, whatever the coin shows in the match."""
    found = report(start(Guess(), seed=seed), simulations=2000, seed=seed, rave=rave, exploration=20.0)
    assert [value for _, _, value in found.actions] == [pytest.approx(0.5, abs=0.06)] * 2


def test_a_secret_concurrent_choice_is_not_known_later():
    """A search that could see the other's choice would be sure to guess it."""
    found = report(start(Hide()), "p0", simulations=3000)
    assert [value for _, _, value in found.actions] == [pytest.approx(0.5, abs=0.08)] * 2


def test_the_bound_of_an_arm_depends_on_its_availability():
    """Three of four coins show heads."""
    match = start(Guess())
    decision = SearchedDecision(match.plugin, MctsParameters(), seen(match), "1")
    worlds = iter(random.Random(1).sample([Coin("heads")] * 300 + [Coin("tails")] * 100, 400))
    tree = OpenTree(decision, lambda: decision.at(next(worlds)))
    for _ in range(400):
        tree.iterate()
    (own,) = tree.root.tables.values()
    assert own.available == [400, 399], "each from its first try on"
    assert sum(own.visits) == tree.root.visits == 400
    for child in tree.root.children.values():
        (shown,) = child.tables.values()
        assert sum(shown.visits) == child.visits - 1
        assert shown.available == shown.visits, "the coin cannot be chosen"
        often, seldom = sorted(shown.visits, reverse=True)
        assert often > 2 * seldom
        assert shown.actions[shown.visits.index(often)].payload.side == "heads"


@pytest.mark.parametrize("simulations, certainty", [(5, 1.0), (3000, 0.5)])
def test_given_worlds_are_used_first_and_then_new_ones(simulations, certainty):
    """The five given worlds all show heads."""
    match = start(Guess())
    bot = MctsBot(match.plugin, MctsParameters(simulations=simulations, exploration=20.0), 1)
    bot.choose_action(replace(seen(match), worlds=(Coin("heads"),) * 5))
    values = {action.payload.side: value for action, _, value in bot.report.actions}
    assert values == {"heads": pytest.approx(certainty, abs=0.06), "tails": pytest.approx(1 - certainty, abs=0.06)}


def test_an_impossible_bid_is_challenged():
    """There are four dice in all, two of them its own: there cannot be four fives."""
    dice = {"dice": 2, "fixed_dice": [[[5, 5], [3, 4]]]}
    match = Match.start("liarsdice", 2, 1, options=dice)
    match.act(next(a for a in match.legal_actions("p0") if (a.payload.quantity, a.payload.face) == (4, 5)))
    assert len(match.legal_actions("p1")) == 2
    called, raised = report(match, simulations=300).actions
    assert called[0].action_type == "challenge"
    assert called[2] > 0.6 > 0.4 > raised[2]
