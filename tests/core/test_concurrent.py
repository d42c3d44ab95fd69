"""Concurrent phases: commitments are hidden and take effect together; when such a phase closes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest
from msgspec import Struct

from gamenight.core.engine import advance, clocks, committed_seats
from gamenight.core.errors import PluginError
from gamenight.core.match import Match
from gamenight.core.model import (
    Act,
    Action,
    ConcurrentMode,
    Due,
    Event,
    ExpectedAction,
    Family,
    Hold,
    NoPayload,
    Phase,
    PlayerId,
    Refusal,
    Slot,
    Step,
    TimerConfig,
    TimerMode,
    digest,
    seat,
)
from gamenight.core.plugin import Game
from tests.minigames.auction import Auction, Sale, bid
from tests.minigames.playing import assert_replays, resumed, shown

P0, P1, P2 = SEATS = (seat(0), seat(1), seat(2))
RICH = [[3, 3, 3]] * 2


def auction(pace_ms: int = 0, timer: TimerConfig | None = None, **options: Any) -> Match:
    return Match.start(Auction(), 3, 1, options={"purses": RICH, **options}, timer=timer, pace_ms=pace_ms)


def types(events: tuple[Event, ...]) -> list[str]:
    return [event.event_type for event in events]


def test_commitments_take_effect_together_when_the_last_is_made():
    match = auction()
    match.act(bid(P2, 2))
    match.act(bid(P0, 1))
    assert match.state.game_data.won == (0, 0, 0)
    assert match.state.prompt == 1
    events = match.act(bid(P1, 2))
    assert Event("game.sold", P1, {"round": 1, "height": 2}) in events
    assert match.state.prompt == 2
    assert match.state.committed == {}


def test_a_commitment_is_kept_outside_the_game_s_state():
    match = auction()
    before = digest(match.state.game_data)
    match.act(bid(P2, 2))
    assert digest(match.state.game_data) == before
    assert match.to_act == (P0, P1)


def test_a_commit_is_one_event_that_only_its_author_sees():
    events = auction().act(bid(P2, 2))
    assert [event.event_type for event in events] == ["engine.committed"]
    assert events[0].seen_by(P2) is not None
    assert [events[0].seen_by(viewer) for viewer in (P0, P1, None)] == [None, None, None]


def test_others_see_who_has_committed_but_not_what():
    match = auction()
    before = {viewer: shown(match, viewer) for viewer in ("p0", "p1", None)}
    match.act(bid(P2, 2))
    assert committed_seats(match.state) == (P2,)
    assert {viewer: shown(match, viewer) for viewer in ("p0", "p1", None)} == before


def test_a_seat_sees_its_own_commitment():
    match = auction()
    match.act(bid(P2, 2))
    assert match.view("p2").committed == bid(P2, 2)
    assert match.view("p2").valid_actions == ()
    assert match.view("p0").committed is None


def test_a_commitment_shows_only_in_its_own_player_s_view():
    low, high = auction(), auction()
    low.act(bid(P2, 1))
    high.act(bid(P2, 2))
    for viewer in ("p0", "p1", None):
        assert shown(low, viewer) == shown(high, viewer)


def test_the_order_of_the_commitments_does_not_matter():
    answers = [bid(P0, 1), bid(P1, 2), bid(P2, 2)]
    ends = set()
    for order in permutations(answers):
        match = auction()
        for action in order:
            match.act(action)
        ends.add(digest(match.state.game_data))
    assert len(ends) == 1


def test_the_actions_reach_the_game_in_seat_order():
    class Noting(Auction):
        seen: list[tuple[PlayerId, ...]] = []

        def resolve_concurrent_actions(self, game_data: Sale, actions: Mapping[PlayerId, Action], rng: Any) -> Any:
            self.seen.append(tuple(actions))
            return super().resolve_concurrent_actions(game_data, actions, rng)

    match = Match.start(Noting(), 3, 1)
    for player in (P2, P0, P1):
        match.act(Action("pass", player))
    assert Noting.seen == [SEATS]


@pytest.mark.parametrize("reveals", [True, False])
def test_the_actions_are_revealed_afterwards_only_if_the_phase_says_so(reveals):
    match = auction(reveals=reveals)
    for action in (bid(P0, 1), bid(P1, 2), bid(P2, 0)):
        events = match.act(action)
    revealed = [event for event in events if event.event_type == "engine.revealed"]
    if not reveals:
        assert revealed == []
        return
    (event,) = revealed
    assert event.audience is None
    assert event.payload == {
        "prompt": 1,
        "actions": {
            "p0": {"action_type": "bid", "payload": {"height": 1}},
            "p1": {"action_type": "bid", "payload": {"height": 2}},
            "p2": {"action_type": "pass", "payload": {}},
        },
    }


def test_nothing_is_revealed_before_the_phase_closes():
    match = auction(reveals=True)
    assert types(match.act(bid(P0, 1))) == ["engine.committed"]


# Early resolution


def test_a_phase_that_is_decided_resolves_at_once():
    match = auction()
    events = match.act(bid(P0, 3))
    assert Event("game.sold", P0, {"round": 1, "height": 3}) in events
    assert match.state.prompt == 2


def test_a_phase_is_not_decided_while_a_missing_answer_could_change_it():
    match = auction()
    match.act(bid(P1, 3))
    assert match.state.prompt == 1
    match.act(bid(P0, 0))
    assert match.state.prompt == 2
    assert match.scores[P1] == 3.0


def test_a_seat_that_was_still_thinking_when_a_phase_resolved_early_is_not_charged():
    match = auction(timer=TimerConfig(TimerMode.TOTAL, base_time_ms=60_000))
    match.pass_time(7000)
    match.act(bid(P1, 3))
    match.pass_time(4000)
    match.act(bid(P0, 3))
    assert match.state.prompt == 2
    assert {player: own.bank_ms for player, own in clocks(match.plugin, match.state, None).items()} == {
        P0: 49_000,
        P1: 53_000,
        P2: 60_000,
    }


def test_an_early_answer_stops_that_seat_s_clock_alone():
    match = auction(timer=TimerConfig(TimerMode.FISCHER, base_time_ms=60_000, increment_ms=1000))
    match.pass_time(2000)
    match.act(bid(P1, 1))
    own = clocks(match.plugin, match.state, None)
    assert (own[P1].bank_ms, own[P1].deadline) == (59_000, None)
    assert own[P0].deadline == own[P2].deadline == 60_000


# Closing at the deadline


def at_deadline(**options: Any) -> Match:
    return auction(closes="deadline", timeout_ms=10_000, **options)


def commit(match: Match, action: Action, now: int) -> None:
    """Commit without advancing the match's own clock."""
    step = advance(match.plugin, match.state, Act(action, match.state.prompt), now)
    assert isinstance(step, Step), step
    match.state = step.state
    match.turns.append(step.turn)
    match.events += step.events


def test_a_phase_that_closes_at_its_deadline_waits_for_it_even_if_all_have_committed():
    match = at_deadline()
    for player in SEATS:
        commit(match, bid(player, 1), 1000)
    assert match.state.prompt == 1
    assert match.state.due_at == 10_000
    early = advance(match.plugin, match.state, Due(1), 9999)
    assert isinstance(early, Refusal)
    assert early.code == "not_due"
    step = advance(match.plugin, match.state, Due(1), 10_000)
    assert isinstance(step, Step)
    assert step.state.prompt == 2
    assert step.turn.chosen == ()


def test_a_phase_that_closes_at_its_deadline_is_never_decided_early():
    match = at_deadline()
    commit(match, bid(P0, 3), 0)
    assert match.state.prompt == 1


def test_at_its_deadline_the_engine_answers_for_missing_seats():
    match = at_deadline()
    commit(match, bid(P1, 2), 0)
    match.pass_time(10_000)
    assert match.turns[-1].chosen == (Action("pass", P0), Action("pass", P2))
    assert match.scores[P1] == 2.0


def test_a_match_moves_its_clock_to_the_deadline_when_nothing_else_can_happen():
    match = at_deadline()
    for player in SEATS:
        match.act(bid(player, 1))
    assert match.now == 10_000
    assert match.state.prompt == 2
    assert [type(turn.input) for turn in match.turns] == [Act, Act, Act, Due]


@pytest.mark.parametrize("held", [P0, P1])
def test_a_seat_that_has_committed_and_left_does_not_keep_a_deadline_phase_open(held):
    match = at_deadline()
    commit(match, bid(P0, 1), 0)
    commit(match, bid(P1, 1), 0)
    match.submit(Hold(held))
    assert match.state.due_at == 10_000


def test_a_revisable_commitment_can_be_changed_until_the_deadline():
    match = at_deadline(revisable=True)
    commit(match, bid(P0, 3), 0)
    commit(match, bid(P1, 2), 0)
    commit(match, bid(P0, 1), 5000)
    assert match.state.committed == {P0: bid(P0, 1), P1: bid(P1, 2)}
    assert match.view("p0").committed == bid(P0, 1)
    assert len(match.view("p0").valid_actions) == 4
    late = advance(match.plugin, match.state, Act(bid(P0, 3), 1), 10_000)
    assert isinstance(late, Refusal)
    assert late.code == "too_late"
    match.pass_time(10_000)
    assert match.scores == {P0: 0.0, P1: 2.0, P2: 0.0}
    assert_replays(match)


def test_a_commitment_that_is_not_revisable_stands_until_the_deadline():
    match = at_deadline()
    commit(match, bid(P0, 1), 0)
    refused = advance(match.plugin, match.state, Act(bid(P0, 2), 1), 0)
    assert isinstance(refused, Refusal)
    assert refused.code == "already_committed"


def test_the_order_of_arrival_does_not_matter_in_a_revisable_phase():
    ends = set()
    for order in permutations([bid(P0, 1), bid(P1, 2), bid(P2, 2)]):
        match = at_deadline(revisable=True)
        for action in order:
            commit(match, action, 0)
        match.pass_time(10_000)
        ends.add(digest(match.state.game_data))
    assert len(ends) == 1


class Loose(Auction):
    """An auction whose options are not checked."""

    def validate_config(self, options: Any, players: int) -> list[str]:
        return []


def test_a_phase_that_closes_at_its_deadline_must_give_one():
    with pytest.raises(PluginError, match="timeout_ms"):
        Match.start(Loose(), 3, 1, options={"closes": "deadline"})


def test_a_revisable_phase_must_close_at_its_deadline():
    with pytest.raises(PluginError, match="revisable"):
        Match.start(Loose(), 3, 1, options={"revisable": True, "timeout_ms": 1000})


class Uneven(Auction):
    """Each seat has its own time to bid."""

    def phase_of(self, game_data: Sale) -> Phase:
        times = {P0: 3000, P1: 1000, P2: 2000}
        asked = tuple(ExpectedAction(p, kind, times[p]) for p in game_data.players for kind in ("bid", "pass"))
        return Phase("bids", asked, ConcurrentMode.CONCURRENT, closes="deadline")


@pytest.mark.parametrize("answering", [(), (P0,), (P1, P2), (P0, P1, P2)], ids=["nobody", "p0", "p1 p2", "all"])
def test_a_phase_with_several_deadlines_closes_at_the_last(answering):
    match = Match.start(Uneven(), 3, 1, options={"purses": RICH})
    for player in answering:
        commit(match, bid(player, 1), 500)
    assert match.state.due_at == 3000
    late = advance(match.plugin, match.state, Act(bid(P1, 1), 1), 1000)
    assert isinstance(late, Refusal)
    assert late.code == ("already_committed" if P1 in answering else "too_late")


# Who is asked


class Heights(Struct, frozen=True):
    heights: tuple[int, ...]


class Asking(Auction):
    """The auction asks all seats that can bid, without naming them."""

    def phase_of(self, game_data: Sale) -> Phase:
        asked = (ExpectedAction(None, "bid"), ExpectedAction(None, "pass"))
        return Phase("bids", asked, ConcurrentMode.CONCURRENT)

    def get_valid_actions(self, game_data: Sale, player_id: PlayerId) -> list[Action]:
        listed = super().get_valid_actions(game_data, player_id)
        return listed if len(listed) > 1 else []


def test_a_phase_without_names_asks_every_seat_that_has_a_valid_action():
    match = Match.start(Asking(), 3, 1, options={"purses": [[1, 0, 2], [0, 3, 0]]})
    assert match.state.expected == (P0, P2)
    refused = advance(match.plugin, match.state, Act(Action("pass", P1), 1), 0)
    assert isinstance(refused, Refusal)
    assert refused.code == "not_your_turn"
    match.act(bid(P0, 1))
    match.act(bid(P2, 2))
    assert match.state.expected == (P1,)


def test_a_seat_whose_families_are_empty_has_no_valid_action():
    class Families(Asking):
        """A bid is a choice of one affordable height."""

        action_types = {"bid": Heights, "pass": NoPayload}

        def get_valid_actions(self, game_data: Sale, player_id: PlayerId) -> list[Any]:
            purse = game_data.purses[game_data.players.index(player_id)]
            return [Family("bid", (Slot("heights", tuple(range(1, purse + 1)), 1, 1),))]

    match = Match.start(Families(), 3, 1, options={"purses": [[1, 0, 2]]})
    assert match.state.expected == (P0, P2)


def test_a_concurrent_phase_that_asks_no_seat_is_complete_at_once():
    match = Match.start(Asking(), 3, 1, options={"purses": [[0, 0, 0], [0, 3, 0]]})
    assert match.state.game_data.round == 2
    assert match.state.expected == (P1,)


def test_a_game_with_a_concurrent_phase_must_say_how_it_resolves():
    class Unresolved(Auction):
        resolve_concurrent_actions = Game.resolve_concurrent_actions  # type: ignore[assignment]

    match = Match.start(Unresolved(), 2, 1)
    match.act(Action("pass", P0))
    with pytest.raises(PluginError, match="resolve_concurrent_actions"):
        match.act(Action("pass", P1))


def test_a_half_committed_state_survives_a_round_trip_through_a_database():
    match = auction()
    match.act(bid(P0, 2))
    again = resumed(match.plugin, match.state)
    assert digest(again) == digest(match.state)
    assert again.committed == match.state.committed
    step = advance(match.plugin, again, Act(bid(P1, 1), 1), 0)
    direct = advance(match.plugin, match.state, Act(bid(P1, 1), 1), 0)
    assert digest(step) == digest(direct)
