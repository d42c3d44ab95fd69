"""One transaction for many callers: insert turns first, then the rows that belong to the inserted turns.

A turn that loses a race is not inserted (`ON CONFLICT DO NOTHING`), so it does not make others fail. Rows are written
in the order of match ids, so two stores that write to the same matches cannot deadlock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from gamenight.core.model import MatchId
from gamenight.store.database.bulk import Row, insert_each, insert_new, insert_turns, move_heads, read_heads
from gamenight.store.database.tables import events, matches, seats, state_snapshots, tables, turns
from gamenight.store.errors import DuplicateMatch, UnknownMatch
from gamenight.store.log.codec import OVER, numbered
from gamenight.store.log.contract import Accepted, Repeated
from gamenight.store.log.jobs import AppendJob, CreateJob, Job, JobResult, Sender, TurnRows, outcome_of
from gamenight.store.log.queries import first_answers


class Head(NamedTuple):
    """The length of a match's log. It cannot be outdated: if turn number `turns` is still free, there are `events`
    events.
    """

    turns: int
    events: int


_INSERT_SEAT, _INSERT_EVENT, _INSERT_SNAPSHOT = seats.insert(), events.insert(), state_snapshots.insert()
_CLOSE_TABLE = (
    tables.update().where(tables.c.match_id == sa.bindparam("of_match"), tables.c.delay_ms == 0).values(open_since=None)
)


def write(connection: sa.Connection, jobs: Sequence[Job]) -> list[JobResult]:
    """Write all jobs that can be written; the outcome of each, which is valid only after the commit."""
    for job in jobs:
        job.outcome = None
    if openings := [job for job in jobs if isinstance(job, CreateJob)]:
        _create(connection, openings)
    if appends := [job for job in jobs if isinstance(job, AppendJob)]:
        _append(connection, appends)
    return [job.outcome for job in jobs]


def _create(connection: sa.Connection, jobs: list[CreateJob]) -> None:
    jobs = sorted(jobs, key=lambda job: job.match_id)
    statement = insert_new(connection, matches).returning(matches.c.id)
    inserted = set(connection.scalars(statement, [job.match_row for job in jobs]).all())
    created = []
    for job in jobs:
        if job.match_id in inserted:
            inserted.remove(job.match_id)
            created.append(job)
        else:
            job.outcome = DuplicateMatch(job.match_id)
    snapshot_rows = [row | {"turn_id": None} for job in created for row in job.snapshot_rows]
    insert_each(connection, _INSERT_SEAT, [row for job in created for row in job.seat_rows])
    insert_each(connection, _INSERT_EVENT, [row for job in created for row in _placed(job.event_rows, None, 0)])
    insert_each(connection, _INSERT_SNAPSHOT, snapshot_rows)


def _append(connection: sa.Connection, jobs: list[AppendJob]) -> None:
    heads = _heads(connection, {job.match_id for job in jobs})
    contenders = _contenders(connection, jobs, heads)
    accepted = _settle(connection, contenders, heads, _insert_turns(connection, contenders))
    _answer(connection, jobs, heads, accepted)


def _heads(connection: sa.Connection, match_ids: set[MatchId]) -> dict[MatchId, Head]:
    found = read_heads(connection, match_ids)
    return {MatchId(match_id): Head(turn_count, event_count) for match_id, turn_count, event_count in found}


def _contenders(connection: sa.Connection, jobs: list[AppendJob], heads: dict[MatchId, Head]) -> list[AppendJob]:
    """For each match, in the order of ids, the first job whose turns may come next.

    A repeated send will not be inserted, so it must not displace a rival. (If another store inserts it just now, then
    the rivals have lost their place to that store too.)
    """
    rivals: dict[MatchId, list[AppendJob]] = {}
    for job in jobs:
        if job.match_id in heads and job.index == heads[job.match_id].turns:
            rivals.setdefault(job.match_id, []).append(job)
    contested = [job.turns[0] for racing in rivals.values() if len(racing) > 1 for job in racing]
    repeated = _repeated(connection, contested)
    firsts = {
        job.match_id: job
        for racing in rivals.values()
        for job in reversed(racing)
        if job.turns[0].sender not in repeated
    }
    return [firsts[match_id] for match_id in sorted(firsts)]


Inserted = dict[tuple[MatchId, int], int]
"""The row id of each new turn."""


def _insert_turns(connection: sa.Connection, jobs: list[AppendJob]) -> Inserted:
    if not jobs:
        return {}
    new = insert_turns(connection, [turn.turn_row for job in jobs for turn in job.turns])
    return {(MatchId(match_id), index): row_id for row_id, match_id, index in new}


def _settle(
    connection: sa.Connection, jobs: list[AppendJob], heads: dict[MatchId, Head], inserted: Inserted
) -> dict[AppendJob, list[Accepted]]:
    """Write the rows that belong to the new turns; delete turns that follow one that was not inserted."""
    event_rows: list[Row] = []
    snapshot_rows: list[Row] = []
    last: dict[MatchId, Row] = {}
    accepted: dict[AppendJob, list[Accepted]] = {job: [] for job in jobs}
    for job in jobs:
        first = heads[job.match_id].events
        for turn in job.turns:
            row_id = inserted.pop((job.match_id, turn.index), None)
            if row_id is None:
                break
            accepted[job].append(Accepted(turn.entry.turn, numbered(turn.entry.events, first, turn.index)))
            event_rows += _placed(turn.event_rows, row_id, first)
            snapshot_rows += [row | {"turn_id": row_id} for row in turn.snapshot_rows]
            first += len(turn.event_rows)
            last[job.match_id] = _head_row(turn, first)
    _take_back(connection, list(inserted.values()))
    insert_each(connection, _INSERT_EVENT, event_rows)
    insert_each(connection, _INSERT_SNAPSHOT, snapshot_rows)
    move_heads(connection, list(last.values()))
    if ended := [{"of_match": match_id} for match_id, row in last.items() if row["status"] in OVER]:
        connection.execute(_CLOSE_TABLE, ended)
    return accepted


def _placed(rows: list[Row], turn_id: int | None, first: int) -> list[Row]:
    """Fill in the job's own rows; copies would cost as much as writing them to SQLite."""
    for number, row in enumerate(rows, first):
        row["turn_id"], row["sequence_number"] = turn_id, number
    return rows


def _head_row(turn: TurnRows, event_count: int) -> Row:
    match_id = turn.entry.match_id
    return {"of_match": match_id, **turn.status_row, "turn_count": turn.index + 1, "event_count": event_count}


def _take_back(connection: sa.Connection, row_ids: list[int]) -> None:
    if row_ids:
        connection.execute(turns.delete().where(turns.c.id.in_(row_ids)))


def _answer(
    connection: sa.Connection,
    jobs: list[AppendJob],
    heads: dict[MatchId, Head],
    accepted: dict[AppendJob, list[Accepted]],
) -> None:
    """Set the outcome of each job; a turn that was not inserted is a repetition, came too late, or cannot come next."""
    left = [turn for job in jobs for turn in job.turns[len(accepted.get(job, ())) :]]
    repeated = _repeated(connection, left)
    for job in jobs:
        head = heads.get(job.match_id)
        if head is None:
            job.outcome = UnknownMatch(job.match_id)
        else:
            job.outcome = outcome_of(job, accepted.get(job, ()), repeated, head.turns)


def _repeated(connection: sa.Connection, sent: Iterable[TurnRows]) -> dict[Sender, Repeated]:
    return first_answers(connection, [turn.sender for turn in sent if turn.entry.turn.client_id is not None])
