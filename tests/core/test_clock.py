"""Time controls as arithmetic: examples worked by hand, and laws that hold whatever the players do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gamenight.core.advancing import clock
from gamenight.core.model import SeatClock, TimerConfig, TimerMode

SECOND = 1000

FISCHER = TimerConfig(TimerMode.FISCHER, base_time_ms=60 * SECOND, increment_ms=5 * SECOND)
BYOYOMI = TimerConfig(TimerMode.BYOYOMI, base_time_ms=60 * SECOND, periods=3, period_time_ms=10 * SECOND)
SIMPLE = TimerConfig(TimerMode.SIMPLE, base_time_ms=30 * SECOND)
TOTAL = TimerConfig(TimerMode.TOTAL, base_time_ms=60 * SECOND)
BANK = TimerConfig(TimerMode.BANK, turn_ms=5 * SECOND, bank_ms=20 * SECOND, round_bonus_ms=10 * SECOND)
NONE = TimerConfig()


def think(timer: TimerConfig, own: SeatClock, seconds: float, timeout_ms: int | None = None) -> SeatClock:
    """The clock after one prompt, answered after this number of seconds."""
    opened = clock.begin(timer, own, 0, timeout_ms)
    return clock.leave_duty(timer, clock.finish(timer, opened, int(seconds * SECOND)))


def deadline(timer: TimerConfig, own: SeatClock, timeout_ms: int | None = None) -> int | None:
    """The deadline in milliseconds of a prompt that opens now."""
    return clock.begin(timer, own, 0, timeout_ms).deadline


# Worked by hand


def test_fischer_takes_the_thinking_time_and_adds_the_increment():
    own = think(FISCHER, clock.fresh(FISCHER), 12)
    assert own.bank_ms == 53 * SECOND
    own = think(FISCHER, own, 1)
    assert own.bank_ms == 57 * SECOND
    assert deadline(FISCHER, own) == 57 * SECOND


def test_fischer_pays_one_increment_for_a_duty_of_several_prompts():
    own = clock.begin(FISCHER, clock.fresh(FISCHER), 0, None)
    own = clock.finish(FISCHER, own, 10 * SECOND)
    own = clock.begin(FISCHER, own, 10 * SECOND, None)
    own = clock.finish(FISCHER, own, 14 * SECOND)
    assert own.bank_ms == 46 * SECOND
    assert clock.leave_duty(FISCHER, own).bank_ms == 51 * SECOND
    assert clock.leave_duty(FISCHER, clock.leave_duty(FISCHER, own)).bank_ms == 51 * SECOND


def test_a_seat_that_has_not_answered_gets_no_increment():
    fresh = clock.fresh(FISCHER)
    assert clock.leave_duty(FISCHER, fresh) == fresh
    dismissed = clock.cancel(clock.begin(FISCHER, fresh, 0, None))
    assert clock.leave_duty(FISCHER, dismissed).bank_ms == 60 * SECOND


@pytest.mark.parametrize(
    "seconds, bank, periods",
    [
        (0, 60, 3),
        (45, 15, 3),
        (60, 0, 3),
        (69.999, 0, 3),
        (70, 0, 2),
        (75, 0, 2),
        (79.999, 0, 2),
        (80, 0, 1),
        (89.999, 0, 1),
        (90, 0, 0),
        (500, 0, 0),
    ],
)
def test_byoyomi_of_60_seconds_and_3_periods_of_10(seconds, bank, periods):
    own = think(BYOYOMI, clock.fresh(BYOYOMI), seconds)
    assert (own.bank_ms, own.periods) == (bank * SECOND, periods)


def test_in_byoyomi_an_answer_within_the_period_keeps_the_period():
    own = SeatClock(bank_ms=0, periods=2)
    for _ in range(20):
        own = think(BYOYOMI, own, 9.9)
    assert own.periods == 2
    assert deadline(BYOYOMI, own) == 20 * SECOND
    assert think(BYOYOMI, own, 10).periods == 1


def test_the_first_byoyomi_deadline_is_the_main_time_and_all_periods():
    assert deadline(BYOYOMI, clock.fresh(BYOYOMI)) == 90 * SECOND


def test_simple_time_is_the_same_for_every_prompt():
    own = clock.fresh(SIMPLE)
    for seconds in (29.999, 0, 15):
        assert deadline(SIMPLE, own) == 30 * SECOND
        own = think(SIMPLE, own, seconds)
    assert deadline(SIMPLE, own) == 30 * SECOND


def test_total_time_only_shrinks():
    own = think(TOTAL, clock.fresh(TOTAL), 12)
    own = think(TOTAL, own, 30)
    assert own.bank_ms == 18 * SECOND
    assert deadline(TOTAL, own) == 18 * SECOND
    assert deadline(TOTAL, think(TOTAL, own, 99)) == 0


@pytest.mark.parametrize("seconds, bank", [(0, 20), (5, 20), (5.001, 19.999), (12, 13), (25, 0), (60, 0)])
def test_the_bank_pays_only_what_the_turn_time_does_not(seconds, bank):
    assert think(BANK, clock.fresh(BANK), seconds).bank_ms == int(bank * SECOND)


def test_a_prompt_in_bank_time_lasts_for_the_turn_and_the_bank():
    assert deadline(BANK, clock.fresh(BANK)) == 25 * SECOND
    assert deadline(BANK, SeatClock(bank_ms=0)) == 5 * SECOND


def test_a_new_round_adds_its_bonus_to_the_bank():
    own = think(BANK, clock.fresh(BANK), 12)
    assert clock.add_round_bonus(BANK, own).bank_ms == 23 * SECOND


@pytest.mark.parametrize("timer", [FISCHER, BYOYOMI, SIMPLE, TOTAL, NONE])
def test_only_bank_time_has_a_round_bonus(timer):
    timer = TimerConfig(timer.mode, timer.base_time_ms, timer.increment_ms, round_bonus_ms=10 * SECOND)
    own = clock.fresh(timer)
    assert clock.add_round_bonus(timer, own) == own


@pytest.mark.parametrize("timer", [BYOYOMI, SIMPLE, TOTAL, BANK, NONE])
def test_only_fischer_time_has_an_increment(timer):
    timer = TimerConfig(
        timer.mode, timer.base_time_ms, 7 * SECOND, timer.periods, timer.period_time_ms, timer.turn_ms, timer.bank_ms
    )
    own = clock.fresh(timer)
    assert think(timer, own, 0).bank_ms == own.bank_ms


def test_without_a_timer_nothing_runs_out():
    own = clock.begin(NONE, clock.fresh(NONE), 0, None)
    assert own.deadline is None
    assert clock.remaining(own, 10**9) is None
    assert clock.leave_duty(NONE, clock.finish(NONE, own, 10**9)) == clock.fresh(NONE)


@pytest.mark.parametrize("timer", [FISCHER, BYOYOMI, SIMPLE, TOTAL, BANK, NONE])
def test_a_prompt_with_its_own_time_charges_nothing(timer):
    fresh = clock.fresh(timer)
    assert deadline(timer, fresh, timeout_ms=7 * SECOND) == 7 * SECOND
    assert think(timer, fresh, 6.5, timeout_ms=7 * SECOND) == fresh
    assert think(timer, fresh, 99, timeout_ms=7 * SECOND) == fresh


def test_a_held_clock_does_not_start_when_its_prompt_opens():
    away = clock.hold(clock.fresh(SIMPLE), 0)
    opened = clock.begin(SIMPLE, away, 10, None)
    assert opened.deadline is None
    assert clock.release(opened, 500).deadline == 500 + 30 * SECOND


def test_a_held_clock_continues_where_it_stopped():
    own = clock.begin(TOTAL, clock.fresh(TOTAL), 0, None)
    own = clock.hold(own, 20 * SECOND)
    assert own.deadline is None
    assert clock.remaining(own, 999 * SECOND) == 40 * SECOND
    own = clock.release(own, 100 * SECOND)
    assert own.deadline == 140 * SECOND
    assert clock.finish(TOTAL, own, 105 * SECOND).bank_ms == 35 * SECOND


def test_a_stopped_clock_runs_on_unless_it_is_held_too():
    own = clock.stop(clock.begin(TOTAL, clock.fresh(TOTAL), 0, None), 10 * SECOND)
    assert clock.run(own, 50 * SECOND).deadline == 100 * SECOND
    held = clock.hold(own, 20 * SECOND)
    assert clock.run(held, 50 * SECOND).deadline is None
    assert clock.run(clock.unhold(held), 60 * SECOND).deadline == 110 * SECOND


def test_a_clock_off_duty_does_not_run():
    idle = clock.fresh(TOTAL)
    assert clock.run(idle, 50) == idle
    assert clock.stop(idle, 50) == idle


# What is wrong with a time control


@pytest.mark.parametrize("timer", [FISCHER, BYOYOMI, SIMPLE, TOTAL, BANK, NONE])
def test_a_sound_time_control_has_no_errors(timer):
    assert clock.config_errors(timer) == []


@pytest.mark.parametrize("mode", [mode for mode in TimerMode if mode is not TimerMode.NONE])
def test_a_time_control_without_any_time_is_an_error(mode):
    assert clock.config_errors(TimerConfig(mode)) != []


@pytest.mark.parametrize(
    "field", "base_time_ms increment_ms periods period_time_ms turn_ms bank_ms round_bonus_ms".split()
)
def test_negative_times_are_errors_that_name_the_field(field):
    assert any(field in str(error) for error in clock.config_errors(replace(TimerConfig(), **{field: -1})))


# Laws

amounts = st.integers(0, 100 * SECOND)
timers = st.builds(
    TimerConfig,
    mode=st.sampled_from(TimerMode),
    base_time_ms=amounts,
    increment_ms=amounts,
    periods=st.integers(0, 5),
    period_time_ms=amounts,
    turn_ms=amounts,
    bank_ms=amounts,
    round_bonus_ms=amounts,
)
overrides = st.none() | amounts


@st.composite
def timers_and_clocks(draw: st.DrawFn) -> tuple[TimerConfig, SeatClock]:
    """A time control and a seat's clock between two prompts of a match under it."""
    timer = draw(timers)
    own = clock.fresh(timer)
    for seconds in draw(st.lists(st.integers(0, 60), max_size=3)):
        own = think(timer, own, seconds)
    return timer, own


def stock(timer: TimerConfig, own: SeatClock) -> int:
    """All the time left on a clock."""
    return own.bank_ms + own.periods * timer.period_time_ms


def prompt_time(timer: TimerConfig) -> int:
    """What each prompt brings along."""
    if timer.mode is TimerMode.SIMPLE:
        return timer.base_time_ms
    return timer.turn_ms if timer.mode is TimerMode.BANK else 0


@given(timers_and_clocks(), amounts, overrides)
def test_an_answer_never_adds_time_but_the_increment(timer_and_clock, used, timeout_ms):
    timer, own = timer_and_clock
    answered = clock.finish(timer, clock.begin(timer, own, 0, timeout_ms), used)
    assert stock(timer, answered) <= stock(timer, own)
    increment = timer.increment_ms if timer.mode is TimerMode.FISCHER else 0
    assert clock.leave_duty(timer, answered).bank_ms <= answered.bank_ms + increment


@given(timers_and_clocks(), amounts, overrides)
def test_no_part_of_a_clock_falls_below_zero(timer_and_clock, used, timeout_ms):
    timer, own = timer_and_clock
    opened = clock.begin(timer, own, 0, timeout_ms)
    answered = clock.finish(timer, opened, used)
    assert answered.bank_ms >= 0
    assert answered.periods >= 0
    left = clock.remaining(opened, used)
    assert left is None or left >= 0


@given(timers_and_clocks(), amounts)
def test_an_answer_costs_what_was_used_beyond_the_prompt_s_own_time(timer_and_clock, used):
    timer, own = timer_and_clock
    answered = clock.finish(timer, clock.begin(timer, own, 0, None), used)
    cost = stock(timer, own) - stock(timer, answered)
    over = 0 if timer.mode is TimerMode.NONE else max(0, used - prompt_time(timer))
    if timer.mode is not TimerMode.BYOYOMI:
        assert cost == min(over, stock(timer, own))
    else:  # a period that was begun and not used up comes back whole
        assert max(0, min(over, stock(timer, own)) - max(0, timer.period_time_ms - 1)) <= cost <= over


@given(timers_and_clocks(), amounts, amounts, overrides)
def test_the_deadline_is_the_first_instant_without_time(timer_and_clock, now, used, timeout_ms):
    timer, own = timer_and_clock
    opened = clock.begin(timer, own, now, timeout_ms)
    if opened.deadline is None:
        assert clock.remaining(opened, now + used) is None
    else:
        assert (clock.remaining(opened, now + used) == 0) == (now + used >= opened.deadline)


@given(timers_and_clocks(), amounts, amounts)
def test_an_instant_before_the_clock_started_changes_nothing(timer_and_clock, now, behind):
    timer, own = timer_and_clock
    opened = clock.begin(timer, own, now, None)
    early = now - behind
    assert clock.finish(timer, opened, early) == clock.finish(timer, opened, now)
    assert clock.stop(opened, early) == clock.stop(opened, now)
    assert clock.remaining(opened, early) == clock.remaining(opened, now)


@given(timers_and_clocks(), amounts, overrides)
def test_a_prompt_that_closes_without_the_seat_s_answer_costs_nothing(timer_and_clock, used, timeout_ms):
    timer, own = timer_and_clock
    opened = clock.begin(timer, own, 0, timeout_ms)
    assert clock.cancel(opened) == own
    assert clock.cancel(clock.hold(opened, used)).bank_ms == own.bank_ms


interruptions = st.lists(st.tuples(st.sampled_from(["hold", "pause"]), amounts, amounts), max_size=5)


@given(timers_and_clocks(), interruptions, amounts, overrides)
def test_holds_and_pauses_neither_lose_nor_create_time(timer_and_clock, breaks, last, timeout_ms):
    timer, own = timer_and_clock
    opened = interrupted = clock.begin(timer, own, 0, timeout_ms)
    now = thought = 0
    for kind, thinking, away in breaks:
        now, thought = now + thinking, thought + thinking
        stopped = clock.hold(interrupted, now) if kind == "hold" else clock.stop(interrupted, now)
        assert stopped.deadline is None
        assert clock.remaining(stopped, now + away) == clock.remaining(opened, thought)
        now += away
        interrupted = clock.release(stopped, now) if kind == "hold" else clock.run(stopped, now)
        assert clock.remaining(interrupted, now) == clock.remaining(opened, thought)
    assert clock.finish(timer, interrupted, now + last) == clock.finish(timer, opened, thought + last)


@given(timers_and_clocks(), amounts, amounts)
def test_a_clock_that_is_held_and_paused_runs_only_when_both_are_over(timer_and_clock, thought, away):
    timer, own = timer_and_clock
    opened = clock.begin(timer, own, 0, None)
    both = clock.hold(clock.stop(opened, thought), thought)
    assert clock.run(both, thought + away) == both
    let_go = clock.run(clock.unhold(both), thought + away)
    assert clock.remaining(let_go, thought + away) == clock.remaining(opened, thought)


@given(timers_and_clocks())
def test_a_bonus_adds_its_amount_and_no_more(timer_and_clock):
    timer, own = timer_and_clock
    bonus = timer.round_bonus_ms if timer.mode is TimerMode.BANK else 0
    assert stock(timer, clock.add_round_bonus(timer, own)) == stock(timer, own) + bonus
