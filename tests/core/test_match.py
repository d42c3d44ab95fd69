"""Match: playing in one process, with a clock that moves only when told to; records, replays and forks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight.core.errors import ActionRefused, BadOptions, PluginError, ReplayError, TooManyActions, UnknownGame
from gamenight.core.match import Match
from gamenight.core.model import (
    Act,
    Action,
    Due,
    Family,
    GameStatus,
    Pause,
    PlayerId,
    Slot,
    TimeoutBehavior,
    TimerConfig,
    TimerMode,
    TransitionResult,
    digest,
    seat,
)
from gamenight.core.replay import decode_record, replay
from gamenight.core.rng import Rng
from tests.minigames.auction import Auction, HiddenAuction
from tests.minigames.nim import Heap, Nim, take
from tests.minigames.playing import assert_replays, play_out, resumed

P0, P1, P2 = (seat(n) for n in range(3))


# Starting


def test_a_match_is_played_by_asking_who_may_do_what():
    match = Match.start(Nim(), ["Ann", "Bob"], seed=1)
    while not match.is_over:
        player = match.to_act[0]
        match.act(match.legal_actions(player)[-1])
    assert match.status is GameStatus.FINISHED
    assert match.result is not None
    assert match.result.winners == (P0,)
    assert [player.display_name for player in match.state.players] == ["Ann", "Bob"]


def test_players_sit_in_turn_order():
    match = Match.start(Nim(), 3, 1)
    seated = [(player.player_id, player.seat_index, player.display_name) for player in match.state.players]
    assert seated == [(P0, 0, "Player 1"), (P1, 1, "Player 2"), (P2, 2, "Player 3")]


def test_options_have_every_default_written_out():
    match = Match.start(Nim(), 2, 1, options={"heap": 9})
    assert match.state.config.options == {"heap": 9, "passes": 0, "timeout_ms": None}


@pytest.mark.parametrize(
    "settings, words",
    [
        ({"players": 1}, "needs 2 to 4 players, not 1"),
        ({"players": 5}, "not 5"),
        ({"options": {"heap": "many"}}, "heap"),
        ({"options": {"heaps": 3}}, "heaps"),
        ({"options": {"heap": 0}}, "heap must be 1 to 40, not 0"),
        ({"options": {"heap": 2, "passes": 3}}, "more passes than stones"),
        ({"pace_ms": -1}, "pace_ms"),
        ({"timer": TimerConfig(TimerMode.SIMPLE)}, "simple"),
        ({"timer": TimerConfig(base_time_ms=-5)}, "base_time_ms"),
    ],
    ids=str,
)
def test_an_invalid_match_is_refused_with_the_reason(settings, words):
    players = settings.pop("players", 2)
    with pytest.raises(BadOptions, match=words):
        Match.start(Nim(), players, 1, **settings)


def test_all_errors_are_reported_at_once():
    with pytest.raises(BadOptions) as refused:
        Match.start(Nim(), 9, 1, options={"heap": 2, "passes": 3}, pace_ms=-1, timer=TimerConfig(TimerMode.TOTAL))
    for words in ("not 9", "passes", "pace_ms", "total"):
        assert words in str(refused.value)


def test_an_unknown_slug_is_refused_with_a_list_of_games():
    with pytest.raises(UnknownGame, match="tictactoe"):
        Match.start("tictactow")


def test_the_same_seed_makes_the_same_match():
    one, other = (play_out(Auction(), 3, "same") for _ in range(2))
    assert one.record() == other.record()
    assert digest(one.state) == digest(other.state)


# Looking


def test_a_listing_is_asked_for_once_per_prompt_and_is_never_stale():
    match = Match.start(Nim(), 2, 1, options={"heap": 4})
    assert len(match.legal_actions("p0")) == 3
    match.act(take(P0, 2))
    assert match.valid_actions("p0") == ()
    assert len(match.legal_actions("p1")) == 2


def test_a_listing_asked_for_before_time_moved_the_match_is_not_stale_after_it():
    match = Match.start(Nim(), 2, 1, options={"heap": 4, "timeout_ms": 1000, "passes": 1})
    assert len(match.valid_actions("p0")) == 4
    assert match.valid_actions("p1") == ()
    match.pass_time(1000)
    assert match.valid_actions("p0") == ()
    assert len(match.valid_actions("p1")) == 4


def test_a_family_too_large_to_list_can_still_be_played():
    class Wide(Nim):
        def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Any]:
            return [Family("take", tuple(Slot(name, tuple(range(10)), 1, 1) for name in "abcde"))]

    match = Match.start(Wide(), 2, 1)
    with pytest.raises(TooManyActions, match="100000"):
        list(match.legal_actions("p0"))
    assert len(match.legal_actions("p0")) == 100_000
    assert len(match.valid_actions("p0")) == 1


def test_act_takes_the_open_prompt_unless_another_is_named():
    match = Match.start(Nim(), 2, 1)
    match.act(take(P0))
    with pytest.raises(ActionRefused) as refused:
        match.act(take(P1), prompt=1)
    assert refused.value.code == "stale_action"
    match.act(take(P1))


def test_a_broken_game_leaves_the_match_as_it_was():
    class Brittle(Nim):
        def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
            if action.payload.count == 3:
                raise RuntimeError("three is too many")
            return super().apply_action(game_data, action, rng)

    match = Match.start(Brittle(), 2, 1)
    before, events = digest(match.state), len(match.events)
    with pytest.raises(PluginError, match="three is too many"):
        match.act(take(P0, 3))
    assert (digest(match.state), len(match.events), match.turns) == (before, events, [])
    match.act(take(P0, 2))


# The virtual clock


def test_time_passes_only_on_request():
    match = Match.start(Nim(), 2, 1, timer=TimerConfig(TimerMode.TOTAL, base_time_ms=1000), now=500)
    match.act(take(P0))
    match.pass_time(300)
    match.act(take(P1))
    assert [turn.at for turn in match.turns] == [500, 800]
    assert match.now == 800
    assert match.state.clocks[P1].bank_ms == 700


def test_what_becomes_due_happens_at_its_own_instant():
    match = Match.start(
        Nim(), 2, 1, timer=TimerConfig(TimerMode.SIMPLE, base_time_ms=1000), options={"heap": 40, "passes": 9}
    )
    match.pass_time(3500)
    assert [(type(turn.input), turn.at) for turn in match.turns] == [(Due, 1000), (Due, 2000), (Due, 3000)]
    assert match.now == 3500
    assert match.state.due_at == 4000


def test_time_stands_still_for_an_untimed_match():
    match = Match.start(Nim(), 2, 1)
    assert match.pass_time(10**9) == ()
    assert match.turns == []


# Records


def recorded(match: Match) -> Any:
    """The record after a round trip through JSON."""
    return json.loads(json.dumps(match.record()))


TIMERS = [
    None,
    TimerConfig(TimerMode.FISCHER, base_time_ms=10_000, increment_ms=500),
    TimerConfig(
        TimerMode.BYOYOMI,
        base_time_ms=500,
        periods=2,
        period_time_ms=700,
        timeout_behavior=TimeoutBehavior.RANDOM_ACTION,
    ),
    TimerConfig(TimerMode.BANK, turn_ms=400, bank_ms=900, round_bonus_ms=300),
    TimerConfig(TimerMode.SIMPLE, base_time_ms=800, timeout_behavior=TimeoutBehavior.LOSE_GAME),
]


@settings(max_examples=60)
@given(
    st.sampled_from([Nim(), Auction(), HiddenAuction()]),
    st.integers(2, 4),
    st.sampled_from(TIMERS),
    st.integers(0, 10**6),
    st.lists(st.integers(0, 900), max_size=6),
)
def test_any_match_replays_from_its_record_turn_by_turn(game, players, timer, seed, waits):
    match = Match.start(game, players, seed, timer=timer, pace_ms=seed % 2 * 500)
    rng = Rng("ab" * 16, ("play", seed))
    for wait in waits:
        match.pass_time(wait)
        if match.to_act:
            match.act(rng.choice(match.legal_actions(rng.choice(match.to_act))))
    assert_replays(match)


def test_a_record_goes_through_json_and_back():
    match = play_out(Auction(), 3, 4)
    again = decode_record(recorded(match))
    assert digest(decode_record(match.record())) == digest(again)
    assert digest(replay(Auction(), again)) == digest(match.state)


def test_a_fork_continues_from_the_middle():
    match = play_out(Nim(), 3, 2, options={"heap": 20})
    fork = Match.from_record(recorded(match), upto=3, game=Nim())
    assert len(fork.turns) == 3
    assert fork.turns == match.turns[:3]
    while not fork.is_over:
        fork.act(take(fork.to_act[0], 1))
    assert_replays(fork)
    assert digest(fork.state) != digest(match.state)
    assert Match.from_record(match.record(), game=Nim()).result == match.result


@pytest.mark.parametrize("upto", [0, 1, 2, 5])
def test_a_fork_has_the_state_the_clock_and_the_events_of_its_turn(upto):
    match = Match.start(Nim(), 2, 1, timer=TIMERS[1], options={"heap": 40})
    states, instants, told = [match.state], [match.now], [len(match.events)]
    for _ in range(5):
        match.pass_time(100)
        match.act(take(match.to_act[0]))
        states.append(match.state)
        instants.append(match.now)
        told.append(len(match.events))
    fork = Match.from_record(recorded(match), upto=upto, game=Nim())
    assert digest(fork.state) == digest(states[upto])
    assert fork.now == instants[upto]
    assert len(fork.events) == told[upto]
    assert digest(replay(Nim(), decode_record(match.record()), upto=upto)) == digest(states[upto])


def test_a_record_keeps_names_options_timer_pace_and_start():
    match = Match.start(
        HiddenAuction(), ["Ann", "Bob"], 9, options={"rounds": 3}, timer=TIMERS[1], pace_ms=700, match_id="m1", now=50
    )
    fork = Match.from_record(recorded(match), game=HiddenAuction())
    assert digest(fork.state.config) == digest(match.state.config)
    assert fork.state.players == match.state.players
    assert (fork.state.match_id, fork.started_at) == ("m1", 50)
    assert recorded(fork) == recorded(match)


def test_the_log_holds_the_listed_form_of_what_was_sent():
    match = Match.start(Nim(), 2, 1)
    match.act(Action("take", P0, {"count": 2}))
    assert match.turns[0].input == Act(take(P0, 2), 1)


def test_any_slug_that_is_installed_replays_without_naming_the_game():
    match = Match.start("tictactoe", 2, 1)
    match.act(match.legal_actions("p0")[4])
    assert digest(Match.from_record(match.record()).state) == digest(match.state)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"rules_version": 2}, "mini-nim/v2"),
        ({"game_id": "mini-auction"}, "mini-auction"),
        ({"format": 99}, "format 99"),
        ({"turns": "none"}, "not a match record"),
        ({"players": None}, "not a match record"),
    ],
    ids=str,
)
def test_a_record_of_something_else_is_refused_with_the_reason(change, words):
    match = Match.start(Nim(), 2, 1)
    with pytest.raises(ReplayError, match=words):
        Match.from_record({**match.record(), **change}, game=Nim())


def test_a_record_with_a_missing_turn_is_refused():
    record = recorded(play_out(Nim(), 2, 1))
    del record["turns"][1]
    with pytest.raises(ReplayError, match="turn 1 is missing"):
        Match.from_record(record, game=Nim())


def test_a_record_with_an_illegal_turn_is_refused_and_names_it():
    record = recorded(play_out(Nim(), 2, 1))
    record["turns"][1]["input"]["action"]["payload"]["count"] = 4
    with pytest.raises(ReplayError, match=r"turn 1.*invalid_action"):
        Match.from_record(record, game=Nim())


def test_a_record_on_which_the_rules_raise_is_refused_and_names_the_turn():
    class Brittle(Nim):
        def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
            raise RuntimeError("no")

    record = recorded(play_out(Nim(), 2, 1))
    with pytest.raises(ReplayError, match="turn 0"):
        Match.from_record(record, game=Brittle())


def test_a_state_survives_a_round_trip_through_a_database_at_every_turn():
    for game in (Nim(), Auction(), HiddenAuction()):
        match = Match.start(game, 3, 3, timer=TIMERS[1], pace_ms=100)
        while not match.is_over:
            again = resumed(game, match.state)
            assert digest(again) == digest(match.state)
            assert again.game_data == match.state.game_data
            match.act(match.legal_actions(match.to_act[0])[0])
        assert resumed(game, match.state).result == match.result


def test_a_paused_match_survives_a_round_trip_through_a_database():
    match = Match.start(Nim(), 2, 1, timer=TIMERS[1])
    match.submit(Pause("lunch"))
    assert digest(resumed(Nim(), match.state)) == digest(match.state)
