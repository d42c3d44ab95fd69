"""Group commit: transactions that arrive during a commit share the next one, each in its own savepoint.

Syncing the disk costs more than most transactions do. A transaction that fails is rolled back alone; a commit that
fails, fails for all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

MOST_TOGETHER = 100
"""Maximum number of transactions in one commit; limits the wait of the last one."""

Work = Callable[[sa.Connection], Any]


class Failed(Struct, frozen=True):
    """The outcome of work that raised this error."""

    error: Exception


class Undone(Exception):
    """An error has rolled back the whole transaction, including the work before it."""


Outcome = Any | Failed
Perform = Callable[[list[Work]], Awaitable[list[Outcome]]]
"""Performs these works and commits them; never raises."""


class SharedCommit:
    """One task that performs the works of many callers together, in order of arrival."""

    def __init__(self, perform: Perform) -> None:
        self._perform = perform
        self._waiting: list[tuple[Work, asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, work: Work) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._write_on())
        return await answer

    async def finish(self) -> None:
        """Wait until all pending works are done."""
        if self._task is not None:
            await self._task

    async def _write_on(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            outcomes = await self._perform([work for work, _ in batch])
            for (_, answer), outcome in zip(batch, outcomes, strict=True):
                _tell(answer, outcome)
        self._task = None


def _tell(answer: asyncio.Future[Any], outcome: Outcome) -> None:
    if answer.done():
        return
    if isinstance(outcome, Failed):
        answer.set_exception(outcome.error)
    else:
        answer.set_result(outcome)


def side_by_side(connection: sa.Connection, works: list[Work]) -> list[Outcome]:
    """Perform all works in one transaction; returns the outcome of each, or raises Undone if the transaction failed."""
    return [_apart(connection, work) for work in works]


def _apart(connection: sa.Connection, work: Work) -> Outcome:
    connection.exec_driver_sql("SAVEPOINT work")
    try:
        done = work(connection)
    except Exception as error:
        _take_back(connection)
        return Failed(error)
    connection.exec_driver_sql("RELEASE work")
    return done


def _take_back(connection: sa.Connection) -> None:
    try:
        connection.exec_driver_sql("ROLLBACK TO work")
        connection.exec_driver_sql("RELEASE work")
    except SQLAlchemyError:
        # Some errors, such as a full disk, end the whole transaction with all its savepoints.
        raise Undone from None
