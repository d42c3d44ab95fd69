"""The log in a database: SQLite or PostgreSQL, with the same statements."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.model import MatchId, PlayerId, Record, Turn
from gamenight.store.database.sharing import Entry
from gamenight.store.database.transactions import Database
from gamenight.store.errors import BadEntry
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
from gamenight.store.log.jobs import AppendJob, CreateJob, Job, JobResult, raised


class SqlStore:
    """A MatchStore in a database that already has the newest schema; use `open_store`. Closing it closes both."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, opening: Opening) -> None:
        await self._write(CreateJob(opening))

    async def append(self, entry: Append) -> AppendResult:
        return (await self.append_all([entry]))[0]

    async def append_all(self, entries: Sequence[Append]) -> tuple[AppendResult, ...]:
        if not entries:
            return ()
        outcome = await self._write(AppendJob(entries))
        assert isinstance(outcome, tuple)
        return outcome

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
        await self._database.close()

    async def _write(self, job: Job) -> JobResult:
        try:
            outcome = await self._database.write_entry(Entry(write, job, job.match_id, job.size))
        except (ValueError, OverflowError):
            raise BadEntry("the database cannot take the entry") from None
        return raised(outcome)
