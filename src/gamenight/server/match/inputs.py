"""Pass the inputs of a match through the engine into the log. A refusal is final only against the newest turns."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Protocol

from msgspec.structs import replace

from gamenight.core.engine import advance
from gamenight.core.errors import PluginError
from gamenight.core.listing.actions import Listing
from gamenight.core.model import Act, GameState, Input, MatchId, Pause, PlayerId, Refusal, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import play_on
from gamenight.core.text import Words, say
from gamenight.server.bots.bot_seats import bots_leased
from gamenight.server.presentation.picking import Picked, act_of
from gamenight.server.services import Services
from gamenight.server.wall_clock import now_ms
from gamenight.store.hall.table import Table
from gamenight.store.log.contract import Accepted, Append, Repeated, entry_of
from gamenight.store.recorder import NOW_AND_THEN

LOG = logging.getLogger("gamenight.server")
RULES_FAILED = say("pause-rules_failed")


class Host(Services, Protocol):
    failed: set[MatchId]


class PlayedMatch(Protocol):
    """The members of a match in memory that its inputs use."""

    match_id: MatchId
    table: Table
    state: GameState | None
    trouble: Words | None
    has_bots: bool
    listings: Mapping[PlayerId, Listing]

    @property
    def node(self) -> Host: ...

    @property
    def rules(self) -> GamePlugin: ...

    def take(self, step: Step, client_id: str | None, /, *, is_ours: bool) -> None: ...


async def submit(
    live: PlayedMatch, input: Input | Picked, at: int, client_id: str | None = None
) -> Step | Refusal | Repeated:
    """Play an input that was received at this instant; returns after the commit. The caller holds the lock."""
    if live.state is None or live.trouble is not None:
        return Refusal("game_not_active", live.trouble or say("refused-not_begun"))
    is_current = False
    while True:
        step = await _advance(live, input, at)
        if isinstance(step, Refusal):
            if (known := await _first_answer(live, input, client_id)) is not None:
                return known
            # It may seem wrong only because another node has moved the match meanwhile.
            if is_current or not await catch_up(live):
                return step
            is_current = True
            continue
        answer = await live.node.store.append(_entry(live, step, client_id))
        if isinstance(answer, Accepted):
            live.take(step, client_id, is_ours=True)
            return step
        await catch_up(live)
        if isinstance(answer, Repeated):
            return answer


async def _advance(live: PlayedMatch, input: Input | Picked, at: int) -> Step | Refusal:
    """Ask the engine for the next step; if the game breaks its contract, the match is paused."""
    assert live.state is not None
    player = _answerer(input)
    listing = None if player is None else live.listings.get(player)
    try:
        # Again for each state, as the meaning of an offer depends on it.
        meant = act_of(live.rules, live.state, input, listing) if isinstance(input, Picked) else input
        return meant if isinstance(meant, Refusal) else advance(live.rules, live.state, meant, at, listing=listing)
    except PluginError:
        LOG.exception("match %s: the rules failed", live.match_id)
        live.node.failed.add(live.match_id)
        if not isinstance(input, Pause):
            await submit(live, Pause(RULES_FAILED), at)
        return Refusal("internal_error", say("refused-rules_failed"))


async def _first_answer(live: PlayedMatch, input: Input | Picked, client_id: str | None) -> Repeated | None:
    """The first answer to a repeated client id, even if its prompt and offers are gone."""
    player = _answerer(input)
    if client_id is None or player is None:
        return None
    return await live.node.store.answered(live.match_id, player, client_id)


def _entry(live: PlayedMatch, step: Step, client_id: str | None) -> Append:
    entry = entry_of(step, NOW_AND_THEN)
    turn = entry.turn if client_id is None else replace(entry.turn, client_id=client_id)
    return replace(entry, turn=turn, next_deadline=wake_at(live, step.state))


def wake_at(live: PlayedMatch, state: GameState) -> int | None:
    """When some node has to look at the match: at its deadline, or when its bots are overdue."""
    due = state.due_at
    if not live.has_bots or not bots_leased(state, live.table, live.node.settings.stand_in):
        return due
    lease = max(now_ms(), state.opened_at) + live.node.lease_ms
    return lease if due is None else min(lease, due)


async def catch_up(live: PlayedMatch) -> bool:
    """Take over the turns that other nodes have written; says whether there were any."""
    if live.state is None:
        return False
    turns = await live.node.store.turns(live.match_id, live.state.turn_index)
    for step in play_on(live.rules, live.state, turns):
        live.take(step, step.turn.client_id, is_ours=False)
    return bool(turns)


def _answerer(input: Input | Picked) -> PlayerId | None:
    """The player who answers a prompt by this input; None if it is not an answer."""
    if isinstance(input, Act):
        return input.action.player_id
    return input.player_id if isinstance(input, Picked) else None
