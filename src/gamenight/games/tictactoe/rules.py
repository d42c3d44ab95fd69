"""Tic-tac-toe: the tutorial game. Its rules and its board in one file."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from gamenight.core import Action, Game, Phase, PlayerId, PlayerView, Rng, TransitionResult, Words, say, seat, turn
from gamenight.core.showing.scene import Piece, Scene, grid

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES_THROUGH = [[line for line in LINES if cell in line] for cell in range(9)]
ART = {None: "cell", 0: "cross", 1: "ring"}


class Move(Struct, frozen=True):
    """A cell by its row from the top and its column from the left, both counted from 0."""

    row: int
    col: int


class Board(Struct, frozen=True):
    """Nine cells, row by row: the seat's number, or None."""

    cells: tuple[int | None, ...] = (None,) * 9
    mover: int = 0


# Made once: asking and listing are the hot path of every playout.
TURNS = [turn(index, "move") for index in (0, 1)]
MOVES = [[Action("move", seat(index), Move(*divmod(cell, 3))) for cell in range(9)] for index in (0, 1)]


class TicTacToe(Game[Board]):
    game_id = "tictactoe"
    display_name = "Tic-tac-toe"
    description = "Three in a row wins."
    category = "abstract"
    max_turns = 9
    action_types = {"move": Move}
    hides = "nothing"
    score_scale = 0.2

    def phase_of(self, board: Board) -> Phase:
        return TURNS[board.mover]

    def get_valid_actions(self, board: Board, player: PlayerId) -> list[Action]:
        moves = MOVES[board.mover]
        return [moves[cell] for cell, mark in enumerate(board.cells) if mark is None]

    def apply_action(self, board: Board, action: Action, rng: Rng) -> Board | TransitionResult:
        cells, mover, move = list(board.cells), board.mover, action.payload
        cell = 3 * move.row + move.col
        cells[cell] = mover
        after = Board(tuple(cells), 1 - mover)
        if completes_line(cells, cell):
            return TransitionResult(after, scores=(1 - mover, mover), game_over=True)
        return after if None in cells else TransitionResult(after, scores=(0.5, 0.5), game_over=True)

    def ai_context(self, view: PlayerView) -> dict[str, Any]:
        return {"your_mark": "XO"[view.seat or 0], "empty_cells": view.game_data.cells.count(None)}

    def taps(self, action: Action, view: PlayerView) -> str:
        return f"board/{action.payload.col},{action.payload.row}"

    def scene(self, view: PlayerView) -> Scene:
        """At the end the winning line alone is bright."""
        cells, bright = view.game_data.cells, winning_cells(view.game_data) or range(9)
        pieces = [Piece(ART[seat], seat=seat, dim=n not in bright) for n, seat in enumerate(cells)]
        return Scene(grid("board", 3, pieces), text=_news(view.game_data, view))


def completes_line(cells: Sequence[int | None], cell: int) -> bool:
    """The mark in this cell, the last one that was made, has won."""
    for a, b, c in LINES_THROUGH[cell]:  # noqa: SIM110 - any() takes twice as long, and every move comes here
        if cells[a] == cells[b] == cells[c]:
            return True
    return False


def winning_cells(board: Board) -> set[int]:
    """The cells of the line that won, or of both where one mark completed two."""
    cells = board.cells
    return {cell for a, b, c in LINES if None is not cells[a] == cells[b] == cells[c] for cell in (a, b, c)}


def _news(board: Board, view: PlayerView) -> Words:
    """Whose mark is next, or how it ended."""
    if view.result is None:
        key = "yours" if view.is_mine(board.mover) else "theirs"
        return say(key, name=view.name(board.mover), mark=say(f"art-{ART[board.mover]}"))
    if winning_cells(board):
        return say("won", name=view.name(1 - board.mover))
    return "" if None in board.cells else say("full")
