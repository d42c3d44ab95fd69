"""The board as it looks, and where it can be tapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamenight.core.model import Action, PlayerView
from gamenight.core.scene import Box, Item, Message, Offer, Piece, Scene, Step

MARKS = ("cross", "ring")


def scene_of(view: PlayerView, won: Sequence[int]) -> Scene:
    """Nine cells and the marks on them, whose ids come after theirs; at the end the winning line alone is bright."""
    cells = tuple(_cell(cell) for cell in range(9))
    marks = (
        _mark(cell, seat, is_dim=bool(won) and cell not in won)
        for cell, seat in enumerate(view.game_data.cells)
        if seat is not None
    )
    return Scene((Item("board", Box("grid"), label="board"), *cells, *marks), text=_news(view, won))


def offers_of(view: PlayerView, describe: Callable[[Action], Message]) -> list[Offer]:
    """Every free cell is one tap."""
    moves = [action for action in view.valid_actions if isinstance(action, Action)]
    return [Offer(move, describe(move), (Step((f"board/{move.payload.col},{move.payload.row}",)),)) for move in moves]


def _cell(cell: int) -> Item:
    row, column = divmod(cell, 3)
    return Item(f"board/{column},{row}", Piece("cell"), "board", (column, row), label=("cell", row + 1, column + 1))


def _mark(cell: int, seat: int, *, is_dim: bool) -> Item:
    row, column = divmod(cell, 3)
    shows = Piece(MARKS[seat], seat=seat, dim=is_dim)
    return Item(f"marks/{column},{row}", shows, "board", (column, row), label=(MARKS[seat], row + 1, column + 1))


def _news(view: PlayerView, won: Sequence[int]) -> Message:
    """Whose mark is next, or how it ended."""
    if view.result is not None:
        return _ending(view, won)
    mover = view.players[view.game_data.mover]
    mark = MARKS[mover.seat_index]
    return f"yours.{mark}" if mover.player_id == view.viewer_id else (f"theirs.{mark}", mover.display_name)


def _ending(view: PlayerView, won: Sequence[int]) -> Message:
    if won:
        return "won", view.players[view.game_data.cells[won[0]]].display_name
    return "" if None in view.game_data.cells else "full"
