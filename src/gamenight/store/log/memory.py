"""The log in memory, for tests and for matches that need not be stored. It has the same rows as a database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from gamenight.core.model import MatchId, Player, PlayerId, Record, Turn
from gamenight.store.database.bulk import Row
from gamenight.store.database.sharing import SharedCommit
from gamenight.store.errors import DuplicateMatch, StoreError, UnknownMatch
from gamenight.store.log import codec
from gamenight.store.log.contract import (
    EVERY_MATCH,
    FIRST_PAGE,
    Accepted,
    Append,
    AppendResult,
    Counted,
    Filter,
    MatchPage,
    MatchSummary,
    Opening,
    Repeated,
    Snapshot,
    StoredEvent,
)
from gamenight.store.log.jobs import AppendJob, CreateJob, Job, JobResult, Sender, TurnRows, outcome_of, raised


@dataclass
class _Log:
    """The rows of one match; `sent` maps client ids to turns."""

    match: Row
    seats: list[Row]
    turns: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    snapshots: list[Row] = field(default_factory=list)
    sent: dict[Sender, int] = field(default_factory=dict)


class MemoryStore:
    """A MatchStore that exists only until the program ends."""

    def __init__(self) -> None:
        self._logs: dict[MatchId, _Log] = {}
        self._commits = SharedCommit(self._commit, lambda job: job.size)
        self._is_closed = False

    async def create(self, opening: Opening) -> None:
        await self._write(CreateJob(opening))

    async def append(self, entry: Append) -> AppendResult:
        return (await self.append_all([entry]))[0]

    async def append_all(self, entries: Sequence[Append]) -> tuple[AppendResult, ...]:
        if not entries:
            return ()
        outcome = await self._write(AppendJob(entries))
        assert isinstance(outcome, tuple)
        return outcome

    async def answered(self, match_id: MatchId, actor: PlayerId, client_id: str) -> Repeated | None:
        sender = match_id, actor, codec.plain_text(client_id)
        self._check_open()
        log = self._logs.get(match_id)
        return _first_answer(log, log.sent[sender]) if log is not None and sender in log.sent else None

    async def record(self, match_id: MatchId, upto: int | None = None) -> Record:
        log = self._log(match_id)
        return codec.read_record(log.match, _players(log), await self.turns(match_id, 0, upto))

    async def turns(self, match_id: MatchId, since: int = 0, upto: int | None = None) -> tuple[Turn, ...]:
        return tuple(codec.read_turn(row) for row in self._log(match_id).turns[since:upto])

    async def events(self, match_id: MatchId, since: int | None = None) -> tuple[StoredEvent, ...]:
        stored = (codec.read_event(row) for row in self._log(match_id).events)
        return tuple(
            told for told in stored if since is None or (told.turn_index is not None and told.turn_index >= since)
        )

    async def snapshot(self, match_id: MatchId, upto: int | None = None) -> Snapshot | None:
        taken = [codec.read_snapshot(row) for row in self._log(match_id).snapshots]
        return next((one for one in reversed(taken) if upto is None or one.upto <= upto), None)

    async def match(self, match_id: MatchId) -> MatchSummary:
        return _summary(self._log(match_id))

    async def counted(self, match_id: MatchId) -> Counted:
        return codec.read_counted(self._log(match_id).match)

    async def matches(self, wanted: Filter = EVERY_MATCH, page: MatchPage = FIRST_PAGE) -> tuple[MatchSummary, ...]:
        found = sorted(map(_summary, self._logs.values()), key=_age, reverse=True)
        if page.after is not None:
            place = _age(_summary(self._log(page.after)))
            found = [one for one in found if _age(one) < place]
        return tuple(one for one in found if _is_wanted(one, wanted))[: page.limit]

    async def close(self) -> None:
        self._is_closed = True
        await self._commits.finish()

    async def _write(self, job: Job) -> JobResult:
        self._check_open()
        return raised(await self._commits.write(job))

    async def _commit(self, jobs: list[Job]) -> list[JobResult]:
        for job in jobs:
            if isinstance(job, CreateJob):
                job.outcome = self._create(job)
        lengths = {job.match_id: len(self._logs[job.match_id].turns) for job in jobs if job.match_id in self._logs}
        for job in jobs:
            if isinstance(job, AppendJob):
                job.outcome = self._append(job, lengths.get(job.match_id))
        return [job.outcome for job in jobs]

    def _create(self, job: CreateJob) -> DuplicateMatch | None:
        if job.match_id in self._logs:
            return DuplicateMatch(job.match_id)
        log = self._logs[job.match_id] = _Log(job.match_row, job.seat_rows)
        _add(log, job, None)
        return None

    def _append(self, job: AppendJob, length: int | None) -> JobResult:
        """Write the job to a match that had this many turns before the commit."""
        if length is None:
            return UnknownMatch(job.match_id)
        log = self._logs[job.match_id]
        accepted = _accept(log, job) if job.index == length == len(log.turns) else []
        rest = [turn.sender for turn in job.turns[len(accepted) :]]
        repeated = {sender: _first_answer(log, log.sent[sender]) for sender in rest if sender in log.sent}
        return outcome_of(job, accepted, repeated, length)

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError("the store is closed")

    def _log(self, match_id: MatchId) -> _Log:
        self._check_open()
        if match_id not in self._logs:
            raise UnknownMatch(match_id)
        return self._logs[match_id]


def _accept(log: _Log, job: AppendJob) -> list[Accepted]:
    """Write the turns before the first repeated one."""
    # Lazy, because of two turns with the same id the second is a repetition as soon as the first is written.
    return [_accept_turn(log, turn) for turn in takewhile(lambda turn: turn.sender not in log.sent, job.turns)]


def _accept_turn(log: _Log, turn: TurnRows) -> Accepted:
    entry, first = turn.entry, len(log.events)
    log.turns.append(turn.turn_row)
    if entry.turn.client_id is not None:
        log.sent[turn.sender] = turn.index
    _add(log, turn, turn.index)
    log.match |= turn.status_row | {"turn_count": len(log.turns), "event_count": len(log.events)}
    return Accepted(entry.turn, codec.numbered(entry.events, first, turn.index))


def _add(log: _Log, new: CreateJob | TurnRows, turn_index: int | None) -> None:
    for row in new.event_rows:
        log.events.append(row | {"turn_index": turn_index, "sequence_number": len(log.events)})
    log.snapshots += [row | {"turn_index": turn_index} for row in new.snapshot_rows]


def _first_answer(log: _Log, turn_index: int) -> Repeated:
    told = tuple(codec.read_event(row) for row in log.events if row["turn_index"] == turn_index)
    return Repeated(codec.read_turn(log.turns[turn_index]), told)


def _players(log: _Log) -> tuple[Player, ...]:
    return tuple(codec.read_player(row) for row in log.seats)


def _summary(log: _Log) -> MatchSummary:
    return codec.read_summary(log.match, _players(log))


def _age(summary: MatchSummary) -> tuple[object, MatchId]:
    return summary.created, summary.match_id


def _is_wanted(summary: MatchSummary, wanted: Filter) -> bool:
    return (
        (wanted.game_id is None or summary.game_id == wanted.game_id)
        and (wanted.statuses is None or summary.status in wanted.statuses)
        and (wanted.match_ids is None or summary.match_id in wanted.match_ids)
    )
