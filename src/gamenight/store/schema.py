"""Bring a database to the schema of this version; safe if many processes do so at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from gamenight.store.engines import (
    BUSY_TIMEOUT_MS,
    database_url,
    is_locked,
    is_sqlite,
    meaning,
    plain_engine,
    writing_engine,
)
from gamenight.store.errors import StoreError

# Any number, as long as nothing else in the database locks the same one.
MIGRATION_LOCK = 7_264_553_401

# Alembic keeps the migration that is under way in a global.
_one_at_a_time = asyncio.Lock()


async def upgrade(url: str) -> None:
    """Bring the database at this URL to the newest schema; nothing happens if it has it."""
    parsed = database_url(url)
    try:
        if parsed.get_backend_name() == "sqlite":
            await _use_wal(parsed)
        await _migrate(parsed)
    except (SQLAlchemyError, OSError) as error:
        raise meaning(error) from None
    except CommandError:
        raise StoreError("the database has a schema that this version does not know; it may be newer") from None


async def _use_wal(url: sa.URL) -> None:
    """Switch the file to the write-ahead log, once and for all. SQLite does not wait for that by itself."""
    async with _disposed(plain_engine(url)) as engine:
        for _ in range(BUSY_TIMEOUT_MS // 50):
            try:
                return await _ask_for_wal(engine)
            except DBAPIError as error:
                if not is_locked(error):
                    raise
            await asyncio.sleep(0.05)
        await _ask_for_wal(engine)


async def _ask_for_wal(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        await connection.exec_driver_sql("PRAGMA journal_mode = WAL")


async def _migrate(url: sa.URL) -> None:
    """Run what is missing in one transaction; whoever comes second waits, then finds nothing missing."""
    async with _disposed(writing_engine(url, 1)) as engine:
        if await _revision(engine) == newest_revision():
            return
        async with _one_at_a_time, engine.begin() as connection:
            if not is_sqlite(engine):
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            await connection.run_sync(_upgrade)


async def _revision(engine: AsyncEngine) -> str | None:
    async with engine.connect() as connection:
        return await connection.run_sync(lambda plain: MigrationContext.configure(plain).get_current_revision())


def newest_revision() -> str | None:
    return ScriptDirectory.from_config(_config()).get_current_head()


def _upgrade(connection: sa.Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "gamenight.store:migrations")
    return config


@asynccontextmanager
async def _disposed(engine: AsyncEngine) -> AsyncIterator[AsyncEngine]:
    try:
        yield engine
    finally:
        await engine.dispose()
