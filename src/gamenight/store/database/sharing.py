"""Group commit: what arrives during a commit shares the next one.

Syncing the disk costs more than most transactions do. Works run one after the other, each in its own savepoint: one
that fails is rolled back alone. Entries of a kind are written by one function, many rows at once; if that fails, each
is tried alone. A commit that fails, fails for all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import accumulate
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from gamenight.store.database.database_errors import meaning
from gamenight.store.errors import StoreUnavailable

MOST_AT_ONCE = 500
"""Maximum size of a commit, unless a single entry is larger; limits the wait of the last one."""

SIZE_OF_WORK = 5

Work = Callable[[sa.Connection], Any]


class Failed(Struct, frozen=True):
    """The outcome of work that raised this error."""

    error: Exception


class Undone(Exception):
    """An error has rolled back the whole transaction, including the work before it."""


Outcome = Any | Failed


class Entry(Struct, frozen=True):
    """A job that is written together with others of its kind. Entries with the same key stay in order."""

    write_all: Callable[[sa.Connection, list[Any]], Sequence[Outcome]]
    job: Any
    key: str
    size: int


Item = Work | Entry
T = TypeVar("T")


def size_of(item: Item) -> int:
    return item.size if isinstance(item, Entry) else SIZE_OF_WORK


class SharedCommit(Generic[T]):
    """A queue of items, and one task that writes them together, in order of arrival."""

    def __init__(self, perform: Callable[[list[T]], Awaitable[Sequence[Outcome]]], size_of: Callable[[T], int]) -> None:
        self._perform = perform
        self._size_of = size_of
        self._waiting: list[tuple[T, asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, item: T) -> Any:
        """The outcome of the item, after the commit."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._write_on())
        return await answer

    async def finish(self) -> None:
        """Wait until all pending items are written."""
        if self._task is not None:
            await self._task

    async def _write_on(self) -> None:
        # Let other tasks that are ready add their items now, so that they need not wait for a second commit.
        await asyncio.sleep(0)
        while self._waiting:
            count = self._how_many()
            batch, self._waiting = self._waiting[:count], self._waiting[count:]
            outcomes = await self._outcomes([item for item, _ in batch])
            for (_, answer), outcome in zip(batch, outcomes, strict=True):
                _tell(answer, outcome)
        self._task = None

    async def _outcomes(self, items: list[T]) -> Sequence[Outcome]:
        try:
            return await self._perform(items)
        except Exception as error:
            return [Failed(error)] * len(items)

    def _how_many(self) -> int:
        """The number of items for one commit: the first, whatever its size, and as many more as fit."""
        sizes = accumulate(self._size_of(item) for item, _ in self._waiting)
        return max(1, sum(size <= MOST_AT_ONCE for size in sizes))


def _tell(answer: asyncio.Future[Any], outcome: Outcome) -> None:
    if answer.done():
        return
    if isinstance(outcome, Failed):
        answer.set_exception(outcome.error)
    else:
        answer.set_result(outcome)


class Group:
    """Items that are written by one call: a work, or entries of one kind. `places` are their places in the batch."""

    def __init__(self, items: Sequence[Item], places: Sequence[int]) -> None:
        self.items = items
        self.places = places

    def __call__(self, connection: sa.Connection) -> list[Outcome]:
        first = self.items[0]
        if isinstance(first, Entry):
            return list(first.write_all(connection, [item.job for item in self.items if isinstance(item, Entry)]))
        return [first(connection)]

    def one_by_one(self) -> list[Group]:
        return [Group([item], [place]) for item, place in zip(self.items, self.places, strict=True)]

    def failed(self, error: Exception) -> list[Outcome]:
        return [Failed(error)] * len(self.items)

    def may_be_parted(self, error: Exception) -> bool:
        """Whether some of these items may succeed alone after this error, which one of them has caused."""
        return len(self.items) > 1 and not _is_unavailable(error)


def _is_unavailable(error: Exception) -> bool:
    told = meaning(error) if isinstance(error, SQLAlchemyError | OSError) else error
    return isinstance(told, StoreUnavailable)


def grouped(items: Sequence[Item]) -> list[Group]:
    """The items as groups, each where its first item is."""
    groups: dict[object, Group] = {}
    for place, item in enumerate(items):
        kind = item.write_all if isinstance(item, Entry) else place
        known = groups.get(kind)
        groups[kind] = Group([item], [place]) if known is None else Group([*known.items, item], [*known.places, place])
    return list(groups.values())


def side_by_side(connection: sa.Connection, groups: Sequence[Group]) -> list[list[Outcome]]:
    """Perform all groups in one transaction; the outcomes of each, or Undone if the transaction failed."""
    return [_apart(connection, group) for group in groups]


def _apart(connection: sa.Connection, group: Group) -> list[Outcome]:
    connection.exec_driver_sql("SAVEPOINT work")
    try:
        done = group(connection)
    except Exception as error:
        _take_back(connection)
        if not group.may_be_parted(error):
            return group.failed(error)
        return [outcome for one in group.one_by_one() for outcome in _apart(connection, one)]
    connection.exec_driver_sql("RELEASE work")
    return done


def _take_back(connection: sa.Connection) -> None:
    try:
        connection.exec_driver_sql("ROLLBACK TO work")
        connection.exec_driver_sql("RELEASE work")
    except SQLAlchemyError:
        # Some errors, such as a full disk, end the whole transaction with all its savepoints.
        raise Undone from None


def in_order(groups: Sequence[Group], outcomes: Sequence[list[Outcome]]) -> list[Outcome]:
    """The outcome of each item, in the order of the batch."""
    placed = {
        place: outcome
        for group, own in zip(groups, outcomes, strict=True)
        for place, outcome in zip(group.places, own, strict=True)
    }
    return [placed[place] for place in range(len(placed))]
