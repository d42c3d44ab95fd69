"""The common behaviour of all commands: help, one-line errors, exit codes."""

import json
import re
import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from gamenight.cli.commands import games
from gamenight.cli.exits import MEANINGS
from gamenight.core import registry

from .conftest import ROOT, command

DOCS = (ROOT / "docs" / "commands.md").read_text()
COMMANDS = ["games", "bots", "play", "match", "replay", "verify", "check", "db"]


def test_the_installed_games_are_listed(gamenight):
    ended = gamenight("games")
    assert ended.code == 0
    assert re.search(r"liarsdice +Liar's Dice +2-6 +v2 +Bid on everybody", ended.out)


def test_games_as_json_are_a_list_of_objects(gamenight):
    listed = json.loads(gamenight("games", "--json").out)
    by_slug = {game["game_id"]: game for game in listed}
    assert by_slug["tictactoe"]["min_players"] == 2
    assert by_slug["tictactoe"]["display_name"] == "Tic-tac-toe"


def test_a_game_is_shown_with_its_options(gamenight):
    ended = gamenight("games", "liarsdice")
    assert ended.code == 0
    assert re.search(r"dice +1 to 6 +5 +Dice of each player at the start", ended.out)
    assert re.search(r"wild_ones +true or false +true ", ended.out)
    assert re.search(r"fixed_dice (?s:.)*secret until the end", ended.out)
    assert "The game has no options." in gamenight("games", "tictactoe").out
    assert gamenight("games", "no-such-game").code == 3


def test_a_game_s_options_as_json(gamenight):
    options = json.loads(gamenight("games", "goofspiel", "--json").out)["options"]
    by_name = {option["name"]: option for option in options}
    assert by_name["prize_order"]["type"] == "ascending or descending or random"
    assert by_name["rounds"]["type"] == "1 to 13 or null"
    assert by_name["rounds"]["description"] == "How many prizes are played for."
    assert [name for name, option in by_name.items() if option["secret"]] == ["prizes"]


def test_refused_games_are_not_in_the_list(gamenight, monkeypatch):
    broken = EntryPoint("broken", "no_such_module:game", registry.GROUP)
    found = registry.collect([broken])
    monkeypatch.setattr(games, "catalogue", lambda: found)
    ended = gamenight("games", "--json")
    assert json.loads(ended.out) == []
    assert "gamenight: refused broken: no_such_module:game cannot be loaded" in ended.err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(gamenight, name):
    ended = gamenight(name, "--help")
    assert ended.code == 0
    assert ended.out.startswith(f"usage: gamenight {name}")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_its_options_are_in_the_docs(gamenight, name):
    assert f"gamenight {name}" in DOCS
    for option in re.findall(r"--[a-z]+", gamenight(name, "--help").out):
        assert option == "--help" or option in DOCS, option


def test_every_exit_code_is_in_the_help_and_the_docs(gamenight):
    shown = gamenight("--help").out
    for code, meaning in MEANINGS.items():
        assert re.search(rf"^ +{code}  {re.escape(meaning)}$", shown, re.M)
        assert re.search(rf"^\| {code} \| {re.escape(meaning)}", DOCS, re.M)


@pytest.mark.parametrize("arguments", [[], ["dance"], ["games", "--loud"], ["replay"], ["db"]])
def test_wrong_usage_is_one_line(gamenight, arguments):
    ended = gamenight(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert re.fullmatch(r"gamenight: .* \(see gamenight.* --help\)\n", ended.err)


def test_the_command_is_installed():
    ended = subprocess.run(["gamenight", "--version"], capture_output=True, text=True, env=_path())
    assert ended.stdout.startswith("gamenight ")


def test_debugging_shows_where_an_error_came_from():
    ended = command("match", "--game", "no-such-game", GAMENIGHT_DEBUG="1")
    assert "Traceback" in ended.err
    assert "UnknownGame" in ended.err


@pytest.mark.parametrize("arguments", ["games", "games --json"])
def test_a_closed_pipe_is_not_an_error(arguments):
    pipe = f"set -o pipefail; {sys.executable} -m gamenight {arguments} | true"
    run = subprocess.run(["bash", "-c", pipe], cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def _path():
    return {"PATH": str(sys.prefix) + "/bin"}
