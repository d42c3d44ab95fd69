"""Group commit: entries that arrive during a commit share the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import accumulate

from gamenight.store.errors import StoreError
from gamenight.store.log.contract import Append, AppendResult, Opening
from gamenight.store.log.jobs import AppendJob, CreateJob, Job, Outcome

MOST_AT_ONCE = 500
"""Maximum number of turns in one transaction, unless a single caller has more; limits the wait of the last one."""

Commit = Callable[[list[Job]], Awaitable[None]]
"""Writes the jobs, commits, and sets the outcome of each."""


class Intake:
    """Accepts entries for writing. All entries of a match go through the same writer, so they stay in order."""

    def __init__(self, commit: Commit, writers: int = 1) -> None:
        self._writers = [_Writer(commit) for _ in range(writers)]

    async def create(self, opening: Opening) -> None:
        await self._write(CreateJob(opening))

    async def append(self, entries: Sequence[Append]) -> tuple[AppendResult, ...]:
        if not entries:
            return ()
        outcome = await self._write(AppendJob(entries))
        assert isinstance(outcome, tuple)
        return outcome

    async def close(self) -> None:
        """Accept no more entries, and write the pending ones."""
        for writer in self._writers:
            await writer.close()

    async def _write(self, job: Job) -> Outcome:
        outcome = await self._writers[hash(job.match_id) % len(self._writers)].write(job)
        if isinstance(outcome, StoreError):
            raise outcome
        return outcome


class _Writer:
    """One task that writes for many callers; each of them gets its answer after the commit."""

    def __init__(self, commit: Commit) -> None:
        self._commit = commit
        self._waiting: list[tuple[Job, asyncio.Future[Outcome]]] = []
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False

    async def write(self, job: Job) -> Outcome:
        if self._is_closed:
            raise StoreError("the store is closed")
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._write_on())
        return await answer

    async def close(self) -> None:
        self._is_closed = True
        if self._task is not None:
            await self._task

    async def _write_on(self) -> None:
        # Let other tasks that are ready add their jobs now, so that they need not wait for a second commit.
        await asyncio.sleep(0)
        while self._waiting:
            count = _how_many([job for job, _ in self._waiting])
            batch, self._waiting = self._waiting[:count], self._waiting[count:]
            await self._write_batch(batch)
        self._task = None

    async def _write_batch(self, batch: list[tuple[Job, asyncio.Future[Outcome]]]) -> None:
        try:
            await self._commit([job for job, _ in batch])
        except Exception as error:
            for _, answer in batch:
                if not answer.done():
                    answer.set_exception(error)
            return
        for job, answer in batch:
            if not answer.done():
                answer.set_result(job.outcome)


def _how_many(jobs: list[Job]) -> int:
    """The number of jobs for one transaction: the first, whatever its size, and as many more as fit."""
    sizes = accumulate(len(job.turns) if isinstance(job, AppendJob) else 1 for job in jobs)
    return max(1, sum(size <= MOST_AT_ONCE for size in sizes))
