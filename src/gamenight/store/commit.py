"""One transaction for many entries: turns first, then what belongs to those that were inserted.

A turn that loses its race is simply not inserted (`ON CONFLICT DO NOTHING`), and so takes nobody else with it. Rows are
written in the order of their matches: two stores that write to the same matches wait for each other, never in a circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from gamenight.core.model import MatchId
from gamenight.store.codec import Row, numbered, read_event, read_turn
from gamenight.store.errors import DuplicateMatch, Gap, UnknownMatch
from gamenight.store.jobs import AppendJob, CreateJob, Job, Sender, follows_the_log
from gamenight.store.log import Accepted, Lost, Repeated, StoredEvent
from gamenight.store.tables import events, matches, seats, state_snapshots, turns


class Head(NamedTuple):
    """How long a match's log is. A head once read stays true: whoever inserts turn `turns` follows `events` events."""

    turns: int
    events: int


_INSERT_SEAT, _INSERT_EVENT, _INSERT_SNAPSHOT = seats.insert(), events.insert(), state_snapshots.insert()
_MOVE_HEAD = (
    matches.update()
    .where(matches.c.id == sa.bindparam("of_match"))
    .values({name: sa.bindparam(name) for name in ("status", "next_deadline", "turn_count", "event_count")})
)


def write(connection: sa.Connection, jobs: Sequence[Job]) -> None:
    """Write what can be written and set each job's outcome, which counts only after the commit."""
    for job in jobs:
        job.outcome = None
    if openings := [job for job in jobs if isinstance(job, CreateJob)]:
        _create(connection, openings)
    if appends := [job for job in jobs if isinstance(job, AppendJob)]:
        _append(connection, appends)


def _create(connection: sa.Connection, jobs: list[CreateJob]) -> None:
    jobs = sorted(jobs, key=lambda job: job.match_id)
    statement = _insert_new(connection, matches).returning(matches.c.id)
    inserted = set(connection.scalars(statement, [job.match_row for job in jobs]).all())
    created = []
    for job in jobs:
        if job.match_id in inserted:
            inserted.remove(job.match_id)
            created.append(job)
        else:
            job.outcome = DuplicateMatch(job.match_id)
    snapshot_rows = [row | {"turn_id": None} for job in created for row in job.snapshot_rows]
    _execute_each(connection, _INSERT_SEAT, [row for job in created for row in job.seat_rows])
    _execute_each(connection, _INSERT_EVENT, [row for job in created for row in _placed(job.event_rows, None, 0)])
    _execute_each(connection, _INSERT_SNAPSHOT, snapshot_rows)


def _append(connection: sa.Connection, jobs: list[AppendJob]) -> None:
    heads = _heads(connection, {job.match_id for job in jobs})
    inserted = _insert_turns(connection, _candidates(jobs, heads))
    _settle(connection, jobs, heads, inserted)
    _explain(connection, [job for job in jobs if job.outcome is None], heads)


def _heads(connection: sa.Connection, match_ids: set[MatchId]) -> dict[MatchId, Head]:
    columns = matches.c.id, matches.c.turn_count, matches.c.event_count
    rows = connection.execute(sa.select(*columns).where(matches.c.id.in_(match_ids))).all()
    return {match_id: Head(turn_count, event_count) for match_id, turn_count, event_count in rows}


def _candidates(jobs: list[AppendJob], heads: dict[MatchId, Head]) -> list[AppendJob]:
    """Those whose turn may be the next of its match, counting the turns before it in this batch."""
    reach = {match_id: head.turns for match_id, head in heads.items()}
    chosen: dict[AppendJob, None] = {}
    for job in jobs:
        head = heads.get(job.match_id)
        if head is None or not head.turns <= job.index <= reach[job.match_id]:
            continue
        if job.behind in chosen or follows_the_log(job):
            reach[job.match_id] = max(reach[job.match_id], job.index + 1)
            chosen[job] = None
    return sorted(chosen, key=lambda job: (job.match_id, job.index))


Inserted = dict[tuple[MatchId, int], tuple[int, Sender]]
"""The row of each new turn, and who sent it."""


def _insert_turns(connection: sa.Connection, jobs: list[AppendJob]) -> Inserted:
    if not jobs:
        return {}
    back = turns.c.id, turns.c.match_id, turns.c.turn_index, turns.c.actor, turns.c.client_id
    statement = _insert_new(connection, turns).returning(*back)
    rows = connection.execute(statement, [job.turn_row for job in jobs]).all()
    return {(match_id, index): (row, (match_id, actor, client)) for row, match_id, index, actor, client in rows}


def _settle(connection: sa.Connection, jobs: list[AppendJob], heads: dict[MatchId, Head], inserted: Inserted) -> None:
    """Write what belongs to the new turns; take back those behind a turn that was not inserted."""
    event_rows: list[Row] = []
    snapshot_rows: list[Row] = []
    last: dict[MatchId, Row] = {}
    for job in jobs:
        row_id = _claim(job, inserted)
        if row_id is None or heads[job.match_id].turns != job.index:
            continue
        del inserted[job.match_id, job.index]
        first = heads[job.match_id].events
        event_rows += _placed(job.event_rows, row_id, first)
        snapshot_rows += [row | {"turn_id": row_id} for row in job.snapshot_rows]
        head = heads[job.match_id] = Head(job.index + 1, first + len(job.event_rows))
        last[job.match_id] = _head_row(job, head)
        job.outcome = Accepted(job.entry.turn, numbered(job.entry.events, first, job.index))
    _take_back(connection, [row_id for row_id, _ in inserted.values()])
    _execute_each(connection, _INSERT_EVENT, event_rows)
    _execute_each(connection, _INSERT_SNAPSHOT, snapshot_rows)
    _execute_each(connection, _MOVE_HEAD, [last[match_id] for match_id in sorted(last)])


def _claim(job: AppendJob, inserted: Inserted) -> int | None:
    """The row that this job's turn became, if it was this job's that was inserted."""
    row_id, sender = inserted.get((job.match_id, job.index), (None, None))
    return row_id if sender == job.sender and follows_the_log(job) else None


def _placed(rows: list[Row], turn_id: int | None, first: int) -> list[Row]:
    """The job's own rows, filled in: copies would cost as much as writing them to SQLite."""
    for number, row in enumerate(rows, first):
        row["turn_id"], row["sequence_number"] = turn_id, number
    return rows


def _head_row(job: AppendJob, head: Head) -> Row:
    return {"of_match": job.match_id, **job.status_row, "turn_count": head.turns, "event_count": head.events}


def _take_back(connection: sa.Connection, row_ids: list[int]) -> None:
    if row_ids:
        connection.execute(turns.delete().where(turns.c.id.in_(row_ids)))


def _explain(connection: sa.Connection, jobs: list[AppendJob], heads: dict[MatchId, Head]) -> None:
    """Why a turn was not inserted: it was there already, another came first, or it cannot come next."""
    repeated = _first_answers(connection, [job for job in jobs if job.entry.turn.client_id is not None])
    for job in jobs:
        head = heads.get(job.match_id)
        if head is None:
            job.outcome = UnknownMatch(job.match_id)
        elif job.sender in repeated:
            job.outcome = repeated[job.sender]
        elif job.index > head.turns and follows_the_log(job):
            job.outcome = Gap(job.match_id, job.index, head.turns)
        else:
            job.outcome = Lost(job.index)


def _first_answers(connection: sa.Connection, jobs: list[AppendJob]) -> dict[Sender, Repeated]:
    if not jobs:
        return {}
    key = sa.tuple_(turns.c.match_id, turns.c.actor, turns.c.client_id)
    found = connection.execute(sa.select(turns).where(key.in_([job.sender for job in jobs]))).mappings().all()
    told = _events_of(connection, {row["id"]: row["turn_index"] for row in found})
    return {
        (row["match_id"], row["actor"], row["client_id"]): Repeated(read_turn(row), tuple(told[row["id"]]))
        for row in found
    }


def _events_of(connection: sa.Connection, indexes: dict[int, int]) -> dict[int, list[StoredEvent]]:
    """The events of the turns with these row ids, which have these indexes."""
    told: dict[int, list[StoredEvent]] = {row_id: [] for row_id in indexes}
    if indexes:
        statement = sa.select(events).where(events.c.turn_id.in_(indexes)).order_by(events.c.sequence_number)
        for row in connection.execute(statement).mappings().all():
            told[row["turn_id"]].append(read_event({**row, "turn_index": indexes[row["turn_id"]]}))
    return told


def _execute_each(connection: sa.Connection, statement: sa.Insert | sa.Update, rows: list[Row]) -> None:
    """Straight to the driver: by its own way SQLAlchemy spends as much on a row as SQLite does."""
    if rows:
        text, names = _compiled(statement, connection.dialect, tuple(rows[0]))
        values = itemgetter(*names)
        connection.exec_driver_sql(text, [values(row) for row in rows])


@lru_cache(64)
def _compiled(statement: sa.Insert | sa.Update, dialect: sa.Dialect, names: tuple[str, ...]) -> tuple[str, list[str]]:
    """The statement as text for the driver, and the order in which it takes the values."""
    compiled = statement.compile(dialect=dialect, column_keys=list(names))
    assert isinstance(compiled, SQLCompiler)
    assert compiled.positiontup is not None
    return compiled.string, list(compiled.positiontup)


def _insert_new(connection: sa.Connection, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that leaves out rows which are there already; both databases spell it alike."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()
