"""Viewers without a seat. At a delayed table they see the match `delay_ms` later, at every endpoint."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from msgspec import Struct

from gamenight.core.model import GameState, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.step_updates import StepUpdate, step_updates
from gamenight.server.presentation.connection import Envelope
from gamenight.server.presentation.viewer_channel import ViewerChannel
from gamenight.server.wall_clock import now_ms


class Beginning(Struct, frozen=True):
    """The match has begun, or continues from here. `number` is the count of public events so far."""

    shown: tuple[StepUpdate, ...]
    number: int
    started: Envelope | None = None


News = Beginning | Step | Envelope


class Spectators:
    """The spectators of one table. Events reach them `delay_ms` later, in the same order."""

    def __init__(self, plugin: GamePlugin | None, delay_ms: int, changed: Callable[[], None]) -> None:
        self._plugin = plugin
        self.delay_ms = delay_ms
        self._changed = changed
        """Called when delayed spectators have reached the beginning or the end."""
        self.channel = ViewerChannel(None)
        self._behind: deque[tuple[int, News]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def state(self) -> GameState | None:
        """The match as viewers without a seat may know it; None if it has not begun for them."""
        return self.channel.state

    def add(self, news: News, at: int) -> None:
        """Show this news, `delay_ms` after the instant `at`."""
        if self.delay_ms == 0 or (not self._behind and at + self.delay_ms <= now_ms()):
            self._show(news)
            return
        self._behind.append((at + self.delay_ms, news))
        self._arm()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _arm(self) -> None:
        if self._timer is None and self._behind:
            wait = max(0, self._behind[0][0] - now_ms()) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self._catch_up)

    def _catch_up(self) -> None:
        self._timer = None
        now = now_ms()
        while self._behind and self._behind[0][0] <= now:
            news = self._behind.popleft()[1]
            self._show(news)
            if isinstance(news, Beginning) or (isinstance(news, Step) and news.state.is_over):
                self._changed()
        self._arm()

    def _show(self, news: News) -> None:
        if isinstance(news, Envelope):
            for connection in self.channel.connections:
                connection.send(news)
            return
        assert self._plugin is not None
        if isinstance(news, Step):
            self.channel.follow(self._plugin, step_updates(news), (), now_ms())
            return
        if news.started is not None:
            self._show(news.started)
        self.channel.begin(self._plugin, news.shown, news.number, now_ms())
