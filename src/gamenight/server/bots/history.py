"""The events of a match for its bots: read from the log when a bot first needs them, then kept up to date."""

from __future__ import annotations

from gamenight.core.model import Event, MatchId, Step
from gamenight.store.log.contract import MatchStore


class Memory:
    """The events of a match, each with the number of its turn (-1 for the opening); empty until they are needed."""

    def __init__(self, store: MatchStore, match_id: MatchId) -> None:
        self._store = store
        self._match_id = match_id
        self._events: list[tuple[int, Event]] = []
        self._turns = 0

    def note(self, step: Step) -> None:
        """Add the events of a step, if all events before it are here."""
        if self._events and step.turn.index == self._turns:
            self._events += [(step.turn.index, event) for event in step.events]
            self._turns += 1

    async def events_before(self, turn: int) -> list[Event]:
        """All events before this turn, also those that a seat may not see: the caller filters them."""
        if not self._events or self._turns < turn:
            await self._read(turn)
        return [event for index, event in self._events if index < turn]

    async def _read(self, turn: int) -> None:
        stored = await self._store.events(self._match_id)
        numbered = [(-1 if one.turn_index is None else one.turn_index, one.event) for one in stored]
        self._events, self._turns = [entry for entry in numbered if entry[0] < turn], turn
