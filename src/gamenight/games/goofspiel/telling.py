"""What happened, in the players' own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamenight.core.model import Event, PlayerView


def points_word(count: float) -> str:
    return "point" if count == 1 else "points"


def happened(event: Event, view: PlayerView) -> str | None:
    told = _TOLD.get(event.event_type)
    return told(event.payload, view) if told else None


def _round_started(payload: dict[str, Any], view: PlayerView) -> str:
    return f"round {payload['round']} of {payload['rounds']}: the prize is {payload['prize']}"


def _bids_revealed(payload: dict[str, Any], view: PlayerView) -> str:
    names = {player.player_id: player.display_name for player in view.players}
    return "bids: " + ", ".join(f"{names[seat]} {bid}" for seat, bid in payload["bids"].items())


def _bids_compared(payload: dict[str, Any], view: PlayerView) -> str:
    return f"the bids are compared, yours was {payload['card']}" if "card" in payload else "the bids are compared"


def _prize_won(payload: dict[str, Any], view: PlayerView) -> str:
    return f"won the prize of {payload['prize']}: {payload['points']} {points_word(payload['points'])}"


def _prize_discarded(payload: dict[str, Any], view: PlayerView) -> str:
    return f"a tie: nobody takes the prize of {payload['prize']}"


_TOLD: dict[str, Callable[[dict[str, Any], PlayerView], str]] = {
    "engine.revealed": lambda payload, view: "",
    "game.round_started": _round_started,
    "game.bids_revealed": _bids_revealed,
    "game.bids_compared": _bids_compared,
    "game.prize_won": _prize_won,
    "game.prize_discarded": _prize_discarded,
    "game.win": lambda payload, view: "has the most points",
    "game.draw": lambda payload, view: "nobody has the most points alone",
}
