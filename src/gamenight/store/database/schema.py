"""Upgrade a database to the schema of this version; safe if many processes do so at once."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from threading import Lock

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from gamenight.store.database.database_errors import is_locked, sqlite_meaning
from gamenight.store.database.transactions import LOCK_TIMEOUT_MS, Database, database_at, sqlite_file
from gamenight.store.errors import StoreError

# An arbitrary number that nothing else in the database uses as an advisory lock.
MIGRATION_LOCK = 7_264_553_401

# Alembic keeps the running migration in a global variable, for all threads and event loops.
_one_at_a_time = Lock()


async def upgrade(url: str) -> None:
    """Upgrade the database at this URL to the newest schema; does nothing if it has that already."""
    await asyncio.to_thread(_upgrade_alone, url)


async def revision(url: str) -> str | None:
    """The schema revision of the database; None if it is empty."""
    async with _opened(url) as database:
        return await database.read(_revision)


def newest_revision() -> str | None:
    return ScriptDirectory.from_config(_config()).get_current_head()


def _upgrade_alone(url: str) -> None:
    with _one_at_a_time:
        file = sqlite_file(url)
        if file is not None:
            _use_wal(file)
        asyncio.run(_upgrade(url))


async def _upgrade(url: str) -> None:
    """Run all missing migrations in one transaction; a second process waits, then finds none missing."""
    try:
        async with _opened(url) as database:
            if await database.read(_revision) != newest_revision():
                await database.write(_migrate)
    except CommandError:
        raise StoreError("the database has a schema that this version does not know; it may be newer") from None


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Database]:
    # A migration of a large database may take long.
    database = database_at(url, is_patient=True)
    try:
        yield database
    finally:
        await database.close()


def _revision(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _migrate(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SET LOCAL lock_timeout = 0"))
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "gamenight.store:migrations")
    return config


def _use_wal(file: Path) -> None:
    """Switch the file to the write-ahead log, permanently. For this, SQLite does not wait for locks by itself."""
    give_up = time.monotonic() + LOCK_TIMEOUT_MS / 1000
    while True:
        try:
            with closing(sqlite3.connect(file)) as connection:
                connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.Error as error:
            if not is_locked(error) or time.monotonic() > give_up:
                raise sqlite_meaning(error) from None
        time.sleep(0.02)
