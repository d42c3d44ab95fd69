"""Each refusal has its code and a sentence, and changes nothing."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.core.engine import advance
from gamenight.core.errors import ActionRefused
from gamenight.core.match import Match
from gamenight.core.model import (
    Abandon,
    Act,
    Action,
    Code,
    Due,
    Forfeit,
    GameStatus,
    Hold,
    Input,
    Pause,
    PlayerId,
    Release,
    Resume,
    Step,
    digest,
    seat,
)
from tests.minigames.auction import Auction, bid
from tests.minigames.nim import Nim, take
from tests.minigames.playing import refusal

P0, P1, P2 = seat(0), seat(1), seat(2)
RICH = [[3, 3, 3]] * 2


def nim(players: int = 2, **settings: Any) -> Match:
    return Match.start(Nim(), players, 1, **settings)


def auction(players: int = 3, **options: Any) -> Match:
    return Match.start(Auction(), players, 1, options={"purses": RICH, **options})


def test_an_action_that_is_not_listed_is_invalid():
    assert refusal(nim(), Act(take(P0, 4), 1)).code == "invalid_action"
    assert refusal(nim(options={"heap": 2}), Act(take(P0, 3), 1)).code == "invalid_action"


def test_a_seat_that_is_not_asked_waits_for_its_turn():
    assert refusal(nim(), Act(take(P1, 1), 1)).code == "not_your_turn"


@pytest.mark.parametrize("player", ["p7", "", "system", "spectator"])
def test_only_players_with_a_seat_can_act(player):
    assert refusal(nim(), Act(take(PlayerId(player), 1), 1)).code == "not_your_turn"


def test_an_action_type_that_the_phase_does_not_expect_is_a_mismatch():
    assert refusal(nim(), Act(Action("leap", P0, {"count": 1}), 1)).code == "action_type_mismatch"
    assert refusal(nim(), Act(Action("auto_resolve", P0), 1)).code == "action_type_mismatch"


def test_a_type_of_which_nothing_is_listed_is_not_asked_for_though_the_phase_names_it():
    assert refusal(nim(), Act(Action("pass", P0), 1)).code == "action_type_mismatch"


@pytest.mark.parametrize(
    "payload", [None, 1, [1], {}, {"count": True}, {"count": "1"}, {"count": 1, "x": 0}, {"n": 1}, {1: 2}, ...]
)
def test_an_action_that_cannot_be_read_is_malformed(payload):
    assert refusal(nim(), Act(Action("take", P0, payload), 1)).code == "malformed_action"


def test_an_action_without_payload_takes_none():
    match = nim(options={"passes": 1})
    assert refusal(match, Act(Action("pass", P0, {"count": 1}), 1)).code == "malformed_action"
    assert isinstance(advance(match.plugin, match.state, Act(Action("pass", P0, {}), 1), 0), Step)


@pytest.mark.parametrize("prompt", [0, 1, 3, -1, 99])
def test_an_answer_to_another_prompt_is_stale(prompt):
    match = nim()
    match.act(take(P0, 1))
    assert match.state.prompt == 2
    assert refusal(match, Act(take(P1, 1), prompt)).code == "stale_action"
    assert refusal(match, Due(prompt)).code == "stale_action"


def test_a_late_answer_of_the_seat_that_is_asked_again_is_stale():
    match = nim()
    match.act(take(P0, 1))
    match.act(take(P1, 1))
    assert match.to_act == (P0,)
    assert refusal(match, Act(take(P0, 1), 1)).code == "stale_action"


def test_a_second_commitment_is_refused():
    match = auction()
    match.act(bid(P0, 1))
    assert refusal(match, Act(bid(P0, 2), 1)).code == "already_committed"
    assert refusal(match, Act(bid(P0, 1), 1)).code == "already_committed"


def test_an_action_at_the_deadline_or_later_is_too_late():
    match = nim(options={"timeout_ms": 1000})
    assert refusal(match, Act(take(P0, 1), 1), 1000).code == "too_late"
    assert refusal(match, Act(take(P0, 1), 1), 5000).code == "too_late"
    assert isinstance(advance(match.plugin, match.state, Act(take(P0, 1), 1), 999), Step)


def test_at_the_deadline_and_not_before_a_due_is_due():
    match = nim(options={"timeout_ms": 1000})
    assert refusal(match, Due(1), 999).code == "not_due"
    assert isinstance(advance(match.plugin, match.state, Due(1), 1000), Step)
    assert isinstance(advance(match.plugin, match.state, Due(1), 5000), Step)


def test_nothing_is_ever_due_where_no_time_runs():
    assert refusal(nim(), Due(1), 10**12).code == "not_due"


EVERY_INPUT: list[Input] = [
    Act(take(P0, 1), 1),
    Due(1),
    Forfeit(P0),
    Hold(P0),
    Release(P0),
    Pause("again"),
    Resume(),
    Abandon("why"),
]


@pytest.mark.parametrize("input", EVERY_INPUT, ids=lambda input: type(input).__name__)
def test_a_finished_match_takes_nothing_more(input):
    match = nim(options={"heap": 1})
    match.act(take(P0, 1))
    assert match.status is GameStatus.FINISHED
    assert refusal(match, input).code == "game_not_active"


@pytest.mark.parametrize("input", EVERY_INPUT, ids=lambda input: type(input).__name__)
def test_an_abandoned_match_takes_nothing_more(input):
    match = nim()
    match.submit(Abandon("the server was shut down"))
    assert match.status is GameStatus.ABANDONED
    assert refusal(match, input).code == "game_not_active"


@pytest.mark.parametrize("input", [Act(take(P0, 1), 1), Due(1), Pause("again")], ids=["act", "due", "pause"])
def test_a_paused_match_is_not_played(input):
    match = nim(options={"timeout_ms": 1000})
    match.submit(Pause("lunch"))
    assert refusal(match, input, 10**6).code == "game_not_active"


def test_only_a_paused_match_resumes():
    assert refusal(nim(), Resume()).code == "game_not_active"


@pytest.mark.parametrize("input", [Forfeit(PlayerId("p9")), Hold(PlayerId("p9")), Release(PlayerId("p9")), Release(P0)])
def test_an_input_for_a_seat_that_cannot_do_it_is_invalid(input):
    assert refusal(nim(), input).code == "invalid_action"


def test_match_raises_what_advance_refuses():
    match = nim()
    with pytest.raises(ActionRefused) as refused:
        match.act(take(P1, 1))
    assert refused.value.code == "not_your_turn"
    assert "not your turn" in str(refused.value)
    assert match.turns == []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(json_values, st.sampled_from(["take", "pass", "bid", "auto_resolve", ""]), st.sampled_from(["p0", "p1", "p5"]))
def test_junk_is_refused_or_is_a_listed_action_but_never_an_exception(payload, action_type, player):
    for match in (nim(options={"passes": 1}), auction()):
        before = digest(match.state)
        action = Action(action_type, PlayerId(player), payload)
        step = advance(match.plugin, match.state, Act(action, 1), 0)
        assert digest(match.state) == before
        if isinstance(step, Step):
            listed = step.turn.input.action
            assert listed in match.plugin.get_valid_actions(match.state.game_data, PlayerId(player))


def test_there_is_a_test_for_every_refusal_code():
    tried = """invalid_action not_your_turn game_not_active action_type_mismatch already_committed stale_action too_late
        not_due malformed_action""".split()
    # The engine never refuses with internal_error: that is what a server tells a player after a PluginError.
    assert {*tried, "internal_error"} == set(get_args(Code))
