"""Run transactions: SQLite's in threads, PostgreSQL's on the event loop. Both accept the same functions.

aiosqlite would switch to its thread and back about twenty times per commit: a single append took two to four times as
long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from gamenight.store.database.database_errors import may_work_at_once, meaning, was_refused
from gamenight.store.database.sharing import (
    Entry,
    Group,
    Item,
    Outcome,
    SharedCommit,
    Undone,
    grouped,
    in_order,
    side_by_side,
    size_of,
)
from gamenight.store.errors import OutcomeUnknown, StoreError

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

LOCK_TIMEOUT_MS = 5_000
"""How long a write waits for another transaction's lock before it fails."""

STUCK_TRANSACTION_MS = 10_000
"""PostgreSQL ends a transaction that is idle for this long, because its program has stopped in the middle of it."""

ANSWER_TIMEOUT_S = 15.0
"""A statement on PostgreSQL fails after this time: a host that is cut off never answers, and all matches would wait."""

SQLITE_READERS = 4
POSTGRES_WRITERS = 2
"""While PostgreSQL commits one transaction, the next is prepared. SQLite has only one write lock."""

POSTGRES_CONNECTIONS = POSTGRES_WRITERS + 4

CLOSED = "the store is closed"

# Errors must not show parameters, as the seed is one of them. JSON is text here; the codec reads and writes it.
ENGINE_SETTINGS: dict[str, Any] = {
    "hide_parameters": True,
    "json_serializer": str,
    "json_deserializer": str,
}


class Database(Protocol):
    """One database. Work that fails is rolled back; if the connection was lost before, the work is repeated once."""

    async def read(self, work: Work[T]) -> T: ...

    async def write(self, work: Work[T]) -> T:
        """Do the work and commit it. StoreUnavailable: nothing was written; OutcomeUnknown: it may have been
        written."""

    async def write_entry(self, entry: Entry) -> Any:
        """As `write`, in a commit with the other entries that arrive meanwhile."""

    async def close(self) -> None:
        """Close all connections; later reads and writes raise StoreError."""


def database_at(url: str, *, is_patient: bool = False) -> Database:
    """The database at this URL; with `is_patient`, statements on PostgreSQL have no time limit."""
    parsed = parsed_url(url)
    if parsed.get_backend_name() == "sqlite":
        return Sqlite(parsed)
    return Postgres(parsed, None if is_patient else ANSWER_TIMEOUT_S)


def parsed_url(url: str) -> sa.URL:
    """The URL, with its driver replaced by the one used here."""
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        raise StoreError("the database's URL cannot be read") from None
    match parsed.drivername.partition("+")[0]:
        case "sqlite" if parsed.database in (None, "", ":memory:"):
            raise StoreError("SQLite needs a file, as in sqlite:///matches.db; memory:// needs none")
        case "sqlite":
            return parsed.set(drivername="sqlite+pysqlite")
        case "postgresql" | "postgres":
            return _with_ssl(parsed.set(drivername="postgresql+asyncpg"))
        case other:
            raise StoreError(f"there is no store for {other}; use memory://, sqlite:///FILE or postgresql://...")


def _with_ssl(url: sa.URL) -> sa.URL:
    """Rename the parameter `sslmode` of other drivers to `ssl`, as asyncpg calls it."""
    mode = url.query.get("sslmode")
    return url if mode is None else url.difference_update_query(["sslmode"]).update_query_pairs([("ssl", str(mode))])


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite URL; None for other databases."""
    parsed = parsed_url(url)
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


class Sqlite:
    """A SQLite file. One thread writes, as SQLite has one write lock; readers meanwhile see the last commit."""

    def __init__(self, url: sa.URL) -> None:
        self._writing = _sqlite_engine(url, 1, "BEGIN IMMEDIATE")
        self._reading = _sqlite_engine(url, SQLITE_READERS, "BEGIN")
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(SQLITE_READERS, "store-reader")
        self._commits = SharedCommit(self._commit_together, size_of)
        self._is_closed = False

    async def read(self, work: Work[T]) -> T:
        return await _run(lambda: self._read_alone(work))

    async def write(self, work: Work[T]) -> T:
        return await _run(lambda: self._share_commit(work))

    async def write_entry(self, entry: Entry) -> Any:
        return await _run(lambda: self._share_commit(entry))

    async def close(self) -> None:
        self._is_closed = True
        await self._commits.finish()
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        for threads, engine in ((self._writer, self._writing), (self._readers, self._reading)):
            threads.shutdown()
            engine.dispose()

    async def _share_commit(self, item: Item) -> Any:
        if self._is_closed:
            raise StoreError(CLOSED)
        return await self._commits.write(item)

    async def _commit_together(self, items: list[Item]) -> list[Outcome]:
        return await asyncio.get_running_loop().run_in_executor(self._writer, _all_committed, self._writing, items)

    async def _read_alone(self, work: Work[T]) -> T:
        if self._is_closed:
            raise StoreError(CLOSED)
        return await asyncio.get_running_loop().run_in_executor(self._readers, _connected, self._reading, work)


def _connected(engine: sa.Engine, work: Work[T]) -> T:
    with engine.connect() as connection:
        return work(connection)


def _all_committed(engine: sa.Engine, items: list[Item]) -> list[Outcome]:
    """The outcomes of these items, in one commit if possible."""
    groups = grouped(items)
    return in_order(groups, _outcomes(engine, groups))


def _outcomes(engine: sa.Engine, groups: list[Group]) -> list[list[Outcome]]:
    if len(groups) == 1:
        return [_alone(engine, groups[0])]
    try:
        return _connected(engine, _committed(lambda connection: side_by_side(connection, groups)))
    except Undone:
        return [_alone(engine, group) for group in groups]
    except Exception as error:
        return [group.failed(error) for group in groups]


def _alone(engine: sa.Engine, group: Group) -> list[Outcome]:
    try:
        return _connected(engine, _committed(group))
    except Exception as error:
        if not group.may_be_parted(error):
            return group.failed(error)
    return [outcome for one in group.one_by_one() for outcome in _alone(engine, one)]


def _sqlite_engine(url: sa.URL, connections: int, begin: str) -> sa.Engine:
    engine = sa.create_engine(url, pool_size=connections, max_overflow=0, **ENGINE_SETTINGS)
    sa.event.listen(engine, "connect", _set_up_sqlite)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _set_up_sqlite(connection: DBAPIConnection, _: Any) -> None:
    # The driver's own transactions would begin too late, and not at all before schema changes.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in (f"busy_timeout = {LOCK_TIMEOUT_MS}", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


class Postgres:
    """A PostgreSQL server. The log relies on READ COMMITTED: after a lost race the next statement sees the winner."""

    def __init__(self, url: sa.URL, answer_timeout_s: float | None) -> None:
        timeouts = {
            "lock_timeout": str(LOCK_TIMEOUT_MS),
            "idle_in_transaction_session_timeout": str(STUCK_TRANSACTION_MS),
        }
        self._engine = create_async_engine(
            url,
            pool_size=POSTGRES_CONNECTIONS,
            max_overflow=0,
            isolation_level="READ COMMITTED",
            connect_args={"server_settings": timeouts, "command_timeout": answer_timeout_s},
            **ENGINE_SETTINGS,
        )
        self._commits = [SharedCommit(self._commit_together, size_of) for _ in range(POSTGRES_WRITERS)]
        self._is_closed = False

    async def read(self, work: Work[T]) -> T:
        return await _run(lambda: self._on_connection(work))

    async def write(self, work: Work[T]) -> T:
        return await _run(lambda: self._on_connection(_committed(work)))

    async def write_entry(self, entry: Entry) -> Any:
        return await _run(lambda: self._share_commit(entry))

    async def close(self) -> None:
        self._is_closed = True
        for commits in self._commits:
            await commits.finish()
        await self._engine.dispose()

    async def _share_commit(self, entry: Entry) -> Any:
        if self._is_closed:
            raise StoreError(CLOSED)
        return await self._commits[hash(entry.key) % len(self._commits)].write(entry)

    async def _commit_together(self, entries: list[Item]) -> list[Outcome]:
        groups = grouped(entries)
        return in_order(groups, [await self._commit_group(group) for group in groups])

    async def _commit_group(self, group: Group) -> list[Outcome]:
        try:
            return await self._transact(_committed(group))
        except Exception as error:
            if not group.may_be_parted(error):
                return group.failed(error)
        return [outcome for one in group.one_by_one() for outcome in await self._commit_group(one)]

    async def _on_connection(self, work: Work[T]) -> T:
        if self._is_closed:
            raise StoreError(CLOSED)
        return await self._transact(work)

    async def _transact(self, work: Work[T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)


async def _run(attempt: Callable[[], Awaitable[T]]) -> T:
    """Await the attempt, and repeat it once if a second try is likely to work."""
    try:
        return await attempt()
    except (SQLAlchemyError, OSError) as error:
        if not may_work_at_once(error):
            raise meaning(error) from None
    try:
        return await attempt()
    except (SQLAlchemyError, OSError) as error:
        raise meaning(error) from None


def _committed(work: Work[T]) -> Work[T]:
    def work_and_commit(connection: sa.Connection) -> T:
        done = work(connection)
        try:
            connection.commit()
        except (SQLAlchemyError, OSError) as error:
            raise _doubt(error) from None
        return done

    return work_and_commit


def _doubt(error: SQLAlchemyError | OSError) -> StoreError:
    if was_refused(error):
        return meaning(error)
    return OutcomeUnknown(f"{meaning(error)}; the last entries may or may not have been written")
