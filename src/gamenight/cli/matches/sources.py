"""Read a finished or running match from a record file or from the log in a database."""

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
    """The data of a match in the database, without the record."""

    summary: MatchSummary
    events: tuple[StoredEvent, ...]


class Source(Struct, frozen=True):
    """A match as data: its description, its game, its record and its log.

    Without the game it cannot be replayed. A record file has no log, so its events must be computed again. A match in
    another log format has no record, as its turns cannot be read.
    """

    match: Record | MatchSummary
    game: GamePlugin | None
    record: Record | None
    log: Log | None = None


def read_source(args: Namespace) -> Source:
    """The match that the arguments name: in the file with that name if it exists, else in the database."""
    if Path(args.match).is_file():
        record = _record_in(args.match)
        return Source(record, rules_of(record, args.game), record)
    if args.db is None and _looks_like_a_file(args.match):
        raise CliError(f"there is no file {args.match}", USAGE)
    summary, turns, log = ask(database_of(args), lambda store: _logged(store, MatchId(args.match)))
    return Source(summary, rules_of(summary, args.game), turns, log)


def rules_of(match: Record | MatchSummary, named: str | None) -> GamePlugin | None:
    """The game whose rules can replay the match: `named`, or else the installed one.

    None if the match has another record format or another version of the rules.
    """
    game = _installed(match) if named is None else find_game(named)
    if game is not None and game.game_id != match.game_id:
        raise CliError(f"match {match.match_id} is a match of {match.game_id}, not of {game.game_id}", USAGE)
    if game is None or match.format != RECORD_FORMAT or game.rules_version != match.rules_version:
        return None
    return game


def _installed(match: Record | MatchSummary) -> GamePlugin | None:
    try:
        return load(match.game_id)
    except UnknownGame:
        return None


def foreign(match: Record | MatchSummary) -> str:
    """The reason why the match cannot be replayed here."""
    if match.format != RECORD_FORMAT:
        return f"match {match.match_id} has record format {match.format}, but this program needs {RECORD_FORMAT}"
    played = f"{match.game_id}/v{match.rules_version}"
    return f"match {match.match_id} needs {played}, which is not installed; name it with --game module:attribute"


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
    """Read the log, then the record: in a running match, the record then has the turns of all these events."""
    summary = await store.match(match_id)
    log = Log(summary, await store.events(match_id))
    return summary, await store.record(match_id) if summary.format == RECORD_FORMAT else None, log


async def count_snapshots(store: MatchStore, match_id: MatchId) -> int:
    count, snapshot = 0, await store.snapshot(match_id)
    while snapshot is not None:
        count, snapshot = count + 1, await store.snapshot(match_id, snapshot.upto - 1)
    return count
