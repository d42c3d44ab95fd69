"""Parse the command line, run the command, and turn its outcome into an exit code."""

from __future__ import annotations

import os
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Sequence

from gamenight import __version__
from gamenight.bots import BadStrategy
from gamenight.cli.arguments import Parser
from gamenight.cli.commands import (
    ai_log,
    arena,
    bots,
    check,
    db,
    exporting,
    games,
    importing,
    load,
    match,
    new,
    picture,
    play,
    prompt,
    replay,
    serve,
    verify,
)
from gamenight.cli.exits import (
    DATABASE,
    FAILED,
    INTERNAL,
    INTERRUPTED,
    MATCH_ERROR,
    MEANINGS,
    OK,
    UNKNOWN,
    USAGE,
    CliError,
    Quit,
)
from gamenight.cli.terminal.screen import print_error, survive_old_encodings
from gamenight.core import registry
from gamenight.core.errors import BadOptions, PluginError, ReplayError, UnknownGame

COMMANDS = (
    games,
    new,
    bots,
    play,
    match,
    arena,
    replay,
    picture,
    prompt,
    ai_log,
    verify,
    check,
    importing,
    exporting,
    db,
    serve,
    load,
)

CODES: tuple[tuple[type[Exception], int], ...] = (
    (UnknownGame, UNKNOWN),
    (BadOptions, USAGE),
    (BadStrategy, USAGE),
    (ReplayError, FAILED),
    (PluginError, MATCH_ERROR),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    survive_old_encodings()
    try:
        args = parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else USAGE
    except Quit as quit:
        return quit.code
    except KeyboardInterrupt:
        print_error("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        return _close_stdout()
    except Exception as error:
        if os.environ.get("GAMENIGHT_DEBUG") == "1":
            raise
        return _explain(error)


def parser() -> Parser:
    codes = "\n".join(f"  {code:>3}  {meaning}" for code, meaning in MEANINGS.items())
    root = Parser(
        prog="gamenight",
        description="Turn-based games: play them, let bots play them, replay, verify and check them.",
        epilog=f"exit codes:\n{codes}\n\nGAMENIGHT_DEBUG=1 shows where an error came from.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    root.add_argument("--version", action="version", version=f"gamenight {__version__}")
    commands = root.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return root


def _explain(error: Exception) -> int:
    """Print the error in one line; return the exit code."""
    if isinstance(error, CliError):
        print_error(str(error))
        return error.code
    for kind, code in (*CODES, *_store_codes()):
        if isinstance(error, kind):
            print_error(_words_of(error))
            return code
    print_error(f"unexpected error, {type(error).__name__}: {error} (GAMENIGHT_DEBUG=1 shows where)")
    return INTERNAL


def _words_of(error: Exception) -> str:
    """The error as text. Wrong options have words from the game's catalogue, in English like all errors."""
    if not isinstance(error, BadOptions) or isinstance(error.words, str):
        return str(error)
    from gamenight.looks.texts import texts_of  # imported late: it is slow to load

    slug = str(error).partition(":")[0]
    game = registry.load(slug) if slug in registry.catalogue().games else None
    return f"{slug}: {texts_of(game).tell(error.words)}"


def _store_codes() -> tuple[tuple[type[Exception], int], ...]:
    """The exit codes of errors of the store; none if it was not loaded, as only the store raises them."""
    if "gamenight.store" not in sys.modules:
        return ()
    from gamenight.store import DamagedLog, StoreError, UnknownMatch

    return ((UnknownMatch, UNKNOWN), (DamagedLog, FAILED), (StoreError, DATABASE))


def _close_stdout() -> int:
    """The reader of stdout has closed the pipe: redirect stdout, so that Python has nothing to flush at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OK
