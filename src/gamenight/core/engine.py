"""Every input takes one path: `start` a match, then `advance` it. Both are pure and deterministic.

`advance` answers every input with a Step or a Refusal. It raises only if the game is broken, and then a PluginError.
In that case, as after a refusal, the state that it was given is unchanged.
"""

from __future__ import annotations

from typing import Any, assert_never

import msgspec

from gamenight.core.advancing import clock, transitions
from gamenight.core.advancing.continue_prompt import confirmed
from gamenight.core.advancing.deadlines import clocks_start_at, plan
from gamenight.core.advancing.draft import Draft
from gamenight.core.advancing.flow import GAME_OVER, commit, settle
from gamenight.core.advancing.leaving import forfeit
from gamenight.core.advancing.matching import match_action, not_asked_for, valid_actions
from gamenight.core.advancing.stopping import abandon, pause, resume
from gamenight.core.advancing.timeouts import fall_due
from gamenight.core.advancing.turns import take_listed, take_turn
from gamenight.core.errors import PluginError
from gamenight.core.listing.actions import Listing
from gamenight.core.model import (
    SYSTEM,
    Abandon,
    Act,
    Action,
    ClockView,
    ConcurrentMode,
    Due,
    Event,
    Forfeit,
    GameConfig,
    GameId,
    GameState,
    GameStatus,
    Hold,
    Input,
    MatchId,
    Pause,
    Player,
    PlayerId,
    PlayerView,
    Refusal,
    Release,
    Resume,
    Start,
    Step,
)
from gamenight.core.plugin import GamePlugin, broken
from gamenight.core.ranking import sides_at, sides_of
from gamenight.core.rng import Rng, commitment
from gamenight.core.text import say

_ACTIVE = GameStatus.ACTIVE
_CONCURRENT = ConcurrentMode.CONCURRENT


def start(plugin: GamePlugin, match_id: MatchId, players: tuple[Player, ...], config: GameConfig, now: int) -> Start:
    """Set up a match: the state in which the first prompt is open, with the events and stages before it."""
    draft = Draft(plugin, _before_the_start(plugin, match_id, players, config, now), now)
    try:
        _set_up(draft)
    except Exception as error:
        raise broken(plugin, error) from error
    return Start(draft.state(), tuple(draft.events), draft.listings, draft.stages)


def _set_up(draft: Draft) -> None:
    plugin, config, seats = draft.plugin, draft.base.config, tuple(draft.clocks)
    promise = commitment(config.random_seed, config.salt)
    opened = {"game_id": plugin.game_id, "players": seats, "commitment": promise}
    draft.events.append(Event("engine.match_started", None, opened))
    options = msgspec.convert(config.options, plugin.options_type)
    sides = sides_of(plugin, len(seats), options)  # raises if the game's teams are wrong, before the match starts
    rng = Rng(config.random_seed, ("start",))
    draft.take(transitions.create(plugin, seats, options, rng, draft.scores))
    if sides_at(plugin, len(seats), draft.game_data) != sides:
        raise PluginError(f"{plugin.game_id}: the teams depend on options that options_of does not give back")
    settle(draft)


def _before_the_start(
    plugin: GamePlugin, match_id: MatchId, players: tuple[Player, ...], config: GameConfig, now: int
) -> GameState:
    scores, clocks, untouched = {}, {}, clock.fresh(config.timer)
    for player in players:
        scores[player.player_id], clocks[player.player_id] = 0.0, untouched
    game_id: GameId = plugin.game_id  # type: ignore[assignment]
    return GameState(
        match_id,
        game_id,
        plugin.rules_version,
        players,
        config,
        _ACTIVE,
        None,
        GAME_OVER,
        0,
        (),
        {},
        scores,
        (),
        clocks,
        now,
        None,
        now,
        0,
    )


def advance(
    plugin: GamePlugin,
    state: GameState,
    input: Input,
    now: int,
    *,
    chosen: tuple[Action, ...] | None = None,
    listing: Listing | None = None,
) -> Step | Refusal:
    """The match after this input, received at the instant `now`.

    A replay passes in `chosen` the actions that a recorded Due chose. A caller that has just listed the actor's actions
    may pass the listing.
    """
    if now < state.last_at:
        now = state.last_at
    try:
        if isinstance(input, Act):
            step = take_listed(plugin, state, input, now, listing) if listing else None
            return step or _act(plugin, state, input, now, listing)
        return _advance(plugin, state, input, now, chosen)
    except Exception as error:
        raise broken(plugin, error) from error


def _advance(
    plugin: GamePlugin,
    state: GameState,
    input: Due | Forfeit | Hold | Release | Pause | Resume | Abandon,
    now: int,
    chosen: tuple[Action, ...] | None,
) -> Step | Refusal:
    if isinstance(input, Due):
        return _due(plugin, state, input, now, chosen)
    if isinstance(input, Forfeit):
        return _forfeit(plugin, state, input, now)
    if isinstance(input, Hold | Release):
        return _hold_or_release(plugin, state, input, now)
    if isinstance(input, Pause):
        return _pause(plugin, state, input, now)
    if isinstance(input, Resume):
        return _resume(plugin, state, input, now)
    if isinstance(input, Abandon):
        return _abandon(plugin, state, input, now)
    assert_never(input)


def view(
    plugin: GamePlugin, state: GameState, viewer: PlayerId | None, *, listing: Listing | None = None
) -> PlayerView:
    """What this viewer may know, without clocks, for rules, scenes and bots. Pass `listing` if it is known already."""
    return PlayerView(
        state.match_id,
        state.game_id,
        viewer,
        state.players,
        state.status,
        state.phase,
        state.prompt,
        state.scores,
        _game_view(plugin, state, viewer),
        tuple(valid_actions(plugin, state, viewer) if listing is None else listing),
        None if viewer is None else state.committed.get(viewer),
        {},
        state.pause_reason,
        state.result,
    )


def clocks(plugin: GamePlugin, state: GameState, viewer: PlayerId | None) -> dict[PlayerId, ClockView]:
    """The clocks that this viewer may see: all of them, but only the viewer's own in a game that hides actors."""
    return {
        seat: ClockView(own.bank_ms, own.periods, own.deadline, own.held)
        for seat, own in state.clocks.items()
        if seat == viewer or not plugin.hides_actors
    }


def committed_seats(state: GameState) -> tuple[PlayerId, ...]:
    """The seats that have answered an open concurrent prompt; none if the phase hides its actors."""
    return () if state.phase.hidden_actors else tuple(state.committed)


def _game_view(plugin: GamePlugin, state: GameState, viewer: PlayerId | None) -> Any:
    try:
        return plugin.get_player_view(state.game_data, viewer)
    except Exception as error:
        raise broken(plugin, error) from error


NOT_ACTIVE = Refusal("game_not_active", say("refused-not_active"))


def _act(plugin: GamePlugin, state: GameState, input: Act, now: int, listing: Listing | None) -> Step | Refusal:
    refusal = _envelope(state, input, now)
    if refusal is not None:
        return refusal
    if state.phase.auto_resolve:
        listed = confirmed(input.action)
    else:
        listed = match_action(plugin, state.game_data, input.action, listing)
    if isinstance(listed, Refusal):
        return listed
    if listed is not input.action:
        input = Act(listed, input.prompt)
    if state.phase.mode is not _CONCURRENT:
        return take_turn(plugin, state, input, now)
    draft = Draft(plugin, state, now)
    commit(draft, listed)
    return draft.step(listed.player_id, input)


def _envelope(state: GameState, input: Act, now: int) -> Refusal | None:
    """Refuse an answer before its payload is read: the match, the prompt, the seat, the type or the time is wrong."""
    player, phase = input.action.player_id, state.phase
    if state.status is not _ACTIVE:
        return NOT_ACTIVE
    if input.prompt != state.prompt:
        return Refusal("stale_action", say("refused-stale"))
    if player not in state.expected:
        return Refusal("not_your_turn", say("refused-not_your_turn"))
    if player in state.committed and not phase.revisable:
        return Refusal("already_committed", say("refused-committed"))
    action_type = input.action.action_type
    for expected in phase.expected_actions:
        if (expected.player_id == player or expected.player_id is None) and (
            expected.action_type is None or expected.action_type == action_type
        ):
            break
    else:
        return not_asked_for(action_type)
    deadline = state.clocks[player].deadline
    if deadline is not None and now >= deadline:
        return Refusal("too_late", say("refused-late"))
    return None


def _due(
    plugin: GamePlugin, state: GameState, input: Due, now: int, chosen: tuple[Action, ...] | None
) -> Step | Refusal:
    if state.status is not GameStatus.ACTIVE:
        return NOT_ACTIVE
    if input.prompt != state.prompt:
        return Refusal("stale_action", say("refused-deadline"))
    if state.due_at is None or now < state.due_at:
        return Refusal("not_due", say("refused-not_due"))
    draft = Draft(plugin, state, now)
    fall_due(draft, chosen)
    return draft.step(SYSTEM, input)


def _forfeit(plugin: GamePlugin, state: GameState, input: Forfeit, now: int) -> Step | Refusal:
    if state.status is not GameStatus.ACTIVE:
        return NOT_ACTIVE
    if input.player_id not in state.clocks or any(input.player_id in together for together in state.out):
        return Refusal("invalid_action", say("refused-seat"))
    draft = Draft(plugin, state, now)
    forfeit(draft, (input.player_id,), input.reason, input.message)
    return draft.step(input.player_id, input)


def _hold_or_release(plugin: GamePlugin, state: GameState, input: Hold | Release, now: int) -> Step | Refusal:
    if state.is_over:
        return NOT_ACTIVE
    own = state.clocks.get(input.player_id)
    if own is None or own.held is isinstance(input, Hold):
        return Refusal("invalid_action", say("refused-clock"))
    draft = Draft(plugin, state, now)
    if isinstance(input, Hold):
        changed = clock.hold(own, now)
    else:
        changed = clock.release(own, clocks_start_at(draft)) if state.status is GameStatus.ACTIVE else clock.unhold(own)
    draft.clocks = {**draft.clocks, input.player_id: changed}
    plan(draft)
    return draft.step(input.player_id, input)


def _pause(plugin: GamePlugin, state: GameState, input: Pause, now: int) -> Step | Refusal:
    if state.status is not GameStatus.ACTIVE:
        return NOT_ACTIVE
    draft = Draft(plugin, state, now)
    pause(draft, input.reason)
    return draft.step(SYSTEM, input)


def _resume(plugin: GamePlugin, state: GameState, input: Resume, now: int) -> Step | Refusal:
    if state.status is not GameStatus.PAUSED:
        return Refusal("game_not_active", say("refused-not_paused"))
    draft = Draft(plugin, state, now)
    resume(draft)
    return draft.step(SYSTEM, input)


def _abandon(plugin: GamePlugin, state: GameState, input: Abandon, now: int) -> Step | Refusal:
    if state.is_over:
        return NOT_ACTIVE
    draft = Draft(plugin, state, now)
    abandon(draft, GameStatus(input.status), input.reason)
    return draft.step(SYSTEM, input)
