"""The results file: its content, and the handling of interrupted and foreign files."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gamenight.arena import ResultsError, read_results
from gamenight.arena.results import ResultsFile

from .tables import contest, game, void

ROOT = Path(__file__).parents[2]
CONTEST = contest("ann bob", 4)
GAMES = [game(0, "0 1", "3 1"), game(1, "01", "2 2"), void(2)]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "results.jsonl"
    with ResultsFile(path, CONTEST) as results:
        for outcome in GAMES:
            results.add(outcome)
    return path


def test_the_first_line_is_a_header_and_each_other_line_a_game(path):
    header, *games = map(json.loads, path.read_text().splitlines())
    assert (header["format"], header["version"]) == ("gamenight-arena", 2)
    assert header["contest"]["game"] == "tictactoe"
    assert [line["number"] for line in games] == [0, 1, 2]
    assert [line["seats"] for line in games] == [["ann", "bob"], ["bob", "ann"], ["ann", "bob"]]
    assert [line["deck"] for line in games] == [0, 0, 1]
    assert games[0]["seed"] == games[1]["seed"] == CONTEST.job(0).seed
    assert games[0]["match_id"] == CONTEST.match_id(0)
    assert games[2]["error"] == "a worker died"


def test_a_game_is_in_the_file_as_soon_as_it_is_added(tmp_path):
    with ResultsFile(tmp_path / "r", CONTEST) as results:
        results.add(GAMES[0])
        assert read_results(tmp_path / "r") == (CONTEST, [GAMES[0]])


def test_written_games_can_be_read(path):
    assert read_results(path) == (CONTEST, GAMES)


def test_a_file_is_continued(path):
    with ResultsFile(path, CONTEST) as results:
        assert list(results.outcomes) == [0, 1, 2]
        results.add(game(3, "1 0"))
    assert [outcome.number for outcome in read_results(path)[1]] == [0, 1, 2, 3]


def test_an_incomplete_last_line_is_dropped_and_its_game_played_again(path):
    whole = path.read_bytes()
    for length in range(len(whole) - 1, whole.rstrip().rfind(b"\n"), -7):
        path.write_bytes(whole[:length])
        with ResultsFile(path, CONTEST) as results:
            assert list(results.outcomes) == [0, 1]
            results.add(GAMES[2])
        assert path.read_bytes() == whole


def test_an_incomplete_header_is_written_again(tmp_path):
    for content in (b"", b'{"form', b'{"format":"gamenight-arena","version":2'):
        (tmp_path / "r").write_bytes(content)
        with ResultsFile(tmp_path / "r", CONTEST) as results:
            assert results.outcomes == {}
        assert read_results(tmp_path / "r") == (CONTEST, [])


def test_the_later_line_of_a_repeated_game_counts(path):
    with ResultsFile(path, CONTEST) as results:
        results.add(game(0, "1 0", "1 3"))
    assert read_results(path)[1][0].scores == (1.0, 3.0)


@pytest.mark.parametrize(
    "other, words",
    [
        (contest("ann cy", 4), "contestants ann, bob instead of ann, cy"),
        (contest("ann bob", 2), "games 4 instead of 2"),
        (contest("ann bob", 4, game="liarsdice"), "game tictactoe instead of liarsdice"),
        (contest("ann bob", 4, options={"dice": 3}), "options"),
    ],
)
def test_a_file_of_another_arena_is_refused_and_not_changed(path, other, words):
    before = path.read_bytes()
    with pytest.raises(ResultsError, match="has another arena.*" + words):
        ResultsFile(path, other)
    assert path.read_bytes() == before


def test_an_arena_can_be_extended(path):
    longer = contest("ann bob", 6)
    before = path.read_bytes()
    with ResultsFile(path, longer) as results:
        assert list(results.outcomes) == [0, 1, 2]
        results.add(game(5, "1 0"))
    assert path.read_bytes().startswith(before)
    assert read_results(path) == (longer, [*GAMES, game(5, "1 0")])
    with pytest.raises(ResultsError, match="games 6 instead of 4"):
        ResultsFile(path, CONTEST)


def test_a_later_header_of_another_arena_is_refused(path):
    with path.open("ab") as file:
        file.write(path.read_bytes().splitlines()[0].replace(b"ann", b"cyd") + b"\n")
    with pytest.raises(ResultsError, match="has another arena"):
        read_results(path)


@pytest.mark.parametrize("content", [b"milk\neggs\n", b"milk", b'{"format":"gamenight-arena"}\n', b"\x00\xff\n"])
def test_a_file_with_other_content_is_refused_and_not_changed(tmp_path, content):
    (tmp_path / "list").write_bytes(content)
    with pytest.raises(ResultsError, match="not a file of arena results"):
        ResultsFile(tmp_path / "list", CONTEST)
    assert (tmp_path / "list").read_bytes() == content


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: b"{}",
        lambda line: line[:-9],
        lambda line: line.replace(b'"number":0', b'"number":77'),
        lambda line: line.replace(b"[[[0]],[[1]]]", b"[[[0]]]"),
        lambda line: line.replace(b"[[[0]],[[1]]]", b"[[[0]],[[7]]]"),
        lambda line: line.replace(b'"scores":[3.0,1.0]', b'"scores":[3.0]'),
    ],
)
def test_a_damaged_line_is_refused_with_its_number(path, damage):
    lines = path.read_bytes().splitlines()
    lines[1] = damage(lines[1])
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(ResultsError, match=r"line 2 of .* is damaged"):
        ResultsFile(path, CONTEST)


def test_two_arenas_do_not_write_to_one_file(path):
    with ResultsFile(path, CONTEST), pytest.raises(ResultsError, match="another arena is writing"):
        ResultsFile(path, CONTEST)


def test_errors_of_reading_and_writing_are_reported(tmp_path):
    with pytest.raises(ResultsError, match=r"cannot read .*: No such file"):
        read_results(tmp_path / "nothing")
    with pytest.raises(ResultsError, match="cannot write"):
        ResultsFile(tmp_path, CONTEST)
    with pytest.raises(ResultsError, match="/dev/null is not a regular file"):
        ResultsFile("/dev/null", CONTEST)
    (tmp_path / "empty").touch()
    with pytest.raises(ResultsError, match="has no results"):
        read_results(tmp_path / "empty")


def test_a_full_disk_is_reported_and_written_games_stay(path):
    """A limit of the file size simulates a full disk."""
    room = path.stat().st_size + 20
    ended = subprocess.run(
        [sys.executable, "-c", CROWDED, str(path), str(room)], cwd=ROOT, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stdout) == (0, f"cannot write {path}: File too large\n"), ended.stderr
    with ResultsFile(path, CONTEST) as results:
        assert list(results.outcomes) == [0, 1, 2]


CROWDED = """
import resource, signal, sys
from gamenight.arena.results import ResultsError, ResultsFile
from tests.arena.test_results import CONTEST, GAMES
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
try:
    with ResultsFile(sys.argv[1], CONTEST) as results:
        results.add(GAMES[0])
except ResultsError as error:
    print(error)
"""
