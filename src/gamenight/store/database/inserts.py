"""Inserts that skip existing rows. Both databases have the same syntax for it, but SQLAlchemy has no common form."""

from __future__ import annotations

from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

Insert = postgresql.Insert | sqlite.Insert

Row = dict[str, Any]
"""A row to write: a value for each column."""


def insert(connection: sa.Connection, table: sa.Table) -> Insert:
    """An insert that supports an ON CONFLICT clause."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


def insert_new(connection: sa.Connection, table: sa.Table) -> Insert:
    """An insert that skips existing rows. Cached, as making one is slow."""
    return _insert_new(connection.dialect.name, table)


@cache
def _insert_new(dialect: str, table: sa.Table) -> Insert:
    if dialect == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()
