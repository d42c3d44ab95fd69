"""The rows of tables as locks: whatever is changed at a table is changed by whoever has locked its row.

SQLite has one lock for everything, which every transaction that writes has from its beginning.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import sqlalchemy as sa

from gamenight.core.model import MatchId
from gamenight.store.codec import is_plain
from gamenight.store.errors import UnknownMatch
from gamenight.store.tables import Instant, tables

# Not FOR UPDATE: rows that refer to the table may be inserted meanwhile, as the log does with matches.
_LOCK = sa.select(tables).where(tables.c.match_id == sa.bindparam("of_table")).with_for_update(key_share=True)
_AT = sa.bindparam("at", type_=Instant)
_RENEW = (
    tables.update()
    .where(tables.c.match_id == sa.bindparam("of_table"))
    .values(
        revision=tables.c.revision + 1, changed_at=sa.case((tables.c.changed_at < _AT, _AT), else_=tables.c.changed_at)
    )
)


def lock(connection: sa.Connection, match_id: MatchId) -> sa.RowMapping:
    """The table's row, which nobody else changes before this transaction ends; UnknownMatch."""
    row = connection.execute(_LOCK, {"of_table": known(match_id)}).mappings().first()
    if row is None:
        raise UnknownMatch(match_id)
    return row


def lock_free(connection: sa.Connection, condition: sa.ColumnElement[bool], limit: int) -> Sequence[MatchId]:
    """Lock those tables that nobody else has locked. The condition may be older than the lock: ask again."""
    statement = sa.select(tables.c.match_id).where(condition).limit(limit)
    return connection.scalars(statement.with_for_update(key_share=True, skip_locked=True)).all()


def renew(connection: sa.Connection, match_id: MatchId, at: int | None = None) -> None:
    """The table has changed, at this instant or now: a node that knows an earlier revision has news to read."""
    connection.execute(_RENEW, {"of_table": match_id, "at": time.time_ns() // 1_000_000 if at is None else at})


def known(match_id: MatchId) -> MatchId:
    """The same id; UnknownMatch if it is none that a database could hold."""
    if not is_plain(match_id):
        raise UnknownMatch(match_id)
    return match_id
