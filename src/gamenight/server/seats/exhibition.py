"""Exhibitions, which only bots play, are paused while they have no viewers."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Any, Protocol

from gamenight.core.model import GameState, Input
from gamenight.server.retrying import in_the_end
from gamenight.server.seats.absences import rest_or_go_on
from gamenight.server.wall_clock import now_ms
from gamenight.store.hall.table import Table


class WatchedMatch(Protocol):
    """The members of a match in memory that an exhibition uses."""

    table: Table
    state: GameState | None
    lock: asyncio.Lock

    @property
    def is_watched(self) -> bool: ...

    def spawn(self, work: Coroutine[Any, Any, None], /) -> None: ...

    async def submit_locked(self, input: Input, at: int, /) -> object: ...


def rest_or_resume(live: WatchedMatch) -> None:
    """Pause or resume an exhibition, as viewers come or go."""
    if rest_or_go_on(live.state, live.table, is_watched=live.is_watched) is not None:
        live.spawn(in_the_end(partial(_rest_or_resume, live)))


async def _rest_or_resume(live: WatchedMatch) -> None:
    async with live.lock:
        wanted = rest_or_go_on(live.state, live.table, is_watched=live.is_watched)
        if wanted is not None:
            await live.submit_locked(wanted, now_ms())
