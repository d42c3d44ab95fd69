"""Jobs to write entries to the log: their rows and their outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamenight.core.model import MatchId, PlayerId
from gamenight.store.errors import BadEntry, StoreError, TurnGap
from gamenight.store.log import codec
from gamenight.store.log.contract import Accepted, Append, AppendResult, Lost, Opening, Repeated

JobResult = tuple[AppendResult, ...] | StoreError | None
"""The result for the caller: an answer for each turn, an error to raise, or None for a match that was created."""

Sender = tuple[MatchId, PlayerId, str | None]
"""The match, the actor and the client id."""


class CreateJob:
    """An opening as rows; raises BadEntry if it cannot be written."""

    size = 1
    __slots__ = ("event_rows", "match_id", "match_row", "outcome", "seat_rows", "snapshot_rows")

    def __init__(self, opening: Opening) -> None:
        self.match_id = opening.record.match_id
        self.match_row = codec.match_row(opening)
        self.seat_rows = codec.seat_rows(opening.record)
        self.event_rows = codec.event_rows(self.match_id, opening.events)
        self.snapshot_rows = codec.snapshot_rows(opening.snapshot)
        self.outcome: JobResult = None


class TurnRows:
    """One turn as rows."""

    __slots__ = ("entry", "event_rows", "index", "sender", "snapshot_rows", "status_row", "turn_row")

    def __init__(self, entry: Append) -> None:
        self.entry = entry
        self.index = entry.turn.index
        self.sender: Sender = (entry.match_id, entry.turn.actor, entry.turn.client_id)
        self.status_row = codec.status_row(entry)
        self.turn_row = codec.turn_row(entry.match_id, entry.turn)
        self.event_rows = codec.event_rows(entry.match_id, entry.events)
        self.snapshot_rows = codec.snapshot_rows(entry.snapshot)


class AppendJob:
    """Consecutive turns of one match; each requires the one before it."""

    __slots__ = ("index", "match_id", "outcome", "turns")

    def __init__(self, entries: Sequence[Append]) -> None:
        self.match_id = entries[0].match_id
        self.index = entries[0].turn.index
        expected = [(self.match_id, self.index + n) for n in range(len(entries))]
        if [(entry.match_id, entry.turn.index) for entry in entries] != expected:
            raise BadEntry("the entries are not consecutive turns of one match")
        self.turns = [TurnRows(entry) for entry in entries]
        self.outcome: JobResult = None

    @property
    def size(self) -> int:
        return len(self.turns)


Job = CreateJob | AppendJob


def raised(outcome: JobResult) -> JobResult:
    """The outcome, unless it is an error, which is raised."""
    if isinstance(outcome, StoreError):
        raise outcome
    return outcome


def outcome_of(
    job: AppendJob, accepted: Sequence[Accepted], repeated: Mapping[Sender, Repeated], length: int
) -> JobResult:
    """The outcome for the caller if these turns were accepted; `length` is the number of turns before the commit."""
    rest = [repeated.get(turn.sender) or Lost(turn.index) for turn in job.turns[len(accepted) :]]
    if job.index > length and isinstance(rest[0], Lost):
        return TurnGap(job.match_id, job.index, length)
    return (*accepted, *rest)
