"""Where transactions run: SQLite in threads of its own, PostgreSQL on the event loop. Both take the same functions.

aiosqlite would hop to its thread and back some twenty times in one commit: a lone append took two to four times longer.
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

from gamenight.store.database.sharing import Failed, Outcome, SharedCommit, Undone, side_by_side
from gamenight.store.database.troubles import may_work_at_once, meaning, was_refused
from gamenight.store.errors import OutcomeUnknown, StoreError

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

LOCK_TIMEOUT_MS = 5_000
"""How long a write waits for somebody else's lock before it gives up."""

STUCK_TRANSACTION_MS = 10_000
"""When PostgreSQL ends the transaction of a program that has stopped in the middle of it."""

ANSWER_TIMEOUT_S = 15.0
"""When PostgreSQL is taken to have vanished: a host that is cut off says nothing at all, and all matches would wait."""

SQLITE_READERS = 4
POSTGRES_WRITERS = 2
"""While PostgreSQL works on one commit, the next is made ready. SQLite has one write lock."""

POSTGRES_CONNECTIONS = POSTGRES_WRITERS + 4

CLOSED = "the store is closed"

# Errors show no parameters: the seed is one of them. JSON is text here; the codec reads and writes it.
ENGINE_SETTINGS: dict[str, Any] = {
    "hide_parameters": True,
    "json_serializer": str,
    "json_deserializer": str,
}


class Database(Protocol):
    """One database. Work that fails is rolled back; work whose connection was a dead one is done once more."""

    writers: int
    """How many transactions may usefully write at once."""

    async def read(self, work: Work[T]) -> T: ...

    async def write(self, work: Work[T]) -> T:
        """Do the work and commit it; StoreUnavailable means not written, OutcomeUnknown is what it says."""

    async def close(self) -> None:
        """Let go of it; whoever reads or writes from now on hears that it is closed."""


def database_at(url: str, *, is_patient: bool = False) -> Database:
    """The database of this URL; a patient one waits for as long as a statement takes."""
    parsed = parsed_url(url)
    if parsed.get_backend_name() == "sqlite":
        return Sqlite(parsed)
    return Postgres(parsed, None if is_patient else ANSWER_TIMEOUT_S)


def parsed_url(url: str) -> sa.URL:
    """The URL with the driver that is used here, whichever was written."""
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
    """What other drivers call `sslmode`, asyncpg calls `ssl`."""
    mode = url.query.get("sslmode")
    return url if mode is None else url.difference_update_query(["sslmode"]).update_query_pairs([("ssl", str(mode))])


def sqlite_file(url: str) -> Path | None:
    """The file that this URL names, if it names one."""
    parsed = parsed_url(url)
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


class Sqlite:
    """A file. One thread writes, as SQLite has one write lock; readers see the last commit meanwhile."""

    writers = 1

    def __init__(self, url: sa.URL) -> None:
        self._writing = _sqlite_engine(url, 1, "BEGIN IMMEDIATE")
        self._reading = _sqlite_engine(url, SQLITE_READERS, "BEGIN")
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(SQLITE_READERS, "store-reader")
        self._commits = SharedCommit(self._write_together)
        self._is_closed = False

    async def read(self, work: Work[T]) -> T:
        return await _run(lambda: self._read_alone(work))

    async def write(self, work: Work[T]) -> T:
        return await _run(lambda: self._share_commit(work))

    async def close(self) -> None:
        self._is_closed = True
        await self._commits.finish()
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        for threads, engine in ((self._writer, self._writing), (self._readers, self._reading)):
            threads.shutdown()
            engine.dispose()

    async def _share_commit(self, work: Work[T]) -> T:
        if self._is_closed:
            raise StoreError(CLOSED)
        done: T = await self._commits.write(work)
        return done

    async def _write_together(self, works: list[Work[Any]]) -> list[Outcome]:
        return await asyncio.get_running_loop().run_in_executor(self._writer, _all_committed, self._writing, works)

    async def _read_alone(self, work: Work[T]) -> T:
        if self._is_closed:
            raise StoreError(CLOSED)
        return await asyncio.get_running_loop().run_in_executor(self._readers, _connected, self._reading, work)


def _connected(engine: sa.Engine, work: Work[T]) -> T:
    with engine.connect() as connection:
        return work(connection)


def _all_committed(engine: sa.Engine, works: list[Work[Any]]) -> list[Outcome]:
    """What came of these works, in one commit if it can be."""
    if len(works) == 1:
        return [_alone(engine, works[0])]
    try:
        return _connected(engine, _committed(lambda connection: side_by_side(connection, works)))
    except Undone:
        return [_alone(engine, work) for work in works]
    except Exception as error:
        return [Failed(error) for _ in works]


def _alone(engine: sa.Engine, work: Work[T]) -> T | Failed:
    try:
        return _connected(engine, _committed(work))
    except Exception as error:
        return Failed(error)


def _sqlite_engine(url: sa.URL, connections: int, begin: str) -> sa.Engine:
    engine = sa.create_engine(url, pool_size=connections, max_overflow=0, **ENGINE_SETTINGS)
    sa.event.listen(engine, "connect", _set_up_sqlite)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _set_up_sqlite(connection: DBAPIConnection, _: Any) -> None:
    # The driver's own transactions would begin too late, and not at all before a change of the schema.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in (f"busy_timeout = {LOCK_TIMEOUT_MS}", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


class Postgres:
    """A server. READ COMMITTED is what the log is written for: a second statement sees who won the first one's race."""

    writers = POSTGRES_WRITERS

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
        self._is_closed = False

    async def read(self, work: Work[T]) -> T:
        return await _run(lambda: self._on_connection(work))

    async def write(self, work: Work[T]) -> T:
        return await _run(lambda: self._on_connection(_committed(work)))

    async def close(self) -> None:
        self._is_closed = True
        await self._engine.dispose()

    async def _on_connection(self, work: Work[T]) -> T:
        if self._is_closed:
            raise StoreError(CLOSED)
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)


async def _run(attempt: Callable[[], Awaitable[T]]) -> T:
    """The attempt's result, if need be at the second try."""
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
    return OutcomeUnknown(f"{meaning(error)}, and nobody knows yet whether the last entries were written")
