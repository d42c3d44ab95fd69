"""Decide when the open prompt closes, and start and stop the clocks of the seats."""

from __future__ import annotations

from gamenight.core.advancing import clock
from gamenight.core.advancing.draft import Draft
from gamenight.core.model import GameStatus, PlayerId, SeatClock, TimerMode

_UNTIMED = TimerMode.NONE
_ACTIVE = GameStatus.ACTIVE


def runs_clocks(draft: Draft) -> bool:
    """Some clock may run in the present phase; if not, the engine skips all work on clocks."""
    if draft.base.config.timer.mode is not _UNTIMED:
        return True
    for expected in draft.phase.expected_actions:  # noqa: SIM110 (the hot path: three times faster than any())
        if expected.timeout_ms is not None:
            return True
    return False


def start_clocks(draft: Draft) -> None:
    """The prompt has opened: pay increments to seats that are no longer asked, and start the clocks of those asked."""
    timer, bonus = draft.base.config.timer, _is_new_round(draft)
    clocks = {}
    for seat, own in draft.clocks.items():
        if seat not in draft.expected:
            own = clock.leave_duty(timer, own)
        if bonus:
            own = clock.add_round_bonus(timer, own)
        clocks[seat] = clock_when_asked(draft, seat, own)
    draft.clocks = clocks


def clock_when_asked(draft: Draft, seat: PlayerId, own: SeatClock) -> SeatClock:
    """The clock, running if the open prompt waits for this seat; among several timeouts the longest counts."""
    if seat not in draft.expected or seat in draft.committed:
        return own
    asked = [expected for expected in draft.phase.expected_actions if expected.player_id in (None, seat)]
    timeouts = [expected.timeout_ms for expected in asked if expected.timeout_ms is not None]
    return clock.begin(draft.base.config.timer, own, clocks_start_at(draft), max(timeouts, default=None))


def clocks_start_at(draft: Draft) -> int:
    """The instant at which clocks start: now, or when viewers see the open prompt, as stages may be shown before it."""
    return max(draft.now, draft.opened_at)


def _is_new_round(draft: Draft) -> bool:
    """Whether `metadata["round"]` of the phase has grown; the first round brings no bonus."""
    number: int = draft.phase.metadata.get("round", draft.round)
    before, draft.round = draft.round, max(draft.round, number)
    return number > before > 0


def stop_clocks(draft: Draft) -> None:
    """The prompt has closed: cancel the clocks of seats that did not answer, without charging them."""
    for seat in draft.expected:
        own = draft.clocks[seat]
        if own.on_duty:
            draft.clocks = {**draft.clocks, seat: clock.cancel(own)}


def finish_clock(draft: Draft, seat: PlayerId) -> None:
    """This seat has answered: charge the time that it used."""
    draft.clocks = {**draft.clocks, seat: clock.finish(draft.base.config.timer, draft.clocks[seat], draft.now)}


def answer_clock(draft: Draft, seat: PlayerId) -> None:
    """This seat has answered in a concurrent phase: charge it, and take it off duty until the next prompt."""
    finish_clock(draft, seat)
    draft.clocks = {**draft.clocks, seat: clock.leave_duty(draft.base.config.timer, draft.clocks[seat])}


def missing(draft: Draft) -> tuple[PlayerId, ...]:
    """The seats that still have to answer the open prompt."""
    if not draft.committed:
        return draft.expected
    return tuple(seat for seat in draft.expected if seat not in draft.committed)


def is_decided(draft: Draft) -> bool:
    """The open concurrent prompt needs no more answers."""
    if not draft.is_concurrent or draft.phase.closes == "deadline":
        return False
    if not missing(draft):
        return True
    # The engine's own prompt, `continue`, is decided when all have answered; the game is not asked.
    return not draft.phase.auto_resolve and bool(draft.plugin.is_decided(draft.game_data, draft.committed))


def is_ready(draft: Draft) -> bool:
    """The open concurrent prompt can be resolved now."""
    return is_decided(draft) and (not draft.phase.hidden_actors or draft.now >= paced_until(draft))


def paced_until(draft: Draft) -> int:
    return draft.opened_at + draft.base.config.pace_ms


def plan(draft: Draft) -> None:
    """Set the next instant at which a timeout is due."""
    draft.due_at = next_due(draft) if draft.status is _ACTIVE else None


def next_due(draft: Draft) -> int | None:
    """The latest deadline of the seats that still have to answer, but not before the prompt itself may close."""
    if draft.phase.auto_resolve and draft.phase.confirm_ms:
        # Even if a clock is held: players do not wait here for one who is away.
        return draft.opened_at + draft.phase.confirm_ms
    if draft.phase.hidden_actors and is_decided(draft):
        return paced_until(draft)
    latest = _closes_at(draft) if draft.is_concurrent else None
    for seat in missing(draft):
        deadline = draft.clocks[seat].deadline
        if deadline is None:
            return None
        latest = deadline if latest is None else max(latest, deadline)
    return latest


def _closes_at(draft: Draft) -> int | None:
    """The earliest instant at which the prompt may close, by its timeouts or `pace_ms`; None if neither applies."""
    if draft.phase.closes == "deadline":
        window = max((entry.timeout_ms or 0 for entry in draft.phase.expected_actions), default=0)
        return draft.opened_at + max(window, draft.base.config.pace_ms if draft.phase.hidden_actors else 0)
    return paced_until(draft) if draft.phase.hidden_actors else None
