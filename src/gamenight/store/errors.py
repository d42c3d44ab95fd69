"""Errors of the store. Each message is one sentence that names the match, and never its seed."""

from __future__ import annotations

from gamenight.core.model import MatchId


class StoreError(Exception):
    """The base of all exceptions that a store raises."""


class StoreUnavailable(StoreError):
    """The database is locked, full or unreachable. Nothing was written, and the same call may succeed later."""


class OutcomeUnknown(StoreUnavailable):
    """The connection was lost during a commit. Read the log when the database is back to see what was written."""


class BadEntry(StoreError):
    """The entry itself cannot be written; other entries of the same commit are not affected."""


class DuplicateMatch(StoreError):
    """A match with this id is already in the log."""

    def __init__(self, match_id: MatchId) -> None:
        super().__init__(f"match {match_id} is already in the log")


class UnknownMatch(StoreError):
    """No match with this id is in the log."""

    def __init__(self, match_id: MatchId) -> None:
        super().__init__(f"there is no match {match_id} in the log")


class SeatNotTaken(StoreError):
    """This seat of the table is not taken, or no longer by the same person."""

    def __init__(self, match_id: MatchId, seat_index: int) -> None:
        super().__init__(f"this player does not sit at seat {seat_index} of match {match_id}")


class TurnGap(StoreError):
    """The turn is not the next one: writing it would leave a gap in the log."""

    def __init__(self, match_id: MatchId, turn_index: int, length: int) -> None:
        super().__init__(f"match {match_id} has {length} turns, so turn {turn_index} cannot be the next")


class DamagedLog(StoreError):
    """A row is missing or invalid; `turn_index` None means the set-up or the match itself."""

    def __init__(self, match_id: MatchId, turn_index: int | None, what: str) -> None:
        place = "the set-up" if turn_index is None else f"turn {turn_index}"
        super().__init__(f"the log of match {match_id} is damaged at {place}: {what}")
        self.match_id = match_id
        self.turn_index = turn_index


class RulesMismatch(StoreError):
    """The match was played by rules that are not installed: its events can be shown, but it cannot continue."""
