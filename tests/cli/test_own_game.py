"""Every command accepts a game that is not installed, by module and attribute, from the current folder."""

import json
import sys

import pytest

GAME_CLASS = "from gamenight.core.plugin import Game\nclass {}(Game):\n    {}"
SWAP = "tests.cli.swap:Swap"


@pytest.fixture
def record(gamenight, tmp_path):
    """A finished match of a game that is not installed."""
    file = tmp_path / "swap.json"
    ended = gamenight("match", "--game", SWAP, "--seed", "s", "--record", file)
    assert (ended.code, ended.err) == (0, "")
    return file


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """The folder of an author, outside the repository."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("own_")]:
        del sys.modules[name]


def test_the_replay_command_names_the_game(gamenight, tmp_path):
    ended = gamenight("match", "--game", SWAP, "--seed", "s", "--record", tmp_path / "swap.json")
    assert f"gamenight replay {tmp_path / 'swap.json'} --game {SWAP}" in ended.out


def test_replay_shows_the_view(gamenight, record):
    shown = json.loads(gamenight("replay", record, "--game", SWAP, "--turn", 0, "--as", "p0", "--json").out)
    assert len(shown["view"]["game_data"]["hand"]) == 4


def test_verify_replays_the_match(gamenight, record):
    ended = gamenight("verify", record, "--game", SWAP)
    assert (ended.code, ended.err) == (0, "")
    assert "4 replayed" in ended.out


def test_picture_draws_it(gamenight, record):
    ended = gamenight("picture", record, "--game", SWAP)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("<svg")


def test_a_match_in_a_database_is_shown_under_the_named_rules(gamenight, database):
    where = f"sqlite:///{database}"
    match = json.loads(gamenight("match", "--game", SWAP, "--seed", "s", "--db", where, "--json").out)["match_id"]
    assert gamenight("verify", match, "--game", SWAP, "--db", where).code == 0


@pytest.mark.parametrize("command", ["replay", "verify", "picture"])
def test_without_the_game_the_error_says_how_to_name_it(gamenight, record, command):
    ended = gamenight(command, record)
    assert (ended.code, ended.out) == (2, "")
    assert "mini-swap/v1, which is not installed; name it with --game module:attribute" in ended.err


@pytest.mark.parametrize("command", ["replay", "verify", "picture"])
def test_a_match_is_not_shown_under_the_rules_of_another_game(gamenight, record, command):
    ended = gamenight(command, record, "--game", "tictactoe")
    assert (ended.code, ended.out) == (2, "")
    assert "is a match of mini-swap, not of tictactoe" in ended.err


@pytest.mark.parametrize(
    "source, name, words",
    [
        ("", "own_missing:GAME", "there is no module own_missing, neither installed nor in the folder"),
        ("", "own_rules:GAME", "own_rules has no 'GAME'"),
        (
            GAME_CLASS.format("Mine", "pass"),
            "own_rules:GAME",
            "has no 'GAME'; there is Mine",
        ),
        ("GAME = 7", "own_rules:GAME", "own_rules:GAME is not a game"),
        ("def rules(:", "own_rules:GAME", "SyntaxError: invalid syntax (own_rules.py, line 1)"),
        ("\n\nGAME = 1 / 0", "own_rules:GAME", "ZeroDivisionError: division by zero (own_rules.py:3)"),
        ("import own_absent", "own_rules:GAME", "No module named 'own_absent' (own_rules.py:1)"),
        (
            GAME_CLASS.format("GAME", "def __init__(self): raise OSError('no')"),
            "own_rules:GAME",
            "OSError: no (own_rules.py:3",
        ),
        ("", ":GAME", "cannot load :GAME"),
        ("", "own_rules:", "own_rules has no ''"),
    ],
)
@pytest.mark.parametrize("command", [["match", "--game"], ["check"], ["serve", "--port", "0", "--game"]], ids=" ".join)
def test_a_game_that_cannot_be_loaded_is_reported_in_one_line(gamenight, own_folder, command, source, name, words):
    (own_folder / "own_rules.py").write_text(source)
    ended = gamenight(*command, name)
    assert (ended.code, ended.out) == (3, "")
    assert words in ended.err
    assert ended.err.count("\n") == 1
