"""Handle players who leave: the match continues without them, or the engine ends it."""

from __future__ import annotations

from msgspec import to_builtins
from msgspec.structs import replace

from gamenight.core.advancing import clock, transitions
from gamenight.core.advancing.continue_prompt import asking, is_continue
from gamenight.core.advancing.deadlines import clock_when_asked, plan, runs_clocks
from gamenight.core.advancing.draft import Draft
from gamenight.core.advancing.flow import (
    end_prompt,
    in_seat_order,
    resolve_if_ready,
    seats_asked,
    seats_to_continue,
    settle,
    shut,
    tell_of_prompt,
)
from gamenight.core.advancing.matching import match_action
from gamenight.core.model import Action, Event, GameResult, Phase, PlayerId, Rank, Reason, SeatClock, Side
from gamenight.core.ranking import fallen, sides_at
from gamenight.core.text import Words


def forfeit(draft: Draft, seats: tuple[PlayerId, ...], reason: str, message: Words = "") -> None:
    """These seats leave together; the match continues without them, or ends."""
    standing_before = _standing(draft)
    draft.out = (*draft.out, seats)
    _tell_of_leaving(draft, seats, reason, message)
    why: Reason = "timeout" if reason == "timeout" else "resignation" if reason == "resignation" else "forfeit"
    standing = _standing(draft)
    is_won = len(standing) == 1 < len(_sides(draft))
    if not standing or is_won or not _game_goes_on(draft, seats, why):
        _decide(draft, standing_before, seats, why)


def _tell_of_leaving(draft: Draft, seats: tuple[PlayerId, ...], reason: str, message: Words) -> None:
    kind = "engine.illegal_action" if reason == "illegal_action" else "engine.forfeited"
    payload = {"reason": reason, "message": to_builtins(message)} if message else {"reason": reason}
    draft.events += [Event(kind, seat, payload) for seat in seats]


def _game_goes_on(draft: Draft, seats: tuple[PlayerId, ...], reason: Reason) -> bool:
    """Let the game continue without these seats, or end by its own rules; False if the game cannot do either."""
    for seat in seats:
        rng = draft.rng()
        done = transitions.leave(draft.plugin, draft.game_data, seat, rng, draft.scores, draft.out, reason)
        if done is None:
            return False
        draft.take(done)
        if draft.result is not None:
            shut(draft)
            return True
    _keep_prompt_or_settle(draft)
    return True


def _sides(draft: Draft) -> Rank:
    return sides_at(draft.plugin, len(draft.seats), draft.game_data)


def _standing(draft: Draft) -> Rank:
    """The sides with a member who still plays."""
    gone = draft.gone
    return tuple(side for side in _sides(draft) if not gone.issuperset(side))


def _decide(draft: Draft, standing: Rank, leavers: Side, reason: Reason) -> None:
    """End the match without the game's rules: every standing side with a member among the leavers loses to the others.

    If all standing sides have such a member, they share the first place. Sides that had left earlier follow; the first
    that left is last. The scores stay as the game set them; the ranking and the reason show who won and why.
    """
    stayed = tuple(side for side in standing if not set(side) & set(leavers))
    lost = tuple(side for side in standing if side not in stayed)
    before = fallen(_sides(draft), draft.out[:-1])
    places = tuple(filter(None, (stayed, lost, *reversed(before))))
    draft.result = GameResult(places, reason, {"left": list(leavers)})
    shut(draft)


def _keep_prompt_or_settle(draft: Draft) -> None:
    """Keep the open prompt with the actions that others have committed, if the phase keeps its name; else settle."""
    phase = draft.plugin.phase_of(draft.game_data)
    if phase.auto_resolve and is_continue(draft.phase) and phase.name == draft.phase.name:
        _keep_asking_to_continue(draft, phase)
        return
    if phase.auto_resolve or phase.name != draft.phase.name:
        end_prompt(draft)
        settle(draft)
        return
    asked_before, draft.phase = draft.expected, phase
    draft.expected = seats_asked(draft, phase)
    draft.committed = in_seat_order(draft, {s: a for s, a in draft.committed.items() if _still_legal(draft, a)})
    if runs_clocks(draft):
        draft.clocks = {seat: _clock_after_leaving(draft, seat, own) for seat, own in draft.clocks.items()}
    if draft.is_concurrent:
        resolve_if_ready(draft)
        return
    if draft.expected != asked_before:
        tell_of_prompt(draft)
    plan(draft)


def _keep_asking_to_continue(draft: Draft, phase: Phase) -> None:
    """Keep asking the other seats to continue, and keep the answers that they gave."""
    draft.phase = asking(draft, phase) or replace(draft.phase, expected_actions=())
    draft.expected = seats_to_continue(draft)
    draft.committed = in_seat_order(draft, draft.committed)
    draft.clocks = {seat: _clock_after_leaving(draft, seat, own) for seat, own in draft.clocks.items()}
    resolve_if_ready(draft)


def _clock_after_leaving(draft: Draft, seat: PlayerId, own: SeatClock) -> SeatClock:
    """Start the clock of a seat that was not asked before; do not charge a seat that is no longer asked."""
    if own.on_duty:
        return own if seat in draft.expected else clock.cancel(own)
    return clock_when_asked(draft, seat, own)


def _still_legal(draft: Draft, action: Action) -> bool:
    if action.player_id not in draft.expected:
        return False
    return isinstance(match_action(draft.plugin, draft.game_data, action), Action)
