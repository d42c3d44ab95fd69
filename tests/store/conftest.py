"""Fixtures with an empty store of each kind, so that all stores run the same tests."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from gamenight.store import MatchStore, open_hall, open_store, upgrade
from gamenight.store.hall.hall import Hall
from tools.services import Postgres


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'matches.db'}"


@pytest.fixture(scope="session")
def sqlite_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the newest schema, made once, as copying it is faster."""
    file = tmp_path_factory.mktemp("sqlite") / "matches.db"
    asyncio.run(upgrade(f"sqlite:///{file}"))
    return file


@pytest.fixture
def sqlite_empty_log(sqlite_log: Path, tmp_path: Path, sqlite_url: str) -> str:
    shutil.copy(sqlite_log, tmp_path / "matches.db")
    return sqlite_url


@pytest.fixture(scope="session")
def postgres_log(postgres: Postgres) -> str:
    """A database with the newest schema, made once: it takes longer than most tests."""
    url = postgres.create_database("match_log")
    asyncio.run(upgrade(url))
    return url


@pytest.fixture
def postgres_empty_log(postgres_log: str) -> str:
    asyncio.run(_empty(postgres_log))
    return postgres_log


async def _empty(url: str) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        # Not TRUNCATE, which makes new files for every table and index.
        for table in ("matches", "tables", "nodes"):
            await connection.execute(text(f"DELETE FROM {table}"))
    await engine.dispose()


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty log on disk, once of each kind."""
    return request.getfixturevalue({"sqlite": "sqlite_empty_log", "postgres": "postgres_empty_log"}[request.param])


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest) -> str:
    fixtures = {"sqlite": "sqlite_empty_log", "postgres": "postgres_empty_log"}
    return request.getfixturevalue(fixtures[request.param]) if request.param in fixtures else "memory://"


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[MatchStore]:
    store = await open_store(store_url)
    yield store
    await store.close()


@pytest.fixture
async def node(database_url: str) -> AsyncIterator[tuple[MatchStore, Hall]]:
    """What one node has: the log and the hall of the same database."""
    store, hall = await open_hall(database_url)
    yield store, hall
    await store.close()


@pytest.fixture
def hall(node: tuple[MatchStore, Hall]) -> Hall:
    return node[1]
