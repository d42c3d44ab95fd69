"""Timeouts: who is late, which action the engine takes for them, and what the log contains."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from gamenight.core.engine import advance, clocks
from gamenight.core.errors import PluginError, ReplayError
from gamenight.core.match import Match
from gamenight.core.model import (
    Act,
    Action,
    Due,
    Event,
    ExpectedAction,
    Family,
    GameStatus,
    Hold,
    NoPayload,
    Phase,
    PlayerId,
    Refusal,
    Slot,
    Step,
    TimeoutBehavior,
    TimerConfig,
    TimerMode,
    TransitionResult,
    digest,
    seat,
)
from gamenight.core.rng import Rng
from tests.minigames.auction import Auction, Bid
from tests.minigames.nim import Heap, Nim, take
from tests.minigames.playing import assert_replays, events_of

P0, P1, P2, P3 = (seat(n) for n in range(4))


def simple(behavior: TimeoutBehavior = TimeoutBehavior.FORCE_PASS, seconds: int = 10) -> TimerConfig:
    return TimerConfig(TimerMode.SIMPLE, base_time_ms=1000 * seconds, timeout_behavior=behavior)


class CautiousNim(Nim):
    """Nim in which a timeout takes two stones, or the last one."""

    def timeout_action(self, game_data: Heap, player_id: PlayerId) -> Action:
        return take(player_id, min(2, game_data.stones))


class DicedNim(Nim):
    """Nim in which a die is thrown with every move."""

    def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
        moved = super().apply_action(game_data, action, rng)
        die = Event("die", None, {"face": rng.below(10**6)})
        return TransitionResult(moved.game_data, (*moved.events, die), moved.scores, moved.game_over)


# The action taken at a timeout


def test_a_timeout_takes_the_game_s_timeout_action():
    match = Match.start(CautiousNim(), 2, 1, timer=simple(), options={"passes": 1})
    match.pass_time(10_000)
    assert match.turns[0].input == Due(1)
    assert match.turns[0].actor == "system"
    assert match.turns[0].chosen == (take(P0, 2),)
    assert match.to_act == (P1,)


def test_without_a_timeout_action_a_timeout_passes_if_pass_is_listed():
    match = Match.start(Nim(), 2, 1, timer=simple(), options={"passes": 1})
    match.pass_time(10_000)
    assert match.turns[0].chosen == (Action("pass", P0),)


def test_without_a_listed_pass_a_timeout_takes_a_random_legal_action():
    chosen = set()
    for seed in range(30):
        match = Match.start(Nim(), 2, seed, timer=simple())
        match.pass_time(10_000)
        (action,) = match.turns[0].chosen
        chosen.add(action.payload.count)
    assert chosen == {1, 2, 3}


def test_a_random_action_is_random_even_if_the_game_has_a_timeout_action():
    chosen = set()
    for seed in range(40):
        match = Match.start(CautiousNim(), 2, seed, timer=simple(TimeoutBehavior.RANDOM_ACTION), options={"passes": 1})
        match.pass_time(10_000)
        (action,) = match.turns[0].chosen
        chosen.add((action.action_type, getattr(action.payload, "count", None)))
    assert chosen == {("take", 1), ("take", 2), ("take", 3), ("pass", None)}


def test_the_random_action_comes_from_the_match_s_own_stream():
    one, other = (Match.start(Nim(), 2, 5, timer=simple(TimeoutBehavior.RANDOM_ACTION)) for _ in range(2))
    one.pass_time(60_000)
    other.pass_time(60_000)
    assert [turn.chosen for turn in one.turns] == [turn.chosen for turn in other.turns]


def test_a_timeout_is_a_public_event():
    match = Match.start(Nim(), 2, 1, timer=simple())
    events = match.pass_time(10_000)
    assert Event("engine.timed_out", P0, {"prompt": 1}) in events


def test_a_timeout_in_a_concurrent_phase_answers_for_all_that_are_missing():
    match = Match.start(Auction(), 4, 1, timer=simple(), options={"purses": [[3, 3, 3, 3]]})
    match.act(Action("bid", P1, Bid(1)))
    events = match.pass_time(10_000)
    assert match.turns[-1].chosen == (Action("pass", P0), Action("pass", P2), Action("pass", P3))
    assert [event.player_id for event in events if event.event_type == "engine.timed_out"] == [P0, P2, P3]
    assert match.scores[P1] == 1.0


def test_a_concurrent_phase_is_due_at_the_latest_deadline_of_the_missing():
    match = Match.start(Auction(), 3, 1, timer=TimerConfig(TimerMode.TOTAL, base_time_ms=10_000))
    match.pass_time(4000)
    for player in (P0, P1):
        match.act(Action("pass", player))
    match.pass_time(2000)
    match.act(Action("pass", P2))
    assert match.state.prompt == 2
    deadlines = {player: own.deadline for player, own in clocks(match.plugin, match.state, None).items()}
    assert deadlines == {P0: 12_000, P1: 12_000, P2: 10_000}
    assert match.state.due_at == 12_000
    late = advance(match.plugin, match.state, Act(Action("pass", P2), 2), 10_000)
    assert isinstance(late, Refusal)
    assert late.code == "too_late"
    match.act(Action("pass", P0))
    match.act(Action("pass", P1))
    assert match.state.due_at == 10_000


def test_a_due_that_comes_late_is_logged_at_its_own_instant():
    match = Match.start(CautiousNim(), 2, 1, timer=simple())
    step = advance(match.plugin, match.state, Due(1), 12_345)
    assert isinstance(step, Step)
    assert step.turn.at == 12_345
    assert step.state.clocks[P1].deadline == 22_345


def test_a_seat_without_any_time_left_is_answered_for_at_once():
    match = Match.start(
        CautiousNim(), 2, 1, timer=TimerConfig(TimerMode.TOTAL, base_time_ms=1000), options={"heap": 40}
    )
    match.pass_time(1000)
    assert match.to_act == (P1,)
    match.act(take(P1, 1))
    assert match.to_act == (P1,)
    assert match.turns[-1].chosen == (take(P0, 2),)
    assert match.now == 1000


def test_a_match_in_which_no_player_acts_ends_by_itself():
    match = Match.start(CautiousNim(), 3, 1, timer=simple())
    match.pass_time(10**9)
    assert match.status is GameStatus.FINISHED
    assert [turn.at for turn in match.turns] == [10_000, 20_000, 30_000, 40_000]
    assert_replays(match)


def test_a_timeout_in_a_concurrent_phase_pays_the_increment_like_a_commitment():
    timer = TimerConfig(TimerMode.FISCHER, base_time_ms=9000, increment_ms=1000)
    match = Match.start(Auction(), 3, 1, timer=timer)
    match.act(Action("pass", P0))
    match.pass_time(9000)
    assert match.state.prompt == 2
    assert {player: own.bank_ms for player, own in match.state.clocks.items()} == {P0: 10_000, P1: 1000, P2: 1000}
    assert match.state.clocks[P1].deadline == 10_000


# Illegal timeout actions


class WishfulNim(Nim):
    """Nim with a timeout_action to be set."""

    action_types = {**Nim.action_types, "leap": NoPayload}
    wish: Any = None

    def timeout_action(self, game_data: Heap, player_id: PlayerId) -> Any:
        return type(self).wish


@pytest.mark.parametrize(
    "wish",
    [take(P0, 9), take(P1, 1), Action("leap", P0), Action("jump", P0), Action("take", P0, {"count": "1"}), "pass", 7],
    ids=["illegal", "another seat's", "not expected", "unknown type", "malformed", "a word", "a number"],
)
def test_a_timeout_action_that_is_not_the_seat_s_own_legal_one_is_the_game_s_error(wish):
    class Wishful(WishfulNim):
        pass

    Wishful.wish = wish
    match = Match.start(Wishful(), 2, 1, timer=simple())
    before = digest(match.state)
    with pytest.raises(PluginError, match="mini-nim"):
        advance(match.plugin, match.state, Due(1), 10_000)
    assert digest(match.state) == before


def test_a_timeout_action_of_a_type_that_the_phase_does_not_expect_is_the_game_s_error_even_if_it_is_listed():
    class Leaping(WishfulNim):
        wish = Action("leap", P0)

        def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Action]:
            return [*super().get_valid_actions(game_data, player_id), Action("leap", player_id)]

        def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
            return TransitionResult(game_data)

    with pytest.raises(PluginError, match="leap"):
        Match.start(Leaping(), 2, 1, timer=simple()).pass_time(10_000)


def test_a_timeout_action_may_be_a_listed_one_that_went_through_json():
    class Plain(WishfulNim):
        wish = Action("take", P0, {"count": 3})

    match = Match.start(Plain(), 2, 1, timer=simple())
    match.pass_time(10_000)
    assert match.turns[0].chosen == (take(P0, 3),)


class Pair(Struct, frozen=True):
    values: tuple[int, ...]


class PairNim(Nim):
    """One prompt that asks for two numbers that add up to nine, given as an inexact family."""

    action_types = {"take": Pair, "pass": NoPayload}
    of: tuple[int, ...] = tuple(range(10))

    def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Any]:
        return [Family("take", (Slot("values", type(self).of, 2, 2),), exact=False)]

    def validate_action(self, game_data: Heap, action: Action) -> str | None:
        return None if sum(action.payload.values) == 9 else "The two must add up to nine."

    def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
        assert sum(action.payload.values) == 9
        return super().apply_action(game_data, take(action.player_id, 1), rng)


def test_a_random_action_of_an_inexact_family_is_legal():
    for seed in range(20):
        match = Match.start(PairNim(), 2, seed, timer=simple(TimeoutBehavior.RANDOM_ACTION))
        match.pass_time(10_000)
        assert sum(match.turns[0].chosen[0].payload.values) == 9


def test_the_rules_decide_about_members_of_an_inexact_family():
    match = Match.start(PairNim(), 2, 1)
    refused = advance(match.plugin, match.state, Act(Action("take", P0, {"values": [1, 2]}), 1), 0)
    assert refused == Refusal("invalid_action", "The two must add up to nine.")
    outside = advance(match.plugin, match.state, Act(Action("take", P0, {"values": [-1, 10]}), 1), 0)
    assert isinstance(outside, Refusal)
    assert outside.code == "invalid_action"
    step = advance(match.plugin, match.state, Act(Action("take", P0, {"values": [8, 1]}), 1), 0)
    assert isinstance(step, Step)
    assert step.turn.input == Act(Action("take", P0, Pair((1, 8))), 1)


def test_the_legal_actions_of_an_inexact_family_are_those_that_the_rules_allow():
    match = Match.start(PairNim(), 2, 1)
    assert [action.payload.values for action in match.legal_actions("p0")] == [(0, 9), (1, 8), (2, 7), (3, 6), (4, 5)]


@pytest.mark.parametrize("of", [(), (1, 2, 3)], ids=["empty", "no legal member"])
def test_a_family_without_any_legal_member_is_the_game_s_error_when_time_is_up(of):
    class Hopeless(PairNim):
        pass

    Hopeless.of = of
    with pytest.raises(PluginError, match="mini-nim"):
        Match.start(Hopeless(), 2, 1, timer=simple()).pass_time(10_000)


# The log


def test_a_replay_takes_the_recorded_choice_even_if_the_game_would_now_choose_differently():
    match = Match.start(CautiousNim(), 2, 1, timer=simple())
    match.pass_time(10_000)
    again = Match.from_record(match.record(), game=Nim())
    assert digest(again.state) == digest(match.state)
    assert again.turns[0].chosen == (take(P0, 2),)


@pytest.mark.parametrize("behavior", [TimeoutBehavior.RANDOM_ACTION, TimeoutBehavior.FORCE_PASS])
def test_chance_after_a_random_timeout_replays(behavior):
    match = Match.start(DicedNim(), 2, 1, timer=simple(behavior))
    match.pass_time(30_000)
    again = Match.from_record(match.record(), game=DicedNim())
    assert events_of(again, "game.die") == events_of(match, "game.die")
    assert_replays(match)


def test_chance_does_not_depend_on_whether_a_player_or_time_chose():
    by_time = Match.start(DicedNim(), 2, 1, timer=simple(TimeoutBehavior.RANDOM_ACTION))
    by_time.pass_time(10_000)
    by_hand = Match.start(DicedNim(), 2, 1, timer=simple(TimeoutBehavior.RANDOM_ACTION))
    by_hand.act(by_time.turns[0].chosen[0])
    assert events_of(by_time, "game.die") == events_of(by_hand, "game.die")


def test_a_recorded_timeout_without_its_actions_is_no_record_of_this_match():
    match = Match.start(Nim(), 2, 1, timer=simple())
    match.pass_time(10_000)
    record = match.record()
    record["turns"][0]["chosen"] = []
    with pytest.raises(ReplayError, match="turn 0"):
        Match.from_record(record, game=Nim())


# Prompts with a time of their own


def test_a_prompt_s_own_time_goes_before_the_time_control():
    timer = TimerConfig(TimerMode.FISCHER, base_time_ms=60_000, increment_ms=1000)
    match = Match.start(CautiousNim(), 2, 1, timer=timer, options={"timeout_ms": 3000})
    assert match.state.due_at == 3000
    match.pass_time(2999)
    match.act(take(P0, 1))
    assert match.state.clocks[P0].bank_ms == 60_000
    match.pass_time(3000)
    assert match.turns[-1].chosen == (take(P1, 2),)
    assert match.state.clocks[P1].bank_ms == 60_000


def test_of_several_answers_the_longest_time_counts():
    class Two(Nim):
        def phase_of(self, game_data: Heap) -> Phase:
            mover = game_data.order[0]
            return Phase("move", (ExpectedAction(mover, "take", 1000), ExpectedAction(mover, "pass", 4000)))

    assert Match.start(Two(), 2, 1).state.due_at == 4000


def test_a_sequential_phase_with_several_seats_is_due_when_the_last_has_no_time_left():
    class Anybody(CautiousNim):
        def phase_of(self, game_data: Heap) -> Phase:
            times = {P0: 1000, P1: 5000, P2: 3000}
            return Phase("move", tuple(ExpectedAction(player, "take", times[player]) for player in times))

        def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Action]:
            return [take(player_id, count) for count in (1, 2)]

        def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
            order = (action.player_id, *(player for player in game_data.order if player != action.player_id))
            return super().apply_action(Heap(game_data.stones, order, game_data.passes), action, rng)

    match = Match.start(Anybody(), 3, 1)
    assert match.state.due_at == 5000
    match.pass_time(5000)
    assert len(match.turns[0].chosen) == 1
    assert match.state.game_data.stones == 5


def test_a_held_seat_is_never_late():
    match = Match.start(CautiousNim(), 2, 1, timer=simple())
    match.submit(Hold(P0))
    assert match.state.due_at is None
    match.pass_time(10**7)
    assert match.to_act == (P0,)
    match.act(take(P0, 1))
    assert match.to_act == (P1,)
