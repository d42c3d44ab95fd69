import gzip
import json

import pytest

ORACLE = """
from gamenight.core.transcripts.oracle import Verdict

def replay(transcript):
    if "crash" in transcript:
        raise KeyError("plies")
    return Verdict(transcript["is"], "ply 3: the other engine lists one more action")
"""


@pytest.fixture
def game(tmp_path, monkeypatch):
    """A package with a game and a reader of transcripts; each transcript says which verdict the reader returns."""
    folder = tmp_path / "other_package"
    folder.mkdir()
    (folder / "__init__.py").write_text("from tests.cli.swap import Swap\nclass Other(Swap): pass\n")
    (folder / "oracle.py").write_text(ORACLE)
    monkeypatch.syspath_prepend(tmp_path)
    return "other_package:Other"


def lines(*statuses):
    return "".join(json.dumps({"is": status}) + "\n" for status in statuses)


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.json"])
def test_games_that_agree_are_counted(gamenight, game, tmp_path, name):
    text = json.dumps([{"is": "ok"}] * 3) if name == "a.json" else lines("ok", "ok", "ok")
    data = text.encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    ended = gamenight("check", game, "--against", tmp_path / name)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines()[-1] == "3 games, 0 mismatches"


def test_a_mismatch_is_reported_with_its_place(gamenight, game, tmp_path):
    (tmp_path / "a").write_text(lines("ok", "mismatch"))
    (tmp_path / "b").write_text(lines("ok") + '{"crash": 1}\n')
    ended = gamenight("check", game, "--against", tmp_path / "a", tmp_path / "b")
    assert ended.code == 1
    told, crashed, last = ended.out.splitlines()
    assert told == f"{tmp_path}/a:2: ply 3: the other engine lists one more action"
    assert crashed == f"{tmp_path}/b:2: the reader failed: KeyError('plies')"
    assert last == "4 games, 2 mismatches"


def test_games_with_unsupported_options_are_counted_separately(gamenight, game, tmp_path):
    (tmp_path / "a").write_text(lines("not_offered", "ok", "not_offered"))
    ended = gamenight("check", game, "--against", tmp_path / "a")
    assert ended.code == 0
    assert ended.out.splitlines()[-2:] == ["2 not offered", "1 games, 0 mismatches"]


def test_nothing_compared_is_an_error(gamenight, game, tmp_path):
    (tmp_path / "a").write_text(lines("not_offered"))
    ended = gamenight("check", game, "--against", tmp_path / "a")
    assert ended.code == 2
    assert "no game was compared" in ended.err


@pytest.mark.parametrize(
    "content, words",
    [
        (None, "No such file"),
        (b"", "no game in"),
        (b"not json\n", "a:1"),
        (b"[1, 2]", "a: "),
        (b"\x1f\x8bnot gzip", "cannot read"),
        (gzip.compress(b"{}\n" * 99, mtime=0)[:20], "cannot read"),
    ],
)
def test_an_unreadable_file_is_reported_in_one_line(gamenight, game, tmp_path, content, words):
    if content is not None:
        (tmp_path / "a").write_bytes(content)
    ended = gamenight("check", game, "--against", tmp_path / "a")
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err
    assert ended.err.count("\n") == 1


def test_comparing_files_takes_no_options_of_the_kit(gamenight, game, tmp_path):
    (tmp_path / "a").write_text(lines("ok"))
    assert gamenight("check", game, "--seconds", 5, "--against", tmp_path / "a").code == 2


def test_a_game_without_a_reader_is_an_error(gamenight, tmp_path):
    (tmp_path / "a").write_text(lines("ok"))
    ended = gamenight("check", "tests.cli.swap:Swap", "--against", tmp_path / "a")
    assert ended.code == 2
    assert "cannot read transcripts" in ended.err
