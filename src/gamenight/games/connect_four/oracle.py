"""Connect Four as OpenSpiel plays it."""

from gamenight.core import Action, seat_index
from gamenight.core.match import Match
from gamenight.core.transcripts.openspiel import Reader
from gamenight.games.connect_four.rules import COLUMNS, ROWS, ConnectFour


class ConnectFourReader(Reader):
    game, name = ConnectFour(), "connect_four"
    fixed = {"rows": ROWS, "columns": COLUMNS, "x_in_row": 4, "egocentric_obs_tensor": False}

    def named(self, action: Action) -> tuple[int, str]:
        column = action.payload.column
        return column, f"{'xo'[seat_index(action.player_id)]}{column}"

    def final(self, match: Match) -> str:
        discs = ["." if cell is None else "xo"[cell] for cell in match.state.game_data.cells]
        return "".join("".join(discs[COLUMNS * row :][:COLUMNS]) + "\n" for row in range(ROWS))


replay = ConnectFourReader().replay
