"""Bring a match into memory: from the log, or from a full table; halt it if its rules are missing."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Protocol

from msgspec.structs import replace

from gamenight.core.errors import GameEngineError
from gamenight.core.model import GameStatus, MatchId, Pause, Resume
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.step_updates import step_updates
from gamenight.core.text import Words, say
from gamenight.server.match import inputs
from gamenight.server.match.beginning import first_state, should_begin
from gamenight.server.match.inputs import RULES_FAILED, PlayedMatch, submit, wake_at
from gamenight.server.match.loading import Loaded, load_match, numbers_after
from gamenight.server.match.table_news import SeatedMatch, catch_up_table
from gamenight.server.seats.exhibition import WatchedMatch, rest_or_resume
from gamenight.server.seats.model_strategies import is_model
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import DamagedLog, DuplicateMatch, RulesMismatch, UnknownMatch
from gamenight.store.hall.table import TableMoved
from gamenight.store.log.contract import opening_of
from gamenight.store.recorder import NOW_AND_THEN

LOG = logging.getLogger("gamenight.server")
RULES_MISSING = say("pause-rules_missing")


class Host(inputs.Host, Protocol):
    """The node of a match that begins."""

    def table_changed(self, match_id: MatchId, /) -> None: ...


class RestoredMatch(PlayedMatch, SeatedMatch, WatchedMatch, Protocol):
    """The members of a match in memory that are set when it begins or is loaded."""

    plugin: GamePlugin | None
    ended: GameStatus | None

    @property
    def node(self) -> Host: ...

    def adopt(self, loaded: Loaded, /) -> None: ...


async def begin_or_load(live: RestoredMatch) -> None:
    """Read the match from the log if it has begun; begin it if all players are there. The caller holds the lock."""
    # Rules that are missing or fail will not change while this process runs.
    if live.state is not None or live.trouble is not None:
        return
    if any(not is_model(strategy) for strategy in live.table.settings.bots):
        live.node.bot_pool.get_ready()
    if live.table.started_at is not None:
        await _load_state(live)
    elif should_begin(live.table):
        await _begin(live)


async def _load_state(live: RestoredMatch) -> None:
    if live.plugin is None:
        await _give_up(live, say("pause-no_game", game=live.table.game_id))
        return
    try:
        delay = live.table.settings.delay_ms
        loaded = await load_match(live.node.store, live.plugin, live.match_id, delay, now_ms())
    except UnknownMatch:
        await _create(live)
        return
    except RulesMismatch as error:
        await _give_up(live, str(error))
        return
    except (DamagedLog, GameEngineError):
        LOG.exception("match %s cannot be loaded", live.match_id)
        live.trouble = say("pause-unreadable")
        return
    live.adopt(loaded)
    await _go_on(live)
    await _try_rules_again(live)


async def _give_up(live: RestoredMatch, reason: Words) -> None:
    """Halt a match that cannot continue here; one that is over is shown from its events."""
    with suppress(UnknownMatch):
        live.ended = await _ended_as(live)
    await _halt(live, reason)


async def _ended_as(live: RestoredMatch) -> GameStatus | None:
    """The final status from the log; None if the match is not over or delayed spectators may not know it yet."""
    status = (await live.node.store.match(live.match_id)).status
    if not status.is_over:
        return None
    turns = await live.node.store.turns(live.match_id)
    return status if not turns or turns[-1].at + live.table.settings.delay_ms < now_ms() else None


async def _halt(live: RestoredMatch, reason: Words) -> None:
    """Stop the match, and its clocks, until its own rules are installed again."""
    live.trouble = reason
    if live.table.halted_at is None and live.ended is None:
        LOG.warning("match %s is paused: %s", live.match_id, reason)
        await live.node.hall.halt(live.match_id, now_ms())


async def _go_on(live: RestoredMatch) -> None:
    """Resume a match whose rules were missing; no player is charged for the time in between."""
    if live.table.halted_at is None:
        return
    assert live.state is not None
    if live.state.status is GameStatus.ACTIVE:
        await submit(live, Pause(RULES_MISSING), live.table.halted_at)
        await _resume(live)
    await live.node.hall.halt(live.match_id, None)


async def _try_rules_again(live: RestoredMatch) -> None:
    """Resume a match whose rules failed before this process started; they may be fixed since."""
    assert live.state is not None
    if live.state.pause_reason == RULES_FAILED and live.match_id not in live.node.failed:
        await _resume(live)


async def _resume(live: RestoredMatch) -> None:
    """Resume with a new grace period for absent players, as they could not return to a stopped match."""
    now = now_ms()
    await submit(live, Resume(), now)
    await live.node.hall.restart_grace(live.match_id, now, now + live.node.settings.grace_ms)
    await catch_up_table(live)


async def _begin(live: RestoredMatch) -> None:
    """Close the table to new players, then create the match. If the node fails in between, another creates it."""
    try:
        live.table = await live.node.hall.begin(live.match_id, now_ms(), live.table.revision)
    except TableMoved:
        await catch_up_table(live)
        await begin_or_load(live)
    else:
        await _create(live)


async def _create(live: RestoredMatch) -> None:
    if live.plugin is None or live.plugin.rules_version != live.table.rules_version:
        await _halt(live, say("pause-no_rules", game=live.table.game_id, version=live.table.rules_version))
        return
    now = now_ms()
    try:
        first = first_state(live.plugin, live.table, live.node.settings.stand_in, now)
    except GameEngineError:
        LOG.exception("match %s cannot be started", live.match_id)
        live.trouble = say("pause-not_started")
        return
    state, events = first.state, first.events
    opening = opening_of(state, events, NOW_AND_THEN)
    live.has_bots = any(player.is_bot for player in state.players)
    opening = replace(opening, next_deadline=wake_at(live, state))
    try:
        await live.node.store.create(opening)
    except DuplicateMatch:
        await _load_state(live)
        return
    shown = step_updates(first)
    live.adopt(Loaded(shown, numbers_after(state, events), shown, now))
    live.bot_seats.take_up()
    rest_or_resume(live)
    live.node.bus.hint(live.match_id)
    live.node.table_changed(live.match_id)
    await live.node.hall.restart_grace(live.match_id, now, now + live.node.settings.grace_ms)
