"""Take a match from one prompt to the next: apply, commit, resolve, settle."""

from __future__ import annotations

from typing import Any

import msgspec

from gamenight.core.advancing import clock, continue_prompt, transitions
from gamenight.core.advancing.deadlines import (
    answer_clock,
    finish_clock,
    is_ready,
    next_due,
    plan,
    runs_clocks,
    start_clocks,
    stop_clocks,
)
from gamenight.core.advancing.draft import Draft
from gamenight.core.advancing.matching import list_actions
from gamenight.core.advancing.transitions import Transition
from gamenight.core.errors import PluginError, WrongAnswer
from gamenight.core.listing.actions import expand, size
from gamenight.core.model import SYSTEM, Action, ConcurrentMode, Event, GameStatus, Phase, PlayerId

SETTLE_LIMIT = 1000

GAME_OVER = Phase("game_over")
AUTO_RESOLVE = Action("auto_resolve", SYSTEM)

_SEQUENTIAL = ConcurrentMode.SEQUENTIAL


def play(draft: Draft, action: Action) -> None:
    """Apply an action in a sequential phase, then settle."""
    rng = draft.rng()
    follow(draft, action, transitions.apply(draft.plugin, draft.game_data, action, rng, draft.scores, draft.out))


def follow(draft: Draft, action: Action, done: Transition) -> None:
    """Take over the transition of an action in a sequential phase, then settle."""
    if draft.clocks[action.player_id].on_duty:
        finish_clock(draft, action.player_id)
    if not done.events and draft.plugin.hides != "hands":
        draft.events.append(told_by_itself(action))
    draft.take(done)
    end_prompt(draft)
    settle(draft)


def told_by_itself(action: Action) -> Event:
    """The public event of an action for which the game returned no events."""
    return Event("game." + action.action_type, action.player_id, msgspec.to_builtins(action.payload))


def commit(draft: Draft, action: Action) -> None:
    """Store an action of a concurrent phase, hidden from other players; resolve the phase if no answer is missing."""
    player = action.player_id
    draft.committed = in_seat_order(draft, {**draft.committed, player: action})
    draft.events.append(Event("engine.committed", player, {"prompt": draft.prompt}, {}, (player,)))
    if draft.phase.closes == "complete":
        answer_clock(draft, player)
    resolve_if_ready(draft)


def in_seat_order(draft: Draft, answers: dict[PlayerId, Action]) -> dict[PlayerId, Action]:
    return {seat: answers[seat] for seat in draft.expected if seat in answers}


def resolve_if_ready(draft: Draft) -> None:
    if is_ready(draft):
        resolve(draft)
        settle(draft)
    else:
        plan(draft)


def resolve_by_itself(draft: Draft) -> None:
    rng = draft.rng()
    draft.take(transitions.apply(draft.plugin, draft.game_data, AUTO_RESOLVE, rng, draft.scores, draft.out))


def resolve(draft: Draft) -> None:
    """Close a concurrent phase: all committed actions take effect together."""
    if continue_prompt.is_continue(draft.phase):
        resolve_by_itself(draft)
        end_prompt(draft)
        return
    actions = draft.committed
    done = transitions.resolve(draft.plugin, draft.game_data, actions, draft.rng(), draft.scores, draft.out)
    if draft.phase.reveals:
        shown = {seat: _plain(action) for seat, action in actions.items()}
        draft.events.append(Event("engine.revealed", None, {"prompt": draft.prompt, "actions": shown}))
    draft.take(done)
    end_prompt(draft)


def _plain(action: Action) -> dict[str, Any]:
    return {"action_type": action.action_type, "payload": msgspec.to_builtins(action.payload)}


def end_prompt(draft: Draft) -> None:
    draft.events.append(Event("engine.turn_finished", None, {"prompt": draft.prompt}))
    stop_clocks(draft)
    draft.committed = {}


def settle(draft: Draft) -> None:
    """Resolve phases that need no player, until a prompt is open or the match is over."""
    plugin = draft.plugin
    for _ in range(SETTLE_LIMIT):
        if draft.result is not None:
            shut(draft)
            return
        phase = plugin.phase_of(draft.game_data)
        if type(phase) is not Phase:
            raise WrongAnswer(f"{plugin.game_id}: phase_of returned a {type(phase).__name__}, not a Phase")
        if phase.auto_resolve:
            if phase.shown_ms > 0:
                draft.show(phase)
            if (asking := continue_prompt.asking(draft, phase)) is not None:
                ask_to_continue(draft, asking)
                return
            resolve_by_itself(draft)
            continue
        is_timed = open_prompt(draft, phase)
        if phase.mode is _SEQUENTIAL:
            draft.due_at = next_due(draft) if is_timed else None
            return
        if not is_ready(draft):
            plan(draft)
            return
        resolve(draft)
    raise PluginError(f"{plugin.game_id}: auto-resolve did not end after {SETTLE_LIMIT} steps")


def open_prompt(draft: Draft, phase: Phase) -> bool:
    """Ask the seats of this phase; returns whether a clock may run meanwhile."""
    draft.phase = phase
    draft.prompt += 1
    draft.opened_at = draft.shown_until
    draft.expected = seats_asked(draft, phase)
    tell_of_prompt(draft)
    if phase.mode is not _SEQUENTIAL:
        _check_concurrent(draft, phase)
        draft.committed = only_answers(draft) if phase.hidden_actors else {}
        draft.listings = {seat: listing for seat, listing in draft.listings.items() if seat not in draft.committed}
    is_timed = runs_clocks(draft)
    if is_timed:
        start_clocks(draft)
    return is_timed


def ask_to_continue(draft: Draft, phase: Phase) -> None:
    """Ask every person named in `phase` whether to continue."""
    draft.phase, draft.committed, draft.opened_at = phase, {}, draft.shown_until
    draft.prompt += 1
    draft.expected = seats_to_continue(draft)
    tell_of_prompt(draft)
    start_clocks(draft)
    plan(draft)


def seats_to_continue(draft: Draft) -> tuple[PlayerId, ...]:
    """The seats that are asked to continue; lists that action, and no other, for each."""
    expected = tuple([entry.player_id for entry in draft.phase.expected_actions if entry.player_id is not None])
    draft.listings = {seat: continue_prompt.to_continue(seat) for seat in expected}
    return expected


def tell_of_prompt(draft: Draft) -> None:
    """Add the event that a prompt is open; it names the seat if only one is asked."""
    actor = draft.expected[0] if len(draft.expected) == 1 else None
    draft.events.append(Event("engine.turn_started", actor, {"prompt": draft.prompt, "phase": draft.phase.name}))


def seats_asked(draft: Draft, phase: Phase) -> tuple[PlayerId, ...]:
    """The seats that the phase waits for, in seat order, without those that have left; lists their actions."""
    expected = phase.expected_actions
    sole = expected[0].player_id if len(expected) == 1 and not draft.out else None
    if sole in draft.clocks and (listing := list_actions(draft.plugin, draft.game_data, sole)):
        draft.listings = {sole: listing}  # the hot path of every playout
        return (sole,)
    wanted = {entry.player_id for entry in expected}
    if not wanted <= {None, *draft.clocks}:
        raise PluginError(f"{draft.plugin.game_id}: phase {phase.name!r} waits for a seat that does not exist")
    candidates = draft.clocks if None in wanted else wanted
    if draft.out:
        candidates = set(candidates) - draft.gone
    listings = {seat: list_actions(draft.plugin, draft.game_data, seat) for seat in candidates if seat is not None}
    for seat, listing in listings.items():
        if not listing and seat in wanted:
            raise PluginError(f"{draft.plugin.game_id}: phase {phase.name!r} waits for {seat}, who has no valid action")
    draft.listings = {seat: listing for seat, listing in listings.items() if listing}
    if phase.mode is _SEQUENTIAL and not draft.listings:
        raise PluginError(f"{draft.plugin.game_id}: phase {phase.name!r} waits, but no seat can act")
    if len(draft.listings) == 1:
        return tuple(draft.listings)
    return tuple(seat for seat in draft.seats if seat in draft.listings)


def _check_concurrent(draft: Draft, phase: Phase) -> None:
    """Refuse a phase that the engine could not run fairly."""
    where = f"{draft.plugin.game_id}: phase {phase.name!r}"
    if phase.closes == "deadline" and any(entry.timeout_ms is None for entry in phase.expected_actions):
        raise PluginError(f"{where} closes at its deadline but gives no timeout_ms")
    if phase.revisable and phase.closes != "deadline":
        raise PluginError(f"{where} is revisable, so it must close at its deadline")
    if phase.hidden_actors and any(entry.player_id is None for entry in phase.expected_actions):
        raise PluginError(f"{where} hides its actors, so it must name its seats; player_id None is not allowed")
    if phase.hidden_actors and not draft.plugin.hides_actors:
        raise PluginError(f"{where} hides its actors, so the game must set hides_actors")


def only_answers(draft: Draft) -> dict[PlayerId, Action]:
    """With hidden actors, the engine answers for a seat that has only one valid action, so that no player waits."""
    types = draft.plugin.action_types
    single = [seat for seat in draft.expected if size(draft.listings[seat]) == 1]
    return {seat: expand(draft.listings[seat], seat, types)[0] for seat in single}


def shut(draft: Draft, status: GameStatus = GameStatus.FINISHED) -> None:
    """End the match: ask no seat, cancel all clocks, and publish the seed."""
    assert draft.result is not None
    draft.status, draft.phase, draft.expected, draft.committed, draft.due_at = status, GAME_OVER, (), {}, None
    draft.listings = {}
    draft.pause_reason = draft.paused_at = None
    for own in draft.clocks.values():
        if own.on_duty:
            draft.clocks = {seat: clock.cancel(own) for seat, own in draft.clocks.items()}
            break
    config, result = draft.base.config, draft.result
    payload = {
        "status": status.value,
        "reason": result.reason,
        "ranking": result.ranking,
        "scores": draft.scores,
        "seed": config.random_seed,
        "salt": config.salt,
    }
    draft.events.append(Event("engine.match_finished", None, payload))
