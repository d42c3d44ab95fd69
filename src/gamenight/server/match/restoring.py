"""Bring a match into memory: from the log, or from a full table; halt it if its rules are missing."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gamenight.core.beats import beats
from gamenight.core.errors import GameEngineError
from gamenight.core.model import GameStatus, Pause, Resume
from gamenight.core.text import Words, say
from gamenight.server.instants import now_ms
from gamenight.server.match.beginning import first_state, should_begin
from gamenight.server.match.loading import Loaded, load_match, numbers_after
from gamenight.server.seats.model_strategies import is_model
from gamenight.store.errors import DamagedLog, DuplicateMatch, OtherRules, UnknownMatch
from gamenight.store.hall.table import TableMoved
from gamenight.store.log.contract import opening_of
from gamenight.store.recorder import NOW_AND_THEN

if TYPE_CHECKING:
    from gamenight.server.match.live import LiveMatch

LOG = logging.getLogger("gamenight.server")
RULES_FAILED = say("pause-rules_failed")
RULES_MISSING = say("pause-rules_missing")


class Restoring:
    """Begins or loads one match."""

    def __init__(self, live: LiveMatch) -> None:
        self._live = live

    async def begin_or_load(self) -> None:
        """Read the match from the log if it has begun; begin it if all players are there. The caller holds the lock."""
        # Rules that are missing or fail will not change while this process runs.
        if self._live.state is not None or self._live.trouble is not None:
            return
        if any(not is_model(strategy) for strategy in self._live.table.settings.bots):
            self._live.node.thinking.get_ready()
        if self._live.table.started_at is not None:
            await self._load_state()
        elif should_begin(self._live.table):
            await self._begin()

    async def _load_state(self) -> None:
        if self._live.plugin is None:
            await self._give_up(say("pause-no_game", game=self._live.table.game_id))
            return
        try:
            delay = self._live.table.settings.delay_ms
            loaded = await load_match(self._live.node.store, self._live.plugin, self._live.match_id, delay, now_ms())
        except UnknownMatch:
            await self._create()
            return
        except OtherRules as error:
            await self._give_up(str(error))
            return
        except (DamagedLog, GameEngineError):
            LOG.exception("match %s cannot be loaded", self._live.match_id)
            self._live.trouble = say("pause-unreadable")
            return
        self._live.adopt(loaded)
        await self._go_on()
        await self._try_rules_again()

    async def _give_up(self, reason: Words) -> None:
        """Halt a match that cannot continue here; one that is over is shown from its events."""
        with suppress(UnknownMatch):
            self._live.ended = await self._ended_as()
        await self._halt(reason)

    async def _ended_as(self) -> GameStatus | None:
        """The final status from the log; None if the match is not over or delayed spectators may not know it yet."""
        status = (await self._live.node.store.match(self._live.match_id)).status
        if not status.is_over:
            return None
        turns = await self._live.node.store.turns(self._live.match_id)
        return status if not turns or turns[-1].at + self._live.table.settings.delay_ms < now_ms() else None

    async def _halt(self, reason: Words) -> None:
        """Stop the match, and its clocks, until its own rules are installed again."""
        self._live.trouble = reason
        if self._live.table.halted_at is None and self._live.ended is None:
            LOG.warning("match %s is paused: %s", self._live.match_id, reason)
            await self._live.node.hall.halt(self._live.match_id, now_ms())

    async def _go_on(self) -> None:
        """Resume a match whose rules were missing; no player is charged for the time in between."""
        if self._live.table.halted_at is None:
            return
        assert self._live.state is not None
        if self._live.state.status is GameStatus.ACTIVE:
            await self._live.submit_locked(Pause(RULES_MISSING), self._live.table.halted_at)
            await self._resume()
        await self._live.node.hall.halt(self._live.match_id, None)

    async def _try_rules_again(self) -> None:
        """Resume a match whose rules failed before this process started; they may be fixed since."""
        assert self._live.state is not None
        if self._live.state.pause_reason == RULES_FAILED and self._live.match_id not in self._live.node.failed:
            await self._resume()

    async def _resume(self) -> None:
        """Resume with a new grace period for absent players, as they could not return to a stopped match."""
        now = now_ms()
        await self._live.submit_locked(Resume(), now)
        await self._live.node.hall.excuse(self._live.match_id, now, now + self._live.node.settings.grace_ms)
        await self._live.catch_up_table()

    async def _begin(self) -> None:
        """Close the table to new players, then create the match. If the node fails in between, another creates it."""
        live = self._live
        try:
            live.table = await live.node.hall.begin(live.match_id, now_ms(), live.table.revision)
        except TableMoved:
            await live.catch_up_table()
            await self.begin_or_load()
        else:
            await self._create()

    async def _create(self) -> None:
        if self._live.plugin is None or self._live.plugin.rules_version != self._live.table.rules_version:
            await self._halt(
                say("pause-no_rules", game=self._live.table.game_id, version=self._live.table.rules_version)
            )
            return
        now = now_ms()
        try:
            first = first_state(self._live.plugin, self._live.table, self._live.node.settings.stand_in, now)
        except GameEngineError:
            LOG.exception("match %s cannot be started", self._live.match_id)
            self._live.trouble = say("pause-not_started")
            return
        state, events = first.state, first.events
        opening = opening_of(state, events, NOW_AND_THEN)
        self._live.has_bots = any(player.is_bot for player in state.players)
        wake_at = self._live.wake_at(state)
        try:
            await self._live.node.store.create(replace(opening, next_deadline=wake_at))
        except DuplicateMatch:
            await self._load_state()
            return
        shown = beats(first)
        self._live.adopt(Loaded(shown, numbers_after(state, events), shown, now))
        self._live.duties.take_up()
        self._live.keep_exhibition()
        self._live.node.bus.hint(self._live.match_id)
        self._live.node.table_changed(self._live.match_id)
        await self._live.node.hall.excuse(self._live.match_id, now, now + self._live.node.settings.grace_ms)
