"""Where a finished or running match is read from: a record file, or the log in a database."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from gamenight.cli.arguments import database_of
from gamenight.cli.exits import USAGE, CliError
from gamenight.cli.matches.log import ask
from gamenight.core.errors import ReplayError, UnknownGame
from gamenight.core.model import RECORD_FORMAT, GameStatus, MatchId, Record
from gamenight.core.plugin import GamePlugin
from gamenight.core.registry import find_game, load
from gamenight.core.replay import decode_record

if TYPE_CHECKING:
    from gamenight.store import MatchStore, MatchSummary, StoredEvent

OVER = (GameStatus.FINISHED, GameStatus.ABANDONED, GameStatus.ERROR)


class Log(Struct, frozen=True):
    """What the database says about a match, besides the record."""

    summary: MatchSummary
    events: tuple[StoredEvent, ...]


class Source(Struct, frozen=True):
    """A match as data: what is told of it, how it was played and what was logged.

    Without the game it cannot be played again. A record file has no log, so its events can only be computed again. What
    was logged in another format has no record: its turns are not to be read here.
    """

    match: Record | MatchSummary
    game: GamePlugin | None
    record: Record | None
    log: Log | None = None


def read_source(args: Namespace) -> Source:
    """The match that the arguments name: a file if there is one of that name, else in the database."""
    if Path(args.match).is_file():
        record = _record_in(args.match)
        return Source(record, rules_of(record, args.game), record)
    if args.db is None and _looks_like_a_file(args.match):
        raise CliError(f"there is no file {args.match}", USAGE)
    summary, turns, log = ask(database_of(args), lambda store: _logged(store, MatchId(args.match)))
    return Source(summary, rules_of(summary, args.game), turns, log)


def rules_of(match: Record | MatchSummary, named: str | None) -> GamePlugin | None:
    """The game under whose rules the match can be played again: `named`, or else the installed one.

    None if the format or the version of the match is not this one's.
    """
    game = _installed(match) if named is None else find_game(named)
    if game is not None and game.game_id != match.game_id:
        raise CliError(f"match {match.match_id} is one of {match.game_id}, not of {game.game_id}", USAGE)
    if game is None or match.format != RECORD_FORMAT or game.rules_version != match.rules_version:
        return None
    return game


def _installed(match: Record | MatchSummary) -> GamePlugin | None:
    try:
        return load(match.game_id)
    except UnknownGame:
        return None


def foreign(match: Record | MatchSummary) -> str:
    """Why the match cannot be played again here."""
    if match.format != RECORD_FORMAT:
        return f"match {match.match_id} has record format {match.format}, and this is format {RECORD_FORMAT}"
    played = f"{match.game_id}/v{match.rules_version}"
    return f"match {match.match_id} was played under {played}, which is not installed; --game module:attribute names it"


def _record_in(path: str) -> Record:
    try:
        return decode_record(msgspec.json.decode(Path(path).read_bytes()))
    except OSError as error:
        raise CliError(f"cannot read {path}: {error.strerror}", USAGE) from None
    except (msgspec.DecodeError, ReplayError) as error:
        raise CliError(f"{path} is not a match record: {error}", USAGE) from None


def _looks_like_a_file(name: str) -> bool:
    return "/" in name or "." in name


async def _logged(store: MatchStore, match_id: MatchId) -> tuple[MatchSummary, Record | None, Log]:
    """The record is read last: while the match goes on, it has the turns of all the events."""
    summary = await store.match(match_id)
    log = Log(summary, await store.events(match_id))
    return summary, await store.record(match_id) if summary.format == RECORD_FORMAT else None, log


async def count_snapshots(store: MatchStore, match_id: MatchId) -> int:
    count, snapshot = 0, await store.snapshot(match_id)
    while snapshot is not None:
        count, snapshot = count + 1, await store.snapshot(match_id, snapshot.upto - 1)
    return count
