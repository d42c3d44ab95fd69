"""The table in a terminal: rivers, melds and points of all seats, and one's own hand."""

from __future__ import annotations

from gamenight.core.model import PlayerView
from gamenight.core.text import Message, Tell, say
from gamenight.games.riichi.presentation.words import WINDS, round_words, tile_words
from gamenight.games.riichi.view import RiichiView, ShownDiscard


def text(view: PlayerView, tell: Tell) -> str:
    table: RiichiView = view.game_data
    lines = [tell(_header(table)), ""]
    for player in view.players:
        lines += _seat(view, table, player.seat_index, tell)
    if table.waits:
        lines += ["", tell(say("terminal-waits", tiles=list(table.waits), furiten=table.is_furiten))]
    return "\n".join(lines)


def _header(table: RiichiView) -> Message:
    known = {"honba": table.honba, "sticks": table.sticks, "left": table.tiles_left, "dora": list(table.dora)}
    return say("terminal-header", round=round_words(table.round), **known)


def _seat(view: PlayerView, table: RiichiView, who: int, tell: Tell) -> list[str]:
    wind = tell(tile_words(WINDS[(who - table.dealer) % 4]))
    mark = ">" if table.turn == who else " "
    name = f"{mark} {view.name(who)} ({wind}) {table.points[who]}"
    river = " ".join(_discard(one) for one in table.rivers[who])
    melds = "  ".join("[" + " ".join(meld.tiles) + "]" for meld in table.melds[who])
    lines = [name, f"    {river}".rstrip(), f"    {_hand(view, table, who)}  {melds}".rstrip()]
    return [line for line in lines if line.strip()]


def _discard(one: ShownDiscard) -> str:
    """A called tile in brackets, a riichi with a mark."""
    name = f"({one.tile})" if one.called_by is not None else one.tile
    return f"{name}!" if one.riichi else name


def _hand(view: PlayerView, table: RiichiView, who: int) -> str:
    if view.is_mine(who):
        drawn = f" + {table.drawn}" if table.drawn is not None else ""
        return " ".join(table.hand) + drawn
    return " ".join(table.opened[who]) or "# " * table.hand_sizes[who]
