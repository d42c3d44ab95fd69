"""Names that moved: use `sqlite_file` and `revision` of gamenight.store instead."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from gamenight.store.database import parsed_url as database_url
from gamenight.store.troubles import meaning

__all__ = ["database_url", "meaning", "plain_engine"]


def plain_engine(url: sa.URL) -> AsyncEngine:
    return create_async_engine(url.set(drivername=url.drivername.replace("pysqlite", "aiosqlite")))
