"""Open tables, take and give up seats, begin matches: each is a transaction that holds the table's lock."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from msgspec.structs import replace

from gamenight.core.model import MatchId
from gamenight.core.text import Message
from gamenight.store.database.bulk import insert_new
from gamenight.store.database.tables import chats, matches, places, tables
from gamenight.store.errors import DuplicateMatch, SeatNotTaken
from gamenight.store.hall import queries
from gamenight.store.hall.codec import name_key, read_settings, table_row, taken_seat_row
from gamenight.store.hall.locks import lock, renew
from gamenight.store.hall.table import Table, TableMoved, TableRefused, TakenSeat
from gamenight.store.log.codec import OVER, plain_text

AT_TABLE = places.c.match_id == sa.bindparam("of_match")
AT_SEAT = sa.and_(AT_TABLE, places.c.seat_index == sa.bindparam("of_seat"))
UPDATE_PLACE = places.update().where(AT_SEAT)

_INSERT_PLACE, _INSERT_LINE = places.insert(), chats.insert()
_SEATED = sa.select(places.c.seat_index, places.c.name_key).where(AT_TABLE)
_FREE_SEAT = places.delete().where(AT_SEAT)
_FREE_SPONSORED = places.delete().where(
    places.c.match_id == sa.bindparam("of_match"), places.c.sponsor == sa.bindparam("of_seat")
)
"""Sponsored seats do not pass to the next person at the sponsor's seat."""
_TOKEN = sa.select(places.c.token_hash).where(AT_SEAT)
_IS_READY = sa.select(places.c.is_ready).where(AT_SEAT)
_HOLD_NOTHING = places.update().where(AT_TABLE).values(held_ms=0)
_COUNT_LINE = (
    tables.update().where(tables.c.match_id == sa.bindparam("of_match")).values(chat_count=tables.c.chat_count + 1)
)


# A match that was written before its table may be over.
_IS_OVER = sa.exists().where(matches.c.id == tables.c.match_id, matches.c.status.in_(OVER))
_NOTE_OVER = tables.update().where(tables.c.match_id == sa.bindparam("of_match"), _IS_OVER).values(open_since=None)


def open_table(connection: sa.Connection, table: Table) -> None:
    if table.rematch_of is not None:
        lock(connection, table.rematch_of)
    statement = insert_new(connection, tables).returning(tables.c.match_id)
    if not connection.scalars(statement, table_row(table)).all():
        raise DuplicateMatch(table.match_id)
    if table.started_at is not None:
        connection.execute(_NOTE_OVER, {"of_match": table.match_id})
    if table.places:
        connection.execute(_INSERT_PLACE, [taken_seat_row(table.match_id, place) for place in table.places])
    if table.rematch_of is not None:
        renew(connection, table.rematch_of, table.created_at, rematch=table.match_id)


def take(connection: sa.Connection, match_id: MatchId, place: TakenSeat, wanted: int | None, people: int) -> TakenSeat:
    table = lock(connection, match_id)
    if table["started_at"] is not None:
        raise TableRefused("game_started", Message("refused-begun"))
    names: dict[int, str] = dict(connection.execute(_SEATED, {"of_match": match_id}).all())
    free = sorted(set(range(read_settings(table).seats)) - names.keys())
    if len(names) >= people or not free:
        raise TableRefused("game_full", Message("refused-full"))
    if name_key(place.name) in names.values():
        raise TableRefused("name_taken", Message("refused-name_taken"))
    if wanted is not None and wanted not in free:
        raise TableRefused("seat_taken", Message("refused-seat_taken"))
    taken = replace(place, seat_index=secrets.choice(free) if wanted is None else wanted)
    connection.execute(_INSERT_PLACE, taken_seat_row(match_id, taken))
    renew(connection, match_id, taken.joined_at)
    return taken


def check_owner(connection: sa.Connection, match_id: MatchId, seat_index: int, token_hash: str | None) -> None:
    """Raise SeatNotTaken if a token is given and the seat does not belong to it; the caller holds the table's lock."""
    if token_hash is None:
        return
    if connection.scalar(_TOKEN, {"of_match": match_id, "of_seat": seat_index}) != token_hash:
        raise SeatNotTaken(match_id, seat_index)


def give_up(connection: sa.Connection, match_id: MatchId, seat_index: int, token_hash: str | None) -> bool:
    has_begun = lock(connection, match_id)["started_at"] is not None
    check_owner(connection, match_id, seat_index, token_hash)
    if has_begun:
        return False
    if connection.execute(_FREE_SEAT, {"of_match": match_id, "of_seat": seat_index}).rowcount == 0:
        return False
    connection.execute(_FREE_SPONSORED, {"of_match": match_id, "of_seat": seat_index})
    renew(connection, match_id)
    return True


def set_ready(
    connection: sa.Connection, match_id: MatchId, seat_index: int, is_ready: bool, token_hash: str | None
) -> None:
    lock(connection, match_id)
    check_owner(connection, match_id, seat_index, token_hash)
    place = {"of_match": match_id, "of_seat": seat_index}
    was_ready = connection.scalar(_IS_READY, place)
    if was_ready is None:
        raise SeatNotTaken(match_id, seat_index)
    if was_ready != is_ready:
        connection.execute(UPDATE_PLACE, {**place, "is_ready": is_ready})
        renew(connection, match_id)


def begin(connection: sa.Connection, match_id: MatchId, now: int, revision: int | None) -> Table:
    table = lock(connection, match_id)
    if table["started_at"] is None:
        if revision not in (None, table["revision"]):
            raise TableMoved
        connection.execute(_HOLD_NOTHING, {"of_match": match_id})
        renew(connection, match_id, now, started_at=now, beginning_at=now)
    return queries.table(connection, match_id)


def halt(connection: sa.Connection, match_id: MatchId, at: int | None) -> None:
    halted_at = lock(connection, match_id)["halted_at"]
    since = at if at is None or halted_at is None else min(at, halted_at)
    if since != halted_at:
        renew(connection, match_id, at, halted_at=since)


def say(
    connection: sa.Connection,
    match_id: MatchId,
    seat_index: int | None,
    text: str,
    at: int,
    *,
    at_end: bool,
    token_hash: str | None,
) -> None:
    number = lock(connection, match_id)["chat_count"]
    if seat_index is not None:
        check_owner(connection, match_id, seat_index, token_hash)
    line = {"number": number, "at": at, "seat_index": seat_index, "text": plain_text(text), "at_end": at_end}
    connection.execute(_INSERT_LINE, {"match_id": match_id, **line})
    connection.execute(_COUNT_LINE, {"of_match": match_id})
    renew(connection, match_id, at)
