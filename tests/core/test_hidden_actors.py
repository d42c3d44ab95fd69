"""Hidden actors: viewers cannot notice who had something to decide, nor who has decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Struct

from gamenight.core.engine import advance, clocks, committed_seats
from gamenight.core.errors import PluginError
from gamenight.core.match import Match
from gamenight.core.model import (
    Act,
    Action,
    Due,
    Event,
    Family,
    Hold,
    Pause,
    Phase,
    PlayerId,
    Refusal,
    Resume,
    Slot,
    Step,
    TimerConfig,
    TimerMode,
    digest,
    seat,
)
from tests.minigames.auction import Auction, Bid, HiddenAuction, Sale, bid
from tests.minigames.playing import assert_replays, play_out, shown

P0, P1, P2 = SEATS = (seat(0), seat(1), seat(2))
PACE = 2000


def auction(*purses: list[int], pace_ms: int = PACE, timer: TimerConfig | None = None, **options: Any) -> Match:
    return Match.start(
        HiddenAuction(), 3, 1, options={"purses": [*purses, [3, 3, 3]], **options}, pace_ms=pace_ms, timer=timer
    )


def told(events: tuple[Event, ...] | list[Event], viewer: PlayerId | None) -> list[Event]:
    return [seen for event in events if (seen := event.seen_by(viewer)) is not None]


# The only answer is given


class Tokens(Struct, frozen=True):
    tokens: tuple[int, ...]


def test_the_engine_answers_for_a_seat_with_one_valid_action():
    match = auction([2, 0, 0])
    assert match.to_act == (P0,)
    assert match.view("p1").committed == Action("pass", P1)
    refused = advance(match.plugin, match.state, Act(Action("pass", P1), 1), 0)
    assert isinstance(refused, Refusal)
    assert refused.code == "already_committed"


def test_the_only_answer_is_derived_and_neither_logged_nor_shown():
    match = auction([2, 0, 0])
    assert match.turns == []
    assert "engine.committed" not in [event.event_type for event in match.events]


def test_only_hidden_prompts_are_answered_by_the_engine():
    match = Match.start(Auction(), 3, 1, options={"purses": [[2, 0, 0]]})
    assert match.to_act == SEATS


def test_a_family_with_one_member_is_one_valid_action():
    class Lots(HiddenAuction):
        """Seats with an empty purse must hand in all of their three tokens."""

        action_types = {"bid": Bid, "pass": Tokens}

        def get_valid_actions(self, game_data: Sale, player_id: PlayerId) -> list[Any]:
            listed = super().get_valid_actions(game_data, player_id)
            return listed if len(listed) > 1 else [Family("pass", (Slot("tokens", (1, 2, 3), 3, 3),))]

    match = Match.start(Lots(), 3, 1, options={"purses": [[2, 0, 2]]}, pace_ms=PACE)
    assert match.to_act == (P0, P2)
    assert match.view("p1").committed == Action("pass", P1, Tokens((1, 2, 3)))


def test_a_listed_seat_without_any_action_is_the_game_s_error():
    class Mute(HiddenAuction):
        def get_valid_actions(self, game_data: Sale, player_id: PlayerId) -> list[Any]:
            return [] if player_id == P1 else super().get_valid_actions(game_data, player_id)

    with pytest.raises(PluginError, match="p1"):
        Match.start(Mute(), 3, 1)


# Pace


def test_a_prompt_decided_before_its_pace_resolves_exactly_at_it():
    match = auction([2, 0, 0])
    match.pass_time(300)
    step = advance(match.plugin, match.state, Act(bid(P0, 1), 1), 300)
    assert isinstance(step, Step)
    assert step.state.prompt == 1
    assert step.state.due_at == PACE
    early = advance(match.plugin, step.state, Due(1), PACE - 1)
    assert isinstance(early, Refusal)
    assert early.code == "not_due"
    closed = advance(match.plugin, step.state, Due(1), PACE)
    assert isinstance(closed, Step)
    assert closed.state.prompt == 2
    assert closed.turn.chosen == ()


def test_a_prompt_decided_after_its_pace_resolves_at_once():
    match = auction([2, 0, 0])
    match.pass_time(PACE + 1)
    assert match.state.prompt == 1
    match.act(bid(P0, 1))
    assert match.state.prompt == 2
    assert match.now == PACE + 1
    assert [type(turn.input) for turn in match.turns] == [Act]


def test_an_answer_at_the_very_instant_of_the_pace_resolves_at_once():
    match = auction([2, 0, 0])
    match.pass_time(PACE)
    match.act(bid(P0, 1))
    assert match.state.prompt == 2
    assert len(match.turns) == 1


def test_without_a_pace_a_decided_prompt_resolves_at_once():
    match = auction([2, 0, 0], pace_ms=0)
    match.act(bid(P0, 1))
    assert match.state.prompt == 2
    assert match.now == 0


def test_a_prompt_without_any_choice_lasts_for_its_pace_too():
    nobody = auction([0, 0, 0])
    assert nobody.now == PACE
    assert nobody.state.prompt == 2
    assert [(type(turn.input), turn.at) for turn in nobody.turns] == [(Due, PACE)]


def test_without_a_pace_a_prompt_without_any_choice_is_over_at_once():
    match = auction([0, 0, 0], pace_ms=0)
    assert match.turns == []
    assert match.state.prompt == 2


def test_being_asked_and_answering_within_the_pace_looks_like_not_being_asked():
    asked, spared = auction([0, 2, 0]), auction([0, 0, 0])
    asked.act(bid(P1, 0))
    for viewer in (P0, P2, None):
        assert told(asked.events, viewer) == told(spared.events, viewer)
        assert shown(asked, viewer) == shown(spared, viewer)
    assert asked.now == spared.now == PACE


def test_a_prompt_that_is_decided_early_resolves_at_its_pace_without_the_missing():
    match = auction([3, 2, 2])
    match.act(bid(P0, 3))
    assert match.state.prompt == 1
    assert match.to_act == (P1, P2)
    match.pass_time(PACE)
    assert match.state.prompt == 2
    assert match.turns[-1].chosen == ()
    assert match.scores == {P0: 3.0, P1: 0.0, P2: 0.0}


def test_an_answer_to_a_prompt_that_is_already_decided_is_still_taken_before_the_pace():
    match = auction([3, 2, 2])
    match.act(bid(P0, 3))
    match.act(bid(P1, 2))
    assert match.to_act == (P2,)
    match.pass_time(PACE)
    assert match.scores == {P0: 3.0, P1: 0.0, P2: 0.0}


def test_the_pace_does_not_run_during_a_pause():
    match = auction([3, 2, 2])
    match.act(bid(P0, 3))
    match.pass_time(500)
    match.submit(Pause("lunch"))
    match.pass_time(60_000)
    match.submit(Resume())
    assert match.state.due_at == 60_000 + PACE
    match.pass_time(PACE - 500)
    assert match.state.prompt == 2


def test_each_prompt_has_its_own_pace():
    match = auction([0, 0, 0], [0, 0, 0], rounds=3)
    assert [turn.at for turn in match.turns] == [PACE, 2 * PACE]


# Nothing shows


def everything(match: Match, viewer: PlayerId | None) -> Any:
    """Everything that a viewer could compare before and after another player's commitment."""
    return shown(match, viewer), clocks(match.plugin, match.state, viewer), committed_seats(match.state)


TIMERS = [
    None,
    TimerConfig(TimerMode.FISCHER, base_time_ms=60_000, increment_ms=1000),
    TimerConfig(TimerMode.BANK, turn_ms=5000, bank_ms=10_000),
    TimerConfig(TimerMode.BYOYOMI, base_time_ms=1000, periods=3, period_time_ms=5000),
]


@pytest.mark.parametrize("timer", TIMERS, ids=["untimed", "fischer", "bank", "byoyomi"])
def test_a_hidden_commitment_changes_nothing_that_another_viewer_can_see(timer):
    match = auction([2, 2, 2], timer=timer)
    match.pass_time(700)
    before = {viewer: everything(match, viewer) for viewer in (P0, P2, None)}
    events = match.act(bid(P1, 1))
    assert {viewer: everything(match, viewer) for viewer in (P0, P2, None)} == before
    assert [told(list(events), viewer) for viewer in (P0, P2, None)] == [[], [], []]
    assert told(list(events), P1) != []


@pytest.mark.parametrize("timer", TIMERS, ids=["untimed", "fischer", "bank", "byoyomi"])
@pytest.mark.parametrize("purses", [[0, 2, 0], [0, 0, 3], [0, 3, 3]], ids=str)
def test_a_viewer_cannot_tell_which_of_the_others_were_asked(timer, purses):
    match, other = auction([2, 2, 2], timer=timer), auction([2, *purses[1:]], timer=timer)
    for viewer in (P0, None):
        assert everything(match, viewer) == everything(other, viewer)
        assert told(match.events, viewer) == told(other.events, viewer)


def test_players_see_only_their_own_clock_in_a_game_that_hides_actors():
    match = auction([2, 2, 2], timer=TIMERS[1])
    assert set(clocks(match.plugin, match.state, P1)) == {P1}
    assert set(clocks(match.plugin, match.state, None)) == set()
    assert set(match.view("p0").clocks) == {P0}


def test_everybody_sees_every_clock_in_other_games():
    match = Match.start(Auction(), 3, 1, timer=TIMERS[1])
    for viewer in (P0, None):
        assert set(clocks(match.plugin, match.state, viewer)) == set(SEATS)


def test_viewers_do_not_learn_who_has_committed_to_a_hidden_prompt():
    match = auction([2, 2, 2])
    match.act(bid(P1, 1))
    assert committed_seats(match.state) == ()


def test_a_timeout_in_a_hidden_prompt_is_shown_only_to_its_seat():
    match = auction([2, 2, 0], timer=TimerConfig(TimerMode.SIMPLE, base_time_ms=5000))
    match.act(bid(P0, 1))
    events = match.pass_time(5000)
    late = [event for event in events if event.event_type == "engine.timed_out"]
    assert [(event.player_id, event.audience) for event in late] == [(P1, (P1,))]
    assert match.turns[-1].chosen == (Action("pass", P1),)


def test_a_deadline_before_the_pace_waits_for_the_pace():
    match = auction([2, 2, 0], timer=TimerConfig(TimerMode.SIMPLE, base_time_ms=500))
    assert match.state.due_at == PACE
    late = advance(match.plugin, match.state, Act(bid(P0, 1), 1), 500)
    assert isinstance(late, Refusal)
    assert late.code == "too_late"


def test_a_hidden_prompt_that_closes_at_its_deadline_closes_at_it():
    match = auction([2, 2, 0], closes="deadline", timeout_ms=5000)
    assert match.state.due_at == 5000
    match.act(bid(P0, 1))
    match.act(bid(P1, 2))
    assert match.now == 5000
    assert match.scores[P1] == 2.0


def test_a_seat_dismissed_from_a_decided_prompt_is_not_charged():
    match = auction([3, 2, 2], timer=TimerConfig(TimerMode.TOTAL, base_time_ms=60_000))
    match.act(bid(P0, 3))
    match.pass_time(PACE)
    assert match.state.prompt == 2
    assert match.view("p1").clocks[P1].bank_ms == 60_000


def test_holding_a_clock_reveals_nothing():
    match = auction([2, 2, 2], timer=TIMERS[1])
    before = {viewer: everything(match, viewer) for viewer in (P0, P2, None)}
    events = match.submit(Hold(P1))
    assert {viewer: everything(match, viewer) for viewer in (P0, P2, None)} == before
    assert told(list(events), P0) == []


def test_a_game_with_hidden_prompts_must_hide_its_clocks():
    class Careless(Auction):
        def phase_of(self, game_data: Sale) -> Phase:
            return HiddenAuction().phase_of(game_data)

    with pytest.raises(PluginError, match="hides_actors"):
        Match.start(Careless(), 3, 1)


@pytest.mark.parametrize("pace_ms", [0, PACE])
@pytest.mark.parametrize("seed", range(8))
def test_a_match_with_hidden_prompts_replays(pace_ms, seed):
    assert_replays(play_out(HiddenAuction(), 3, seed, pace_ms=pace_ms, options={"rounds": 3}))


def test_an_early_decision_has_the_same_result_as_every_completion_of_it():
    class Undecided(HiddenAuction):
        def is_decided(self, game_data: Sale, actions: Mapping[PlayerId, Action]) -> bool:
            return False

    early = auction([3, 1, 1])
    early.act(bid(P0, 3))
    early.pass_time(PACE)
    for height in (0, 1):
        late = Match.start(Undecided(), 3, 1, options={"purses": [[3, 1, 1], [3, 3, 3]]}, pace_ms=PACE)
        for action in (bid(P0, 3), bid(P1, height), bid(P2, 1)):
            late.act(action)
        assert digest(late.state.game_data) == digest(early.state.game_data)
