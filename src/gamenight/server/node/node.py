"""One server process: the matches in its memory, and everything that it does for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.core.model import MatchId, PlayerId, Step
from gamenight.core.text import say
from gamenight.llm.deciding import ModelCall
from gamenight.protocol.messages import TableShown
from gamenight.server.bot_pool import BotPool
from gamenight.server.games import Games
from gamenight.server.localized_error import LocalizedError
from gamenight.server.match.live import LiveMatch
from gamenight.server.node.housekeeping import Housekeeping
from gamenight.server.node.lobby import Lobby
from gamenight.server.node.replays import replay_of
from gamenight.server.node.summaries import shown_to
from gamenight.server.node.table_lists import TableLists
from gamenight.server.presentation.documents import plain_view
from gamenight.server.retrying import in_the_end
from gamenight.server.seats.model_strategies import is_model
from gamenight.server.seats.tokens import WrongToken, seat_of
from gamenight.server.settings import Settings
from gamenight.store.bus.contract import LOBBY, Bus
from gamenight.store.hall.hall import Hall
from gamenight.store.hall.table import Table, TableFilter
from gamenight.store.log.contract import MatchStore

LEASE_MARGIN_MS = 3_000
LAST_WORDS_S = 2.0
"""How long a node that stops waits until the costs of its language models are written."""
QUIET_S = 5.0
"""At the limit of matches, one without viewers is forgotten after this time."""


class ServerFull(LocalizedError):
    """The node has as many matches, connections or replays as it may have; the words say which."""


class Status(Struct, frozen=True):
    """The public state of a node, without its name or its machine's."""

    matches: int
    """Number of matches that wait or are played on this node."""
    max_matches: int
    connections: int
    max_connections: int
    bus: bool
    """Whether hints from other nodes arrive at once; without them updates are late by seconds."""
    bots_thinking: int
    """Number of bots that think now, without those in prompts with hidden actors."""
    bots_waiting: int
    """Number of bots that wait for a process, without those in prompts with hidden actors."""


class Node:
    def __init__(
        self, name: str, settings: Settings, games: Games, store: MatchStore, hall: Hall, bus: Bus, bot_pool: BotPool
    ) -> None:
        self.name = name
        self.settings = settings
        self.games = games
        self.store = store
        self.hall = hall
        self.ledger = hall.ledger
        self.bus = bus
        self.bot_pool = bot_pool
        self.connections = 0
        """Number of open sockets, counted by the code of the sockets."""
        self.page: str | None = None
        """The build of the page that is served here; None if no page was built."""
        self.lives: dict[MatchId, LiveMatch] = {}
        self.failed: set[MatchId] = set()
        """Matches whose rules failed in this process."""
        self.lobby = Lobby(self)
        self._table_lists = TableLists(self)
        self.turn_seen: Callable[[str], None] = lambda game_id: None
        """Called for every turn with a public event, at a table that everybody may find and watch."""
        self.models_asked: Callable[[Sequence[ModelCall]], None] = lambda calls: None
        """Called with all calls to language models of a match, when it is over."""
        self._loading: dict[MatchId, asyncio.Task[LiveMatch]] = {}
        self._opening: set[MatchId] = set()
        self._openers: dict[MatchId, str] = {}
        """The addresses that opened the tables in memory; only of tables that were opened at this node."""
        self._housekeeping = Housekeeping(self)

    def opener_of(self, match_id: MatchId) -> str:
        """The address that opened this table; empty if it is not known here."""
        return self._openers.get(match_id, "")

    @property
    def lease_ms(self) -> int:
        """How long this node alone is responsible for a bot's answer, before another node takes over."""
        return self.settings.bot_time_ms + LEASE_MARGIN_MS

    async def start(self) -> None:
        """Start the housekeeping: deadlines, absences, and moves of other nodes."""
        self.bus.follow(LOBBY)
        await self._housekeeping.start()

    async def close(self) -> None:
        await self._housekeeping.close()
        await self.lobby.close()
        for task in self._loading.values():
            task.cancel()
        for live in self.lives.values():
            live.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS_S):
                await asyncio.gather(*(live.bot_seats.models.settle() for live in self.lives.values()))
        self.lives.clear()
        await self.bot_pool.close()
        await self.bus.close()
        await self.store.close()

    def status(self) -> Status:
        settings = self.settings
        return Status(
            self._count_open(),
            settings.max_matches,
            self.connections,
            settings.max_connections,
            self.bus.is_connected,
            self.bot_pool.busy,
            self.bot_pool.waiting,
        )

    # News

    def hear(self, topic: str) -> None:
        """Handle a hint. The bus calls this as its `Hear`."""
        if topic == LOBBY:
            self.lobby.wake()
        elif (live := self.lives.get(MatchId(topic))) is not None:
            self.refresh(live)

    def refresh(self, live: LiveMatch) -> None:
        """Let a match take over what other nodes wrote, in the background."""
        self._housekeeping.run(live.refresh(), f"match {live.match_id} could not be brought up to date")

    def table_changed(self, match_id: MatchId) -> None:
        """Notify the lobby that a table has opened, filled, started or ended, unless it is private."""
        live = self.lives.get(match_id)
        if live is not None and live.table.settings.is_private:
            return
        self.lobby.wake()
        self.bus.hint(LOBBY)

    def moved(self, live: LiveMatch, step: Step) -> None:
        """Notify other nodes of a turn that was written here, and count it."""
        self.bus.hint(live.match_id)
        if step.state.is_over:
            self.table_changed(live.match_id)
            self._housekeeping.run(self._count_calls(live), f"the calls of match {live.match_id} could not be counted")
        if is_for_everybody(live.table) and any(event.audience is None for event in step.events):
            self.turn_seen(step.state.game_id)

    async def _count_calls(self, live: LiveMatch) -> None:
        """Count the calls of the match's language models, when delayed spectators know that it is over."""
        if not any(map(is_model, live.table.settings.bots)):
            return
        await asyncio.sleep(live.table.settings.delay_ms / 1000)
        await live.bot_seats.models.settle()
        decisions = await in_the_end(lambda: self.ledger.decisions(live.match_id))
        hosted = {place.seat_index for place in live.table.places}
        calls = [call for one in decisions if one.seat_index not in hosted for call in one.calls]
        self.models_asked(msgspec.convert(calls, list[ModelCall]))

    # Matches in memory

    async def live(self, match_id: MatchId) -> LiveMatch:
        """The match, read from the log if it is not in memory; UnknownMatch."""
        if (known := self.lives.get(match_id)) is not None:
            known.touch()
            return known
        if match_id not in self._loading:
            task = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            task.add_done_callback(lambda done: self._loaded(match_id, done))
        return await asyncio.shield(self._loading[match_id])

    async def _load(self, match_id: MatchId) -> LiveMatch:
        live = LiveMatch(self, await self.hall.table(match_id))
        self.bus.follow(match_id)
        await live.load()
        if len(self.lives) >= self.settings.max_matches:
            self._forget_quiet()
        self.lives[match_id] = live
        return live

    def _loaded(self, match_id: MatchId, task: asyncio.Task[LiveMatch]) -> None:
        self._loading.pop(match_id, None)
        if task.cancelled() or task.exception() is not None:
            self.bus.unfollow(match_id)

    def forget(self, live: LiveMatch) -> None:
        live.close()
        self.lives.pop(live.match_id, None)
        self._openers.pop(live.match_id, None)
        self.bus.unfollow(live.match_id)

    def _forget_quiet(self) -> None:
        quiet_since = asyncio.get_running_loop().time() - QUIET_S
        for live in list(self.lives.values()):
            if live.last_used < quiet_since and live.is_idle:
                self.forget(live)

    def _count_open(self) -> int:
        """Number of matches that wait or are played here, as delayed spectators know them."""
        return sum(map(_is_open, self.lives.values()))

    def _is_full(self) -> bool:
        most = self.settings.max_matches - len(self._opening - self.lives.keys())
        return len(self.lives) >= most and self._count_open() >= most

    # Requests of clients

    async def open_table(self, table: Table, address: str = "") -> None:
        """Open a checked table for this address, and notify the lobby; ServerFull if the node has too many matches."""
        if self._is_full():
            self._forget_quiet()
        if self._is_full():
            raise ServerFull(say("refused-server_full"))
        self._opening.add(table.match_id)
        try:
            await self.hall.open(table)
            await self.live(table.match_id)
            self._openers[table.match_id] = address
        finally:
            self._opening.discard(table.match_id)
        self.table_changed(table.match_id)

    async def seat_of(self, match_id: MatchId, token: str) -> PlayerId:
        """The seat of this token, compared in constant time; UnknownMatch, WrongToken."""
        live = await self.live(match_id)
        found = seat_of(live.table, token)
        if found is None:
            await live.refresh()
            found = seat_of(live.table, token)
        if found is None:
            raise WrongToken(say("refused-token"))
        return found

    async def shown(self, match_id: MatchId, viewer: PlayerId | None) -> TableShown:
        """The table as this viewer may see it. For None, a viewer without a seat, it may be delayed."""
        return shown_to(await self.live(match_id), viewer)

    async def view(self, match_id: MatchId, viewer: PlayerId | None) -> Any:
        """The viewer's ShownView as plain data; None if the match has not begun."""
        live = await self.live(match_id)
        state = live.channel(viewer).state
        return None if state is None or live.plugin is None else plain_view(live.plugin, state, viewer)

    async def list_tables(
        self, wanted: TableFilter, limit: int = 50, after: MatchId | None = None
    ) -> tuple[TableShown, ...]:
        """One page of tables, the newest first, as viewers without a seat may see them."""
        return await self._table_lists.page(wanted, limit, after)

    async def replay(self, match_id: MatchId, viewer: PlayerId | None) -> dict[str, Any]:
        """The replay of a match: if finished, the record and all events; else the events that this viewer has seen."""
        return await replay_of(await self.live(match_id), viewer)


def _is_open(live: LiveMatch) -> bool:
    """Whether the match waits or is played. At a delayed table this is the state that spectators see."""
    seen = live.spectators.state
    return live.ended is None and (seen is None or not seen.is_over)


def is_for_everybody(table: Table) -> bool:
    """Whether every client can find this table and watch its match without delay."""
    settings = table.settings
    return settings.spectators and not settings.is_private and not settings.delay_ms
