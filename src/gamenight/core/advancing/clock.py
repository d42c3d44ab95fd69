"""Time controls as arithmetic on instants, in whole milliseconds. Nothing here reads a clock.

A seat's time for one prompt is its allowance. Used time adds up in `spent_ms` and is charged once, when the seat
has answered: to the prompt's own part first (simple time, turn time), then to the bank, then to byo-yomi periods.
An action at the very instant of the deadline is too late.
"""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.core.model import SeatClock, TimerConfig, TimerMode
from gamenight.core.text import Words, say

IDLE = SeatClock()
_NONE = TimerMode.NONE


def fresh(timer: TimerConfig) -> SeatClock:
    """A seat's clock before the first prompt."""
    if timer.mode is _NONE:
        return IDLE
    if timer.mode is TimerMode.BANK:
        return SeatClock(bank_ms=timer.bank_ms)
    if timer.mode in (TimerMode.FISCHER, TimerMode.TOTAL):
        return SeatClock(bank_ms=timer.base_time_ms)
    if timer.mode is TimerMode.BYOYOMI:
        return SeatClock(bank_ms=timer.base_time_ms, periods=timer.periods)
    return IDLE


def begin(timer: TimerConfig, clock: SeatClock, now: int, timeout_ms: int | None) -> SeatClock:
    """The clock when a prompt opens for this seat; `timeout_ms` replaces the time that the time control gives."""
    allowance = timeout_ms if timeout_ms is not None else _allowance(timer, clock)
    opened = replace(
        clock, on_duty=True, allowance_ms=allowance, overridden=timeout_ms is not None, spent_ms=0, since=None
    )
    return run(opened, now)


def run(clock: SeatClock, now: int) -> SeatClock:
    """Start or resume counting, if the seat is on duty and its clock is not held."""
    if not clock.on_duty or clock.held or clock.since is not None:
        return clock
    left = None if clock.allowance_ms is None else max(0, clock.allowance_ms - clock.spent_ms)
    return replace(clock, since=now, deadline=None if left is None else now + left)


def stop(clock: SeatClock, now: int) -> SeatClock:
    """Stop counting without charging anything yet."""
    if clock.since is None:
        return clock
    return replace(clock, spent_ms=_used(clock, now), since=None, deadline=None)


def unhold(clock: SeatClock) -> SeatClock:
    """Mark the clock as no longer held, without starting it."""
    return replace(clock, held=False)


def hold(clock: SeatClock, now: int) -> SeatClock:
    return replace(stop(clock, now), held=True)


def release(clock: SeatClock, now: int) -> SeatClock:
    return run(replace(clock, held=False), now)


def finish(timer: TimerConfig, clock: SeatClock, now: int) -> SeatClock:
    """The seat has answered, or a timeout answered for it: charge the time that it used."""
    if clock.overridden or clock.allowance_ms is None:
        return cancel(clock)
    over = max(0, _used(clock, now) - _prompt_part(timer))
    bank_ms = max(0, clock.bank_ms - over)
    over = max(0, over - clock.bank_ms)
    lost = over // timer.period_time_ms if timer.period_time_ms else clock.periods
    return SeatClock(bank_ms=bank_ms, periods=max(0, clock.periods - lost), held=clock.held, earned=True)


def cancel(clock: SeatClock) -> SeatClock:
    """The prompt closed without an answer of this seat: nothing is charged."""
    return SeatClock(bank_ms=clock.bank_ms, periods=clock.periods, held=clock.held, earned=clock.earned)


def leave_duty(timer: TimerConfig, clock: SeatClock) -> SeatClock:
    """Pay the increment when the seat is no longer asked: once, however many prompts in a row it has answered."""
    if not clock.earned:
        return clock
    increment = timer.increment_ms if timer.mode is TimerMode.FISCHER else 0
    return replace(clock, bank_ms=clock.bank_ms + increment, earned=False)


def add_round_bonus(timer: TimerConfig, clock: SeatClock) -> SeatClock:
    bonus = timer.round_bonus_ms if timer.mode is TimerMode.BANK else 0
    return replace(clock, bank_ms=clock.bank_ms + bonus)


def remaining(clock: SeatClock, now: int) -> int | None:
    """The time left for the present prompt; None if it is unlimited."""
    if clock.allowance_ms is None:
        return None
    return max(0, clock.allowance_ms - _used(clock, now))


def config_errors(timer: TimerConfig) -> list[Words]:
    """What is wrong with a time control, in words."""
    numbers = {
        name: getattr(timer, name) for name in timer.__struct_fields__ if name not in ("mode", "timeout_behavior")
    }
    errors: list[Words] = [say("bad-negative", name=name) for name, value in numbers.items() if value < 0]
    needed = _NEEDED.get(timer.mode, ())
    if needed and not any(numbers[name] > 0 for name in needed):
        errors.append(say("bad-timer", mode=timer.mode.value, needs=" / ".join(needed)))
    return errors


_NEEDED = {
    TimerMode.FISCHER: ("base_time_ms", "increment_ms"),
    TimerMode.BYOYOMI: ("base_time_ms", "period_time_ms"),
    TimerMode.SIMPLE: ("base_time_ms",),
    TimerMode.TOTAL: ("base_time_ms",),
    TimerMode.BANK: ("turn_ms", "bank_ms"),
}


def _allowance(timer: TimerConfig, clock: SeatClock) -> int | None:
    if timer.mode is TimerMode.NONE:
        return None
    return _prompt_part(timer) + clock.bank_ms + clock.periods * timer.period_time_ms


def _prompt_part(timer: TimerConfig) -> int:
    if timer.mode is TimerMode.SIMPLE:
        return timer.base_time_ms
    return timer.turn_ms if timer.mode is TimerMode.BANK else 0


def _used(clock: SeatClock, now: int) -> int:
    if clock.since is None:
        return clock.spent_ms
    return clock.spent_ms + max(0, now - clock.since)
