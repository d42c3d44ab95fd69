"""Tic-tac-toe as OpenSpiel plays it."""

from gamenight.core import Action, seat_index
from gamenight.core.match import Match
from gamenight.core.transcripts.openspiel import Reader
from gamenight.games.tictactoe.rules import TicTacToe


class TicTacToeReader(Reader):
    game, name = TicTacToe(), "tic_tac_toe"

    def named(self, action: Action) -> tuple[int, str]:
        row, col = action.payload.row, action.payload.col
        return 3 * row + col, f"{'xo'[seat_index(action.player_id)]}({row},{col})"

    def final(self, match: Match) -> str:
        marks = "".join("." if cell is None else "xo"[cell] for cell in match.state.game_data.cells)
        return "\n".join((marks[:3], marks[3:6], marks[6:]))


replay = TicTacToeReader().replay
