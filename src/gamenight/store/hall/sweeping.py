"""Work that nodes poll for: lease what is due to one node, and close abandoned tables.

Rows that another transaction has locked are skipped: they are changing, and the next poll will see them. Leases do not
increment the revision.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from gamenight.core.model import MatchId
from gamenight.store.database.tables import matches, places, presence, tables
from gamenight.store.hall.locks import TABLES_AT_ONCE, lock_free
from gamenight.store.log.codec import OVER


def is_match_due(connection: sa.Connection, now: int) -> bool:
    return connection.scalar(sa.select(matches.c.id).where(*_is_due(now)).limit(1)) is not None


def claim_due(connection: sa.Connection, now: int, until: int, limit: int) -> list[MatchId]:
    due = sa.select(matches.c.id).where(*_is_due(now)).order_by(matches.c.next_deadline, matches.c.id).limit(limit)
    found = connection.scalars(due.with_for_update(key_share=True, skip_locked=True)).all()
    # The deadline is checked again, so that one that a turn has written meanwhile stays.
    claimed = matches.update().where(matches.c.id.in_(found), matches.c.next_deadline <= now)
    leased = set(connection.scalars(claimed.values(next_deadline=until).returning(matches.c.id)).all())
    return [match_id for match_id in found if match_id in leased]


def is_absence_due(connection: sa.Connection, now: int) -> bool:
    return connection.scalar(sa.select(places.c.match_id).where(places.c.attend_at <= now).limit(1)) is not None


def claim_absences(connection: sa.Connection, now: int, until: int, limit: int) -> list[MatchId]:
    due = sa.select(places.c.match_id).where(places.c.attend_at <= now)
    earliest = sa.select(sa.func.min(places.c.attend_at)).where(places.c.match_id == tables.c.match_id)
    found = lock_free(connection, tables.c.match_id.in_(due), limit, earliest.scalar_subquery())
    claimed = places.update().where(places.c.match_id.in_(found), places.c.attend_at <= now).values(attend_at=until)
    leased = set(connection.scalars(claimed.returning(places.c.match_id)).all())
    return [match_id for match_id in found if match_id in leased]


def is_table_idle(connection: sa.Connection, idle_since: int) -> bool:
    return connection.scalar(sa.select(tables.c.match_id).where(_is_idle(idle_since)).limit(1)) is not None


def close_some(connection: sa.Connection, idle_since: int) -> Sequence[MatchId]:
    """Close some of the idle tables. If one was a rematch, its match can get another rematch."""
    found = lock_free(connection, _is_idle(idle_since))
    closing = connection.scalars(sa.select(tables.c.match_id).where(tables.c.match_id.in_(found), _nobody())).all()
    # Before the deletion: a transaction that opens another rematch has locked the older table, and would wait.
    older = tables.update().where(tables.c.rematch.in_(closing))
    connection.execute(older.values(rematch=None, revision=tables.c.revision + 1))
    connection.execute(tables.delete().where(tables.c.match_id.in_(closing)))
    return closing


def claim_begun(
    connection: sa.Connection, match_ids: Sequence[MatchId], now: int, until: int, limit: int
) -> Sequence[MatchId]:
    """Lease some of these tables, which had no match in the log."""
    is_waiting = sa.and_(tables.c.match_id.in_(match_ids), tables.c.beginning_at <= now)
    found = lock_free(connection, is_waiting, limit, tables.c.beginning_at)
    connection.execute(tables.update().where(tables.c.match_id.in_(found)).values(beginning_at=until))
    return found


def note_begun(connection: sa.Connection, match_ids: Sequence[MatchId]) -> None:
    """The matches of these tables have been seen in the log."""
    found = lock_free(connection, tables.c.match_id.in_(match_ids), len(match_ids))
    connection.execute(tables.update().where(tables.c.match_id.in_(found)).values(beginning_at=None))


def long_over(connection: sa.Connection, since: int) -> Sequence[MatchId]:
    """Some tables with a delay that still count as open, although spectators have known since `since` that their match
    is over."""
    over = sa.select(tables.c.match_id).join(matches, matches.c.id == tables.c.match_id)
    late = tables.c.delay_ms > 0, matches.c.last_at + tables.c.delay_ms < since
    over = over.where(tables.c.open_since.is_not(None), matches.c.status.in_(OVER), *late)
    return connection.scalars(over.limit(TABLES_AT_ONCE)).all()


def note_over(connection: sa.Connection, match_ids: Sequence[MatchId]) -> None:
    """Remove tables whose matches are over from the list of open ones."""
    found = lock_free(connection, tables.c.match_id.in_(match_ids))
    connection.execute(tables.update().where(tables.c.match_id.in_(found)).values(open_since=None))


def _is_due(now: int) -> tuple[sa.ColumnElement[bool], ...]:
    # A match without a table is played by a program that watches its deadlines itself.
    return matches.c.next_deadline <= now, sa.exists().where(tables.c.match_id == matches.c.id)


def _is_idle(idle_since: int) -> sa.ColumnElement[bool]:
    return sa.and_(tables.c.started_at.is_(None), tables.c.changed_at < idle_since, _nobody())


def _nobody() -> sa.ColumnElement[bool]:
    return ~sa.exists().where(presence.c.match_id == tables.c.match_id)
