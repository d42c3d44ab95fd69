"""The log in a database: SQLite or PostgreSQL, with the same statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from gamenight.core.model import MatchId, Record, Turn
from gamenight.store import codec, queries
from gamenight.store.commit import AppendJob, CreateJob, Job, Outcome, write
from gamenight.store.engines import (
    database_url,
    is_sqlite,
    may_work_at_once,
    meaning,
    reading_engine,
    was_refused,
    writing_engine,
)
from gamenight.store.errors import OutcomeUnknown, StoreError, StoreUnavailable
from gamenight.store.log import (
    EVERY_MATCH,
    FIRST_PAGE,
    Accepted,
    Answer,
    Append,
    DueMatch,
    Filter,
    Lost,
    MatchSummary,
    Opening,
    Page,
    Repeated,
    Snapshot,
    StoredEvent,
)
from gamenight.store.writer import GroupWriter

T = TypeVar("T")
P = ParamSpec("P")

# While PostgreSQL works on one commit, the next can be made ready. SQLite has one write lock.
POSTGRES_WRITERS = 2


class SqlStore:
    """A MatchStore whose database has the newest schema already; `open_store` sees to that."""

    def __init__(self, url: str) -> None:
        parsed = database_url(url)
        self._reading = reading_engine(parsed)
        count = 1 if is_sqlite(self._reading) else POSTGRES_WRITERS
        self._writing = writing_engine(parsed, count)
        self._writers = [GroupWriter(self._commit) for _ in range(count)]
        self._unanswered: dict[MatchId, AppendJob] = {}

    async def create(self, opening: Opening) -> None:
        rows = codec.event_rows(opening.record.match_id, opening.events)
        seats = codec.seat_rows(opening.record)
        await self._write(
            CreateJob(opening, codec.match_row(opening), seats, rows, codec.snapshot_rows(opening.snapshot))
        )

    async def append(self, entry: Append) -> Answer:
        match_id, turn = entry.match_id, entry.turn
        before = self._unanswered.get(match_id)
        behind = before if before is not None and before.index + 1 == turn.index else None
        events = codec.event_rows(match_id, entry.events)
        job = AppendJob(entry, codec.turn_row(match_id, turn), events, codec.snapshot_rows(entry.snapshot), behind)
        self._unanswered[match_id] = job
        try:
            outcome = await self._write(job)
        finally:
            if self._unanswered[match_id] is job:
                del self._unanswered[match_id]
        assert isinstance(outcome, Accepted | Lost | Repeated)
        return outcome

    async def record(self, match_id: MatchId, upto: int | None = None) -> Record:
        return await self._read(queries.record, match_id, upto)

    async def turns(self, match_id: MatchId, since: int = 0, upto: int | None = None) -> tuple[Turn, ...]:
        return await self._read(queries.turns_between, match_id, since, upto)

    async def events(self, match_id: MatchId, since: int | None = None) -> tuple[StoredEvent, ...]:
        if since is None:
            return await self._read(queries.all_events, match_id)
        return await self._read(queries.events_since, match_id, since)

    async def snapshot(self, match_id: MatchId, upto: int | None = None) -> Snapshot | None:
        return await self._read(queries.latest_snapshot, match_id, upto)

    async def match(self, match_id: MatchId) -> MatchSummary:
        return await self._read(queries.summary, match_id)

    async def matches(self, wanted: Filter = EVERY_MATCH, page: Page = FIRST_PAGE) -> tuple[MatchSummary, ...]:
        return await self._read(queries.summaries, wanted, page)

    async def due(self, now: int, limit: int = 100) -> tuple[DueMatch, ...]:
        return await self._read(queries.due, now, limit)

    async def close(self) -> None:
        for writer in self._writers:
            await writer.close()
        await self._writing.dispose()
        await self._reading.dispose()

    async def _read(self, query: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await self._read_once(query, *args, **kwargs)
        except (SQLAlchemyError, OSError) as error:
            if not may_work_at_once(error):
                raise meaning(error) from None
        try:
            return await self._read_once(query, *args, **kwargs)
        except (SQLAlchemyError, OSError) as error:
            raise meaning(error) from None

    async def _read_once(
        self, query: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        async with self._reading.connect() as connection:
            return await connection.run_sync(query, *args, **kwargs)

    async def _write(self, job: Job) -> Outcome:
        """Through the same writer for all of a match, so that its turns stay in order."""
        outcome = await self._writers[hash(job.match_id) % len(self._writers)].write(job)
        if isinstance(outcome, StoreError):
            raise outcome
        return outcome

    async def _commit(self, jobs: list[Job]) -> None:
        """Give every job its outcome. If one of them cannot be written, each is tried alone."""
        try:
            await self._transact(jobs)
        except StoreError as error:
            if len(jobs) == 1 or isinstance(error, StoreUnavailable):
                for job in jobs:
                    job.outcome = error
                return
            for job in jobs:
                await self._commit([job])

    async def _transact(self, jobs: list[Job]) -> None:
        try:
            return await self._transact_once(jobs)
        except (SQLAlchemyError, OSError) as error:
            if not may_work_at_once(error):
                raise meaning(error) from None
        try:
            await self._transact_once(jobs)
        except (SQLAlchemyError, OSError) as error:
            raise meaning(error) from None

    async def _transact_once(self, jobs: list[Job]) -> None:
        async with self._writing.connect() as connection:
            await connection.run_sync(write, jobs)
            await _seal(connection)


async def _seal(connection: AsyncConnection) -> None:
    try:
        await connection.commit()
    except (SQLAlchemyError, OSError) as error:
        if was_refused(error):
            raise meaning(error) from None
        raise OutcomeUnknown(f"{meaning(error)}, and nobody knows yet whether the last entries were written") from None
