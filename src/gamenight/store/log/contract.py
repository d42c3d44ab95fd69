"""The match log: what every store promises, and the values that go in and come out.

`append` answers after the commit, never before. Nothing is locked between calls: any number of stores, in any number
of processes, may append to any match, and for each turn index exactly one of them is answered `Accepted`.
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
    """One turn to be written, with what it led to. `turn.client_id` is set if a repeated send must be recognised."""

    match_id: MatchId
    turn: Turn
    events: tuple[Event, ...]
    status: GameStatus
    next_deadline: int | None
    snapshot: GameState | None = None


class StoredEvent(Struct, frozen=True):
    """An event at its place in the log; numbers count from 0 in each match, `turn_index` None is the set-up."""

    sequence_number: int
    turn_index: int | None
    event: Event


class Accepted(Struct, frozen=True):
    """The turn is in the log for good."""

    turn: Turn
    events: tuple[StoredEvent, ...]


class Lost(Struct, frozen=True):
    """Another writer's turn came first: read the log, then try again only if the prompt is still open."""

    turn_index: int


class Repeated(Struct, frozen=True):
    """This client id of this actor is in the log already: this is the answer that it got then."""

    turn: Turn
    events: tuple[StoredEvent, ...]


Answer = Accepted | Lost | Repeated


class Snapshot(Struct, frozen=True):
    """A state after `upto` turns, as plain JSON data; `reconstruct` types it again and checks the digest."""

    upto: int
    state: Any
    digest: str


class MatchSummary(Struct, frozen=True):
    """A match as lists show it: neither seed nor salt, and nothing that a hidden commit would move."""

    match_id: MatchId
    game_id: GameId
    rules_version: int
    format: int
    status: GameStatus
    created: datetime
    players: tuple[Player, ...]
    commitment: str


class Counted(Struct, frozen=True):
    """How many turns and events the match's own row counts; not for players, as both move with a hidden commit."""

    turns: int
    events: int


class Filter(Struct, frozen=True):
    """Which matches to list; None is any."""

    game_id: GameId | None = None
    statuses: Collection[GameStatus] | None = None
    match_ids: Collection[MatchId] | None = None


class Page(Struct, frozen=True):
    """So many matches, the newest first, after (older than) this one."""

    limit: int = 50
    after: MatchId | None = None


EVERY_MATCH = Filter()
FIRST_PAGE = Page()


class DueMatch(Struct, frozen=True):
    """A match whose next deadline has come."""

    match_id: MatchId
    next_deadline: int


class MatchStore(Protocol):
    """The log of all matches. Every method may raise StoreUnavailable; readers raise UnknownMatch and DamagedLog."""

    async def create(self, opening: Opening) -> None:
        """Write a new match; DuplicateMatch if its id is taken."""

    async def append(self, entry: Append) -> Answer:
        """Write one turn with its events; UnknownMatch or Gap if it cannot follow what is there.

        It follows the turns that its caller has seen in the log. One that follows a turn which has no answer yet
        belongs into the same `append_all`.
        """

    async def append_all(self, entries: Sequence[Append]) -> tuple[Answer, ...]:
        """Write consecutive turns of one match in one commit: all, or those before the first that is not accepted."""

    async def answered(self, match_id: MatchId, actor: PlayerId, client_id: str) -> Repeated | None:
        """The answer that this actor's client id got; None if it is not in the log, whether the match is or not."""

    async def record(self, match_id: MatchId, upto: int | None = None) -> Record:
        """The match as data, with its first `upto` turns, or all. It holds the seed: not for players."""

    async def turns(self, match_id: MatchId, since: int = 0, upto: int | None = None) -> tuple[Turn, ...]:
        """The turns with `since` <= index < `upto`."""

    async def events(self, match_id: MatchId, since: int | None = None) -> tuple[StoredEvent, ...]:
        """The events of the turns from index `since` on; without it all, those of the set-up included."""

    async def snapshot(self, match_id: MatchId, upto: int | None = None) -> Snapshot | None:
        """The latest snapshot of at most `upto` turns, if there is one."""

    async def match(self, match_id: MatchId) -> MatchSummary: ...

    async def counted(self, match_id: MatchId) -> Counted: ...

    async def matches(self, wanted: Filter = EVERY_MATCH, page: Page = FIRST_PAGE) -> tuple[MatchSummary, ...]:
        """One page of matches, the newest first."""

    async def due(self, now: int, limit: int = 100) -> tuple[DueMatch, ...]:
        """Matches whose next deadline is `now` or earlier, the earliest first."""

    async def close(self) -> None:
        """Finish what was handed over, then let go of the database."""


def opening_of(state: GameState, events: tuple[Event, ...], snapshot_every: int) -> Opening:
    """What to write of a match that has just been started."""
    record = Record(state.match_id, state.game_id, state.rules_version, state.players, state.config, state.last_at)
    return Opening(record, events, state.status, state.due_at, _snapshot(state, snapshot_every))


def entry_of(step: Step, snapshot_every: int) -> Append:
    """What to write of a step: with its state, if its turn is one of each `snapshot_every`."""
    state = step.state
    return Append(state.match_id, step.turn, step.events, state.status, state.due_at, _snapshot(state, snapshot_every))


def _snapshot(state: GameState, every: int) -> GameState | None:
    return state if state.turn_index % every == 0 else None
