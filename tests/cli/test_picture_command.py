import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

import gamenight as package
from gamenight.core.match import Match
from gamenight.core.model import Action, seat

from .conftest import change, command
from .stored import played, store_match

DICE = {"dice": 2, "fixed_dice": [[[3, 4], [5, 6]]]}


@pytest.fixture
def tictactoe(database):
    match = played("tictactoe", "r")
    store_match(database, match)
    return ("tictactoe-r", "--db", f"sqlite:///{database}")


@pytest.fixture
def dice(database):
    """In its first round; p0 has 3 and 4 under the cup, p1 has 5 and 6."""
    match = played("liarsdice", "r", turns=0, options=DICE)
    match.act(match.legal_actions("p0")[0])
    store_match(database, match)
    return ("liarsdice-r", "--db", f"sqlite:///{database}")


def test_without_a_file_the_picture_is_on_stdout(gamenight, tictactoe):
    ended = gamenight("picture", *tictactoe)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.isascii()
    root = ElementTree.fromstring(ended.out)
    assert (root.get("width"), root.get("height")) == ("900", "700")


def test_each_turn_is_another_picture_and_the_last_is_the_default(gamenight, tictactoe):
    pictures = [gamenight("picture", *tictactoe, "--turn", turn).out for turn in range(8)]
    assert len(set(pictures)) == 8
    assert gamenight("picture", *tictactoe).out == pictures[7]


def test_hidden_information_is_not_in_the_picture_of_a_seat(gamenight, dice):
    pictures = {viewer: gamenight("picture", *dice, "--as", viewer).out for viewer in ("p0", "p1", "spectator")}
    assert len(set(pictures.values())) == 3
    assert gamenight("picture", *dice, "--as", "player 2").out == pictures["p1"]


def test_the_suffix_of_the_file_decides_between_svg_and_png(gamenight, tictactoe, tmp_path):
    for name in ("board.svg", "board.png", "BOARD.PNG"):
        ended = gamenight("picture", *tictactoe, "--size", "300x200", "--out", tmp_path / name)
        assert ended == (0, "", "")
    assert ElementTree.parse(tmp_path / "board.svg").getroot().get("width") == "300"
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "board.png").read_bytes() == (tmp_path / "BOARD.PNG").read_bytes()


def test_characters_that_are_not_allowed_in_svg_are_left_out(gamenight, database, tmp_path):
    match = Match.start("tictactoe", ["A\x1bd\x07a\uffff", "Ben"], "r", match_id="odd")
    store_match(database, match)
    for file in ("board.svg", "board.png"):
        ended = gamenight("picture", "odd", "--db", f"sqlite:///{database}", "--out", tmp_path / file)
        assert ended == (0, "", "")
    assert "Ada" in "".join(ElementTree.parse(tmp_path / "board.svg").getroot().itertext())


def test_the_dark_theme_has_other_colours(gamenight, tictactoe):
    assert gamenight("picture", *tictactoe, "--theme", "dark").out != gamenight("picture", *tictactoe).out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--turn", "99"), 2, "has 7 turns, not 99"),
        (("--as", "nobody"), 2, "there is no player 'nobody' at this table; there are: p0 (Player 1)"),
        (("--size", "900"), 2, "'900' is not a size such as 900x700"),
        (("--size", "900x20"), 2, "from 100 to 8000 pixels"),
        (("--out", "board.gif"), 2, "'board.gif' does not end in .svg or .png"),
        (("--out", "no/such/folder/board.svg"), 2, "cannot write no/such/folder/board.svg"),
        (("--theme", "pink"), 2, "invalid choice: 'pink'"),
    ],
)
def test_wrong_arguments_of_picture_are_refused_in_one_line(gamenight, tictactoe, arguments, code, words):
    ended = gamenight("picture", *tictactoe, *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert words in ended.err
    assert ended.err.count("\n") == 1


def test_an_unknown_match_cannot_be_drawn(gamenight, database, tictactoe):
    ended = gamenight("picture", "nothing", "--db", f"sqlite:///{database}")
    assert (ended.code, ended.out) == (3, "")
    assert "nothing" in ended.err


def test_a_match_of_other_rules_cannot_be_drawn(gamenight, database, tictactoe):
    change(database, "UPDATE matches SET game_id = 'tictactoe/v9'")
    ended = gamenight("picture", *tictactoe)
    assert (ended.code, ended.out) == (2, "")
    assert "which is not installed" in ended.err


def test_without_a_renderer_the_error_says_how_to_build_it(tmp_path, tictactoe):
    source = Path(package.__file__).parent
    shutil.copytree(source, tmp_path / "gamenight", ignore=shutil.ignore_patterns("page", "__pycache__"))
    ended = command("picture", *tictactoe, PYTHONPATH=str(tmp_path))
    assert (ended.code, ended.out) == (6, "")
    assert ended.err == "gamenight: the renderer has not been built: run `make web`\n"


def test_a_stage_is_a_picture_of_its_own(gamenight, database):
    match = Match.start("liarsdice", 2, "r", match_id="shown", options=DICE)
    match.act(Action("bid", seat(0), {"quantity": 1, "face": 3}))
    match.act(Action("challenge", seat(1)))
    store_match(database, match)
    at = ("shown", "--db", f"sqlite:///{database}", "--turn", 2)
    shown, after = gamenight("picture", *at, "--stage", 1).out, gamenight("picture", *at).out
    assert "The last challenge" in shown
    assert "The standing bid" not in shown
    assert "The standing bid" in after
