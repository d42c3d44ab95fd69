"""Write a match of this process to a store, during play or afterwards, and make a table for it."""

from __future__ import annotations

from gamenight.core.match import Match
from gamenight.core.model import GameState
from gamenight.core.replay import decode_record, opening, play_on
from gamenight.store.errors import StoreError
from gamenight.store.hall.table import Table, TableSettings
from gamenight.store.log.contract import Accepted, MatchStore, entry_of, opening_of

EVERY_TURN = 1
"""Snapshot interval of a local match: the initial state, and the state after every turn."""

NOW_AND_THEN = 50
"""Snapshot interval of a server's match, in turns: short enough to rebuild it in milliseconds after a restart."""


class Recorder:
    """Writes one match: call `await write()` after one move, after several, or once at the end."""

    def __init__(self, store: MatchStore, match: Match, snapshot_every: int = EVERY_TURN) -> None:
        self._store = store
        self._match = match
        self._every = snapshot_every
        self._written: GameState | None = None

    async def write(self) -> None:
        """Write the opening, if it is not written yet, and in one commit every turn played since the last call."""
        state = self._written or await self._write_opening()
        # A Match does not keep the states between its turns, so the turns are replayed here.
        steps = list(play_on(self._match.plugin, state, self._match.turns[state.turn_index :]))
        entries = [entry_of(step, self._every) for step in steps]
        for entry, answer in zip(entries, await self._store.append_all(entries), strict=True):
            if not isinstance(answer, Accepted):
                raise StoreError(f"turn {entry.turn.index} of match {entry.match_id} was written by another writer")
        self._written = steps[-1].state if steps else state

    async def _write_opening(self) -> GameState:
        first = opening(self._match.plugin, decode_record(self._match.record()))
        state, events = first.state, first.events
        await self._store.create(opening_of(state, events, self._every))
        self._written = state
        return state


def table_of(match: Match) -> Table:
    """A table for a match that was not played on a server; servers show only matches with a table."""
    state = match.state
    config = state.config
    settings = TableSettings(options=config.options, timer=config.timer, seats=len(state.players), bots=())
    return Table(
        match_id=state.match_id,
        game_id=state.game_id,
        rules_version=state.rules_version,
        settings=settings,
        created_at=match.started_at,
        started_at=match.started_at,
    )
