"""Stages: states that viewers see for a while, in order, before the next one; no clock runs meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from gamenight.bots import make_bot
from gamenight.core.engine import advance, start, view
from gamenight.core.match import Match, configure, seated
from gamenight.core.model import (
    Act,
    Action,
    Due,
    Forfeit,
    GameStatus,
    Hold,
    Input,
    MatchId,
    Pause,
    Phase,
    PlayerId,
    Refusal,
    Release,
    Resume,
    Stage,
    Start,
    Step,
    TimeoutBehavior,
    TimerConfig,
    TimerMode,
    TransitionResult,
    digest,
    seat,
)
from gamenight.core.replay import decode_record, opening, play_on
from gamenight.core.rng import Rng
from gamenight.core.run import run_match
from tests.minigames.auction import HiddenAuction, Sale
from tests.minigames.playing import assert_replays
from tests.minigames.tricks import BETWEEN_MS, FLIPPED_MS, TRICK_MS, Card, TrickTaking

P0, P1, P2 = (seat(n) for n in range(3))
TEN_SECONDS = TimerConfig(TimerMode.SIMPLE, base_time_ms=10_000)
TOTAL = TimerConfig(TimerMode.TOTAL, base_time_ms=60_000, timeout_behavior=TimeoutBehavior.LOSE_GAME)
DECKS = {"decks": [[3, 4, 8, 9, 12], [1, 2, 5, 6, 10]]}
"""p0 has 3 and 4, p1 8 and 9, an even card lies open; then 1 and 2 against 5 and 6."""


def begun(timer: TimerConfig | None = None, players: int = 2, now: int = 0, **options: Any) -> Start:
    game = TrickTaking()
    config = configure(game, players, seed=1, options=options or DECKS, timer=timer)
    return start(game, MatchId("stages"), seated(players), config, now)


def taken(step: Step | Refusal) -> Step:
    assert isinstance(step, Step), step
    return step


def put(state: Any, input: Input, now: int) -> Step:
    return taken(advance(TrickTaking(), state, input, now))


def play(state: Any, card: int, now: int) -> Step:
    return put(state, Act(Action("play", state.expected[0], Card(card)), state.prompt), now)


def names(stages: tuple[Stage, ...]) -> list[str]:
    return [stage.state.phase.name for stage in stages]


# What stages there are


def test_a_card_turned_up_at_the_opening_is_a_stage():
    first = begun()
    (stage,) = first.stages
    assert (stage.state.phase.name, stage.shown_ms) == ("flipped", FLIPPED_MS)
    assert [event.event_type for event in first.events[: stage.events]] == ["engine.match_started", "game.dealt"]
    assert first.state.phase.name == "play"


def test_a_turn_that_shows_nothing_has_no_stages():
    assert play(begun().state, 3, 0).stages == ()


def test_a_finished_trick_is_shown_before_it_is_taken():
    step = play(play(begun().state, 3, 0).state, 9, 0)
    (stage,) = step.stages
    assert stage.state.game_data.table == ((0, 3), (1, 9))
    assert step.state.game_data.table == ()
    assert (stage.state.scores, step.state.scores) == ({P0: 0, P1: 0}, {P0: 0, P1: 1})
    told = [event.event_type for event in step.events]
    assert told[: stage.events] == ["game.played", "engine.turn_finished"]
    assert told[stage.events :] == ["game.taken", "engine.turn_started"]


def deal_played(state: Any, *cards: int) -> Step:
    for card in cards:
        step = play(state, card, 0)
        state = step.state
    return step


def test_stages_of_one_turn_come_in_order():
    step = deal_played(begun().state, 3, 9, 8, 4)
    assert names(step.stages) == ["trick", "between", "flipped"]
    assert [stage.shown_ms for stage in step.stages] == [TRICK_MS, BETWEEN_MS, FLIPPED_MS]
    assert [stage.state.game_data.deal for stage in step.stages] == [1, 1, 2]
    assert [stage.events for stage in step.stages] == sorted(stage.events for stage in step.stages)


def test_the_last_trick_is_shown_before_the_result():
    step = deal_played(begun(deals=1, decks=DECKS["decks"][:1]).state, 3, 9, 8, 4)
    assert names(step.stages) == ["trick"]
    assert step.stages[0].state.status is GameStatus.ACTIVE
    assert step.stages[0].state.result is None
    assert step.state.status is GameStatus.FINISHED


def test_no_seat_is_asked_in_a_stage():
    first = begun(TEN_SECONDS)
    for viewer in (P0, P1, None):
        seen = view(TrickTaking(), first.stages[0].state, viewer)
        assert (seen.phase.name, seen.valid_actions, seen.committed) == ("flipped", (), None)
    assert first.stages[0].state.to_act == ()
    assert first.stages[0].state.due_at is None


def test_a_stage_hides_what_any_view_hides():
    stage = deal_played(begun().state, 3, 9).stages[0]
    assert view(TrickTaking(), stage.state, P0).game_data.hand == (4,)
    assert view(TrickTaking(), stage.state, P1).game_data.hand == (8,)
    assert view(TrickTaking(), stage.state, None).game_data.hand == ()


def test_leaving_may_complete_what_is_shown():
    decks: dict[str, Any] = {"decks": [[1, 2, 3, 4, 5, 6, 8]]}
    state = deal_played(begun(players=3, **decks).state, 1, 4).state
    step = put(state, Forfeit(P2), 0)
    assert names(step.stages) == ["trick"]
    assert step.stages[0].state.game_data.table == ((0, 1), (1, 4))


# What time does


def test_the_first_clock_starts_after_the_stage():
    state = begun(TEN_SECONDS, now=5000).state
    assert state.opened_at == 5000 + FLIPPED_MS
    assert state.clocks[P0].deadline == state.due_at == 5000 + FLIPPED_MS + 10_000


def test_the_next_clock_starts_after_all_stages_of_the_turn():
    state = begun(TEN_SECONDS).state
    for card, at in ((3, 3000), (9, 4000), (8, 9000)):
        state = play(state, card, at).state
    step = play(state, 4, 11_000)
    shown = TRICK_MS + BETWEEN_MS + FLIPPED_MS
    assert step.state.opened_at == 11_000 + shown
    assert step.state.due_at == 11_000 + shown + 10_000


def test_an_answer_during_a_stage_is_accepted_and_costs_no_time():
    state = begun(TOTAL).state
    assert play(state, 3, FLIPPED_MS // 2).state.clocks[P0].bank_ms == 60_000
    assert play(state, 3, FLIPPED_MS + 700).state.clocks[P0].bank_ms == 59_300


def test_the_next_seat_has_its_whole_time_even_after_an_answer_during_the_stage():
    early = play(begun(TEN_SECONDS).state, 3, 100).state
    assert early.opened_at == FLIPPED_MS
    assert early.due_at == FLIPPED_MS + 10_000


def test_time_may_run_out_after_a_stage_but_not_in_it():
    state = begun(TimerConfig(TimerMode.SIMPLE, base_time_ms=200, timeout_behavior=TimeoutBehavior.LOSE_GAME)).state
    early = advance(TrickTaking(), state, Due(state.prompt), FLIPPED_MS + 199)
    assert isinstance(early, Refusal)
    assert early.code == "not_due"
    assert put(state, Due(state.prompt), FLIPPED_MS + 200).state.out == ((P0,),)


def test_a_clock_held_and_released_during_a_stage_starts_after_it():
    state = put(begun(TEN_SECONDS).state, Hold(P0), 100).state
    assert state.due_at is None
    assert put(state, Release(P0), 300).state.due_at == FLIPPED_MS + 10_000
    assert put(state, Release(P0), FLIPPED_MS + 500).state.due_at == FLIPPED_MS + 500 + 10_000


def test_a_pause_during_a_stage_keeps_what_was_left_of_it():
    state = put(begun(TEN_SECONDS).state, Pause("a break"), 400).state
    state = put(state, Resume(), 60_000).state
    assert state.due_at == 60_000 + (FLIPPED_MS - 400) + 10_000
    assert play(state, 3, 60_000).state.clocks[P0].bank_ms == 0


def test_a_pause_after_a_stage_is_as_any_pause():
    state = put(begun(TEN_SECONDS).state, Pause("a break"), FLIPPED_MS + 4000).state
    assert put(state, Resume(), 90_000).state.due_at == 90_000 + 6000


class LotShown(Sale):  # type: ignore[misc]
    is_seen: bool = False


class SlowAuction(HiddenAuction):
    """An auction in which each lot is shown for two seconds before the bids are asked for."""

    state_type = LotShown

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return unseen(super().create_initial_state(players, options, rng))

    def phase_of(self, game_data: Any) -> Phase:
        return super().phase_of(game_data) if game_data.is_seen else Phase("lot", auto_resolve=True, shown_ms=2000)

    def apply_action(self, game_data: Any, action: Action, rng: Rng) -> TransitionResult:
        return TransitionResult(replace(game_data, is_seen=True))

    def resolve_concurrent_actions(
        self, game_data: Any, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        return unseen(super().resolve_concurrent_actions(game_data, actions, rng))


def unseen(result: TransitionResult) -> TransitionResult:
    return replace(result, game_data=LotShown(**{**asdict(result.game_data), "is_seen": False}))


@pytest.mark.parametrize("options", [{"closes": "deadline", "timeout_ms": 900}, {"timeout_ms": 900}], ids=str)
def test_the_time_of_a_concurrent_prompt_counts_from_the_end_of_the_stage(options: dict[str, Any]):
    match = Match.start(SlowAuction(), 2, 1, options=options)
    assert match.state.opened_at == 2000
    assert match.state.due_at == 2900


def test_a_hidden_prompt_takes_its_pace_after_the_stage():
    """Early answers change nothing, so the time does not reveal that a seat had only one action."""
    match = Match.start(SlowAuction(), 2, 1, pace_ms=600, options={"purses": [[0, 0], [0, 0]]})
    assert [turn.at for turn in match.turns] == [2600, 5200]
    assert match.is_over


# In one process


def test_a_match_in_one_process_does_not_wait():
    match = Match.start(TrickTaking(), 2, 1, options=DECKS, timer=TOTAL)
    assert names(match.stages) == ["flipped"]
    for card in (3, 9, 8, 4):
        match.act(Action("play", match.to_act[0], Card(card)))
    assert match.now == 0
    assert names(match.stages) == ["trick", "between", "flipped"]
    assert {clock.bank_ms for clock in match.view("p0").clocks.values()} == {60_000}
    assert_replays(match)


def test_bots_play_through_stages():
    game = TrickTaking()
    result = run_match(game, [make_bot("random", game, seed=str(n)) for n in range(3)], seed=4, timer=TEN_SECONDS)
    assert result.status is GameStatus.FINISHED
    assert result.turns == 12


def test_time_that_answers_shows_its_stages_too():
    match = Match.start(TrickTaking(), 2, 1, options=DECKS, timer=TEN_SECONDS)
    match.pass_time(FLIPPED_MS + 10_000)
    assert match.stages == ()
    match.pass_time(10_000)
    assert names(match.stages) == ["trick"]


def test_stages_follow_from_the_record():
    match = Match.start(TrickTaking(), 3, 7)
    shown = [digest(match.stages)]
    while not match.is_over:
        player = match.to_act[0]
        match.act(match.legal_actions(player)[0])
        shown.append(digest(match.stages))
    record = decode_record(match.record())
    first = opening(TrickTaking(), record)
    again = [first.stages, *(step.stages for step in play_on(TrickTaking(), first.state, record.turns))]
    assert [digest(stages) for stages in again] == shown
    assert Match.from_record(match.record(), 2, game=TrickTaking()).stages == again[2]


# Laws


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 4000)), min_size=8, max_size=8))
def test_no_seat_is_charged_for_the_time_of_stages(script: list[tuple[int, int]]):
    """In any order of inputs, a seat is charged only for the time between seeing its prompt and its answer."""
    state, now = begun(TOTAL).state, 0
    for choice, wait in script:
        player = state.expected[0]
        now += wait
        before, opened = state.clocks[player].bank_ms, state.opened_at
        hand = state.game_data.hands[int(player[1:])]
        step = play(state, hand[choice % len(hand)], now)
        assert before - step.state.clocks[player].bank_ms == max(0, now - opened)
        if step.state.is_over:
            return
        assert step.state.opened_at == max(now, opened) + sum(stage.shown_ms for stage in step.stages)
        state = step.state
