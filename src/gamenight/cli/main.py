"""From the command line to a command, and from whatever happens there to an exit code."""

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
from gamenight.cli.terminal.screen import complain, survive_old_encodings
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
        complain("interrupted")
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
    """One line for whoever typed the command."""
    if isinstance(error, CliError):
        complain(str(error))
        return error.code
    for kind, code in (*CODES, *_store_codes()):
        if isinstance(error, kind):
            complain(_words_of(error))
            return code
    complain(f"an unexpected fault, {type(error).__name__}: {error} (GAMENIGHT_DEBUG=1 shows where)")
    return INTERNAL


def _words_of(error: Exception) -> str:
    """What is wrong with options is said by the game's catalogue, after the game's name; in English, as all errors."""
    if not isinstance(error, BadOptions) or isinstance(error.words, str):
        return str(error)
    from gamenight.looks.texts import texts_of  # only here: it takes its time to load

    slug = str(error).partition(":")[0]
    game = registry.load(slug) if slug in registry.catalogue().games else None
    return f"{slug}: {texts_of(game).tell(error.words)}"


def _store_codes() -> tuple[tuple[type[Exception], int], ...]:
    """Nobody but the store raises its errors, so where it was not loaded there are none."""
    if "gamenight.store" not in sys.modules:
        return ()
    from gamenight.store import DamagedLog, StoreError, UnknownMatch

    return ((UnknownMatch, UNKNOWN), (DamagedLog, FAILED), (StoreError, DATABASE))


def _close_stdout() -> int:
    """Whoever read our output has seen enough; nothing is left to flush when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OK
