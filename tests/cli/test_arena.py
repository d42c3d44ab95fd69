"""`gamenight arena`: its output, its files, and interruptions."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from gamenight.arena.executors import EXECUTORS
from gamenight.cli.commands import arena
from tests.timeouts import TIMEOUT_S

from .conftest import ROOT, command, rows

SMALL = ("arena", "--game", "liarsdice", "--bots", "greedy", "random", "--games", 4, "--seed", 1, "--workers", 2)


def results(path: Path) -> list[dict]:
    """The games in a file by number, without values that depend on the machine."""
    games = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    for game in games:
        del game["duration_ms"], game["think_ms"]
    return sorted(games, key=lambda game: game["number"])


def test_the_tables_show_the_winner(gamenight):
    ended = gamenight(*SMALL)
    assert ended.code == 0
    assert "Liar's Dice: 4 of 4 games counted (2 decks), " in ended.out
    assert " per game, seed 1" in ended.out
    assert "won–drawn–lost" in ended.out
    assert "head to head" not in ended.out
    assert "4 of 4 games: " in ended.err


def test_more_than_two_bots_have_pairings_and_a_matrix(gamenight):
    ended = gamenight("arena", "--game", "tictactoe", "--bots", "greedy", "random", "random", "--games", 2, "--seed", 1)
    assert "6 of 6 games counted (2 for each of 3 groups, 1 deck)" in ended.out
    assert "1 greedy" in ended.out
    assert "random #2" in ended.out
    assert "pairing" in ended.out
    assert "head to head" in ended.out


@pytest.mark.parametrize("own", ["tests.arena.troublemakers:FIRST", "tests.arena.troublemakers:QUIT:answer=99"])
def test_a_bot_that_is_not_installed_plays_by_its_place(gamenight, own):
    ended = gamenight(
        "arena", "--game", "tictactoe", "--bots", own, "random", "--games", 2, "--workers", 2, "--seed", 1
    )
    assert ended.code == 0
    assert "2 of 2 games counted" in ended.out


def test_long_names_are_numbered_and_shown_once(gamenight, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    long = "mcts:simulations=2,exploration=0.5,rave=true"
    ended = gamenight("arena", "--game", "tictactoe", "--bots", long, "greedy", "random", "--games", 2, "--seed", 1)
    lines = [line.rstrip() for line in ended.out.splitlines()]
    assert max(map(len, lines)) <= 80
    assert sum(long in line for line in lines) == 1
    assert sum(" mcts" in line and "–" in line for line in lines) >= 3


def lines_of(table: str) -> list[str]:
    """The lines below these column titles."""
    return [line for line in table.splitlines()[1:] if line.strip()]


def test_every_contestant_has_one_line_in_a_table(gamenight, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    ended = gamenight(
        "arena", "--game", "carcassonne", "--option", "tile_order=UVWUVWUV", "--games", 2, "--seed", 1,
        "--bots", "mcts:simulations=10", "greedy", "random",
    )  # fmt: skip
    standings, effort = ended.out.split("pairing")[0].split("contestant")[1:]
    assert {line.split()[1] for line in lines_of(standings)} == {"mcts:simulations=10", "greedy", "random"}
    assert {line.split()[1] for line in lines_of(effort)} == {"mcts", "greedy", "random"}
    assert len(lines_of(standings)) == len(lines_of(effort)) == 3


def test_a_rounded_number_of_games_is_reported(gamenight):
    ended = gamenight(
        "arena", "--game", "liarsdice", "--players", 3, "--bots", *["random"] * 3, "--games", 4, "--seed", 1
    )
    assert "each group plays 6 games instead of 4" in ended.err
    assert "6 of 6 games counted" in ended.out


def test_json_is_the_whole_output(gamenight):
    ended = gamenight(*SMALL, "--json", "--option", "dice=2")
    told = json.loads(ended.out)
    assert told["contest"]["options"]["dice"] == 2
    assert told["games"]["counted"] == 4
    assert {standing["name"] for standing in told["standings"]} == {"greedy", "random"}


def test_the_report_is_a_page(gamenight, tmp_path):
    assert gamenight(*SMALL, "--report", tmp_path / "r.html").code == 0
    assert (tmp_path / "r.html").read_text().startswith("<!doctype html>")


def test_every_match_is_written_and_verifies(gamenight, database, tmp_path):
    url = f"sqlite:///{database}"
    ended = gamenight(*SMALL, "--db", url, "--out", tmp_path / "r.jsonl")
    matches = [match for (match,) in rows(database, "SELECT id FROM matches ORDER BY id")]
    assert matches == sorted(game["match_id"] for game in results(tmp_path / "r.jsonl"))
    assert f"gamenight replay {results(tmp_path / 'r.jsonl')[0]['match_id']}" in ended.out
    assert gamenight("verify", matches[0], "--db", url).code == 0
    assert gamenight("replay", matches[3], "--db", url).code == 0


def test_a_finished_file_is_printed_again(gamenight, tmp_path):
    first = gamenight(*SMALL, "--out", tmp_path / "r.jsonl")
    before = (tmp_path / "r.jsonl").read_bytes()
    again = gamenight(*SMALL, "--out", tmp_path / "r.jsonl")
    assert (again.code, again.out) == (0, first.out)
    assert (tmp_path / "r.jsonl").read_bytes() == before


def test_a_file_with_an_incomplete_line_is_continued(gamenight, tmp_path):
    gamenight(*SMALL, "--out", tmp_path / "whole.jsonl")
    (tmp_path / "torn.jsonl").write_bytes((tmp_path / "whole.jsonl").read_bytes()[:-20])
    assert gamenight(*SMALL, "--out", tmp_path / "torn.jsonl").code == 0
    assert results(tmp_path / "torn.jsonl") == results(tmp_path / "whole.jsonl")


def test_a_file_of_another_arena_is_refused(gamenight, tmp_path):
    gamenight(*SMALL, "--out", tmp_path / "r.jsonl")
    ended = gamenight(*SMALL, "--seed", 2, "--out", tmp_path / "r.jsonl")
    assert (ended.code, ended.out) == (2, "")
    assert "has another arena: seed 1 instead of 2" in ended.err
    assert ended.err.count("\n") == 1


SLOW = ("arena", "--game", "goofspiel", "--bots", "greedy", "random", "--games", 40, "--seed", 1, "--workers", 2)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory) -> list[dict]:
    out = tmp_path_factory.mktemp("arena") / "whole.jsonl"
    assert command(*SLOW, "--out", out).code == 0
    return results(out)


def broken_off(out: Path, number: signal.Signals, *more: object) -> tuple[int, str]:
    """Run the slow arena until some of its games are in the file, then send it this signal."""
    arguments = [sys.executable, "-m", "gamenight", *map(str, (*SLOW, "--out", out, *more))]
    running = subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = monotonic() + TIMEOUT_S
    while running.poll() is None and monotonic() < deadline and (not out.exists() or out.read_bytes().count(b"\n") < 6):
        sleep(0.005)
    running.send_signal(number)
    _, said = running.communicate(timeout=TIMEOUT_S)
    return running.returncode, said


def test_a_killed_arena_continues_where_it_stopped(tmp_path, uninterrupted, database):
    out, db = tmp_path / "r.jsonl", ("--db", f"sqlite:///{database}")
    code, _ = broken_off(out, signal.SIGKILL, *db)
    assert code == -signal.SIGKILL
    assert 5 <= out.read_bytes().count(b"\n") < 41
    assert command(*SLOW, "--out", out, *db).code == 0
    last_lines = {game["number"]: game for game in results(out)}
    assert list(last_lines.values()) == uninterrupted
    assert rows(database, "SELECT count(*), count(DISTINCT id) FROM matches WHERE status = 'finished'") == [(40, 40)]


def test_an_interrupted_arena_says_how_to_continue(tmp_path, uninterrupted):
    out = tmp_path / "r.jsonl"
    code, said = broken_off(out, signal.SIGINT)
    assert code == 130
    last = said.splitlines()[-1]
    assert last.startswith("gamenight: interrupted after ")
    assert last.endswith(f" of 40 games; they are in {out}, and the same command continues from there")
    assert "Traceback" not in said
    assert command(*SLOW, "--out", out).code == 0
    assert results(out) == uninterrupted


def test_rules_that_fail_void_every_game(gamenight):
    ended = gamenight("arena", "--game", "tests.cli.swap:FallsApart", "--bots", "random", "random", "--games", 2)
    assert ended.code == 5
    assert "2 void:" in ended.out
    assert "the table collapsed" in ended.out
    assert "0.0 – 0.0 %" not in ended.out


def test_the_executors_are_those_that_exist():
    assert tuple(EXECUTORS) == arena.EXECUTORS


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["--game", "no-such-game", "--bots", "random", "random"], 3, "no game is called 'no-such-game'"),
        (["--game", "tests.cli.swap:Nameless", "--bots", "random", "random"], 5, "cannot be played"),
        (["--game", "tictactoe", "--bots", "random"], 2, "2 seats need at least 2 bots"),
        (["--game", "tictactoe", "--bots", "random", "genius"], 2, "no bot is called 'genius'"),
        (["--game", "tictactoe", "--bots", "random", "random", "--players", 3], 2, "needs 2 players, not 3"),
        (["--game", "tictactoe", "--bots", "random", "random", "--games", 0], 2, "not a number of at least 1"),
        (["--game", "tictactoe", "--bots", "random", "random", "--executor", "cloud"], 2, "cloud"),
        (["--game", "tictactoe", "--bots", "random", "random", "--out", "no/such/folder/r"], 2, "no such folder"),
        (["--game", "tictactoe", "--bots", "random", "random", "--report", "no/such/folder/r"], 2, "no such folder"),
        (["--game", "tictactoe", "--bots", "random", "random", "--db", "mysql://there"], 4, "no store for mysql"),
        (["--game", "tictactoe"], 2, "--bots"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(gamenight, arguments, code, words):
    ended = gamenight("arena", *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert words in ended.err
    assert ended.err.startswith("gamenight: ")
    assert ended.err.count("\n") == 1
