"""The contract of the match log, and its data types.

`append` returns only after the commit. Nothing is locked between calls: any number of stores, in any number of
processes, may append to any match, and for each turn index exactly one of them gets `Accepted`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Protocol

from msgspec import Struct

from gamenight.core.model import (
    Event,
    GameId,
    GameState,
    GameStatus,
    MatchId,
    Player,
    PlayerId,
    Record,
    Step,
    Turn,
)


class Opening(Struct, frozen=True):
    """A match before its first turn; `record` has no turns, `events` are those of the set-up."""

    record: Record
    events: tuple[Event, ...]
    status: GameStatus
    next_deadline: int | None
    snapshot: GameState | None = None


class Append(Struct, frozen=True):
    """One turn to be written, with its events and status. Set `turn.client_id` to recognise a repeated send."""

    match_id: MatchId
    turn: Turn
    events: tuple[Event, ...]
    status: GameStatus
    next_deadline: int | None
    snapshot: GameState | None = None


class StoredEvent(Struct, frozen=True):
    """An event with its number in the log. Numbers start at 0 in each match; `turn_index` None is the set-up."""

    sequence_number: int
    turn_index: int | None
    event: Event


class Accepted(Struct, frozen=True):
    """The turn is committed to the log."""

    turn: Turn
    events: tuple[StoredEvent, ...]


class Lost(Struct, frozen=True):
    """Another writer's turn came first. Read the log, and try again only if the prompt is still open."""

    turn_index: int


class Repeated(Struct, frozen=True):
    """The log already has this client id of this actor; this is the answer that it got then."""

    turn: Turn
    events: tuple[StoredEvent, ...]


AppendResult = Accepted | Lost | Repeated


class Snapshot(Struct, frozen=True):
    """The state after `upto` turns, as plain JSON data; `reconstruct` decodes it and checks the digest."""

    upto: int
    state: Any
    digest: str


class MatchSummary(Struct, frozen=True):
    """A match as lists show it: without seed and salt, and without anything that changes with a hidden commitment."""

    match_id: MatchId
    game_id: GameId
    rules_version: int
    format: int
    status: GameStatus
    created: datetime
    players: tuple[Player, ...]
    commitment: str


class Counted(Struct, frozen=True):
    """The counts of turns and events in the match's row. Do not show them to players: hidden commitments change
    them."""

    turns: int
    events: int


class Filter(Struct, frozen=True):
    """Which matches to list; None is any."""

    game_id: GameId | None = None
    statuses: Collection[GameStatus] | None = None
    match_ids: Collection[MatchId] | None = None


class MatchPage(Struct, frozen=True):
    """At most `limit` matches, newest first, that are older than the match `after`."""

    limit: int = 50
    after: MatchId | None = None


EVERY_MATCH = Filter()
FIRST_PAGE = MatchPage()


class MatchStore(Protocol):
    """The log of all matches. Every method may raise StoreUnavailable; readers raise UnknownMatch and DamagedLog."""

    async def create(self, opening: Opening) -> None:
        """Write a new match; raises DuplicateMatch if its id is taken."""

    async def append(self, entry: Append) -> AppendResult:
        """Write one turn with its events; raises UnknownMatch, or TurnGap if earlier turns are missing.

        The caller must have seen all earlier turns in the log. If an earlier turn has not been answered yet, pass both
        to the same `append_all`.
        """

    async def append_all(self, entries: Sequence[Append]) -> tuple[AppendResult, ...]:
        """Write consecutive turns of one match in one commit: all, or those before the first that is not accepted."""

    async def answered(self, match_id: MatchId, actor: PlayerId, client_id: str) -> Repeated | None:
        """The answer that this actor's client id got; None if the log does not have it, even if the match is
        unknown."""

    async def record(self, match_id: MatchId, upto: int | None = None) -> Record:
        """The match as data, with its first `upto` turns, or all. It contains the seed, so do not show it to
        players."""

    async def turns(self, match_id: MatchId, since: int = 0, upto: int | None = None) -> tuple[Turn, ...]:
        """The turns with `since` <= index < `upto`."""

    async def events(self, match_id: MatchId, since: int | None = None) -> tuple[StoredEvent, ...]:
        """The events of the turns from index `since` on; None: all events, including those of the set-up."""

    async def snapshot(self, match_id: MatchId, upto: int | None = None) -> Snapshot | None:
        """The latest snapshot of at most `upto` turns, if there is one."""

    async def match(self, match_id: MatchId) -> MatchSummary: ...

    async def counted(self, match_id: MatchId) -> Counted: ...

    async def matches(self, wanted: Filter = EVERY_MATCH, page: MatchPage = FIRST_PAGE) -> tuple[MatchSummary, ...]:
        """One page of matches, newest first."""

    async def close(self) -> None:
        """Write all pending entries, then close the database."""


def opening_of(state: GameState, events: tuple[Event, ...], snapshot_every: int) -> Opening:
    """The opening to write for a match that has just been started."""
    record = Record(state.match_id, state.game_id, state.rules_version, state.players, state.config, state.last_at)
    return Opening(record, events, state.status, state.due_at, _snapshot(state, snapshot_every))


def entry_of(step: Step, snapshot_every: int) -> Append:
    """The entry to write for a step; every `snapshot_every` turns it contains the state."""
    state = step.state
    return Append(state.match_id, step.turn, step.events, state.status, state.due_at, _snapshot(state, snapshot_every))


def _snapshot(state: GameState, every: int) -> GameState | None:
    return state if state.turn_index % every == 0 else None
