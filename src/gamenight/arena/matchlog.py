"""Write the games of an arena to the match log, from their records: the rows do not depend on where they were played.

Importing this module loads the database libraries, which takes a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from gamenight.core.model import GameStatus, MatchId, Record, Turn
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import decode_record, opening, play_on
from gamenight.store import (
    NOW_AND_THEN,
    DuplicateMatch,
    Filter,
    MatchPage,
    MatchStore,
    StoreError,
    entry_of,
    open_store,
    opening_of,
)

OVER = (GameStatus.FINISHED, GameStatus.ABANDONED, GameStatus.ERROR)
AT_ONCE = 500
"""Number of matches in one query."""


class MatchLog:
    """The store at a URL, for one arena; close it when done."""

    def __init__(self, url: str, plugin: GamePlugin) -> None:
        self._plugin = plugin
        self._runner = asyncio.Runner()
        try:
            self._store = self._runner.run(open_store(url))
        except BaseException:
            self._runner.close()
            raise

    def __enter__(self) -> MatchLog:
        return self

    def __exit__(self, *exception: object) -> None:
        self._runner.run(self._store.close())
        self._runner.close()

    def written(self, match_ids: Sequence[str]) -> set[str]:
        """The matches among these that are completely in the store."""
        return self._runner.run(written(self._store, match_ids))

    def write(self, record: dict[str, Any]) -> None:
        self._runner.run(write_match(self._store, self._plugin, decode_record(record)))


async def written(store: MatchStore, match_ids: Sequence[str]) -> set[str]:
    """The matches among these that are completely in the store."""
    found: set[str] = set()
    for start in range(0, len(match_ids), AT_ONCE):
        wanted = [MatchId(match_id) for match_id in match_ids[start : start + AT_ONCE]]
        listed = await store.matches(Filter(statuses=OVER, match_ids=wanted), MatchPage(limit=AT_ONCE))
        found.update(match.match_id for match in listed)
    return found


async def write_match(store: MatchStore, plugin: GamePlugin, record: Record) -> None:
    """Write a whole match; if the store has it already, do nothing, and if it has only the opening, complete it."""
    first = opening(plugin, record)
    state, events = first.state, first.events
    # The record has no states between its turns, so they are played again here.
    entries = [entry_of(step, NOW_AND_THEN) for step in play_on(plugin, state, record.turns)]
    try:
        await store.create(opening_of(state, events, NOW_AND_THEN))
    except DuplicateMatch:
        if there := await store.turns(record.match_id):
            _check_same(record, there)
            return
    await store.append_all(entries)


def _check_same(record: Record, there: tuple[Turn, ...]) -> None:
    if msgspec.to_builtins(there) != msgspec.to_builtins(record.turns):
        raise StoreError(
            f"match {record.match_id} is already in the database, with other moves: this arena was played before, by "
            "bots that do not repeat their decisions; continue with its results file, or choose another seed"
        )
