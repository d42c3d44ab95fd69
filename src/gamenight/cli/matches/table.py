"""Start a match from the arguments of a command, and write its record."""

from __future__ import annotations

import time
import uuid
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec

from gamenight.cli.exits import MATCH_ERROR, USAGE, CliError
from gamenight.core.match import Match
from gamenight.core.model import Player
from gamenight.core.plugin import GamePlugin
from gamenight.core.registry import REQUIRED


def start_match(game: GamePlugin, players: Sequence[Player], args: Namespace) -> Match:
    """Start a new match, with a new id."""
    check_complete(game)
    return Match.start(
        game,
        players,
        args.seed,
        options=dict(args.options),
        match_id=uuid.uuid4().hex,
        now=time.time_ns() // 1_000_000,
    )


def check_complete(game: GamePlugin) -> None:
    """Raise CliError if the game lacks required attributes, which is possible for a game that is not installed."""
    missing = [name for name in REQUIRED if not hasattr(game, name)]
    if missing:
        raise CliError(f"{type(game).__name__} cannot be played: it has no {' and no '.join(missing)}", MATCH_ERROR)


def check_writable(path: str | None) -> None:
    """Raise CliError if the folder does not exist; before anything is played, as the record would be lost."""
    if path is not None and not Path(path).absolute().parent.is_dir():
        raise CliError(f"cannot write {path}: there is no such folder", USAGE)


def write_record(match: Match, path: str | None) -> None:
    if path is None:
        return
    try:
        Path(path).write_bytes(msgspec.json.format(msgspec.json.encode(match.record()), indent=1) + b"\n")
    except OSError as error:
        raise CliError(f"cannot write {path}: {error.strerror}", USAGE) from None
