"""Nim with one heap for two to four players: take one to three; whoever takes the last stone wins.

Each player may pass a few times, if the options say so. A player who leaves is skipped from then on.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import (
    NO_PAYLOAD,
    Action,
    Event,
    ExpectedAction,
    NoPayload,
    Phase,
    PlayerId,
    TransitionResult,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng


class NimOptions(Struct, frozen=True, forbid_unknown_fields=True):
    heap: Annotated[int, Meta(ge=1, le=40)] = 7
    passes: Annotated[int, Meta(ge=0, le=9)] = 0
    timeout_ms: int | None = None


class Take(Struct, frozen=True):
    count: int


class Heap(Struct, frozen=True):
    """The stones left, the players still in, in the order in which they act, and the passes that each has left."""

    stones: int
    order: tuple[PlayerId, ...]
    passes: dict[PlayerId, int]
    timeout_ms: int | None = None


def take(player: PlayerId, count: int = 1) -> Action:
    return Action("take", player, Take(count))


class Nim(Game[Heap]):
    game_id = "mini-nim"
    display_name = "Nim"
    description = "Whoever takes the last stone wins."
    category = "abstract"
    max_players = 4
    max_turns = 80
    state_type = view_type = Heap
    options_type = NimOptions
    hides = "nothing"
    action_types = {"take": Take, "pass": NoPayload}
    score_scale = 0.2

    def create_initial_state(self, players: tuple[PlayerId, ...], options: NimOptions, rng: Rng) -> TransitionResult:
        return TransitionResult(Heap(options.heap, players, dict.fromkeys(players, options.passes), options.timeout_ms))

    def validate_config(self, options: NimOptions, players: int) -> list[str]:
        return [] if options.heap >= options.passes else ["there must not be more passes than stones"]

    def phase_of(self, game_data: Heap) -> Phase:
        mover = game_data.order[0]
        asked = (ExpectedAction(mover, "take", game_data.timeout_ms), ExpectedAction(mover, "pass"))
        return Phase("move", asked)

    def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Action]:
        if player_id != game_data.order[0]:
            return []
        takes = [take(player_id, n) for n in range(1, min(3, game_data.stones) + 1)]
        return takes + ([Action("pass", player_id, NO_PAYLOAD)] if game_data.passes[player_id] else [])

    def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
        mover, *others = game_data.order
        order = (*others, mover)
        if action.action_type == "pass":
            passes = {**game_data.passes, mover: game_data.passes[mover] - 1}
            return TransitionResult(replace(game_data, order=order, passes=passes), (Event("passed", mover),))
        left = game_data.stones - action.payload.count
        taken = Event("taken", mover, {"count": action.payload.count, "left": left})
        after = replace(game_data, stones=left, order=order)
        if left:
            return TransitionResult(after, (taken,))
        scores = {player: float(player == mover) for player in game_data.passes}
        return TransitionResult(after, (taken,), scores, ranked(scores))

    def on_player_forfeit(self, game_data: Heap, player_id: PlayerId, rng: Rng) -> TransitionResult:
        order = tuple(player for player in game_data.order if player != player_id)
        return TransitionResult(replace(game_data, order=order), (Event("left", player_id),))

    def get_player_view(self, game_data: Heap, player_id: PlayerId | None) -> Heap:
        return game_data
