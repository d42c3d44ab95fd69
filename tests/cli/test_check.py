import json

import pytest

from gamenight.core.match import Match

from .swap import FallsApart


def test_a_game_that_conforms_is_reported_with_its_cases(gamenight):
    ended = gamenight("check", "tictactoe")
    assert (ended.code, ended.err) == (0, "")
    assert "✓  determinism" in ended.out
    assert ended.out.splitlines()[-1].startswith("tictactoe/v1 conforms: ")


@pytest.fixture(scope="module")
def report():
    """The report of the command on rules that fail, as data."""
    import contextlib
    import io

    from gamenight.cli import main

    with contextlib.redirect_stdout(io.StringIO()) as out:
        code = main(["check", "tests.cli.swap:FallsApart", "--seed", "mine", "--json"])
    return code, json.loads(out.getvalue())


def test_a_game_that_fails_is_exit_code_one(report):
    code, told = report
    assert code == 1
    assert told["passed"] is False
    assert told["seed"] == "mine"


def test_a_failure_has_a_counter_example_that_replays(report):
    failed = next(check for check in report[1]["checks"] if check["name"] == "plays")
    assert not failed["passed"]
    assert "the table collapsed" in failed["counter_example"]["what"]
    assert not Match.from_record(failed["counter_example"]["record"], game=FallsApart()).is_over


def test_failures_are_described_in_words(gamenight):
    ended = gamenight("check", "tests.cli.swap:FallsApart")
    assert ended.code == 1
    assert "✗  plays" in ended.out
    assert "the table collapsed" in ended.out
    assert ended.out.splitlines()[-1].startswith("mini-falls-apart/v1 breaks ")


def test_a_game_without_metadata_breaks_a_rule(gamenight):
    ended = gamenight("check", "tests.cli.swap:Nameless")
    assert (ended.code, ended.err) == (1, "")
    assert "the game has no game_id" in ended.out
    assert ended.out.splitlines()[-1].endswith("rules: metadata")


def test_a_game_without_metadata_cannot_be_played(gamenight):
    ended = gamenight("match", "--game", "tests.cli.swap:Nameless")
    assert (ended.code, ended.out) == (5, "")
    assert "Nameless cannot be played: it has no game_id" in ended.err


def test_an_unknown_game_cannot_be_checked(gamenight):
    assert gamenight("check", "no-such-game").code == 3
    assert gamenight("check", "no_such_module:GAME").code == 3
