"""The log in a database: SQLite or PostgreSQL, with the same statements."""

from __future__ import annotations

from gamenight.core.model import MatchId, Record, Turn
from gamenight.store import codec, queries
from gamenight.store.commit import AppendJob, CreateJob, Job, Outcome, write
from gamenight.store.database import database_at
from gamenight.store.errors import StoreError, StoreUnavailable
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


class SqlStore:
    """A MatchStore whose database has the newest schema already; `open_store` sees to that."""

    def __init__(self, url: str) -> None:
        self._database = database_at(url)
        self._writers = [GroupWriter(self._commit) for _ in range(self._database.writers)]
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
            if self._unanswered.get(match_id) is job:
                del self._unanswered[match_id]
        assert isinstance(outcome, Accepted | Lost | Repeated)
        return outcome

    async def record(self, match_id: MatchId, upto: int | None = None) -> Record:
        return await self._database.read(lambda c: queries.record(c, match_id, upto))

    async def turns(self, match_id: MatchId, since: int = 0, upto: int | None = None) -> tuple[Turn, ...]:
        return await self._database.read(lambda c: queries.turns_between(c, match_id, since, upto))

    async def events(self, match_id: MatchId, since: int | None = None) -> tuple[StoredEvent, ...]:
        if since is None:
            return await self._database.read(lambda c: queries.all_events(c, match_id))
        return await self._database.read(lambda c: queries.events_since(c, match_id, since))

    async def snapshot(self, match_id: MatchId, upto: int | None = None) -> Snapshot | None:
        return await self._database.read(lambda c: queries.latest_snapshot(c, match_id, upto))

    async def match(self, match_id: MatchId) -> MatchSummary:
        return await self._database.read(lambda c: queries.summary(c, match_id))

    async def matches(self, wanted: Filter = EVERY_MATCH, page: Page = FIRST_PAGE) -> tuple[MatchSummary, ...]:
        return await self._database.read(lambda c: queries.summaries(c, wanted, page))

    async def due(self, now: int, limit: int = 100) -> tuple[DueMatch, ...]:
        return await self._database.read(lambda c: queries.due(c, now, limit))

    async def close(self) -> None:
        for writer in self._writers:
            await writer.close()
        await self._database.close()

    async def _write(self, job: Job) -> Outcome:
        """Through the same writer for all of a match, so that its turns stay in order."""
        outcome = await self._writers[hash(job.match_id) % len(self._writers)].write(job)
        if isinstance(outcome, StoreError):
            raise outcome
        return outcome

    async def _commit(self, jobs: list[Job]) -> None:
        """Give every job its outcome. If one of them cannot be written, each is tried alone."""
        try:
            await self._database.write(lambda connection: write(connection, jobs))
        except StoreError as error:
            if len(jobs) == 1 or isinstance(error, StoreUnavailable):
                for job in jobs:
                    job.outcome = error
                return
            for job in jobs:
                await self._commit([job])
