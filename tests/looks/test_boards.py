"""Boards in the terminal, for games without a drawing of their own."""

from gamenight.core.match import Match
from gamenight.core.model import Action, seat
from gamenight.core.showing.scene import Item, Piece, Scene, grid
from gamenight.looks.boards import drawn_board


def test_a_grid_is_drawn_with_numbers_and_a_legend():
    match = Match.start("tictactoe", ("Ada", "Bo"), seed=1)
    match.act(Action("move", seat(0), {"row": 0, "col": 2}))
    match.act(Action("move", seat(1), {"row": 1, "col": 0}))
    view = match.view(None)
    assert drawn_board(match.plugin.scene(view), view).splitlines() == [
        "     1  2  3",
        " 1   ·  ·  X",
        " 2   O  ·  ·",
        " 3   ·  ·  ·",
        "",
        "X Ada   O Bo",
    ]


def test_a_piece_without_owner_is_the_first_letter_of_its_art():
    view = Match.start("tictactoe", ("Ada", "Bo"), seed=1).view(None)
    scene = Scene(grid("board", 2, [Piece("wall"), Piece("cell")]))
    assert drawn_board(scene, view).splitlines()[1] == " 1   W  ·"


def test_there_is_no_board_without_a_grid_or_with_two():
    view = Match.start("tictactoe", ("Ada", "Bo"), seed=1).view(None)
    assert drawn_board(None, view) is None
    assert drawn_board(Scene((Item("disc", Piece("disc")),)), view) is None
    assert drawn_board(Scene((*grid("one", 1, [Piece("cell")]), *grid("two", 1, [Piece("cell")]))), view) is None
