"""Parlour: in each round the players in turn hold or roll one die; then everybody confirms that the next may begin.

A roll of two or more is added to the round's pot of that player, who may roll up to three times; a one empties the pot
and ends the turn. Holding keeps the pot as points. Nobody loses anything by not confirming: it is a courtesy, with a
deadline.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import (
    NO_PAYLOAD,
    Action,
    ConcurrentMode,
    Event,
    ExpectedAction,
    NoPayload,
    Phase,
    PlayerId,
    TransitionResult,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng

ROLLS = 3
CONFIRM_MS = 10_000


class ParlourOptions(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=3)] = 3
    dice: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(extra={"secret": True})] = ()
    """What the die shows, roll by roll; chance where this ends."""


class Salon(Struct, frozen=True):
    """`mover` is the seat whose turn it is, or their number while everybody confirms."""

    players: tuple[PlayerId, ...]
    rounds: int
    points: tuple[int, ...]
    dice: tuple[int, ...]
    round: int = 1
    mover: int = 0
    rolls: int = 0
    pot: int = 0
    gone: tuple[PlayerId, ...] = ()


class SalonView(Struct, frozen=True):
    round: int
    rounds: int
    points: tuple[int, ...]
    mover: int
    rolls: int
    pot: int


class Parlour(Game[Salon]):
    game_id = "mini-parlour"
    display_name = "Parlour"
    description = "Push your luck, then confirm the next round."
    category = "dice"
    max_players = 4
    max_turns = 100
    view_type = SalonView
    options_type = ParlourOptions
    hides = "nothing"
    action_types = {"roll": NoPayload, "hold": NoPayload, "confirm": NoPayload}

    def create_initial_state(
        self, players: tuple[PlayerId, ...], options: ParlourOptions, rng: Rng
    ) -> TransitionResult:
        return TransitionResult(Salon(players, options.rounds, (0,) * len(players), options.dice))

    def phase_of(self, game_data: Salon) -> Phase:
        count = {"round": game_data.round}
        if is_between_rounds(game_data):
            staying = (player for player in game_data.players if player not in game_data.gone)
            asked = tuple(ExpectedAction(player, "confirm", CONFIRM_MS) for player in staying)
            return Phase("confirm", asked, ConcurrentMode.CONCURRENT, courtesy=True, metadata=count)
        mover = game_data.players[game_data.mover]
        return Phase("turn", (ExpectedAction(mover, "roll"), ExpectedAction(mover, "hold")), metadata=count)

    def get_valid_actions(self, game_data: Salon, player_id: PlayerId) -> list[Action]:
        if player_id in game_data.gone:
            return []
        if is_between_rounds(game_data):
            return [Action("confirm", player_id, NO_PAYLOAD)]
        if player_id != game_data.players[game_data.mover]:
            return []
        return [Action("roll", player_id, NO_PAYLOAD), Action("hold", player_id, NO_PAYLOAD)]

    def apply_action(self, game_data: Salon, action: Action, rng: Rng) -> TransitionResult:
        if action.action_type == "hold":
            return turn_over(game_data, game_data.pot, ())
        face = game_data.dice[0] if game_data.dice else 1 + rng.below(6)
        rolled = Event("rolled", action.player_id, {"face": face})
        after = replace(game_data, dice=game_data.dice[1:], rolls=game_data.rolls + 1, pot=game_data.pot + face)
        if face == 1:
            return turn_over(after, 0, (rolled,))
        if after.rolls == ROLLS:
            return turn_over(after, after.pot, (rolled,))
        return TransitionResult(after, (rolled,))

    def resolve_concurrent_actions(
        self, game_data: Salon, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        began = Event("round", None, {"number": game_data.round + 1})
        return TransitionResult(first_mover(replace(game_data, round=game_data.round + 1)), (began,))

    def timeout_action(self, game_data: Salon, player_id: PlayerId) -> Action:
        return Action("confirm" if is_between_rounds(game_data) else "hold", player_id, NO_PAYLOAD)

    def on_player_forfeit(self, game_data: Salon, player_id: PlayerId, rng: Rng) -> TransitionResult:
        after = replace(game_data, gone=(*game_data.gone, player_id))
        if game_data.mover < len(game_data.players) and game_data.players[game_data.mover] == player_id:
            return turn_over(after, 0, ())
        return TransitionResult(after)

    def get_player_view(self, game_data: Salon, player_id: PlayerId | None) -> SalonView:
        g = game_data
        return SalonView(g.round, g.rounds, g.points, g.mover, g.rolls, g.pot)

    def determinize(self, game_data: Salon, viewer: PlayerId | None, rng: Rng) -> Salon:
        """Roll the dice that are fixed for later again."""
        return replace(game_data, dice=tuple(1 + rng.below(6) for _ in game_data.dice))


def is_between_rounds(salon: Salon) -> bool:
    return salon.mover == len(salon.players)


def next_seat(salon: Salon, seat: int) -> int:
    """The first seat from this one on that is still there, or their number."""
    there = (n for n in range(seat, len(salon.players)) if salon.players[n] not in salon.gone)
    return next(there, len(salon.players))


def first_mover(salon: Salon) -> Salon:
    return replace(salon, mover=next_seat(salon, 0))


def turn_over(salon: Salon, won: int, events: tuple[Event, ...]) -> TransitionResult:
    """The points are written down; the next player, the confirmation or the end follows."""
    at = salon.mover
    points = (*salon.points[:at], salon.points[at] + won, *salon.points[at + 1 :])
    after = replace(salon, points=points, mover=next_seat(salon, at + 1), rolls=0, pot=0)
    scores = dict(zip(salon.players, map(float, points), strict=True))
    if is_between_rounds(after) and salon.round == salon.rounds:
        return TransitionResult(after, events, scores, ranked(scores))
    return TransitionResult(after, events, scores)
