"""Group commit: whatever is handed over while one commit is under way goes into the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from gamenight.store.commit import Job, Outcome
from gamenight.store.errors import StoreError

MOST_AT_ONCE = 500
"""So many entries in one transaction at most: it bounds the statements' parameters and the last one's wait."""


class GroupWriter:
    """One task that writes for many callers; each of them is answered after its own commit."""

    def __init__(self, commit: Callable[[list[Job]], Awaitable[None]]) -> None:
        self._commit = commit
        self._waiting: list[tuple[Job, asyncio.Future[Outcome]]] = []
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False

    async def write(self, job: Job) -> Outcome:
        """The outcome of a job, after the commit that holds it."""
        if self._is_closed:
            raise StoreError("the store is closed")
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._write_on())
        return await answer

    async def close(self) -> None:
        """Take nothing more, and write what is waiting."""
        self._is_closed = True
        if self._task is not None:
            await self._task

    async def _write_on(self) -> None:
        # Whoever is ready to hand something over now shall not wait for a second commit.
        await asyncio.sleep(0)
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
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
