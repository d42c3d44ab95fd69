"""Connect Four: the second tutorial game. Its rules and its board in one file."""

from typing import Any

from msgspec import Struct

from gamenight.core import Action, Game, Phase, PlayerId, PlayerView, Rng, TransitionResult, turn
from gamenight.core.showing.scene import Piece, Scene, grid

ROWS, COLUMNS = 6, 7
CELLS = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
FOURS = [[(row + n * down, column + n * right) for n in range(4)] for row, column in CELLS for down, right in WAYS]
LINES = [[CELLS.index(cell) for cell in four] for four in FOURS if set(four) <= set(CELLS)]


class Drop(Struct, frozen=True):
    """A column from the left, counted from 0."""

    column: int


class Board(Struct, frozen=True):
    """The cells, row by row from the top: the number of the seat whose disc is there, or None."""

    cells: tuple[int | None, ...] = (None,) * len(CELLS)
    mover: int = 0


class ConnectFour(Game[Board]):
    game_id = "connect_four"
    display_name = "Connect Four"
    description = "Drop your discs; four in a line win."
    action_types = {"drop": Drop}
    hides = "nothing"

    def phase_of(self, board: Board) -> Phase:
        return turn(board.mover)

    def get_valid_actions(self, board: Board, player: PlayerId) -> list[Action]:
        return [Action("drop", player, Drop(column)) for column in range(COLUMNS) if board.cells[column] is None]

    def apply_action(self, board: Board, action: Action, rng: Rng) -> Board | TransitionResult:
        cells, mover = list(board.cells), board.mover
        cells[max(n for n in range(action.payload.column, len(cells), COLUMNS) if cells[n] is None)] = mover
        after = Board(tuple(cells), 1 - mover)
        if winning_cells(after):
            return TransitionResult(after, scores=(1 - mover, mover), game_over=True)
        return after if None in cells else TransitionResult(after, scores=(0.5, 0.5), game_over=True)

    def ai_context(self, view: PlayerView) -> dict[str, Any]:
        cells = view.game_data.cells
        free = {f"column {n + 1}": cells[n::COLUMNS].count(None) for n in range(COLUMNS)}
        return {"your_disc": "XO"[view.seat or 0], "free_cells_of_each_column": free}

    def taps(self, action: Action, view: PlayerView) -> str:
        return f"board/{action.payload.column},0"

    def scene(self, view: PlayerView) -> Scene:
        owners, bright = enumerate(view.game_data.cells), winning_cells(view.game_data) or range(len(CELLS))
        pieces = [Piece("cell" if seat is None else "disc", seat=seat, dim=n not in bright) for n, seat in owners]
        return Scene(grid("board", COLUMNS, pieces))


def winning_cells(board: Board) -> set[int]:
    """The cells of the lines of four that won, if there are any."""
    cells = board.cells
    return {n for a, b, c, d in LINES if None is not cells[a] == cells[b] == cells[c] == cells[d] for n in (a, b, c, d)}
