"""The turn of one seat in a sequential phase.

Nearly every turn is plain: nothing is timed, no player has left, one seat takes a listed action, and one seat is asked
next. Playouts consist of such turns, so this module handles them without a draft and with few calls, which needs two
thirds of the time. All other turns go through `flow`. A test takes every turn of every game both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gamenight.core.advancing import transitions
from gamenight.core.advancing.draft import Draft, game_event
from gamenight.core.advancing.flow import follow, told_by_itself
from gamenight.core.advancing.matching import with_members
from gamenight.core.advancing.transitions import Scores
from gamenight.core.listing.actions import Listing
from gamenight.core.model import (
    Act,
    ConcurrentMode,
    Event,
    GameState,
    GameStatus,
    Phase,
    PlayerId,
    Step,
    TimerMode,
    Turn,
)
from gamenight.core.plugin import Game, GamePlugin
from gamenight.core.rng import Rng

_ACTIVE = GameStatus.ACTIVE
_SEQUENTIAL = ConcurrentMode.SEQUENTIAL
_UNTIMED = TimerMode.NONE


def take_listed(plugin: GamePlugin, state: GameState, input: Act, now: int, listing: Listing) -> Step | None:
    """The step of an action object from the listing; None if the action needs more checks."""
    action, phase, asked = input.action, state.phase, state.expected
    if state.status is not _ACTIVE or input.prompt != state.prompt or len(asked) != 1 or asked[0] != action.player_id:
        return None
    expected = phase.expected_actions
    if phase.mode is not _SEQUENTIAL or state.clocks[action.player_id].on_duty or len(expected) > 1:
        return None
    only_type = expected[0].action_type
    if only_type is not None and only_type != action.action_type:
        return None
    if type(plugin).validate_action is not Game.validate_action:
        return None
    for entry in listing:
        if entry is action:
            return take_turn(plugin, state, input, now)
    return None


def take_turn(plugin: GamePlugin, state: GameState, input: Act, now: int) -> Step:
    """The step of an action that is legal and in its listed form."""
    rng = Rng(state.config.random_seed, ("turn", state.turn_index, 0))
    answer = plugin.apply_action(state.game_data, input.action, rng)
    is_bare = type(answer) is plugin.state_type
    if is_bare:  # most turns: saves making a Transition
        step = plain_step(plugin, state, input, now, answer, (), state.scores)
        if step is not None:
            return step
    done = transitions.read(plugin, "apply_action", answer, state.scores, state.out)
    if not is_bare and done.result is None:
        step = plain_step(plugin, state, input, now, done.game_data, done.events, done.scores)
        if step is not None:
            return step
    draft = Draft(plugin, state, now)
    draft.calls = 1
    follow(draft, input.action, done)
    return draft.step(input.action.player_id, input)


@lru_cache(maxsize=4096)
def _told(prompt: int, asked: PlayerId, phase: str) -> tuple[Event, Event]:
    """The engine's events of a plain turn; cached, as all matches have the same ones and events are immutable."""
    finished = Event("engine.turn_finished", None, {"prompt": prompt})
    return finished, Event("engine.turn_started", asked, {"prompt": prompt + 1, "phase": phase})


def plain_step(
    plugin: GamePlugin,
    state: GameState,
    input: Act,
    now: int,
    game_data: Any,
    events: Sequence[Event],
    scores: Scores,
) -> Step | None:
    """The step to the next prompt; None unless the next prompt asks one seat and is untimed."""
    action = input.action
    if state.out or state.config.timer.mode is not _UNTIMED:
        return None
    if len(state.expected) > 1 or state.clocks[action.player_id].on_duty:
        return None
    phase = plugin.phase_of(game_data)
    if type(phase) is not Phase or phase.auto_resolve or phase.mode is not _SEQUENTIAL:
        return None
    expected = phase.expected_actions
    if len(expected) != 1 or expected[0].timeout_ms is not None:
        return None
    asked = expected[0].player_id
    if asked not in state.clocks or not (listing := with_members(plugin.get_valid_actions(game_data, asked))):
        return None
    prompt, index = state.prompt, state.turn_index
    finished, started = _told(prompt, asked, phase.name)
    told: tuple[Event, ...]
    if events:
        told = (*[game_event(event) for event in events], finished, started)
    elif plugin.hides != "hands":
        told = (told_by_itself(action), finished, started)
    else:
        told = (finished, started)
    after = GameState(
        state.match_id,
        state.game_id,
        state.rules_version,
        state.players,
        state.config,
        state.status,
        game_data,
        phase,
        prompt + 1,
        (asked,),
        {},
        scores,
        (),
        state.clocks,
        state.opened_at if state.opened_at > now else now,
        None,
        now,
        index + 1,
        state.round,
    )
    return Step(after, Turn(index, action.player_id, input, now), told, {asked: listing})
