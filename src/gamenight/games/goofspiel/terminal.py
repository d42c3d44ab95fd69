"""The prizes and hands in a terminal."""

from __future__ import annotations

from gamenight.core.model import PlayerView
from gamenight.games.goofspiel.telling import points_word
from gamenight.games.goofspiel.view import TableView


def text(view: PlayerView) -> str:
    """The prize, what is still to come, and each player's points and cards as far as they are known."""
    table: TableView = view.game_data
    width = max(len(player.display_name) for player in view.players)
    lines = [_prize(table), ""]
    for player, points in zip(view.players, table.points, strict=True):
        cards = _cards(table, player.seat_index, own=player.player_id == view.viewer_id)
        lines.append(f"{player.display_name:<{width}}  {points:>3} {points_word(points):<6}   {cards}".rstrip())
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
