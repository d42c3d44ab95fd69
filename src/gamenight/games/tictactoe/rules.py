"""Tic-tac-toe: the tutorial game. All of its rules in one file."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from gamenight.core.model import (
    Action,
    Event,
    ExpectedAction,
    GameResult,
    Phase,
    PlayerId,
    PlayerView,
    TransitionResult,
    seat,
)
from gamenight.core.plugin import Game
from gamenight.core.rng import Rng
from gamenight.core.scene import Offer, Scene
from gamenight.games.tictactoe.scene import offers_of, scene_of
from gamenight.games.tictactoe.telling import happened

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


PAIRS = tuple(tuple(tuple(c for c in line if c != cell) for line in LINES if cell in line) for cell in range(9))
"""The two cells that make a line with each cell."""


class Move(Struct, frozen=True):
    row: int
    col: int


class Board(Struct, frozen=True):
    """Nine cells, row by row: the seat's number, or None."""

    cells: tuple[int | None, ...] = (None,) * 9
    mover: int = 0


# Made once: listing and asking are the hot path of every playout.
PLAYERS = (seat(0), seat(1))
MOVES = tuple(tuple(Action("move", player, Move(*divmod(cell, 3))) for cell in range(9)) for player in PLAYERS)
PHASES = tuple(Phase("move", (ExpectedAction(player, "move"),)) for player in PLAYERS)


class TicTacToe(Game[Board]):
    game_id = "tictactoe"
    display_name = "Tic-tac-toe"
    description = "Three in a row wins."
    category = "abstract"
    max_turns = 9
    state_type = view_type = Board
    action_types = {"move": Move}
    hides = "nothing"
    score_scale = 0.2

    def create_initial_state(self, players: tuple[PlayerId, ...], options: object, rng: Rng) -> TransitionResult:
        return TransitionResult(Board())

    def phase_of(self, game_data: Board) -> Phase:
        return PHASES[game_data.mover]

    def get_valid_actions(self, game_data: Board, player_id: PlayerId) -> list[Action]:
        if player_id != PLAYERS[game_data.mover]:
            return []
        moves = zip(MOVES[game_data.mover], game_data.cells, strict=True)
        return [move for move, mark in moves if mark is None]

    def apply_action(self, game_data: Board, action: Action, rng: Rng) -> TransitionResult:
        move, mover, cells = action.payload, game_data.mover, list(game_data.cells)
        cell = 3 * move.row + move.col
        cells[cell] = mover
        board = Board(tuple(cells), 1 - mover)
        placed = Event("move_applied", action.player_id, {"row": move.row, "col": move.col})
        for a, b in PAIRS[cell]:
            if cells[a] == mover == cells[b]:
                return _won(board, placed, PLAYERS[mover], PLAYERS[1 - mover])
        if None in cells:
            return TransitionResult(board, (placed,))
        return TransitionResult(board, (placed, Event("draw")), dict.fromkeys(PLAYERS, 0.5), GameResult((PLAYERS,)))

    def get_player_view(self, game_data: Board, player_id: PlayerId | None) -> Board:
        return game_data

    def describe_event(self, event: Event, view: PlayerView) -> str | None:
        return happened(event, view)

    def describe_action(self, action: Action, view: PlayerView) -> str:
        return f"row {action.payload.row + 1}, column {action.payload.col + 1}"

    def scene(self, view: PlayerView) -> Scene:
        return scene_of(view, winning_cells(view.game_data))

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return offers_of(view, lambda action: self.describe_action(action, view))


def winning_cells(board: Board) -> tuple[int, ...]:
    """The cells of the line that won, or of both where one mark completed two."""
    won = [line for line in LINES if {board.cells[cell] for cell in line} in ({0}, {1})]
    return tuple(sorted({cell for line in won for cell in line}))


def _won(board: Board, placed: Event, winner: PlayerId, loser: PlayerId) -> TransitionResult:
    result = GameResult(((winner,), (loser,)))
    return TransitionResult(board, (placed, Event("win", winner)), {winner: 1.0, loser: 0.0}, result)
