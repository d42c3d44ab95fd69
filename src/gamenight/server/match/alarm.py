"""A timer that submits `Due` at a match's deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from gamenight.core.model import Due, GameState, Input, Refusal, Step
from gamenight.server.retrying import RETRY_SECONDS
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import StoreUnavailable
from gamenight.store.hall.table import Table
from gamenight.store.log.contract import Repeated


class TimedMatch(Protocol):
    """The members of a match in memory that its alarm uses."""

    table: Table
    state: GameState | None

    @property
    def is_watched(self) -> bool: ...

    def spawn(self, work: Coroutine[Any, Any, None], /) -> None: ...

    async def submit(self, input: Input, at: int, /) -> Step | Refusal | Repeated: ...


class Alarm:
    """Submits `Due` when the open prompt is due."""

    def __init__(self, live: TimedMatch) -> None:
        self._live = live
        self._timer: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Wake up at the match's next deadline, if it has one, and at no other instant."""
        self.cancel()
        state = self._live.state
        if state is not None and state.due_at is not None:
            wait = max(0, state.due_at - now_ms()) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring, state.prompt)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self, prompt: int) -> None:
        self._live.spawn(self._fall_due(prompt))

    async def _fall_due(self, prompt: int) -> None:
        if self._live.table.settings.exhibition and not self._live.is_watched:
            return  # A node where it is watched acts in time; otherwise the exhibition is paused.
        try:
            answer = await self._live.submit(Due(prompt), now_ms())
        except StoreUnavailable:
            await asyncio.sleep(RETRY_SECONDS)
        else:
            if not isinstance(answer, Refusal) or answer.code != "not_due":
                return
        self.set()
