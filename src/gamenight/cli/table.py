"""A table set up by the arguments of a command."""

from __future__ import annotations

import time
import uuid
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec

from gamenight.cli.exits import USAGE, CliError
from gamenight.core.match import Match
from gamenight.core.model import Player
from gamenight.core.plugin import GamePlugin


def start_match(game: GamePlugin, players: Sequence[Player], args: Namespace) -> Match:
    """A new match, with an id of its own, that starts now."""
    return Match.start(
        game,
        players,
        args.seed,
        options=dict(args.options),
        match_id=uuid.uuid4().hex,
        now=time.time_ns() // 1_000_000,
    )


def check_writable(path: str | None) -> None:
    """Before anything is played: a record that could not be written would be lost."""
    if path is not None and not Path(path).absolute().parent.is_dir():
        raise CliError(f"cannot write {path}: there is no such folder", USAGE)


def write_record(match: Match, path: str | None) -> None:
    if path is None:
        return
    try:
        Path(path).write_bytes(msgspec.json.format(msgspec.json.encode(match.record()), indent=1) + b"\n")
    except OSError as error:
        raise CliError(f"cannot write {path}: {error.strerror}", USAGE) from None
