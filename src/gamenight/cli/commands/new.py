"""`gamenight new`: create a folder with a playable game, as the start of a new one."""

from __future__ import annotations

import keyword
import re
import sys
from argparse import Namespace
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from gamenight.cli.arguments import Commands, add_command
from gamenight.cli.exits import OK, UNAVAILABLE, USAGE, CliError
from gamenight.core.registry import catalogue

MORE = """\
The folder has the rules of a small game for two players, its tests, and a README that says how to check, play and serve
it. Existing files are never changed."""

NAME = re.compile(r"[a-z][a-z0-9_]*")
LONGEST = 40

NEXT = """\
{name}/ has a game for two players, with its tests and a README. Try it:

  cd {name}
  gamenight check {name}:GAME
  gamenight serve --game {name}:GAME --reload
"""


def add(commands: Commands) -> None:
    parser = add_command(commands, "new", run, "Create a folder with a small game, to start a game of your own.", MORE)
    parser.add_argument("name", metavar="NAME", help="its slug and Python package: lowercase letters, digits and _")


def run(args: Namespace) -> int:
    name: str = args.name
    check_name(name)
    write_game(name, Path(name))
    print(NEXT.format(name=name))
    return OK


def check_name(name: str) -> None:
    """Raise CliError if this is not a valid, free name for a game and a Python package."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        meant = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:LONGEST].strip("_")
        hint = f", such as {meant}" if NAME.fullmatch(meant) else ""
        rule = f"a name has lowercase letters, digits and _, starts with a letter and has at most {LONGEST} characters"
        raise CliError(f"{name!r} is not a valid name for a game: {rule}{hint}", USAGE)
    if keyword.iskeyword(name) or name in ("tests", "gamenight") or name in sys.stdlib_module_names:
        raise CliError(f"{name} is a Python keyword or an existing module; choose another name", USAGE)
    if name in catalogue().games:
        raise CliError(f"a game called {name} is already installed; choose another name", USAGE)
    if not Path(name).exists() and find_spec(name) is not None:
        raise CliError(f"a Python module called {name} is already installed; choose another name", USAGE)


def write_game(name: str, folder: Path) -> None:
    """Write the template's files under this name to a new folder."""
    try:
        folder.mkdir()
        for path, text in template():
            file = folder / renamed(path, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(renamed(text, name), encoding="utf-8")
    except FileExistsError:
        raise CliError(f"{folder} already exists here; nothing was changed", USAGE) from None
    except OSError as error:
        raise CliError(f"cannot write {folder}: {error.strerror}", UNAVAILABLE) from None


def template() -> Iterator[tuple[str, str]]:
    """The files of the template for new games, each with its path."""
    yield from _files_in(files("gamenight").joinpath("template"), "")


def _files_in(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_file():
            yield f"{path}{entry.name}", entry.read_text(encoding="utf-8")
        elif not entry.name.startswith(("__", ".")):
            yield from _files_in(entry, f"{path}{entry.name}/")


def renamed(text: str, name: str) -> str:
    """The text with this name in place of the template's Last Stone, in each of three spellings."""
    title = name.replace("_", " ").title()
    return text.replace("last_stone", name).replace("Last Stone", title).replace("LastStone", title.replace(" ", ""))
