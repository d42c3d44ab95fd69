"""What happened, in the players' own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamenight.core.model import Event, PlayerView


def happened(event: Event, view: PlayerView) -> str | None:
    told = _TOLD.get(event.event_type)
    return told(event.payload, view) if told else None


def _units_revealed(payload: dict[str, Any], view: PlayerView) -> str:
    names = {player.player_id: player.display_name for player in view.players}
    return "\n".join(f"{names[seat]} sent {' '.join(map(str, units))}" for seat, units in payload["units"].items())


_TOLD: dict[str, Callable[[dict[str, Any], PlayerView], str]] = {
    "engine.revealed": lambda payload, view: "",
    "game.round_started": lambda payload, view: f"round {payload['round']} of {payload['rounds']}",
    "game.units_revealed": _units_revealed,
    "game.field_won": lambda payload, view: f"took field {payload['field'] + 1}",
    "game.field_tied": lambda payload, view: f"field {payload['field'] + 1} is tied",
    "game.win": lambda payload, view: "has the most points",
    "game.draw": lambda payload, view: "nobody has the most points alone",
}
