"""The language of the terminal: it is set by the environment, and all words are from catalogues."""

import importlib
import re
import sys
from xml.etree import ElementTree

import pytest

from gamenight.cli.terminal.language import language_of
from gamenight.core import registry
from gamenight.looks.pseudo import BEGIN
from tests.looks.escapes import escapes

CODE = """
from gamenight.games.tictactoe.rules import TicTacToe


class Drei(TicTacToe):
    game_id = "drei"
"""


@pytest.fixture
def drei(tmp_path, monkeypatch):
    """A game with a German catalogue; there is no built-in one."""
    (tmp_path / "drei" / "texts").mkdir(parents=True)
    (tmp_path / "drei" / "__init__.py").write_text(CODE)
    (tmp_path / "drei" / "texts" / "de.ftl").write_text("action-move = Zeile { FROM1($row) }\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("drei").Drei()
    del sys.modules["drei"]


@pytest.mark.parametrize(
    "environment, language",
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8@euro"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT", "LC_MESSAGES": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT", "LC_MESSAGES": "de_AT", "LC_ALL": "POSIX"}, "en"),
        ({"LANG": "de_AT", "LC_MESSAGES": "", "LC_ALL": ""}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "../../secrets"}, "en"),
        ({"LANG": "en_XA.UTF-8"}, "en-XA"),
        ({"LC_ALL": "en-XA"}, "en-XA"),
    ],
)
def test_the_first_variable_that_is_set_names_the_language_if_there_is_a_catalogue(
    drei, monkeypatch, environment, language
):
    monkeypatch.delenv("LANG", raising=False)
    monkeypatch.delenv("LC_MESSAGES")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of(drei) == language


def test_a_language_of_another_game_s_catalogue_is_not_used(drei, monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert [language_of(game) for game in (drei, registry.load("tictactoe"), None)] == ["de", "en", "en"]


def test_errors_stay_english(gamenight, monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_XA.UTF-8")
    ended = gamenight("match", "--game", "hearts", "--option", "first_dealer=9")
    assert ended.err == "gamenight: hearts: The first dealer must be a seat from 0 to 2.\n"


# In the pseudo-language, a text without accents is in no catalogue.

SAME = re.compile(
    r"\b(Ada|Blaise|random|rules|[2-9TJQKA][CDHS])\b|[0-9a-f]{32,}|^  gamenight (replay|verify) .*",
    re.MULTILINE | re.IGNORECASE,
)
"""What is alike in every language: names, what is typed, and numbers of a match."""


@pytest.fixture
def pseudo(monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_XA.UTF-8")
    # So wide that no list is broken before its "and".
    monkeypatch.setenv("COLUMNS", "300")


def english(ended):
    """The lines in which the player reads English."""
    assert (ended.code, ended.err) == (0, "")
    assert BEGIN in ended.out
    return [line for line in SAME.sub("①", ended.out).splitlines() if escapes(line)]


MARKS = ["?", "zzz", "99", "", *["1"] * 9]
"""Help, words and a number that are not in the list, the table again, and moves."""

UNITS = ["?", "x y", "5 5", "99 0 0", "", *["4 3 3"] * 3]
"""Help, each thing that can be wrong with shared units, the table again, and moves."""

CARDS = ["?", "zz", "2C", "2C 2C 3C", "", "2C 3C 4C", "?", "q"]
"""The same for cards that are chosen together."""


@pytest.mark.parametrize("game, lines", [("tictactoe", MARKS), ("blotto", UNITS), ("liarsdice", MARKS)])
def test_a_match_and_its_replay_are_in_one_language(gamenight, typing, pseudo, tmp_path, game, lines):
    record = tmp_path / "1.json"
    bots = () if game == "tictactoe" else ("--bots", "random")
    assert english(typing(lines, "play", game, "--seed", 1, "--record", record, *bots)) == []
    for moment in ([], ["--turn", 0], ["--turn", 1], ["--as", "p0"]):
        assert english(gamenight("replay", record, *moment)) == []


def test_the_prompts_for_several_values_are_in_one_language(typing, pseudo):
    assert english(typing(CARDS, "play", "hearts", "--seed", 1, "--bots", "random")) == []


def test_the_menu_of_games_is_in_the_player_s_language(typing, pseudo):
    assert english(typing(["zzz", "q"], "play")) == []
    assert "⟦Tíç-táç-tóé⟧" in typing(["⟦tíç", "q"], "play").out.split("> ⟦tíç")[1]


def test_the_end_of_a_match_of_bots_is_in_the_player_s_language(gamenight, pseudo):
    assert english(gamenight("match", "--game", "tictactoe", "--seed", "s")) == []
    assert english(gamenight("match", "--game", "tictactoe", "--seed", "s", "--turns", 3)) == []


def test_a_picture_is_in_the_player_s_language(gamenight, pseudo, tmp_path):
    record = tmp_path / "dice.json"
    gamenight("match", "--game", "liarsdice", "--seed", "s", "--turns", 2, "--record", record)
    drawn = "".join(ElementTree.fromstring(gamenight("picture", record).out).itertext())
    assert BEGIN in drawn
    assert not escapes(SAME.sub("①", drawn))
