"""Read the log from the database. Rows that are invalid or missing raise DamagedLog.

All rows are fetched before any is decoded. If an error left rows unread, SQLite's connection would keep showing its
next user the database as it was then.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from gamenight.core.model import MatchId, Player, Record, Turn
from gamenight.store.database.tables import events, matches, seats, state_snapshots, turns
from gamenight.store.errors import DamagedLog, UnknownMatch
from gamenight.store.log import codec
from gamenight.store.log.checks import check_events, check_players, check_turns
from gamenight.store.log.contract import (
    Counted,
    Filter,
    MatchPage,
    MatchSummary,
    Repeated,
    Snapshot,
    StoredEvent,
)
from gamenight.store.log.jobs import Sender


def record(connection: sa.Connection, match_id: MatchId, upto: int | None) -> Record:
    row = _match_row(connection, match_id)
    return codec.read_record(
        row, _players(connection, [match_id])[match_id], _turns(connection, row, since=0, upto=upto)
    )


def turns_between(connection: sa.Connection, match_id: MatchId, since: int, upto: int | None) -> tuple[Turn, ...]:
    return _turns(connection, _match_row(connection, match_id), since, upto)


def all_events(connection: sa.Connection, match_id: MatchId) -> tuple[StoredEvent, ...]:
    row = _match_row(connection, match_id)
    found = _events(connection, events.c.match_id == match_id)
    check_events(match_id, found, 0, row["event_count"])
    return found


def events_since(connection: sa.Connection, match_id: MatchId, since: int) -> tuple[StoredEvent, ...]:
    row = _match_row(connection, match_id)
    found = _events(connection, sa.and_(events.c.match_id == match_id, turns.c.turn_index >= since))
    check_events(match_id, found, _events_before(connection, match_id, since), row["event_count"])
    return found


def first_answers(connection: sa.Connection, senders: Collection[Sender]) -> dict[Sender, Repeated]:
    """The answers to those senders whose turn is in the log."""
    if not senders:
        return {}
    told = (column for column in events.c if column.name not in turns.c)
    statement = (
        sa.select(turns, *told)
        .select_from(turns.outerjoin(events, events.c.turn_id == turns.c.id))
        .where(sa.tuple_(turns.c.match_id, turns.c.actor, turns.c.client_id).in_(senders))
        .order_by(turns.c.id, events.c.sequence_number)
    )
    rows = connection.execute(statement).mappings().all()
    return {sender: _first_answer(list(group)) for sender, group in groupby(rows, _sender)}


def latest_snapshot(connection: sa.Connection, match_id: MatchId, upto: int | None) -> Snapshot | None:
    _match_row(connection, match_id)
    table = state_snapshots.outerjoin(turns, turns.c.id == state_snapshots.c.turn_id)
    statement = (
        sa.select(state_snapshots, turns.c.turn_index)
        .select_from(table)
        .where(state_snapshots.c.match_id == match_id)
        .order_by(sa.func.coalesce(turns.c.turn_index, -1).desc())
        .limit(1)
    )
    if upto is not None:
        statement = statement.where(sa.func.coalesce(turns.c.turn_index, -1) < upto)
    row = connection.execute(statement).mappings().first()
    return None if row is None else codec.read_snapshot(_of_a_turn(row))


def summary(connection: sa.Connection, match_id: MatchId) -> MatchSummary:
    row = _match_row(connection, match_id)
    return codec.read_summary(row, _players(connection, [match_id])[match_id])


def counted(connection: sa.Connection, match_id: MatchId) -> Counted:
    return codec.read_counted(_match_row(connection, match_id))


def summaries(connection: sa.Connection, wanted: Filter, page: MatchPage) -> tuple[MatchSummary, ...]:
    statement = sa.select(matches).where(*_conditions(wanted))
    if page.after is not None:
        _match_row(connection, page.after)
        statement = statement.where(_older_than(page.after))
    statement = statement.order_by(matches.c.created_at.desc(), matches.c.id.desc()).limit(page.limit)
    rows = connection.execute(statement).mappings().all()
    players = _players(connection, [row["id"] for row in rows])
    return tuple(codec.read_summary(row, players[row["id"]]) for row in rows)


def _match_row(connection: sa.Connection, match_id: MatchId) -> sa.RowMapping:
    row = connection.execute(sa.select(matches).where(matches.c.id == match_id)).mappings().first()
    if row is None:
        raise UnknownMatch(match_id)
    return row


def _players(connection: sa.Connection, match_ids: Collection[MatchId]) -> dict[MatchId, tuple[Player, ...]]:
    statement = sa.select(seats).where(seats.c.match_id.in_(match_ids)).order_by(seats.c.match_id, seats.c.seat_index)
    seated: dict[MatchId, list[Player]] = {match_id: [] for match_id in match_ids}
    for row in connection.execute(statement).mappings().all():
        seated[row["match_id"]].append(codec.read_player(row))
    return {match_id: check_players(match_id, players) for match_id, players in seated.items()}


def _turns(connection: sa.Connection, match: sa.RowMapping, since: int, upto: int | None) -> tuple[Turn, ...]:
    statement = sa.select(turns).where(turns.c.match_id == match["id"], turns.c.turn_index >= since)
    if upto is not None:
        statement = statement.where(turns.c.turn_index < upto)
    rows = connection.execute(statement.order_by(turns.c.turn_index)).mappings().all()
    found = tuple(codec.read_turn(row) for row in rows)
    least = match["turn_count"] if upto is None else min(upto, match["turn_count"])
    check_turns(match["id"], found, since, least)
    return found


def _events(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> tuple[StoredEvent, ...]:
    statement = (
        sa.select(events, turns.c.turn_index)
        .select_from(events.outerjoin(turns, turns.c.id == events.c.turn_id))
        .where(condition)
        .order_by(events.c.sequence_number)
    )
    return tuple(codec.read_event(_of_a_turn(row)) for row in connection.execute(statement).mappings().all())


def _of_a_turn(row: sa.RowMapping) -> sa.RowMapping:
    """Return the row; raises DamagedLog if the log does not have its turn."""
    if row["turn_id"] is not None and row["turn_index"] is None:
        raise DamagedLog(row["match_id"], None, "an event or a snapshot belongs to a turn that is missing")
    return row


def _events_before(connection: sa.Connection, match_id: MatchId, turn_index: int) -> int:
    """The number of events before this turn. Read after the turn's events, so that a turn written meanwhile counts."""
    last = (
        sa.select(events.c.sequence_number)
        .select_from(events.outerjoin(turns, turns.c.id == events.c.turn_id))
        .where(events.c.match_id == match_id, sa.or_(events.c.turn_id.is_(None), turns.c.turn_index < turn_index))
        .order_by(events.c.sequence_number.desc())
        .limit(1)
    )
    number = connection.scalar(last)
    return 0 if number is None else number + 1


def _sender(row: sa.RowMapping) -> Sender:
    return row["match_id"], row["actor"], row["client_id"]


def _first_answer(rows: list[sa.RowMapping]) -> Repeated:
    """Read the rows of one turn, each of which has one event or none."""
    told = tuple(codec.read_event(row) for row in rows if row["sequence_number"] is not None)
    return Repeated(codec.read_turn(rows[0]), told)


def _conditions(wanted: Filter) -> Sequence[sa.ColumnElement[bool]]:
    conditions: list[sa.ColumnElement[bool]] = []
    if wanted.game_id is not None:
        conditions.append(matches.c.game_id.startswith(f"{wanted.game_id}/v", autoescape=True))
    if wanted.statuses is not None:
        conditions.append(matches.c.status.in_([status.value for status in wanted.statuses]))
    if wanted.match_ids is not None:
        conditions.append(matches.c.id.in_(wanted.match_ids))
    return conditions


def _older_than(match_id: MatchId) -> sa.ColumnElement[bool]:
    place: Any = sa.select(matches.c.created_at, matches.c.id).where(matches.c.id == match_id).scalar_subquery()
    older: sa.ColumnElement[bool] = sa.tuple_(matches.c.created_at, matches.c.id) < place
    return older
