"""What happened, in the players' own words."""

from __future__ import annotations

from gamenight.core.model import Event, PlayerView


def happened(event: Event, view: PlayerView) -> str | None:
    if event.event_type == "game.move_applied":
        return f"took row {event.payload['row'] + 1}, column {event.payload['col'] + 1}"
    return {"game.win": "three in a row!", "game.draw": "the board is full"}.get(event.event_type)
