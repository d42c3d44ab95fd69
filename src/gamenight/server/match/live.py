"""A match in memory: the only path of inputs into the log, and of the resulting events to all viewers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import Any, Protocol

from gamenight.core.listing.actions import Listing
from gamenight.core.model import Due, GameState, GameStatus, Hold, Input, Pause, PlayerId, Refusal, Step, seat
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import commitment
from gamenight.core.showing.step_updates import step_updates
from gamenight.core.text import Words
from gamenight.protocol.messages import GameStarted, ModelFreed, ServerMessage
from gamenight.server.bots.bot_seats import BotSeats
from gamenight.server.match import restoring
from gamenight.server.match.alarm import Alarm
from gamenight.server.match.chat import TableChat
from gamenight.server.match.inputs import RULES_FAILED, catch_up, submit
from gamenight.server.match.loading import Loaded
from gamenight.server.match.table_news import catch_up_table, is_botted
from gamenight.server.presentation.connection import GOING_AWAY, Envelope
from gamenight.server.presentation.picking import Picked
from gamenight.server.presentation.spectators import Beginning, Spectators
from gamenight.server.presentation.viewer_channel import ViewerChannel
from gamenight.server.retrying import in_the_end
from gamenight.server.seats.absences import AbsenceLimits, rest_or_go_on
from gamenight.server.seats.exhibition import rest_or_resume
from gamenight.server.seats.models import freed_by
from gamenight.server.seats.presence import Presence
from gamenight.server.seats.shown_seats import seats_of
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import UnknownMatch
from gamenight.store.hall.table import Table
from gamenight.store.log.contract import Repeated

LOG = logging.getLogger("gamenight.server")


class Host(restoring.Host, Protocol):
    """The node of a match, which is notified of changes that concern other nodes and the lobby."""

    def moved(self, live: LiveMatch, step: Step, /) -> None: ...


class LiveMatch:
    """One table with its match, if it has begun. Every change holds the lock, so turns come one by one."""

    def __init__(self, node: Host, table: Table) -> None:
        self.node = node
        self.table = table
        self.match_id = table.match_id
        self.plugin: GamePlugin | None = node.games.find(table.game_id)
        self.state: GameState | None = None
        self.trouble: Words | None = None
        """Why the match cannot continue here."""
        self.ended: GameStatus | None = None
        """Its final status, if it ended under rules that are no longer installed; it is shown from its events."""
        seats = [seat(index) for index in range(table.settings.seats)]
        self.channels: dict[PlayerId, ViewerChannel] = {player: ViewerChannel(player) for player in seats}
        self.spectators = Spectators(self.plugin, table.settings.delay_ms, lambda: node.table_changed(self.match_id))
        self.lock = asyncio.Lock()
        self.has_bots = bool(table.settings.bots)
        self.presence = Presence(self)
        self.chat = TableChat(self)
        self.last_used = 0.0
        self._looked_in_until = 0
        self.bot_seats = BotSeats(self)
        self.listings: Mapping[PlayerId, Listing] = {}
        self._alarm = Alarm(self)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.touch()

    @property
    def rules(self) -> GamePlugin:
        assert self.plugin is not None
        return self.plugin

    @property
    def absence_limits(self) -> AbsenceLimits:
        settings = self.node.settings
        return AbsenceLimits(settings.grace_ms, settings.hold_budget_ms, self.node.lease_ms)

    @property
    def is_watched(self) -> bool:
        """Whether a client has a socket here, or has just sent a request without one."""
        has_lines = bool(self.spectators.channel.connections) or any(
            channel.connections for channel in self.channels.values()
        )
        return has_lines or now_ms() < self._looked_in_until

    def look_in(self) -> None:
        """Count a request without a socket as watching, until the grace period is over."""
        self._looked_in_until = now_ms() + self.node.settings.grace_ms
        self.bot_seats.follow()

    @property
    def is_idle(self) -> bool:
        """Whether the match can be removed from memory unnoticed."""
        is_at_rest = self.bot_seats.is_idle and self.presence.is_settled and not self._tasks
        return is_at_rest and not self.is_watched and not self.lock.locked()

    def touch(self) -> None:
        self.last_used = asyncio.get_running_loop().time()

    def channel(self, viewer: PlayerId | None) -> ViewerChannel:
        return self.spectators.channel if viewer is None else self.channels[viewer]

    # Loading and beginning

    async def load(self) -> None:
        """Read the match from the log if it has begun; begin it if all players are there."""
        async with self.lock:
            await self.begin_or_load()

    def adopt(self, loaded: Loaded) -> None:
        """Continue from a state of the log; viewers who are connected already see the match begin."""
        self.state, self.trouble = loaded.state, None
        self.has_bots = is_botted(self.table, self.state)
        now, started = now_ms(), self._started()
        for player, channel in self.channels.items():
            channel.send(started)
            channel.begin(self.rules, loaded.shown, loaded.numbers[player], now)
        self.spectators.add(Beginning(loaded.seen, loaded.numbers[None], Envelope(started)), loaded.seen_at)
        for step in loaded.waiting:
            self.spectators.add(step, step.turn.at)
        self._alarm.set()

    def _started(self) -> GameStarted:
        assert self.state is not None
        return GameStarted(seats_of(self.table, self.state), self.commitment, now_ms())

    @property
    def commitment(self) -> str:
        assert self.state is not None
        return commitment(self.state.config.random_seed, self.state.config.salt)

    # Inputs

    async def submit(self, input: Input | Picked, at: int, client_id: str | None = None) -> Step | Refusal | Repeated:
        """Play an input that was received at this instant; returns after the commit. StoreUnavailable if it fails."""
        async with self.lock:
            return await self.submit_locked(input, at, client_id)

    async def submit_locked(
        self, input: Input | Picked, at: int, client_id: str | None = None
    ) -> Step | Refusal | Repeated:
        """As `submit`, for a caller that holds the lock."""
        return await submit(self, input, at, client_id)

    def take(self, step: Step, client_id: str | None, *, is_ours: bool) -> None:
        """Continue from a step that is in the log, and show it."""
        before, self.state, self.listings = self.state, step.state, step.listings
        self.bot_seats.note(step)
        self._alarm.set()
        self._show(step, client_id)
        if is_ours:
            self.bot_seats.take_up()
            self.node.moved(self, step)
        else:
            self.bot_seats.follow()
            if isinstance(step.turn.input, Hold | Pause):
                self.spawn(in_the_end(self.presence.undo_outdated))
        if step.state.is_over:
            self.spawn(self.chat.tell_late_news())
        assert before is not None
        if freed := freed_by(before, step.state, self.table):
            for player in freed:
                self.send_to_all(ModelFreed(player))
            self.spawn(in_the_end(self.presence.attend))
        if self.is_watched:
            rest_or_resume(self)

    def _show(self, step: Step, client_id: str | None) -> None:
        """Show a turn to every viewer. It is in the log, so a view that fails must not hide it from the others."""
        now, shown = now_ms(), step_updates(step)
        for player, channel in self.channels.items():
            own = client_id if player == step.turn.actor else None
            try:
                channel.follow(self.rules, shown, step.listings.get(player), now, own)
            except Exception:
                self._views_failed(channel)
        try:
            self.spectators.add(step, step.turn.at)
        except Exception:
            self._views_failed(self.spectators.channel)

    def _views_failed(self, channel: ViewerChannel) -> None:
        """Pause the match, as the rules failed to make this viewer's view, and close the viewer's sockets."""
        LOG.exception("match %s: the view of %s failed", self.match_id, channel.viewer or "spectators")
        channel.break_off()
        self.node.failed.add(self.match_id)
        self.spawn(self.pause_broken())

    async def pause_broken(self) -> None:
        """Pause the match, as the rules failed outside of a turn."""
        await in_the_end(lambda: self.submit(Pause(RULES_FAILED), now_ms()))

    async def look_after(self) -> None:
        """Do what is overdue: another node may have failed, or no node had the match in memory."""
        async with self.lock:
            await self._catch_up_all()
            state = self.state
            if isinstance(rest := rest_or_go_on(state, self.table, is_watched=self.is_watched), Pause):
                await self.submit_locked(rest, now_ms())
            elif state is not None and state.due_at is not None and state.due_at <= now_ms():
                await self.submit_locked(Due(state.prompt), now_ms())
            self.bot_seats.take_up()
        await self.presence.attend()

    # The table

    async def refresh(self) -> None:
        """Take over everything that other nodes have written about the match and its table."""
        async with self.lock:
            await self._catch_up_all()

    async def table_written(self) -> None:
        """Take over a change of the table that was just written here, and notify other nodes."""
        async with self.lock:
            await self.catch_up_table()
            await self.begin_or_load()
        self.node.bus.hint(self.match_id)

    async def begin_or_load(self) -> None:
        """Begin the match, or read it from the log, if that is due and not done. The caller holds the lock."""
        await restoring.begin_or_load(self)

    async def catch_up_table(self) -> None:
        """Read the table and send what changed. The caller holds the lock."""
        await catch_up_table(self)

    async def _catch_up_all(self) -> None:
        await self.read_news()
        await self.begin_or_load()

    async def read_news(self) -> None:
        """Read news if there are any; usually there are none. Does not begin a match that could begin."""
        head = (await self.node.hall.heads((self.match_id,))).get(self.match_id)
        if head is None:
            raise UnknownMatch(self.match_id)
        if head.revision != self.table.revision:
            await self.catch_up_table()
        if self.state is None:
            if self.table.started_at is not None:
                await self.begin_or_load()
        elif head.turns is not None and head.turns > self.state.turn_index:
            await catch_up(self)

    def send_to_all(self, message: ServerMessage) -> None:
        envelope = Envelope(message)
        for channel in self.channels.values():
            for connection in channel.connections:
                connection.send(envelope)
        self.spectators.add(envelope, now_ms())

    # Ends

    def close(self) -> None:
        """Remove the match from memory and close its sockets; the database has everything."""
        for channel in (self.spectators.channel, *self.channels.values()):
            for connection in channel.connections:
                connection.close(GOING_AWAY, "the table is closed here; reconnect to see whether it still exists")
        self.bot_seats.close()
        self.spectators.close()
        self._alarm.cancel()
        for task in self._tasks:
            task.cancel()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("match %s: %s", self.match_id, type(error).__name__, exc_info=error)
