"""The log in a database: SQLite or PostgreSQL, with the same statements."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.model import MatchId, PlayerId, Record, Turn
from gamenight.store.database.transactions import Database
from gamenight.store.errors import BadEntry, StoreError, StoreUnavailable
from gamenight.store.log import codec, queries
from gamenight.store.log.commit import write
from gamenight.store.log.contract import (
    EVERY_MATCH,
    FIRST_PAGE,
    Append,
    AppendResult,
    Counted,
    Filter,
    MatchPage,
    MatchSummary,
    Opening,
    Repeated,
    Snapshot,
    StoredEvent,
)
from gamenight.store.log.jobs import Job
from gamenight.store.log.writer import Intake


class SqlStore:
    """A MatchStore in a database that already has the newest schema; use `open_store`. Closing it closes both."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._intake = Intake(self._commit, database.writers)

    async def create(self, opening: Opening) -> None:
        await self._intake.create(opening)

    async def append(self, entry: Append) -> AppendResult:
        return (await self._intake.append([entry]))[0]

    async def append_all(self, entries: Sequence[Append]) -> tuple[AppendResult, ...]:
        return await self._intake.append(entries)

    async def answered(self, match_id: MatchId, actor: PlayerId, client_id: str) -> Repeated | None:
        sender = match_id, actor, codec.plain_text(client_id)
        return (await self._database.read(lambda c: queries.first_answers(c, [sender]))).get(sender)

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

    async def counted(self, match_id: MatchId) -> Counted:
        return await self._database.read(lambda c: queries.counted(c, match_id))

    async def matches(self, wanted: Filter = EVERY_MATCH, page: MatchPage = FIRST_PAGE) -> tuple[MatchSummary, ...]:
        return await self._database.read(lambda c: queries.summaries(c, wanted, page))

    async def close(self) -> None:
        await self._intake.close()
        await self._database.close()

    async def _commit(self, jobs: list[Job]) -> None:
        """Write the jobs and set their outcomes. If one of them cannot be written, try each alone."""
        try:
            await self._database.write(lambda connection: write(connection, jobs))
        except StoreUnavailable as error:
            for job in jobs:
                job.outcome = error
        except (StoreError, ValueError, OverflowError) as error:
            await self._commit_each(jobs, error)

    async def _commit_each(self, jobs: list[Job], error: Exception) -> None:
        if len(jobs) == 1:
            jobs[0].outcome = error if isinstance(error, StoreError) else BadEntry("the database cannot take the entry")
            return
        for job in jobs:
            await self._commit([job])
