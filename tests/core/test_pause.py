"""Holds, pauses and abandonment: inputs like any other, that stop clocks and lose or create no time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight.core.engine import advance, clocks, view
from gamenight.core.match import Match
from gamenight.core.model import (
    Abandon,
    Act,
    Action,
    Due,
    Event,
    GameResult,
    GameStatus,
    Hold,
    Input,
    Pause,
    PlayerId,
    Refusal,
    Release,
    Resume,
    Step,
    TimerConfig,
    TimerMode,
    digest,
    seat,
)
from tests.minigames.auction import Auction, Bid
from tests.minigames.nim import Nim, take
from tests.minigames.playing import assert_replays

P0, P1, P2 = (seat(n) for n in range(3))
TOTAL = TimerConfig(TimerMode.TOTAL, base_time_ms=60_000)
FISCHER = TimerConfig(TimerMode.FISCHER, base_time_ms=60_000, increment_ms=2000)


def nim(timer: TimerConfig = TOTAL) -> Match:
    return Match.start(Nim(), 2, 1, timer=timer)


def deadline(match: Match, player: PlayerId) -> int | None:
    return clocks(match.plugin, match.state, None)[player].deadline


def bank(match: Match, player: PlayerId) -> int:
    return clocks(match.plugin, match.state, None)[player].bank_ms


# Pause


def test_a_pause_keeps_the_prompt_and_says_why():
    match = nim()
    events = match.submit(Pause("the power is out"))
    assert Event("engine.paused", None, {"reason": "the power is out"}) in events
    seen = match.view("p0")
    assert (seen.status, seen.prompt, seen.pause_reason) == (GameStatus.PAUSED, 1, "the power is out")
    assert seen.valid_actions == ()
    assert match.to_act == ()
    events = match.submit(Resume())
    assert Event("engine.resumed") in events
    assert match.view("p0").pause_reason is None
    match.act(take(P0), prompt=1)


def test_no_clock_runs_and_nothing_is_due_during_a_pause():
    match = nim()
    match.pass_time(20_000)
    match.submit(Pause("lunch"))
    assert match.state.due_at is None
    assert deadline(match, P0) is None
    match.pass_time(10**7)
    match.submit(Resume())
    assert deadline(match, P0) == match.state.due_at == match.now + 40_000
    match.act(take(P0))
    assert bank(match, P0) == 40_000


def test_a_pause_keeps_the_commitments():
    match = Match.start(Auction(), 3, 1, options={"purses": [[3, 3, 3]]}, timer=TOTAL)
    match.act(Action("bid", P0, Bid(1)))
    match.submit(Pause("lunch"))
    match.pass_time(5000)
    match.submit(Resume())
    assert match.state.committed == {P0: Action("bid", P0, Bid(1))}
    assert match.to_act == (P1, P2)
    assert deadline(match, P0) is None
    assert deadline(match, P1) == 65_000


def test_a_clock_that_ran_out_before_the_pause_gets_nothing_back():
    match = nim()
    step = advance(match.plugin, match.state, Pause("late"), 70_000)
    assert isinstance(step, Step)
    back = advance(match.plugin, step.state, Resume(), 80_000)
    assert isinstance(back, Step)
    assert back.state.due_at == 80_000
    late = advance(match.plugin, back.state, Act(take(P0), 1), 80_000)
    assert isinstance(late, Refusal)
    assert late.code == "too_late"


# Hold and release


def test_a_held_clock_stops_and_continues_where_it_was():
    match = nim()
    match.pass_time(10_000)
    match.submit(Hold(P0))
    assert clocks(match.plugin, match.state, P1)[P0].held
    assert match.state.due_at is None
    match.pass_time(30_000)
    match.submit(Release(P0))
    assert deadline(match, P0) == match.state.due_at == 90_000
    match.pass_time(5000)
    match.act(take(P0))
    assert bank(match, P0) == 45_000


def test_a_hold_keeps_the_prompt_and_the_match_going():
    match = nim()
    match.submit(Hold(P0))
    assert match.status is GameStatus.ACTIVE
    assert match.state.prompt == 1
    match.act(take(P0), prompt=1)
    assert match.to_act == (P1,)


def test_holding_and_releasing_change_nothing_that_the_rules_look_at():
    match = nim()
    before = [digest(view(match.plugin, match.state, viewer)) for viewer in (P0, P1, None)]
    for input in (Hold(P0), Release(P0)):
        match.submit(input)
        assert [digest(view(match.plugin, match.state, viewer)) for viewer in (P0, P1, None)] == before


def test_a_seat_held_before_its_turn_is_still_held_when_it_is_asked():
    match = nim()
    match.submit(Hold(P1))
    match.act(take(P0))
    assert match.to_act == (P1,)
    assert deadline(match, P1) is None
    match.pass_time(99_000)
    match.submit(Release(P1))
    assert deadline(match, P1) == 99_000 + 60_000


@pytest.mark.parametrize("release_first", [True, False])
def test_a_clock_held_and_paused_runs_when_both_are_over(release_first):
    match = nim()
    match.pass_time(10_000)
    match.submit(Hold(P0))
    match.submit(Pause("lunch"))
    match.pass_time(10_000)
    inputs: list[Input] = [Release(P0), Resume()]
    for input in inputs if release_first else reversed(inputs):
        assert deadline(match, P0) is None
        match.submit(input)
        match.pass_time(1000)
    assert deadline(match, P0) == 21_000 + 50_000


def test_a_clock_can_be_held_during_a_pause():
    match = nim()
    match.submit(Pause("lunch"))
    match.submit(Hold(P0))
    match.submit(Resume())
    assert deadline(match, P0) is None
    assert match.state.due_at is None


@pytest.mark.parametrize("first, again", [(Hold(P0), Hold(P0)), (None, Release(P0))])
def test_a_clock_is_held_once_and_released_once(first, again):
    match = nim()
    if first:
        match.submit(first)
    refused = advance(match.plugin, match.state, again, 0)
    assert isinstance(refused, Refusal)
    assert refused.code == "invalid_action"


def test_with_one_of_the_missing_held_nothing_is_due():
    match = Match.start(Auction(), 3, 1, timer=TOTAL)
    match.submit(Hold(P1))
    assert match.state.due_at is None
    match.act(Action("pass", P1))
    assert match.state.due_at == 60_000


interruptions = st.lists(
    st.tuples(st.sampled_from(["think", "hold", "pause"]), st.integers(0, 5000)), min_size=1, max_size=8
)


@settings(max_examples=60)
@given(interruptions, st.sampled_from([TOTAL, FISCHER]))
def test_interruptions_cost_exactly_what_was_thought(interruptions, timer):
    match = nim(timer)
    thought = 0
    for kind, ms in interruptions:
        if kind == "think":
            match.pass_time(ms)
            thought += ms
            continue
        match.submit(Hold(P0) if kind == "hold" else Pause("break"))
        match.pass_time(ms)
        match.submit(Release(P0) if kind == "hold" else Resume())
        assert deadline(match, P0) == match.now + 60_000 - thought
    match.act(take(P0))
    assert bank(match, P0) == 60_000 - thought + timer.increment_ms
    assert_replays(match)


# The clock across turns


def test_the_increment_is_paid_when_the_duty_leaves_the_player():
    match = nim(FISCHER)
    match.pass_time(5000)
    match.act(take(P0))
    assert bank(match, P0) == 57_000
    assert deadline(match, P1) == 5000 + 60_000
    match.pass_time(1000)
    match.act(take(P1))
    assert deadline(match, P0) == 6000 + 57_000


def test_everybody_sees_whose_clock_runs():
    match = nim()
    for viewer in (P0, P1, None):
        seen = clocks(match.plugin, match.state, viewer)
        assert (seen[P0].deadline, seen[P1].deadline) == (60_000, None)


# Abandonment


@pytest.mark.parametrize(
    "status, event", [("abandoned", "engine.abandoned"), ("error", "engine.error")], ids=["abandoned", "error"]
)
def test_an_abandoned_match_ends_unranked_with_the_scores_so_far(status, event):
    match = Match.start(Auction(), 2, 1, options={"purses": [[3, 3]]})
    match.act(Action("bid", P0, Bid(3)))
    events = match.submit(Abandon("everybody left", status))
    assert match.status is GameStatus(status)
    assert match.is_over
    assert match.result == GameResult((), "abandonment")
    assert match.result.winners == ()
    assert match.scores == {P0: 3.0, P1: 0.0}
    assert Event(event, None, {"message": "everybody left"}) in events
    assert_replays(match)


def test_a_paused_match_can_be_abandoned():
    match = nim()
    match.submit(Pause("lunch"))
    match.submit(Abandon("nobody came back"))
    assert match.status is GameStatus.ABANDONED
    assert match.view().pause_reason is None


def test_every_interruption_is_in_the_log():
    match = nim()
    for input in (Hold(P0), Pause("lunch"), Resume(), Release(P0), Abandon("enough")):
        match.submit(input)
    assert [type(turn.input) for turn in match.turns] == [Hold, Pause, Resume, Release, Abandon]
    assert_replays(match)


def test_a_due_during_a_hold_is_not_due():
    match = nim()
    match.submit(Hold(P0))
    refused = advance(match.plugin, match.state, Due(1), 10**9)
    assert isinstance(refused, Refusal)
    assert refused.code == "not_due"
