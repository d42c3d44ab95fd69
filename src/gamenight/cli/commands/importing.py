"""`gamenight import`: make a match from a game that another program has logged."""

from __future__ import annotations

import asyncio
import hashlib
import time
from argparse import Namespace

from msgspec.structs import replace

from gamenight.cli.arguments import A_GAME, Commands, add_command, add_database
from gamenight.cli.exits import OK, USAGE, CliError
from gamenight.cli.matches.recording import uninterrupted
from gamenight.cli.matches.table import check_writable, write_record
from gamenight.cli.matches.transcripts import read_bytes
from gamenight.cli.terminal.screen import out
from gamenight.core.match import Match
from gamenight.core.model import Record
from gamenight.core.plugin import GamePlugin
from gamenight.core.registry import find_game
from gamenight.core.replay import decode_record
from gamenight.core.transcripts.foreign_logs import BadLog
from gamenight.looks.folder import companion


def add(commands: Commands) -> None:
    parser = add_command(
        commands,
        "import",
        run,
        "Make a match from a game that another program has logged.",
        "Replays the whole game by our rules. If they do not allow it, or the file is damaged, nothing is written.",
    )
    parser.add_argument("game", metavar="GAME", help=A_GAME)
    parser.add_argument("file", metavar="FILE", help="the log, gzipped or not")
    parser.add_argument("--record", metavar="FILE", help="write the match as a record, for replay and verify")
    add_database(parser, "write the match to this database")


def run(args: Namespace) -> int:
    if args.db is None and args.record is None:
        raise CliError("a destination is required: give --db URL or --record FILE", USAGE)
    check_writable(args.record)
    match = read_match(find_game(args.game), args.file)
    if args.db is not None:
        with uninterrupted():
            asyncio.run(write_match(args.db, match))
    write_record(match, args.record)
    names = ", ".join(player.display_name for player in match.state.players)
    out().print(f"match {match.state.match_id}: {len(match.turns)} turns of {names}", soft_wrap=True)
    return OK


def read_match(game: GamePlugin, path: str) -> Match:
    """The match in the file; its id is computed from the file, so that the same file is not imported twice."""
    module = companion(game, "logs")
    if module is None:
        raise CliError(f"{game.game_id} cannot read logs of other programs", USAGE)
    data = read_bytes(path)
    match_id = hashlib.sha256(game.game_id.encode() + b"\0" + data).hexdigest()[:32]
    try:
        match: Match = module.read(data, match_id, time.time_ns() // 1_000_000)
    except BadLog as error:
        raise CliError(f"cannot import {path}: {error}", USAGE) from None
    return match


async def write_match(url: str, match: Match) -> None:
    """Write the match to the log, then its table, by which servers find it. In the other order, a server might continue
    the match with its bots.

    If an earlier import was interrupted after the log, only the table is written.
    """
    from gamenight.store import (
        NOW_AND_THEN,
        DuplicateMatch,
        Recorder,
        open_hall,
        table_of,
    )  # imported late: slow to load

    store, hall = await open_hall(url)
    try:
        started_at = match.started_at
        try:
            await Recorder(store, match, NOW_AND_THEN).write()
        except DuplicateMatch:
            logged = await store.record(match.state.match_id)
            if _timeless(logged) != _timeless(decode_record(match.record())):
                raise
            started_at = logged.started_at
        await hall.open(replace(table_of(match), created_at=started_at, started_at=started_at))
    finally:
        await store.close()


def _timeless(record: Record) -> Record:
    """The record without its times, which only say when it was imported."""
    return replace(record, started_at=0, turns=tuple(replace(turn, at=0) for turn in record.turns))
