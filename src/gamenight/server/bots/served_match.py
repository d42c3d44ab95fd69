"""The members of a match that its bots and language models use."""

from __future__ import annotations

import asyncio
from typing import Protocol

from gamenight.core.bot import Observation
from gamenight.core.model import Action, Event, GameState, Input, MatchId, PlayerId, Refusal, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.text import Words
from gamenight.server.services import Services
from gamenight.store.hall.table import Table
from gamenight.store.log.contract import Repeated


class Announcements(Protocol):
    """Notices about bots in the table's chat."""

    async def say_failure(self, state: GameState, player: PlayerId) -> None: ...

    async def say_substitute(self, state: GameState, player: PlayerId, played: str) -> None: ...

    async def say_replaced(self, state: GameState, player: PlayerId) -> None: ...


class Attendance(Protocol):
    async def attend(self) -> None: ...


class ServedMatch(Protocol):
    """The members of a match in memory that its bots use."""

    match_id: MatchId
    table: Table
    state: GameState | None
    trouble: Words | None
    has_bots: bool
    lock: asyncio.Lock

    @property
    def node(self) -> Services: ...

    @property
    def rules(self) -> GamePlugin: ...

    @property
    def is_watched(self) -> bool: ...

    @property
    def chat(self) -> Announcements: ...

    @property
    def presence(self) -> Attendance: ...

    async def submit_locked(
        self, input: Input, at: int, client_id: str | None = None, /
    ) -> Step | Refusal | Repeated: ...

    async def pause_broken(self) -> None: ...

    async def refresh(self) -> None: ...

    async def table_written(self) -> None: ...


class StandIns(Protocol):
    """Bots that can answer in place of a language model."""

    async def choose(self, state: GameState, player: PlayerId, strategy: str) -> Action: ...

    async def history(self, state: GameState, player: PlayerId) -> tuple[Event, ...]: ...

    def observation(
        self, state: GameState, player: PlayerId, worlds: int, history: tuple[Event, ...] = ()
    ) -> Observation: ...

    def random_action(self, state: GameState, player: PlayerId) -> Action: ...
