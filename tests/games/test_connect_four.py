"""Connect Four through Match; a game is written as the columns of its drops, from 1, as books do."""

import pytest

from gamenight.core.errors import ActionRefused
from gamenight.core.match import Match
from gamenight.core.model import Action, Forfeit, seat
from gamenight.games.connect_four.rules import LINES
from tests.games.seeing import bright, held, highlighted, items, look_at_all, said, tap

DRAWN = "441365675334466335442232661515577771217122"
LEVEL, UPRIGHT, RISING, FALLING = "1122334", "1212121", "12234334644", "76654554244"


def play(drops: str) -> Match:
    match = Match.start("connect_four", ("Ann", "Bo"), seed=1)
    for column in drops:
        match.act(drop(match, column))
    return match


def drop(match: Match, column: str) -> Action:
    return Action("drop", match.to_act[0], {"column": int(column) - 1})


def picture(match: Match) -> str:
    """The rows that have discs, from the top."""
    marks = ["." if owner is None else "xo"[owner] for owner in match.view().game_data.cells]
    rows = ["".join(marks[row : row + 7]) for row in range(0, 42, 7)]
    return " ".join(row for row in rows if set(row) != {"."})


def test_a_disc_falls_onto_the_discs_of_its_column():
    assert picture(play("4")) == "...x..."
    assert picture(play("4434")) == "...o... ...o... ..xx..."


def test_players_take_turns_and_the_first_seat_begins():
    assert play("").to_act == ("p0",)
    assert play("4").to_act == ("p1",)
    assert play("44").to_act == ("p0",)


def test_there_are_69_lines_of_four():
    """24 level, 21 upright and 12 in each diagonal."""
    assert len(LINES) == len(set(map(tuple, LINES))) == 24 + 21 + 2 * 12


@pytest.mark.parametrize("drops", [LEVEL, UPRIGHT, RISING, FALLING], ids="level upright rising falling".split())
def test_four_in_a_line_win_at_once(drops):
    assert not play(drops[:-1]).is_over
    match = play(drops)
    assert match.result.winners == ("p0",)
    assert match.scores == {"p0": 1.0, "p1": 0.0}


def test_the_second_player_wins_by_the_same_lines():
    assert play("71122334").result.winners == ("p1",)


def test_a_line_does_not_go_around_the_edge():
    """The ends of one row and the beginning of the next are no line."""
    match = play("1627637")
    assert picture(match) == ".....xx xxo..oo"
    assert not match.is_over


def test_five_in_a_line_win_too():
    assert play("112255443").result.winners == ("p0",)


def test_a_full_board_without_a_line_is_drawn():
    match = play(DRAWN)
    assert match.result.is_draw
    assert match.scores == {"p0": 0.5, "p1": 0.5}
    assert len(match.turns) == 42


def test_a_full_column_takes_no_disc():
    match = play("444444")
    with pytest.raises(ActionRefused, match="invalid_action"):
        match.act(drop(match, "4"))
    assert [action.payload.column + 1 for action in match.legal_actions("p0")] == [1, 2, 3, 5, 6, 7]


@pytest.mark.parametrize("column", [-1, 7, 3.5, "4", None, True])
def test_there_is_no_other_column(column):
    with pytest.raises(ActionRefused):
        play("").act(Action("drop", seat(0), {"column": column}))


def test_what_happened_is_told_to_everybody():
    (told,) = [event for event in play("4").events if event.event_type == "game.drop"]
    assert (told.player_id, told.payload, told.audience) == ("p0", {"column": 3}, None)


# The board


def test_a_disc_is_dropped_by_a_tap_at_the_top_of_its_column():
    match = play("444444")
    assert highlighted(match, "p0") == {f"board/{column},0" for column in (0, 1, 2, 4, 5, 6)}
    tap(match, "p0", "board/0,0")
    assert picture(match).endswith("x..x...")


def test_discs_have_the_colours_of_their_seats_and_the_winning_line_alone_is_bright():
    match = play(LEVEL)
    board = held(match, None, "board")
    assert [board[f"board/0,{row}"].shows.seat for row in (5, 4, 3)] == [0, 1, None]
    assert bright(board) == {f"board/{column},5" for column in range(4)}


def test_cells_and_discs_have_words():
    shown = items(match := play("4"))
    assert said(match, shown["board/3,4"].label) == "row 5, column 4"
    assert said(match, shown["board/3,5"].label) == "disc of player 1 in row 6, column 4"


def test_the_board_stays_when_somebody_leaves():
    match = play("4")
    match.submit(Forfeit(seat(0)))
    assert items(match)["board/3,5"].shows.art == "disc"


@pytest.mark.parametrize("drops", ["", "4", LEVEL, RISING, DRAWN])
def test_every_picture_is_whole(drops):
    look_at_all(play(drops))
