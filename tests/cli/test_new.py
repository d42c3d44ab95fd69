"""`gamenight new`: from an empty folder to a game that is checked, played, tested, installed and served."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.timeouts import TIMEOUT_S

from .author import Author

FILES = {
    "README.md",
    "pyproject.toml",
    "river_stones/RULES.md",
    "river_stones/__init__.py",
    "river_stones/rules.py",
    "river_stones/texts/en.ftl",
    "tests/test_river_stones.py",
}


@pytest.fixture(scope="module")
def author(tmp_path_factory) -> Iterator[Author]:
    """An author in the folder of a new game."""
    here = tmp_path_factory.mktemp("author")
    ended = Author(here).gamenight("new", "river_stones")
    assert (ended.code, ended.err) == (0, "")
    assert "gamenight serve --game river_stones:GAME --reload" in ended.out
    with Author(here / "river_stones") as author:
        yield author


def test_the_new_folder_uses_the_new_name_everywhere(author):
    paths = [path for path in author.folder.rglob("*.*") if path.suffix in (".py", ".md", ".toml", ".ftl")]
    texts = {str(path.relative_to(author.folder)): path.read_text() for path in paths}
    assert texts.keys() >= FILES
    assert "class RiverStones(Game[Heap])" in texts["river_stones/rules.py"]
    assert 'display_name = "River Stones"' in texts["river_stones/rules.py"]
    for text in texts.values():
        assert not any(left in text for left in ("last_stone", "LastStone", "Last Stone"))


def test_the_new_game_conforms(author):
    ended = author.gamenight("check", "river_stones:GAME")
    assert (ended.code, ended.err) == (0, "")


def test_bots_play_it_and_the_match_is_verified(author):
    game = ("--game", "river_stones:GAME")
    ended = author.gamenight(
        "match", *game, "--seed", "s", "--bots", "mcts:simulations=50", "random", "--record", "m.json"
    )
    assert (ended.code, ended.err) == (0, "")
    assert author.gamenight("verify", "m.json", *game).code == 0
    assert author.gamenight("picture", "m.json", *game, "--turn", 0).out.count("<circle") >= 12


def test_its_own_tests_pass(author):
    ended = author.python("-m", "pytest", "-p", "no:cacheprovider")
    assert ended.code == 0, ended.out
    assert "2 passed" in ended.out


def test_an_installed_new_game_is_found_by_its_slug(author, tmp_path):
    pip = ("install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", tmp_path)
    ended = author.python("-m", "pip", *pip, ".")
    assert ended.code == 0, ended.err
    listed = author.python("-m", "gamenight", "games", "--json", path=tmp_path)
    assert "river_stones" in [game["game_id"] for game in json.loads(listed.out)]


def test_the_new_game_can_be_served(author):
    """A client opens a table and plays against a bot."""
    author.serve("--game", "river_stones:GAME")
    author.until(lambda: author.urls)
    body, kind = json.dumps({"game": "river_stones"}).encode(), {"Content-Type": "application/json"}
    asked = urllib.request.Request(f"{author.urls[0]}/api/matches", body, kind, method="POST")
    with urllib.request.urlopen(asked, timeout=TIMEOUT_S) as answer:
        assert json.loads(answer.read())["game_id"] == "river_stones"


@pytest.mark.parametrize(
    "name, words",
    [
        (
            "River Stones",
            "lowercase letters, digits and _, starts with a letter and has at most 40 characters, such as river_stones",
        ),
        ("../stones", "such as stones"),
        ("7up", "'7up' is not a valid name for a game"),
        ("", "'' is not a valid name for a game"),
        ("x" * 41, f"such as {'x' * 40}"),
        ("émile", "'émile' is not a valid name for a game"),
        ("class", "class is a Python keyword"),
        ("random", "random is a Python keyword or an existing module"),
        ("tests", "choose another name"),
        ("gamenight", "choose another name"),
        ("msgspec", "a Python module called msgspec is already installed"),
        ("tictactoe", "a game called tictactoe is already installed"),
    ],
)
def test_an_invalid_name_is_refused_and_nothing_is_created(gamenight, tmp_path, monkeypatch, name, words):
    monkeypatch.chdir(tmp_path)
    ended = gamenight("new", name)
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err
    assert ended.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["file", "folder", "folder with a file", "link to nothing"])
def test_existing_files_are_not_changed(gamenight, tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    there = tmp_path / "river_stones"
    if kind == "file":
        there.write_text("mine")
    elif kind == "link to nothing":
        there.symlink_to("nowhere")
    else:
        there.mkdir()
        (there / "README.md").write_text("mine") if "with" in kind else None
    ended = gamenight("new", "river_stones")
    assert (ended.code, ended.out) == (2, "")
    assert "river_stones already exists here; nothing was changed" in ended.err
    assert sorted(there.rglob("*")) == ([there / "README.md"] if "with" in kind else [])


def test_a_folder_without_write_permission_is_an_error(gamenight, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "mkdir", _refuse)
    ended = gamenight("new", "river_stones")
    assert (ended.code, ended.err) == (6, "gamenight: cannot write river_stones: Permission denied\n")


def _refuse(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")
