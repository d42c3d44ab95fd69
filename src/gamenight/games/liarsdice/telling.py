"""What happened, in the players' own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamenight.core.model import Event, PlayerView
from gamenight.games.liarsdice.state import Bid
from gamenight.games.liarsdice.view import in_words


def happened(event: Event, view: PlayerView) -> str | None:
    """In the players' own words."""
    tell = _TOLD.get(event.event_type)
    return tell(event.payload, view) if tell else None


def _rolled(payload: dict[str, Any], view: PlayerView) -> str:
    own = payload.get("dice")
    hand = f"; yours: {' '.join(map(str, sorted(own)))}" if own else ""
    return f"round {payload['round']}: everybody rolls{hand}"


def _bid(payload: dict[str, Any], view: PlayerView) -> str:
    return f"bid {in_words(Bid(payload['quantity'], payload['face']))}"


def _challenged(payload: dict[str, Any], view: PlayerView) -> str:
    return f"challenged {in_words(Bid(payload['quantity'], payload['face']))}"


def _revealed(payload: dict[str, Any], view: PlayerView) -> str:
    cups = (" ".join(map(str, sorted(cup))) for cup in payload["dice"] if cup)
    truth = "true" if payload["is_true"] else "not true"
    return f"the dice: {'  |  '.join(cups)}\n{payload['count']} of them count: the bid was {truth}"


def _lost_die(payload: dict[str, Any], view: PlayerView) -> str:
    return f"lost a die, {payload['left']} left"


_TOLD: dict[str, Callable[[dict[str, Any], PlayerView], str]] = {
    "game.rolled": _rolled,
    "game.bid": _bid,
    "game.challenged": _challenged,
    "game.revealed": _revealed,
    "game.lost_die": _lost_die,
    "game.eliminated": lambda payload, view: "is out of the game",
    "game.round_void": lambda payload, view: "the round is void",
    "game.win": lambda payload, view: "has the last of the dice",
}
