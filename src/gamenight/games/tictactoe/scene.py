"""The board as it looks, and where it can be tapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamenight.core.model import Action, PlayerView
from gamenight.core.scene import Box, Item, Message, Offer, Piece, Scene, Step

MARKS = ("cross", "ring")


def scene_of(view: PlayerView, won: Sequence[int]) -> Scene:
    """Nine cells; of a finished game the winning line alone is bright."""
    cells: tuple[int | None, ...] = view.game_data.cells
    marks = (_cell(cell, mark, is_dim=bool(won) and cell not in won) for cell, mark in enumerate(cells))
    return Scene((Item("board", Box("grid"), label="board"), *marks), text=_news(view, won))


def offers_of(view: PlayerView, describe: Callable[[Action], Message]) -> list[Offer]:
    """Every free cell is one tap."""
    moves = [action for action in view.valid_actions if isinstance(action, Action)]
    return [Offer(move, describe(move), (Step((_id(move.payload.row, move.payload.col),)),)) for move in moves]


def _id(row: int, column: int) -> str:
    return f"board/{column},{row}"


def _cell(cell: int, mark: int | None, *, is_dim: bool) -> Item:
    row, column = divmod(cell, 3)
    art = "cell" if mark is None else MARKS[mark]
    shows = Piece(art, seat=mark, dim=is_dim)
    return Item(_id(row, column), shows, "board", (column, row), label=(f"place.{art}", row + 1, column + 1))


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
