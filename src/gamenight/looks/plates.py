"""What seats' plates say in a picture, besides what the game adds."""

from __future__ import annotations

from msgspec import Struct

from gamenight.core.model import GameStatus, Player, PlayerView


class PlateShown(Struct, frozen=True, omit_defaults=True):
    """What is told of a seat: the page fills in the same from what it knows, and more."""

    name: str
    score: float | None = None
    turn: bool = False
    mine: bool = False


def plates_of(view: PlayerView) -> tuple[PlateShown, ...]:
    """By seat; clocks are left out, as they would be another a second later."""
    return tuple(
        PlateShown(
            player.display_name,
            view.scores.get(player.player_id),
            _is_awaited(view, player),
            player.player_id == view.viewer_id,
        )
        for player in view.players
    )


def _is_awaited(view: PlayerView, player: Player) -> bool:
    named = [entry.player_id for entry in view.phase.expected_actions]
    has_answered = player.player_id == view.viewer_id and view.committed is not None
    return view.status is GameStatus.ACTIVE and not has_answered and (player.player_id in named or None in named)
