"""The prizes and hands in a terminal."""

from __future__ import annotations

from gamenight.core.model import PlayerView
from gamenight.core.text import Message, Tell, say
from gamenight.games.goofspiel.view import TableView


def text(view: PlayerView, tell: Tell) -> str:
    """The prize, what is still to come, and each player's points and cards as far as they are known."""
    table: TableView = view.game_data
    width = max(len(player.display_name) for player in view.players)
    lines = [tell(_prize(table)), ""]
    for player, points in zip(view.players, table.points, strict=True):
        cards = _cards(table, player.seat_index, tell, own=player.player_id == view.viewer_id)
        score = tell(say("points", points=points))
        lines.append(f"{player.display_name:<{width}}  {score:>10}   {cards}".rstrip())
    return "\n".join(lines)


def _prize(table: TableView) -> Message:
    if table.prize is None and not table.is_settled:
        return say("prizes-gone")
    known = {"round": table.round, "rounds": table.rounds, "later": _row(table.prizes_left)}
    if table.is_settled:
        return say("round-over" if table.prizes_left else "round-over-last", **known)
    return say("round" if table.prizes_left else "round-last", **known, prize=table.prize)


def _cards(table: TableView, seat: int, tell: Tell, *, own: bool) -> str:
    if seat in table.out:
        return tell(say("gone"))
    if own:
        return _row(table.hand)
    return _row(table.hands[seat]) if table.hands is not None else ""


def _row(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))
