"""Variants of Nim with unusual ends."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gamenight.core.model import Action, GameResult, PlayerId, TransitionResult
from gamenight.core.rng import Rng
from tests.minigames.nim import Heap, Nim


class StopsForLeavers(Nim):
    """It has no rule for players who leave."""

    game_id = "mini-stops-for-leavers"

    def on_player_forfeit(self, game_data: Heap, player_id: PlayerId, rng: Rng) -> Any:
        return None


class Endless(Nim):
    """The heap is filled again, so the game never ends."""

    game_id = "mini-endless"
    max_turns = 12

    def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
        return super().apply_action(replace(game_data, stones=9), action, rng)


class Boundless(Nim):
    """The score of the winner is infinite."""

    game_id = "mini-boundless"

    def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
        result = super().apply_action(game_data, action, rng)
        if result.game_over is None:
            return result
        return replace(result, scores={player: float("inf") for player in game_data.passes})


class Unranked(Nim):
    """The result names no winner."""

    game_id = "mini-unranked"

    def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
        result = super().apply_action(game_data, action, rng)
        return result if result.game_over is None else replace(result, game_over=GameResult(()))
