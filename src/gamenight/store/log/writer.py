"""Group commit: whatever is handed over while one commit is under way goes into the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import accumulate

from gamenight.store.errors import StoreError
from gamenight.store.log.contract import Answer, Append, Opening
from gamenight.store.log.jobs import AppendJob, CreateJob, Job, Outcome

MOST_AT_ONCE = 500
"""So many turns in one transaction at most, if one caller alone has not more: it bounds the last one's wait."""

Commit = Callable[[list[Job]], Awaitable[None]]
"""Gives every job its outcome, for good."""


class Intake:
    """Where entries are handed over. All entries of a match go through the same writer, and so stay in order."""

    def __init__(self, commit: Commit, writers: int = 1) -> None:
        self._writers = [_Writer(commit) for _ in range(writers)]

    async def create(self, opening: Opening) -> None:
        await self._write(CreateJob(opening))

    async def append(self, entries: Sequence[Append]) -> tuple[Answer, ...]:
        if not entries:
            return ()
        outcome = await self._write(AppendJob(entries))
        assert isinstance(outcome, tuple)
        return outcome

    async def close(self) -> None:
        """Take nothing more, and write what is waiting."""
        for writer in self._writers:
            await writer.close()

    async def _write(self, job: Job) -> Outcome:
        outcome = await self._writers[hash(job.match_id) % len(self._writers)].write(job)
        if isinstance(outcome, StoreError):
            raise outcome
        return outcome


class _Writer:
    """One task that writes for many callers; each of them is answered after its own commit."""

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
        # Whoever is ready to hand something over now shall not wait for a second commit.
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
    """How many of them one transaction takes: the first, whatever its size, and as many more as there is room for."""
    sizes = accumulate(len(job.turns) if isinstance(job, AppendJob) else 1 for job in jobs)
    return max(1, sum(size <= MOST_AT_ONCE for size in sizes))
