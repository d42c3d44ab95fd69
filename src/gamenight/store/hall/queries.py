"""Read the hall. A table's own row is read first, so the other rows may be newer than its revision, but never older."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from gamenight.core.model import GameStatus, MatchId
from gamenight.store.database.tables import chats, matches, places, tables
from gamenight.store.errors import UnknownMatch
from gamenight.store.hall.codec import read_line, read_listed, read_table, read_taken_seat
from gamenight.store.hall.locks import known
from gamenight.store.hall.table import ChatLine, Heads, Listed, Table, TableFilter, TakenSeat
from gamenight.store.log.codec import OVER, is_plain

IDS_AT_ONCE = 1_000
"""Maximum number of ids in one statement, as both databases limit the number of values."""

_WITH_MATCH = tables.outerjoin(matches, matches.c.id == tables.c.match_id)
_TABLE = sa.select(tables).where(tables.c.match_id == sa.bindparam("of_match"))
_PLACES = sa.select(places).where(places.c.match_id == sa.bindparam("of_match")).order_by(places.c.seat_index)


def table(connection: sa.Connection, match_id: MatchId) -> Table:
    row = connection.execute(_TABLE, {"of_match": known(match_id)}).mappings().first()
    if row is None:
        raise UnknownMatch(match_id)
    seated = connection.execute(_PLACES, {"of_match": match_id}).mappings().all()
    return read_table(row, tuple(map(read_taken_seat, seated)))


def page(
    connection: sa.Connection, wanted: TableFilter, limit: int, after: MatchId | None, now: int
) -> tuple[Listed, ...]:
    age = _age(wanted)
    statement = sa.select(tables, matches.c.status, matches.c.last_at).select_from(_WITH_MATCH)
    if after is not None:
        place: Any = sa.tuple_(_created_at(connection, known(after)), after)
        statement = statement.where(sa.tuple_(age, tables.c.match_id) < place)
    statement = statement.where(*_conditions(wanted, now)).order_by(age.desc(), tables.c.match_id.desc()).limit(limit)
    rows = connection.execute(statement).mappings().all()
    seated = _places(connection, [row["match_id"] for row in rows])
    return tuple(read_listed(row, seated[row["match_id"]]) for row in rows)


def lines(connection: sa.Connection, match_id: MatchId, since: int) -> tuple[ChatLine, ...]:
    said = sa.select(chats).where(chats.c.match_id == known(match_id), chats.c.number >= since)
    rows = connection.execute(said.order_by(chats.c.number)).mappings().all()
    if not rows:
        _created_at(connection, match_id)
    return tuple(map(read_line, rows))


def heads(connection: sa.Connection, match_ids: Collection[MatchId]) -> dict[MatchId, Heads]:
    columns = tables.c.match_id, matches.c.turn_count, tables.c.revision
    statement = sa.select(*columns).select_from(_WITH_MATCH)
    found = {}
    for some in _split(list(filter(is_plain, match_ids))):
        rows = connection.execute(statement.where(tables.c.match_id.in_(some))).all()
        found.update({match_id: Heads(turns, revision) for match_id, turns, revision in rows})
    return found


def beginning(connection: sa.Connection, now: int) -> tuple[list[MatchId], list[MatchId]]:
    """Tables that have begun and were not yet seen in the log: those without a match, and those that have one now."""
    statement = sa.select(tables.c.match_id, matches.c.id).select_from(_WITH_MATCH)
    begun = statement.where(tables.c.beginning_at <= now).order_by(tables.c.beginning_at)
    rows = connection.execute(begun.limit(IDS_AT_ONCE)).all()
    return [row[0] for row in rows if row[1] is None], [row[0] for row in rows if row[1] is not None]


def _places(connection: sa.Connection, match_ids: Sequence[MatchId]) -> dict[MatchId, tuple[TakenSeat, ...]]:
    statement = sa.select(places).where(places.c.match_id.in_(match_ids)).order_by(places.c.seat_index)
    seated: dict[MatchId, list[TakenSeat]] = {match_id: [] for match_id in match_ids}
    for row in connection.execute(statement).mappings().all():
        seated[row["match_id"]].append(read_taken_seat(row))
    return {match_id: tuple(found) for match_id, found in seated.items()}


def check_known(connection: sa.Connection, match_id: MatchId) -> None:
    """Raise UnknownMatch if there is no such table."""
    _created_at(connection, match_id)


def _created_at(connection: sa.Connection, match_id: MatchId) -> int:
    created_at: int | None = connection.scalar(sa.select(tables.c.created_at).where(tables.c.match_id == match_id))
    if created_at is None:
        raise UnknownMatch(match_id)
    return created_at


def _age(wanted: TableFilter) -> sa.ColumnElement[int]:
    """The column to sort by. Both hold the same instants, but `open_since` has few rows: only active tables."""
    is_over_wanted = wanted.statuses is None or any(status.value in OVER for status in wanted.statuses)
    return tables.c.created_at if is_over_wanted else tables.c.open_since


def _conditions(wanted: TableFilter, now: int) -> Iterator[sa.ColumnElement[bool]]:
    if wanted.game_id is not None:
        yield tables.c.game_id.startswith(f"{wanted.game_id}/v", autoescape=True)
    if wanted.is_private is not None:
        yield tables.c.is_private.is_(wanted.is_private)
    if wanted.statuses is not None:
        yield _age(wanted).is_not(None)
        has_begun = sa.and_(tables.c.started_at.is_not(None), matches.c.id.is_not(None))
        status = sa.case((has_begun, matches.c.status), else_=GameStatus.WAITING.value)
        is_news = sa.and_(tables.c.delay_ms > 0, matches.c.last_at + tables.c.delay_ms >= now)
        yield sa.or_(is_news, status.in_([one.value for one in wanted.statuses]))


def _split(match_ids: list[MatchId]) -> Iterator[list[MatchId]]:
    return (match_ids[n : n + IDS_AT_ONCE] for n in range(0, len(match_ids), IDS_AT_ONCE))
