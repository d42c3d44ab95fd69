"""Automatic phases that sometimes ask a player and then continue."""

from __future__ import annotations

import pytest

from gamenight.core.match import Match
from gamenight.core.model import Act, Action, Event, PlayerId, TimerConfig, TimerMode, seat
from tests.minigames.causeway import Causeway, PlaceBuilding
from tests.minigames.playing import assert_replays, play_out

P0, P1, P2 = (seat(n) for n in range(3))


def place(player: PlayerId, building: int) -> Action:
    return Action("place", player, PlaceBuilding(building))


def pass_(player: PlayerId) -> Action:
    return Action("pass", player)


def causeway(*actions: Action, players: int = 2, rounds: int = 1, **settings: object) -> Match:
    options = {"rounds": rounds, "dice": [6, 5, 4]}
    match = Match.start(Causeway(), players, 1, options=options, **settings)  # type: ignore[arg-type]
    for action in actions:
        match.act(action)
    return match


def test_players_place_in_turn_until_all_have_passed():
    match = causeway(place(P0, 0), place(P1, 2), pass_(P0), place(P1, 3))
    assert match.to_act == (P1,)
    assert match.state.phase.name == "place"


def test_a_walk_without_questions_ends_in_one_turn():
    match = causeway(place(P0, 0), place(P1, 2), pass_(P0), rounds=2)
    events = match.act(pass_(P1))
    assert Event("game.quarried", P0) in events
    assert Event("game.mined", P1, {"coins": 6}) in events
    assert match.state.phase.name == "place"
    assert match.scores == {P0: 0.0, P1: 6.0}
    assert len(match.turns) == 4


def test_a_building_asks_its_owner_and_the_walk_continues_after_it():
    match = causeway(place(P0, 0), place(P1, 2), place(P0, 1), place(P1, 4), place(P0, 3), place(P1, 5))
    assert match.state.phase.name == "choose"
    assert match.to_act == (P0,)
    events = match.act(Action("keep", P0))
    assert Event("game.mined", P1, {"coins": 6}) in events
    assert match.state.game_data.at == 3
    assert match.to_act == (P0,)
    match.act(Action("sell", P0))
    assert match.to_act == (P1,)
    match.act(Action("sell", P1))
    assert match.is_over
    assert match.scores == {P0: 2.0, P1: 8.0}
    assert match.result is not None
    assert match.result.ranking == (((P1,),), ((P0,),))


def test_a_player_with_nothing_to_sell_is_not_asked():
    match = causeway(place(P0, 1), pass_(P1), pass_(P0))
    assert match.is_over
    assert match.state.prompt == 3


def test_the_question_is_a_separate_prompt():
    match = causeway(place(P0, 0), pass_(P1), place(P0, 1), pass_(P0))
    assert match.state.prompt == 5
    assert [a.action_type for a in match.legal_actions("p0")] == ["sell", "keep"]
    assert match.view("p1").valid_actions == ()


def test_a_timeout_decides_for_an_owner_who_does_not_answer_and_the_walk_continues():
    timer = TimerConfig(TimerMode.SIMPLE, base_time_ms=1000)
    match = causeway(place(P0, 0), pass_(P1), place(P0, 1), pass_(P0), timer=timer)
    match.pass_time(1000)
    assert match.is_over
    (chosen,) = match.turns[-1].chosen
    assert chosen.action_type in ("sell", "keep")
    assert_replays(match)


def test_a_duty_of_placing_and_then_answering_pays_one_increment():
    timer = TimerConfig(TimerMode.FISCHER, base_time_ms=10_000, increment_ms=1000)
    match = causeway(place(P0, 0), pass_(P1), place(P0, 1), timer=timer, rounds=2)
    assert match.state.clocks[P1].bank_ms == 11_000
    match.pass_time(2000)
    match.act(pass_(P0))
    assert match.to_act == (P0,)
    before = match.state.clocks[P0].bank_ms
    match.pass_time(500)
    match.act(Action("sell", P0))
    assert match.to_act == (P0,), "the same player opens the next round, so the duty has not left"
    assert match.state.clocks[P0].bank_ms == before - 500
    match.act(place(P0, 0))
    assert match.state.clocks[P0].bank_ms == before - 500 + 1000


def test_fixed_dice_are_secret():
    match = causeway(place(P0, 0))
    assert "dice" not in match.view("p0").game_data.__struct_fields__


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_any_match_ends_and_replays(players, seed):
    match = play_out(Causeway(), players, seed, options={"rounds": 3})
    assert match.result is not None
    assert len(match.turns) == sum(isinstance(turn.input, Act) for turn in match.turns)
    assert_replays(match)
