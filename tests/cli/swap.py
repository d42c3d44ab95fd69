"""Swap: everybody secretly passes two of four cards to the next player, then spreads three coins over two chests.

It has what the installed games lack: families, values that repeat, and a set-up that can be told to fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.model import (
    Action,
    ConcurrentMode,
    Event,
    ExpectedAction,
    Family,
    Phase,
    PlayerId,
    Slot,
    TransitionResult,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng

DECK = ("AC", "KC", "QC", "JC", "AS", "KS", "QS", "JS")


class Pass(Struct, frozen=True):
    cards: tuple[str, ...]


class Spread(Struct, frozen=True):
    chests: tuple[int, ...]


class Hands(Struct, frozen=True):
    hands: tuple[tuple[str, ...], ...]
    is_passed: bool = False


class HandView(Struct, frozen=True):
    hand: tuple[str, ...]
    is_passed: bool


class Swap(Game[Hands]):
    game_id = "mini-swap"
    display_name = "Swap"
    description = "Pass two cards, then spread three coins."
    view_type = HandView
    action_types = {"pass_cards": Pass, "spread": Spread}
    max_turns = 4

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        deck = rng.stream("deal").shuffle(DECK)
        hands = (tuple(sorted(deck[:4])), tuple(sorted(deck[4:])))
        secret = {player: {"hand": hand} for player, hand in zip(players, hands, strict=True)}
        return TransitionResult(Hands(hands), (Event("dealt", None, {"cards_each": 4}, secret),))

    def phase_of(self, game_data: Hands) -> Phase:
        kind = "spread" if game_data.is_passed else "pass_cards"
        return Phase(kind, (ExpectedAction(None, kind),), ConcurrentMode.CONCURRENT, reveals=game_data.is_passed)

    def get_valid_actions(self, game_data: Hands, player_id: PlayerId) -> list[Family]:
        if game_data.is_passed:
            return [Family("spread", (Slot("chests", (1, 2), 3, 3, each=3),), exact=False)]
        return [Family("pass_cards", (Slot("cards", game_data.hands[int(player_id[1])], 2, 2),))]

    def validate_action(self, game_data: Hands, action: Action) -> str | None:
        if game_data.is_passed and set(action.payload.chests) == {1}:
            return "The second chest wants a coin."
        return None

    def resolve_concurrent_actions(
        self, game_data: Hands, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        if game_data.is_passed:
            scores = {player: float(sum(action.payload.chests)) for player, action in actions.items()}
            return TransitionResult(game_data, (), scores, ranked(scores))
        passed = [actions[player].payload.cards for player in sorted(actions)]
        hands = tuple(
            tuple(sorted({*hand} - {*passed[seat]} | {*passed[1 - seat]})) for seat, hand in enumerate(game_data.hands)
        )
        secret = {player: {"got": passed[1 - seat]} for seat, player in enumerate(sorted(actions))}
        return TransitionResult(replace(game_data, hands=hands, is_passed=True), (Event("passed", None, {}, secret),))

    def get_player_view(self, game_data: Hands, player_id: PlayerId | None) -> HandView:
        own = () if player_id is None else game_data.hands[int(player_id[1])]
        return HandView(own, game_data.is_passed)

    def determinize(self, game_data: Hands, viewer: PlayerId | None, rng: Rng) -> Hands:
        """A player who holds four of the eight cards knows the other four."""
        if viewer is not None:
            return game_data
        deck = rng.shuffle(DECK)
        return replace(game_data, hands=(tuple(sorted(deck[:4])), tuple(sorted(deck[4:]))))


class FallsApart(Swap):
    """Its rules raise an exception when the cards are passed."""

    game_id = "mini-falls-apart"

    def resolve_concurrent_actions(
        self, game_data: Hands, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        raise RuntimeError("the table collapsed")


class Graded(Swap):
    """A game with levels of its own."""

    game_id = "mini-graded"
    levels = {"beginner": "random", "expert": "greedy:worlds=4"}


class Timeless(Swap):
    """A game with a level without a time limit."""

    levels = {"medium": "mcts:simulations=20"}


class Ungraded(Swap):
    """A game with an invalid level."""

    game_id = "mini-ungraded"
    levels = {"medium": "clairvoyant"}


class Nameless(Game[Hands]):
    """A game without metadata."""


GAME = Swap()
