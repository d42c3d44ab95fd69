"""Tic-tac-toe through Match; cells are numbered like a telephone's keys, 1 to 9."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from gamenight.core.advancing.transitions import Transition, apply
from gamenight.core.errors import ActionRefused, BadOptions
from gamenight.core.match import Match
from gamenight.core.model import Action, PlayerId, digest, seat
from gamenight.core.registry import load
from gamenight.core.rng import Rng

LINES = ["123", "456", "789", "147", "258", "369", "159", "357"]


def move(player: str, cell: str) -> Action:
    row, col = divmod(int(cell) - 1, 3)
    return Action("move", PlayerId(player), {"row": row, "col": col})


def play(cells: str) -> Match:
    match = Match.start("tictactoe", seed=1)
    for cell in cells:
        match.act(move(match.to_act[0], cell))
    return match


def picture(match: Match) -> str:
    marks = ["." if mark is None else "xo"[mark] for mark in match.view().game_data.cells]
    return "/".join("".join(marks[row : row + 3]) for row in (0, 3, 6))


def refusal(match: Match, action: Action, prompt: int | None = None) -> str:
    """The code of a refusal, which must have left no trace."""
    before = digest(match.state)
    with pytest.raises(ActionRefused) as refused:
        match.act(action, prompt)
    assert digest(match.state) == before
    return refused.value.code


def winning_games() -> list[tuple[str, str, str]]:
    """For each line and each player, a shortest game that completes it."""
    games = []
    for line in LINES:
        rest = [cell for cell in "123456789" if cell not in line]
        x_wins = line[0] + rest[0] + line[1] + rest[1] + line[2]
        # Of the six cells besides a line any three that are not a line themselves leave x without a win.
        idle = next(
            rest[0] + rest[1] + third for third in rest[2:] if "".join(sorted(rest[0] + rest[1] + third)) not in LINES
        )
        o_wins = idle[0] + line[0] + idle[1] + line[1] + idle[2] + line[2]
        games += [(line, x_wins, "p0"), (line, o_wins, "p1")]
    return games


def test_x_starts_and_players_take_turns():
    match = Match.start("tictactoe", seed=1)
    assert match.to_act == ("p0",)
    match.act(move("p0", "5"))
    assert match.to_act == ("p1",)
    match.act(move("p1", "1"))
    assert match.to_act == ("p0",)
    assert picture(match) == "o../.x./..."


def test_a_mark_lands_on_its_row_and_column():
    assert picture(play("3724")) == ".xx/o../o.."


def test_every_empty_cell_may_be_taken():
    match = play("159")
    cells = {3 * action.payload.row + action.payload.col + 1 for action in match.legal_actions("p1")}
    assert cells == {2, 3, 4, 6, 7, 8}
    assert match.legal_actions("p0") == ()


@pytest.mark.parametrize("line, cells, winner", winning_games())
def test_three_in_a_line_win_at_once(line, cells, winner):
    almost = play(cells[:-1])
    assert not almost.is_over
    match = play(cells)
    loser = "p1" if winner == "p0" else "p0"
    assert match.is_over
    assert match.result.ranking == (((winner,),), ((loser,),))
    assert match.scores == {winner: 1.0, loser: 0.0}
    assert match.result.reason == "normal"


def test_a_full_board_without_a_line_is_a_draw():
    match = play("132465789")
    assert picture(match) == "xxo/oox/xox"
    assert match.result.ranking == ((("p0",), ("p1",)),)
    assert match.scores == {"p0": 0.5, "p1": 0.5}


def test_a_line_on_the_last_cell_is_a_win_not_a_draw():
    match = play("132457689")
    assert picture(match) == "xxo/oxx/oox"
    assert match.result.winners == ("p0",)


def test_two_lines_at_once_are_one_win():
    match = play("123476985")
    assert picture(match) == "xox/oxo/xox"
    assert match.scores == {"p0": 1.0, "p1": 0.0}


def test_a_move_is_told_to_everybody():
    match = Match.start("tictactoe", seed=1)
    events = match.act(move("p0", "6"))
    (told,) = [event for event in events if event.event_type == "game.move"]
    assert told.seen_by(None) == told
    assert (told.player_id, told.payload) == ("p0", {"row": 1, "col": 2})


@pytest.mark.parametrize("player", ["p1", "p2", "system", ""])
def test_only_the_mover_may_act(player):
    assert refusal(play(""), move(player, "1")) == "not_your_turn"


@pytest.mark.parametrize("cell", ["1", "5"])
def test_an_occupied_cell_cannot_be_taken(cell):
    assert refusal(play("15"), move("p0", cell)) == "invalid_action"


@pytest.mark.parametrize("row, col", [(3, 0), (0, 3), (-1, 0), (0, -1), (0, 8), (10**30, 0)])
def test_a_cell_off_the_board_cannot_be_taken(row, col):
    assert refusal(play("15"), Action("move", seat(0), {"row": row, "col": col})) in (
        "invalid_action",
        "malformed_action",
    )


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"row": 0},
        {"row": 0, "col": 0, "mark": "x"},
        {"row": True, "col": 0},
        {"row": 1, "col": False},
        {"row": "1", "col": 0},
        {"row": 1.0, "col": 0},
        {"row": None, "col": 0},
        {"row": [1], "col": 0},
        {"cell": 3},
        [1, 0],
        "row 1",
        None,
        7,
    ],
)
def test_a_payload_of_the_wrong_shape_cannot_be_read(payload):
    assert refusal(play(""), Action("move", seat(0), payload)) == "malformed_action"


def test_another_type_of_action_is_not_asked_for():
    assert refusal(play(""), Action("pass", seat(0), {})) == "action_type_mismatch"


@pytest.mark.parametrize("off_by", [-2, -1, 1])
def test_an_answer_to_another_prompt_is_stale(off_by):
    match = play("15")
    assert refusal(match, move("p0", "9"), match.state.prompt + off_by) == "stale_action"


@pytest.mark.parametrize("cells", ["14253", "132465789"], ids=["won", "drawn"])
def test_nobody_acts_after_the_end(cells):
    match = play(cells)
    assert match.to_act == ()
    for player in ("p0", "p1"):
        assert match.legal_actions(player) == ()
        assert refusal(match, move(player, "9")) == "game_not_active"


@pytest.mark.parametrize("players", [1, 3])
def test_two_play(players):
    with pytest.raises(BadOptions):
        Match.start("tictactoe", players)


GAME = load("tictactoe")
NO_CHANCE = Rng("00" * 16)


START = {seat(0): 0.0, seat(1): 0.0}


def moves_from(board: Any) -> Iterator[Transition]:
    (expected,) = GAME.phase_of(board).expected_actions
    for action in GAME.get_valid_actions(board, expected.player_id):
        yield apply(GAME, board, action, NO_CHANCE, START)  # type: ignore[arg-type]


@cache
def games_from(board: Any) -> Counter[str]:
    """How many ways to play on from here end how; two orders of the same moves are two games."""
    total: Counter[str] = Counter()
    for after in moves_from(board):
        if after.result is None:
            total += games_from(after.game_data)
        else:
            total["/".join(after.result.winners)] += 1
    return total


def reachable(board: Any) -> set[tuple[int | None, ...]]:
    found = {board.cells}
    edge = [board]
    while edge:
        for after in moves_from(edge.pop()):
            if after.game_data.cells in found:
                continue
            found.add(after.game_data.cells)
            if after.result is None:
                edge.append(after.game_data)
    return found


def test_there_are_255168_games():
    start = Match.start(GAME).state.game_data
    games = games_from(start)
    assert games == {"p0": 131_184, "p1": 77_904, "p0/p1": 46_080}
    assert games.total() == 255_168


def test_5478_positions_can_be_reached():
    start = Match.start(GAME).state.game_data
    assert len(reachable(start)) == 5_478
