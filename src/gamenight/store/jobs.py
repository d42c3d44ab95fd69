"""Entries on their way into the log: their rows, and what came of them."""

from __future__ import annotations

from gamenight.core.model import MatchId, PlayerId
from gamenight.store import codec
from gamenight.store.errors import StoreError
from gamenight.store.log import Accepted, Answer, Append, Opening

Outcome = Answer | StoreError | None
"""What the caller gets: an answer, an error to raise, or None for a match that was created."""

Sender = tuple[MatchId, PlayerId, str | None]
"""The match, the actor and the client id."""


class CreateJob:
    """An opening as rows; BadEntry if it cannot be written as such."""

    __slots__ = ("event_rows", "match_id", "match_row", "outcome", "seat_rows", "snapshot_rows")

    def __init__(self, opening: Opening) -> None:
        self.match_id = opening.record.match_id
        self.match_row = codec.match_row(opening)
        self.seat_rows = codec.seat_rows(opening.record)
        self.event_rows = codec.event_rows(self.match_id, opening.events)
        self.snapshot_rows = codec.snapshot_rows(opening.snapshot)
        self.outcome: Outcome = None


class AppendJob:
    """A turn as rows; `behind` is the turn before it, if that one was handed over too and has no answer yet."""

    __slots__ = (
        "behind",
        "entry",
        "event_rows",
        "index",
        "match_id",
        "outcome",
        "sender",
        "snapshot_rows",
        "status_row",
        "turn_row",
    )

    def __init__(self, entry: Append, behind: AppendJob | None) -> None:
        self.entry = entry
        self.match_id = entry.match_id
        self.index = entry.turn.index
        self.sender: Sender = (entry.match_id, entry.turn.actor, entry.turn.client_id)
        self.status_row = codec.status_row(entry)
        self.turn_row = codec.turn_row(entry.match_id, entry.turn)
        self.event_rows = codec.event_rows(entry.match_id, entry.events)
        self.snapshot_rows = codec.snapshot_rows(entry.snapshot)
        self.behind = behind
        self.outcome: Outcome = None


Job = CreateJob | AppendJob


def follows_the_log(job: AppendJob) -> bool:
    """The turn that this one was made to follow is in the log, and not another one in its place."""
    return job.behind is None or isinstance(job.behind.outcome, Accepted)
