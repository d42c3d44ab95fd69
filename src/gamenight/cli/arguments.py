"""Arguments that several commands share, and their parsers."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from math import inf
from typing import Any, NoReturn

import msgspec

from gamenight.cli.exits import USAGE, CliError

Run = Callable[[Namespace], int]
Commands = Any
"""The result of `add_subparsers`, whose type is private in argparse."""


class Parser(ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        raise CliError(f"{message} (see {self.prog} --help)", USAGE)


def add_command(commands: Commands, name: str, run: Run, help: str, more: str = "") -> Parser:
    parser: Parser = commands.add_parser(
        name, help=help, description=f"{help}\n\n{more}".strip(), formatter_class=RawDescriptionHelpFormatter
    )
    parser.set_defaults(run=run)
    return parser


A_GAME = "a slug, or module:attribute of one not installed"
A_BOT = "a strategy or level, or module:attribute of one not installed,"
URLS = "sqlite:///FILE or postgresql://..."


def add_database(parser: ArgumentParser, purpose: str) -> None:
    default = os.environ.get("DATABASE_URL") or None
    parser.add_argument("--db", metavar="URL", default=default, help=f"{purpose}: {URLS} (default: $DATABASE_URL)")


def database_of(args: Namespace) -> str:
    """The database of a command that needs one."""
    if args.db is None:
        raise CliError("a database is required: give --db URL or set DATABASE_URL", USAGE)
    return str(args.db)


def add_table(parser: ArgumentParser) -> None:
    """Add the arguments for the set-up of a match and for its record file."""
    add_setup(parser)
    parser.add_argument("--record", metavar="FILE", help="write the match as a record, for replay and verify")


def add_rules(parser: ArgumentParser) -> None:
    """Add the argument that names the rules for replaying a stored match."""
    parser.add_argument("--game", metavar="GAME", help=f"the game of the match: {A_GAME} (default: as installed)")


def add_setup(parser: ArgumentParser) -> None:
    """Add the arguments for the set-up of a match."""
    parser.add_argument("--players", type=positive, metavar="N", help="number of players (default: the minimum)")
    parser.add_argument("--seed", metavar="S", help="any text; the same seed deals the same match (default: random)")
    parser.add_argument(
        "--option",
        dest="options",
        metavar="NAME=VALUE",
        type=option,
        nargs="+",
        action="extend",
        default=[],
        help="an option of the game; the value is JSON, or else text",
    )


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a number of at least 1")
    return int(text)


def above_zero(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < inf:
        raise ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def natural(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is not a number of at least 0")
    return int(text)


def option(text: str) -> tuple[str, Any]:
    """`dice=3` as ("dice", 3)."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise ArgumentTypeError(f"an option has the form NAME=VALUE, not {text!r}")
    try:
        return name, msgspec.json.decode(value.encode())
    except msgspec.DecodeError:
        return name, value
