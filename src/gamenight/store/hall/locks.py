"""The rows of tables as locks: a transaction that changes anything at a table first locks its row.

SQLite has one lock for everything; each write transaction holds it from the beginning.
Statements that people wait for are built only once: building one takes SQLAlchemy longer than SQLite needs to run it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from gamenight.core.model import MatchId
from gamenight.store.database.tables import Instant, tables
from gamenight.store.errors import UnknownMatch
from gamenight.store.log.codec import is_plain

TABLES_AT_ONCE = 200
"""Default maximum number of tables locked by one transaction; others that need one of them have to wait."""

_OWN = tables.c.match_id == sa.bindparam("of_match")
_AT = sa.bindparam("at", type_=Instant)
# FOR NO KEY UPDATE, as FOR UPDATE is only needed for rows that are to be deleted.
_LOCK = sa.select(tables).where(_OWN).with_for_update(key_share=True)
_RENEW = (
    tables.update()
    .where(_OWN)
    .values(
        revision=tables.c.revision + 1,
        changed_at=sa.case((tables.c.changed_at < _AT, _AT), else_=tables.c.changed_at),
    )
)


def lock(connection: sa.Connection, match_id: MatchId) -> sa.RowMapping:
    """Lock and return the table's row, until this transaction ends; raises UnknownMatch."""
    row = connection.execute(_LOCK, {"of_match": known(match_id)}).mappings().first()
    if row is None:
        raise UnknownMatch(match_id)
    return row


def lock_free(
    connection: sa.Connection,
    condition: sa.ColumnElement[bool],
    limit: int | None = None,
    order: sa.ColumnElement[Any] | None = None,
) -> Sequence[MatchId]:
    """Lock some tables that are not locked yet. A condition on other rows may be outdated, so check it again."""
    statement = sa.select(tables.c.match_id).where(condition).limit(TABLES_AT_ONCE if limit is None else limit)
    statement = statement if order is None else statement.order_by(order)
    return connection.scalars(statement.with_for_update(key_share=True, skip_locked=True)).all()


def renew(connection: sa.Connection, match_id: MatchId, at: int | None = None, **columns: Any) -> None:
    """Increment the revision of the table, as it has changed, at `at` or now."""
    at = time.time_ns() // 1_000_000 if at is None else at
    connection.execute(_RENEW, {"of_match": match_id, "at": at, **columns})


def known(match_id: MatchId) -> MatchId:
    """Return the id; raises UnknownMatch if a database cannot store it."""
    if not is_plain(match_id):
        raise UnknownMatch(match_id)
    return match_id
