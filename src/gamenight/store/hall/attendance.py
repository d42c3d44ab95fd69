"""Track which players are connected to which node, and who is away: a player without a connection to any node."""

from __future__ import annotations

import sqlalchemy as sa
from msgspec.structs import replace

from gamenight.core.model import GameStatus, MatchId
from gamenight.store.database.bulk import insert, insert_new
from gamenight.store.database.tables import matches, nodes, places, presence, tables
from gamenight.store.errors import SeatNotTaken
from gamenight.store.hall.codec import read_taken_seat
from gamenight.store.hall.locks import lock, lock_free, renew
from gamenight.store.hall.seating import AT_SEAT, UPDATE_PLACE, check_owner
from gamenight.store.hall.table import TakenSeat

_HERE = sa.and_(
    presence.c.match_id == sa.bindparam("of_match"),
    presence.c.seat_index == sa.bindparam("of_seat"),
    presence.c.node == sa.bindparam("of_node"),
)
_IS_PRESENT = sa.exists().where(presence.c.match_id == places.c.match_id, presence.c.seat_index == places.c.seat_index)
_HAS_GONE = sa.and_(places.c.away_since.is_(None), ~_IS_PRESENT)

_PLACE = sa.select(places).where(AT_SEAT)
_DISCONNECT = presence.delete().where(_HERE)
_LEAVE = UPDATE_PLACE.where(_HAS_GONE)


def arrive(
    connection: sa.Connection,
    match_id: MatchId,
    seat_index: int,
    node: str,
    now: int,
    most_held: int,
    token_hash: str | None,
) -> TakenSeat:
    started_at = lock(connection, match_id)["started_at"]
    check_owner(connection, match_id, seat_index, token_hash)
    was = _place(connection, match_id, seat_index)
    place = _returned(was, now, started_at, most_held)
    if place != was:
        back = {"held_ms": place.held_ms, "away_since": None, "attend_at": None, "stand_in": False}
        connection.execute(UPDATE_PLACE, {"of_match": match_id, "of_seat": seat_index, **back})
        renew(connection, match_id, now)
    here = {"match_id": match_id, "seat_index": seat_index, "node": node}
    connection.execute(insert_new(connection, presence), here)
    # A node that accepts a connection is alive, even if it had expired and has not sent a heartbeat since.
    connection.execute(insert_new(connection, nodes), {"node": node, "seen_at": now})
    return place


def depart(
    connection: sa.Connection,
    match_id: MatchId,
    seat_index: int,
    node: str,
    now: int,
    attend_at: int | None,
    token_hash: str | None,
) -> bool:
    lock(connection, match_id)
    check_owner(connection, match_id, seat_index, token_hash)
    place = {"of_match": match_id, "of_seat": seat_index}
    connection.execute(_DISCONNECT, {**place, "of_node": node})
    if connection.execute(_LEAVE, {**place, "away_since": now, "attend_at": attend_at}).rowcount == 0:
        return False
    renew(connection, match_id, now)
    return True


def attend(
    connection: sa.Connection,
    match_id: MatchId,
    seat_index: int,
    away_since: int,
    attend_at: int | None,
    stand_in: bool,
) -> bool:
    lock(connection, match_id)
    place = connection.execute(_PLACE, {"of_match": match_id, "of_seat": seat_index}).mappings().first()
    if place is None or place["away_since"] != away_since:
        return False
    if (place["attend_at"], place["stand_in"]) != (attend_at, stand_in):
        decided = {"attend_at": attend_at, "stand_in": stand_in}
        connection.execute(UPDATE_PLACE, {"of_match": match_id, "of_seat": seat_index, **decided})
        renew(connection, match_id)
    return True


def restart_grace(connection: sa.Connection, match_id: MatchId, now: int, attend_at: int) -> None:
    lock(connection, match_id)
    absent = places.update().where(places.c.match_id == match_id, places.c.away_since.is_not(None))
    restarted = connection.execute(
        absent.where(~places.c.stand_in).values(away_since=now, attend_at=attend_at)
    ).rowcount
    replaced = connection.execute(absent.where(places.c.stand_in).values(attend_at=now)).rowcount
    if restarted + replaced > 0:
        renew(connection, match_id, now)


def restart_all_grace(connection: sa.Connection, alive_since: int, now: int, attend_at: int) -> bool:
    if connection.scalar(sa.select(sa.exists().where(nodes.c.seen_at >= alive_since))):
        return False
    played = sa.select(tables.c.match_id).join(matches, matches.c.id == tables.c.match_id)
    played = played.where(tables.c.open_since.is_not(None), matches.c.status == GameStatus.ACTIVE.value)
    absent = places.c.match_id.in_(played), places.c.away_since.is_not(None), ~places.c.stand_in
    # First the tables, as all other transactions lock these first.
    news = tables.update().where(tables.c.match_id.in_(sa.select(places.c.match_id).where(*absent)))
    connection.execute(news.values(revision=tables.c.revision + 1))
    connection.execute(places.update().where(*absent).values(away_since=now, attend_at=attend_at))
    return True


def retire(connection: sa.Connection, node: str) -> None:
    connection.execute(nodes.delete().where(nodes.c.node == node))


def heartbeat(connection: sa.Connection, node: str, now: int) -> None:
    statement = insert(connection, nodes).values(node=node, seen_at=now)
    connection.execute(statement.on_conflict_do_update(index_elements=["node"], set_={"seen_at": now}))


def someone_is_dead(connection: sa.Connection, dead_since: int) -> bool:
    """Some node has expired, or a player is recorded as connected to a node that is already deleted."""
    silent = sa.select(nodes.c.node).where(nodes.c.seen_at < dead_since)
    orphaned = sa.select(presence.c.node).where(_is_dead(dead_since))
    return bool(connection.scalar(sa.select(sa.or_(sa.exists(silent), sa.exists(orphaned)))))


def expire_some_nodes(connection: sa.Connection, dead_since: int, now: int, attend_at: int) -> set[MatchId] | None:
    """Delete connections to expired nodes, at some tables.

    Returns the matches in which a player is now away; None if there were no such connections.
    """
    are_orphaned = _is_dead(dead_since)
    affected_tables = sa.select(presence.c.match_id).where(are_orphaned)
    found = lock_free(connection, tables.c.match_id.in_(affected_tables))
    if not found:
        return None
    forgotten = presence.delete().where(presence.c.match_id.in_(found), are_orphaned)
    seats = connection.execute(forgotten.returning(presence.c.match_id, presence.c.seat_index)).all()
    lost = sa.tuple_(places.c.match_id, places.c.seat_index).in_([tuple(seat) for seat in seats])
    left = places.update().where(lost, _HAS_GONE)
    gone = left.values(away_since=now, attend_at=attend_at).returning(places.c.match_id)
    affected = set(connection.scalars(gone).all())
    for match_id in affected:
        renew(connection, match_id, now)
    return affected


def forget_nodes(connection: sa.Connection, dead_since: int) -> None:
    """Delete expired nodes, except those that still have connections which have to be deleted first."""
    has_players = sa.exists().where(presence.c.node == nodes.c.node)
    connection.execute(nodes.delete().where(nodes.c.seen_at < dead_since, ~has_players))


def _is_dead(dead_since: int) -> sa.ColumnElement[bool]:
    return ~sa.exists().where(nodes.c.node == presence.c.node, nodes.c.seen_at >= dead_since)


def _returned(place: TakenSeat, now: int, started_at: int | None, most_held: int) -> TakenSeat:
    """The place after the player has come back. Time away before the match began does not count as held."""
    if place.away_since is None:
        return replace(place, attend_at=None, stand_in=False)
    away_ms = now - max(place.away_since, started_at or place.away_since)
    held_ms = place.held_ms + max(0, min(away_ms, most_held))
    return replace(place, away_since=None, attend_at=None, held_ms=held_ms, stand_in=False)


def _place(connection: sa.Connection, match_id: MatchId, seat_index: int) -> TakenSeat:
    row = connection.execute(_PLACE, {"of_match": match_id, "of_seat": seat_index}).mappings().first()
    if row is None:
        raise SeatNotTaken(match_id, seat_index)
    return read_taken_seat(row)
