"""Transactions that share a commit: what is handed over while one is under way goes into the next, side by side.

To sync the disk costs more than most transactions do. One that fails is undone alone; a failed commit is everybody's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

MOST_TOGETHER = 100
"""So many transactions in one commit at most: it bounds the last one's wait."""

Work = Callable[[sa.Connection], Any]


class Failed(Struct, frozen=True):
    """What came of work that raised this."""

    error: Exception


class Undone(Exception):
    """An error has undone not only the work that it came from, but also all before it."""


Outcome = Any | Failed
Perform = Callable[[list[Work]], Awaitable[list[Outcome]]]
"""Does these works and commits them; it raises nothing."""


class SharedCommit:
    """One task that lets the works of many callers be performed together, in the order in which they came."""

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
        """Wait for what was handed over."""
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
    """What came of each of them, in one transaction; Undone if nothing can come of them together."""
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
        # A full disk, for one, ends the whole transaction, and every savepoint with it.
        raise Undone from None
