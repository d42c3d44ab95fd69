"""Database engines by URL, and what their errors mean in one sentence."""

from __future__ import annotations

import sqlite3
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from gamenight.store.errors import BadEntry, StoreError, StoreUnavailable

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
BUSY_TIMEOUT_MS = 5_000
"""How long a write to SQLite waits for another process before it gives up."""

NOT_A_DATABASE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
SQLITE_TROUBLES = {
    sqlite3.SQLITE_BUSY: "the database is locked by another process",
    sqlite3.SQLITE_LOCKED: "the database is locked by another process",
    sqlite3.SQLITE_FULL: "the disk or the database's quota is full",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
    sqlite3.SQLITE_CANTOPEN: "the database's file cannot be opened",
    sqlite3.SQLITE_READONLY: "the database's file may not be written",
    sqlite3.SQLITE_NOMEM: "there is not enough memory",
}

# By the first two characters of the SQLSTATE, then by all five.
POSTGRES_TROUBLES = {
    "08": "the database cannot be reached",
    "28": "the database refuses this user",
    "3D": "there is no such database",
    "53": "the database has run out of a resource",
    "57": "the database is shutting down or starting up",
    "58": "the database has trouble with its disk",
    "53100": "the database's disk is full",
    "53300": "the database has too many connections",
    "25006": "the database may only be read",
}
CIRCULAR_WAIT = {"40P01", "40001"}


def database_url(url: str) -> sa.URL:
    """The URL with the asynchronous driver that this package uses."""
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        raise StoreError("the database's URL cannot be read") from None
    family = parsed.get_backend_name()
    if family not in DRIVERS:
        raise StoreError(f"there is no store for {family} databases; use memory://, sqlite:/// or postgresql://")
    if family == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise StoreError("SQLite needs a file, as in sqlite:///matches.db; memory:// needs none")
    return _with_ssl(parsed.set(drivername=DRIVERS[family]))


def _with_ssl(url: sa.URL) -> sa.URL:
    """What other drivers call `sslmode`, asyncpg calls `ssl`."""
    mode = url.query.get("sslmode")
    return url if mode is None else url.difference_update_query(["sslmode"]).update_query_pairs([("ssl", str(mode))])


def plain_engine(url: sa.URL) -> AsyncEngine:
    """An engine of one connection; on SQLite its statements are not gathered in transactions."""
    return _engine(url, 1)


def writing_engine(url: sa.URL, connections: int) -> AsyncEngine:
    """An engine whose transactions write: on SQLite they take the one write lock when they begin."""
    engine = _engine(url, connections)
    if is_sqlite(engine):
        _begin_with(engine, "BEGIN IMMEDIATE")
    return engine


def reading_engine(url: sa.URL) -> AsyncEngine:
    engine = _engine(url, 4)
    if is_sqlite(engine):
        _begin_with(engine, "BEGIN")
    return engine


def is_sqlite(engine: AsyncEngine) -> bool:
    return engine.dialect.name == "sqlite"


def _engine(url: sa.URL, connections: int) -> AsyncEngine:
    # Errors show no parameters: the seed is one of them. JSON is text here; the codec reads and writes it.
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,
        json_serializer=_as_it_is,
        json_deserializer=_as_it_is,
    )
    if is_sqlite(engine):
        sa.event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def _as_it_is(text: str) -> str:
    return text


def _set_up_sqlite(connection: DBAPIConnection, _: Any) -> None:
    # The driver's own transactions would begin too late, and not at all before a change of the schema.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in (f"busy_timeout = {BUSY_TIMEOUT_MS}", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin_with(engine: AsyncEngine, statement: str) -> None:
    sa.event.listen(engine.sync_engine, "begin", lambda connection: connection.exec_driver_sql(statement))


def meaning(error: SQLAlchemyError | OSError) -> StoreError:
    """What went wrong, for whoever called the store: nothing of the statement and its values is in it."""
    if isinstance(error, OSError):
        return StoreUnavailable("the database cannot be reached")
    if not isinstance(error, DBAPIError):
        return StoreUnavailable("the database gives no connection in time")
    if isinstance(error.orig, sqlite3.Error):
        return _sqlite_meaning(error.orig)
    return _postgres_meaning(error)


def _sqlite_meaning(error: sqlite3.Error) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in SQLITE_TROUBLES:
        return StoreUnavailable(SQLITE_TROUBLES[code])
    if code in NOT_A_DATABASE:
        return StoreError("the file is damaged or is not a database")
    return BadEntry(f"the database refuses the entry ({type(error).__name__})")


def _postgres_meaning(error: DBAPIError) -> StoreError:
    state = sqlstate(error)
    trouble = POSTGRES_TROUBLES.get(state) or POSTGRES_TROUBLES.get(state[:2])
    if trouble is None and (error.connection_invalidated or not state):
        trouble = "the database cannot be reached"
    if trouble is not None:
        return StoreUnavailable(trouble)
    return BadEntry(f"the database refuses the entry (SQLSTATE {state})")


def is_locked(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def sqlstate(error: SQLAlchemyError | OSError) -> str:
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def may_work_at_once(error: SQLAlchemyError | OSError) -> bool:
    """A second try is likely to work: the connection was an old one, or two stores waited for each other."""
    return sqlstate(error) in CIRCULAR_WAIT or (isinstance(error, DBAPIError) and error.connection_invalidated)


def was_refused(error: SQLAlchemyError | OSError) -> bool:
    """A commit that failed like this was rolled back: it never reached the disk."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL)
