"""Write many rows at once, directly through the driver: SQLAlchemy's way costs as much per row as SQLite itself.

SQLite gets many rows in one statement, and returns many as one JSON value. Its driver releases the GIL for each row,
and while the event loop is busy, it may take five milliseconds to get it back: 600 events one by one took ten times as
long as together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from gamenight.store.database.tables import matches, turns

Insert = postgresql.Insert | sqlite.Insert

Row = dict[str, Any]
"""A row to write: a value for each column."""

SIZES = (64, 16, 4, 1)
"""The numbers of rows that a statement may have: only a few, so that each statement is prepared once."""

HEAD = ("status", "last_at", "next_deadline", "turn_count", "event_count")
_MOVE_HEAD = (
    matches.update().where(matches.c.id == sa.bindparam("of_match")).values({name: sa.bindparam(name) for name in HEAD})
)
_MOVED = ", ".join(f"{name} = new.column{number}" for number, name in enumerate(HEAD, 2))
_inserted = msgspec.json.Decoder(list[tuple[int, str, int]])
_heads = msgspec.json.Decoder(list[tuple[str, int, int]])
_ONE_HEAD = f"({', '.join('?' * (1 + len(HEAD)))})"


def insert_each(connection: sa.Connection, statement: sa.Insert, rows: list[Row]) -> None:
    """Insert these rows, which all have the same columns."""
    if not rows:
        return
    text, names = _compiled(statement, connection.dialect, tuple(rows[0]))
    values = list(map(itemgetter(*names), rows))
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(text, values)
        return
    start, _, end = text.partition(" VALUES ")
    one, on, conflict = end.partition(" ON CONFLICT ")
    for some in _split(values):
        connection.exec_driver_sql(f"{start} VALUES {', '.join([one] * len(some))}{on}{conflict}", tuple(chain(*some)))


def insert_turns(connection: sa.Connection, rows: list[Row]) -> list[tuple[int, str, int]]:
    """Insert the turns that are not in the log yet; returns row id, match and index of each inserted turn."""
    statement = insert_new(connection, turns)
    if connection.dialect.name != "sqlite":
        returned = statement.returning(turns.c.id, turns.c.match_id, turns.c.turn_index)
        return [(row_id, match_id, index) for row_id, match_id, index in connection.execute(returned, rows).all()]
    # SQLite has only one writer at a time, so all rows with a higher id than before are ours.
    before = connection.exec_driver_sql("SELECT coalesce(max(id), 0) FROM turns").scalar()
    insert_each(connection, statement, rows)
    found = "SELECT json_group_array(json_array(id, match_id, turn_index)) FROM turns WHERE id > ?"
    return _inserted.decode(connection.exec_driver_sql(found, (before,)).scalar_one())


def read_heads(connection: sa.Connection, match_ids: Collection[str]) -> list[tuple[str, int, int]]:
    """The numbers of turns and events of these matches; matches that do not exist are left out."""
    if connection.dialect.name != "sqlite":
        columns = matches.c.id, matches.c.turn_count, matches.c.event_count
        found = connection.execute(sa.select(*columns).where(matches.c.id.in_(match_ids))).all()
        return [(match_id, turn_count, event_count) for match_id, turn_count, event_count in found]
    wanted = msgspec.json.encode(tuple(match_ids)).decode()
    text = (
        "SELECT json_group_array(json_array(id, turn_count, event_count)) FROM matches"
        " WHERE id IN (SELECT value FROM json_each(?))"
    )
    return _heads.decode(connection.exec_driver_sql(text, (wanted,)).scalar_one())


def move_heads(connection: sa.Connection, rows: list[Row]) -> None:
    """Update the columns of HEAD of these matches; a row also has the match id as `of_match`."""
    if not rows:
        return
    if connection.dialect.name != "sqlite":
        text, names = _compiled(_MOVE_HEAD, connection.dialect, tuple(rows[0]))
        connection.exec_driver_sql(text, list(map(itemgetter(*names), rows)))
        return
    for some in _split(list(map(itemgetter("of_match", *HEAD), rows))):
        new = ", ".join([_ONE_HEAD] * len(some))
        text = f"UPDATE matches SET {_MOVED} FROM (VALUES {new}) AS new WHERE matches.id = new.column1"
        connection.exec_driver_sql(text, tuple(chain(*some)))


def _split(values: list[Any]) -> Iterator[list[Any]]:
    done = 0
    for size in SIZES:
        while len(values) - done >= size:
            yield values[done : done + size]
            done += size


@lru_cache(64)
def _compiled(statement: sa.Insert | sa.Update, dialect: sa.Dialect, names: tuple[str, ...]) -> tuple[str, list[str]]:
    """The statement as text for the driver, and the order in which it takes the values."""
    compiled = statement.compile(dialect=dialect, column_keys=list(names))
    assert isinstance(compiled, SQLCompiler)
    assert compiled.positiontup is not None
    return compiled.string, list(compiled.positiontup)


def insert(connection: sa.Connection, table: sa.Table) -> Insert:
    """An insert that supports an ON CONFLICT clause."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


def insert_new(connection: sa.Connection, table: sa.Table) -> Insert:
    """An insert that skips existing rows. Cached, as making one is slow; SQLAlchemy has no form for both databases."""
    return _insert_new(connection.dialect.name, table)


@cache
def _insert_new(dialect: str, table: sa.Table) -> Insert:
    if dialect == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()
