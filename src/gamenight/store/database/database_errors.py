"""Translate database errors into one sentence, which contains nothing of the statement and its values."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from gamenight.store.errors import BadEntry, StoreError, StoreUnavailable

NOT_A_DATABASE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
SQLITE_ERRORS = {
    sqlite3.SQLITE_BUSY: "the database is locked by another process",
    sqlite3.SQLITE_LOCKED: "the database is locked by another process",
    sqlite3.SQLITE_FULL: "the disk or the database's quota is full",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
    sqlite3.SQLITE_CANTOPEN: "the database's file cannot be opened",
    sqlite3.SQLITE_READONLY: "the database's file may not be written",
    sqlite3.SQLITE_NOMEM: "there is not enough memory",
}

# Keys are a complete SQLSTATE, or its first two characters.
POSTGRES_ERRORS = {
    "08": "the database cannot be reached",
    "28": "the database refuses this user",
    "3D": "there is no such database",
    "40": "the database has cancelled the transaction",
    "53": "the database has run out of a resource",
    "57": "the database is shutting down or starting up",
    "58": "the database has a problem with its disk",
    "53100": "the database's disk is full",
    "53300": "the database has too many connections",
    "25006": "the database is read-only",
    "25P03": "the database has ended a transaction that took too long",
    "55P03": "the database is locked by another process",
}
CIRCULAR_WAIT = {"40P01", "40001"}


def meaning(error: SQLAlchemyError | OSError) -> StoreError:
    """The error for the caller of the store; it contains nothing of the statement and its values."""
    if isinstance(error, OSError):
        return StoreUnavailable("the database cannot be reached")
    if not isinstance(error, DBAPIError):
        return StoreUnavailable("the database gives no connection in time")
    if isinstance(error.orig, sqlite3.Error):
        return sqlite_meaning(error.orig)
    return _postgres_meaning(error)


def sqlite_meaning(error: sqlite3.Error) -> StoreError:
    code = sqlite_code(error)
    if code in SQLITE_ERRORS:
        return StoreUnavailable(SQLITE_ERRORS[code])
    if code in NOT_A_DATABASE:
        return StoreError("the file is damaged or is not a database")
    return BadEntry(f"the database refuses the entry ({type(error).__name__})")


def _postgres_meaning(error: DBAPIError) -> StoreError:
    state = sqlstate(error)
    trouble = POSTGRES_ERRORS.get(state) or POSTGRES_ERRORS.get(state[:2])
    if trouble is None and error.connection_invalidated:
        trouble = "the database cannot be reached"
    if trouble is not None:
        return StoreUnavailable(trouble)
    return BadEntry(f"the database refuses the entry (SQLSTATE {state or 'unknown'})")


def is_locked(error: sqlite3.Error) -> bool:
    return sqlite_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def sqlite_code(error: object) -> int:
    """The primary result code of SQLite; 0 for other errors."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def sqlstate(error: SQLAlchemyError | OSError) -> str:
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def may_work_at_once(error: SQLAlchemyError | OSError) -> bool:
    """A second try is likely to work: the connection was stale, or two stores were in a deadlock."""
    return sqlstate(error) in CIRCULAR_WAIT or (isinstance(error, DBAPIError) and error.connection_invalidated)


def was_refused(error: SQLAlchemyError | OSError) -> bool:
    """A commit that failed with this error was rolled back and never reached the disk."""
    return sqlite_code(getattr(error, "orig", None)) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL)
