"""What can go wrong with the log, each in one sentence that names the match and never its seed."""

from __future__ import annotations

from gamenight.core.model import MatchId


class StoreError(Exception):
    """The root of everything that a store raises."""


class StoreUnavailable(StoreError):
    """The database is locked, full or gone: nothing was written, and the same call may succeed later."""


class OutcomeUnknown(StoreUnavailable):
    """The database went away while it was committing: only the log can tell, once it is back, what was written."""


class BadEntry(StoreError):
    """The entry itself cannot be written; other entries of the same commit are unharmed."""


class DuplicateMatch(StoreError):
    """A match of this id is already in the log."""

    def __init__(self, match_id: MatchId) -> None:
        super().__init__(f"match {match_id} is already in the log")


class UnknownMatch(StoreError):
    """No match of this id is in the log."""

    def __init__(self, match_id: MatchId) -> None:
        super().__init__(f"there is no match {match_id} in the log")


class UnknownPlace(StoreError):
    """Nobody sits at this seat of the table, or not any more."""

    def __init__(self, match_id: MatchId, seat_index: int) -> None:
        super().__init__(f"nobody sits at seat {seat_index} of match {match_id}")


class Gap(StoreError):
    """The turn is not the next one: writing it would leave a hole in the log."""

    def __init__(self, match_id: MatchId, turn_index: int, length: int) -> None:
        super().__init__(f"match {match_id} has {length} turns, so turn {turn_index} cannot be the next")


class DamagedLog(StoreError):
    """A row is missing or says what cannot be; `turn_index` None is the set-up or the match itself."""

    def __init__(self, match_id: MatchId, turn_index: int | None, what: str) -> None:
        place = "the set-up" if turn_index is None else f"turn {turn_index}"
        super().__init__(f"the log of match {match_id} is damaged at {place}: {what}")
        self.match_id = match_id
        self.turn_index = turn_index


class OtherRules(StoreError):
    """The match belongs to rules that are not installed: it can be shown from its events, not played on."""
