"""Inserts that pass over rows which are there already: both databases spell it alike, SQLAlchemy does not."""

from __future__ import annotations

from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

Insert = postgresql.Insert | sqlite.Insert

Row = dict[str, Any]
"""What is written: a value for each column."""


def insert(connection: sa.Connection, table: sa.Table) -> Insert:
    """An insert that may be told what to do with a conflict."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


def insert_new(connection: sa.Connection, table: sa.Table) -> Insert:
    """An insert that leaves out rows which are there already; the same object each time, as making one costs."""
    return _insert_new(connection.dialect.name, table)


@cache
def _insert_new(dialect: str, table: sa.Table) -> Insert:
    if dialect == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()
