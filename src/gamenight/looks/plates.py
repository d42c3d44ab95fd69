"""The data of the seats' plates in a picture, without what the game adds."""

from __future__ import annotations

from msgspec import Struct

from gamenight.core.model import GameStatus, Player, PlayerView


class PlateShown(Struct, frozen=True, omit_defaults=True):
    """The data of a seat's plate. The page itself fills in the same data, and more."""

    name: str
    score: float | None = None
    turn: bool = False
    mine: bool = False


def plates_of(view: PlayerView) -> tuple[PlateShown, ...]:
    """The plates by seat, without clocks, which would be outdated after a second."""
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
