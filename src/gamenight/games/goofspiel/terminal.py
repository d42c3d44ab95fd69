"""The prizes and hands in a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamenight.core.model import Event, PlayerView
from gamenight.games.goofspiel.view import TableView


def text(view: PlayerView) -> str:
    """The prize, what is still to come, and each player's points and cards as far as they are known."""
    table: TableView = view.game_data
    width = max(len(player.display_name) for player in view.players)
    lines = [_prize(table), ""]
    for player, points in zip(view.players, table.points, strict=True):
        cards = _cards(table, player.seat_index, own=player.player_id == view.viewer_id)
        lines.append(f"{player.display_name:<{width}}  {points:>3} {_points(points):<6}   {cards}".rstrip())
    return "\n".join(lines)


def _prize(table: TableView) -> str:
    if table.prize is None:
        return "all prizes are gone"
    later = f", to come: {_row(table.prizes_left)}" if table.prizes_left else ""
    return f"round {table.round} of {table.rounds}, the prize is {table.prize}{later}"


def _cards(table: TableView, seat: int, *, own: bool) -> str:
    if seat in table.out:
        return "left"
    if own:
        return _row(table.hand)
    return _row(table.hands[seat]) if table.hands is not None else ""


def _row(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _points(count: float) -> str:
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
    return f"won the prize of {payload['prize']}: {payload['points']} {_points(payload['points'])}"


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
