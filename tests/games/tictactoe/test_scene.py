"""The board on the page. Moves are cells as row and column from 0, so `00 11` is a corner and the centre."""

from typing import cast

import pytest

from gamenight.core.match import Match
from gamenight.core.model import Action, Forfeit, seat
from gamenight.core.showing.scene import Item
from tests.games.seeing import art, bright, held, highlighted, items, look_at_all, said, scene, tap, text

CELLS = {f"board/{column},{row}" for row in range(3) for column in range(3)}

ROW_WON = "00 10 01 11 02"
TWO_LINES = "00 01 02 10 20 12 22 21 11"
DRAW = "00 01 02 11 10 12 21 20 22"


def play(moves: str) -> Match:
    match = Match.start("tictactoe", ("Ann", "Bo"), seed=1)
    for row, column in map(tuple, moves.split()):
        match.act(Action("move", match.to_act[0], {"row": int(row), "col": int(column)}))
    return match


def drawn(match: Match) -> str:
    """The board as marks, row by row."""
    marks = {item.place: {"cross": "X", "ring": "O", "cell": "."}[art(item)] for item in board(match).values()}
    return " ".join("".join(marks[column, row] for column in range(3)) for row in range(3))


def board(match: Match) -> dict[str, Item]:
    return held(match, None, "board")


def test_an_id_is_column_and_row_and_so_is_the_place():
    match = play("02 10")
    assert drawn(match) == "..X O.. ..."
    assert all(id == "board/{},{}".format(*cast(tuple[float, float], item.place)) for id, item in board(match).items())


def test_the_cells_that_are_taken_are_not_offered():
    match = play("00 11")
    assert highlighted(match, "p0") == CELLS - {"board/0,0", "board/1,1"}


def test_one_tap_places_the_mark_that_belongs_to_the_seat():
    match = play("")
    tap(match, "p0", "board/2,1")
    tap(match, "p1", "board/0,0")
    assert drawn(match) == "O.. ..X ..."
    assert [items(match)[f"board/{cell}"].shows.seat for cell in ("2,1", "0,0")] == [0, 1]


def test_nothing_is_offered_to_whoever_waits_or_watches():
    match = play("00")
    assert highlighted(match, "p0") == set()
    assert match.plugin.offers(match.view(None)) == ()


def test_an_offer_has_the_words_of_its_action_and_a_cell_the_same_words():
    match = play("")
    for offer in match.plugin.offers(match.view("p0")):
        assert said(match, items(match)[offer.steps[0].ids[0]].label) == said(match, offer.label)


def test_everybody_sees_the_same_board():
    match = play("00 11 22")
    assert scene(match, "p0").items == scene(match, "p1").items == scene(match).items


@pytest.mark.parametrize(
    "moves, line",
    [
        (ROW_WON, "0,0 1,0 2,0"),
        (TWO_LINES, "0,0 1,1 2,2 2,0 0,2"),
    ],
)
def test_at_the_end_the_winning_line_alone_is_bright(moves, line):
    match = play(moves)
    assert bright(board(match)) == {f"board/{cell}" for cell in line.split()}
    assert text(match) == "Ann has three in a row."


def test_nothing_is_dim_while_it_is_played_or_after_a_draw():
    for moves in ("00 10 01 11", DRAW):
        assert len(bright(board(play(moves)))) == 9
    assert text(play(DRAW)) == "The board is full: nobody has three in a row."


def test_the_text_says_whose_mark_is_next():
    match = play("00")
    assert text(match, "p1") == "Your turn: place a ring."
    assert text(match, "p0") == text(match) == "Bo places a ring."


def test_somebody_who_leaves_leaves_the_board_as_it_is():
    match = play("00")
    match.submit(Forfeit(seat(1)))
    assert drawn(match) == "X.. ... ..."
    assert text(match) == ""


@pytest.mark.parametrize("moves", ["", "11", ROW_WON, TWO_LINES, DRAW])
def test_every_picture_is_whole(moves):
    look_at_all(play(moves))
