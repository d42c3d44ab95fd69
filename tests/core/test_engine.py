"""The effects of an accepted input: apply, settle, announce, show."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gamenight.core.engine import advance, view
from gamenight.core.errors import PluginError
from gamenight.core.match import Match
from gamenight.core.model import (
    Act,
    Action,
    Event,
    ExpectedAction,
    GameResult,
    NoPayload,
    Phase,
    PlayerId,
    Step,
    TimerConfig,
    TimerMode,
    TransitionResult,
    digest,
    seat,
)
from tests.minigames.auction import Auction, HiddenAuction, bid
from tests.minigames.nim import Heap, Nim, Take, take
from tests.minigames.playing import refusal, through_json

P0, P1, P2 = seat(0), seat(1), seat(2)
RICH = [[3, 3, 3]] * 2


def nim(players: int = 2, **settings: Any) -> Match:
    return Match.start(Nim(), players, 1, **settings)


def auction(players: int = 3, **options: Any) -> Match:
    return Match.start(Auction(), players, 1, options={"purses": RICH, **options})


# Acting


def test_an_accepted_action_moves_the_match_and_leaves_the_old_state_alone():
    match = nim()
    before, was = match.state, digest(match.state)
    step = advance(match.plugin, before, Act(take(P0, 2), 1), 0)
    assert isinstance(step, Step)
    assert step.state.game_data.stones == 5
    assert step.state.expected == (P1,)
    assert digest(before) == was


def test_the_same_input_gives_the_same_step():
    match = auction()
    one = advance(match.plugin, match.state, Act(bid(P0, 2), 1), 5)
    other = advance(match.plugin, match.state, Act(bid(P0, 2), 1), 5)
    assert digest(one) == digest(other)


def test_a_listed_action_that_went_through_json_is_still_the_listed_action():
    match = nim()
    for listed in match.legal_actions("p0"):
        sent = msgspec.convert(through_json(listed), Action)
        assert isinstance(sent.payload, dict)
        step = advance(match.plugin, match.state, Act(sent, 1), 0)
        assert isinstance(step, Step)
        assert step.turn.input == Act(listed, 1)


def test_the_turn_is_the_input_with_its_index_and_instant():
    match = nim()
    match.act(take(P0, 1))
    match.pass_time(250)
    match.act(take(P1, 2))
    assert [(turn.index, turn.actor, turn.at) for turn in match.turns] == [(0, P0, 0), (1, P1, 250)]
    assert match.turns[1].input == Act(take(P1, 2), 2)


def test_an_instant_before_the_last_turn_s_counts_as_that_turn_s():
    match = nim(timer=TimerConfig(TimerMode.TOTAL, base_time_ms=10_000))
    match.pass_time(4000)
    match.act(take(P0, 1))
    behind = advance(match.plugin, match.state, Act(take(P1, 1), 2), 3000)
    on_time = advance(match.plugin, match.state, Act(take(P1, 1), 2), 4000)
    assert isinstance(behind, Step)
    assert behind.turn.at == 4000
    assert digest(behind) == digest(on_time)


def test_each_prompt_is_announced_and_closed_with_its_number():
    match = nim()
    match.act(take(P0, 1))
    told = [(e.event_type, e.player_id, e.payload) for e in match.events if e.event_type.startswith("engine.turn")]
    assert told == [
        ("engine.turn_started", P0, {"prompt": 1, "phase": "move"}),
        ("engine.turn_finished", None, {"prompt": 1}),
        ("engine.turn_started", P1, {"prompt": 2, "phase": "move"}),
    ]


def test_the_game_s_events_carry_its_name_space():
    match = nim()
    events = match.act(take(P0, 2))
    assert Event("game.taken", P0, {"count": 2, "left": 5}) in events


def test_scores_stay_until_the_game_changes_them():
    match = auction()
    for action in (bid(P0, 2), bid(P1, 1), Action("pass", P2)):
        match.act(action)
    assert match.scores == {P0: 2.0, P1: 0.0, P2: 0.0}
    match.act(bid(P1, 1))
    assert match.scores == {P0: 2.0, P1: 0.0, P2: 0.0}


def test_a_finished_match_asks_no_seat_and_has_a_result():
    match = nim(3, options={"heap": 1})
    match.act(take(P0, 1))
    assert match.is_over
    assert match.to_act == match.state.expected == ()
    assert match.result == GameResult((((P0,),), ((P1,), (P2,))))
    assert match.result.winners == (P0,)
    assert match.valid_actions("p1") == ()
    assert match.state.due_at is None


def test_in_a_sequential_phase_any_expected_player_may_act_and_the_first_moves_it():
    class Anybody(Nim):
        """Nim in which everybody may take at any time."""

        def phase_of(self, game_data: Heap) -> Phase:
            return Phase("move", tuple(ExpectedAction(player, "take") for player in game_data.order))

        def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Action]:
            return [take(player_id, 1)]

    match = Match.start(Anybody(), 3, 1)
    assert match.to_act == (P0, P1, P2)
    match.act(take(P2, 1))
    assert match.state.prompt == 2
    assert refusal(match, Act(take(P0, 1), 1)).code == "stale_action"


# Settling


class Countdown(Nim):
    """Nim that takes away three stones by itself after each move, one by one."""

    def phase_of(self, game_data: Heap) -> Phase:
        return Phase("tick", auto_resolve=True) if game_data.stones % 4 else super().phase_of(game_data)

    def apply_action(self, game_data: Heap, action: Action, rng: Any) -> TransitionResult:
        if action.action_type != "auto_resolve":
            return super().apply_action(game_data, action, rng)
        assert action.player_id == "system"
        return TransitionResult(replace(game_data, stones=game_data.stones - 1), (Event("tick"),))


def test_automatic_phases_run_until_a_seat_is_asked():
    match = Match.start(Countdown(), 2, 1, options={"heap": 11})
    assert match.state.game_data.stones == 8
    assert match.state.prompt == 1
    events = match.act(take(P0, 1))
    assert match.state.game_data.stones == 4
    assert match.state.prompt == 2
    assert [e.event_type for e in events].count("game.tick") == 3
    assert len(match.turns) == 1


def test_automatic_phases_that_never_end_are_the_game_s_error():
    class Endless(Nim):
        def phase_of(self, game_data: Heap) -> Phase:
            return Phase("tick", auto_resolve=True)

        def apply_action(self, game_data: Heap, action: Action, rng: Any) -> TransitionResult:
            return TransitionResult(game_data)

    with pytest.raises(PluginError, match="1000"):
        Match.start(Endless(), 2, 1)


def test_players_cannot_send_the_system_s_own_action():
    match = Match.start(Countdown(), 2, 1, options={"heap": 8})
    assert refusal(match, Act(Action("auto_resolve", PlayerId("system")), 1)).code == "not_your_turn"


# Views


def test_a_view_shows_only_the_seat_s_own_actions():
    match = nim()
    assert len(match.view("p0").valid_actions) == 3
    assert match.view("p1").valid_actions == ()
    assert match.view().valid_actions == ()
    assert match.view().is_spectator
    assert not match.view("p1").is_spectator


def test_a_view_has_no_turn_number():
    fields = msgspec.structs.fields(type(nim().view()))
    assert not [field.name for field in fields if "turn" in field.name or "number" in field.name]


def test_the_rules_look_at_a_view_without_clocks():
    match = nim(timer=TimerConfig(TimerMode.TOTAL, base_time_ms=1000))
    assert view(match.plugin, match.state, P0).clocks == {}
    assert set(match.view("p0").clocks) == {P0, P1}


def test_a_view_goes_through_json():
    for match in (nim(), auction(), Match.start(HiddenAuction(), 3, 1)):
        for viewer in ("p0", None):
            plain = through_json(match.view(viewer))
            assert plain["game_id"] == match.plugin.game_id
            assert msgspec.json.schema(type(match.view(viewer).game_data))


def test_an_action_s_payload_is_the_game_s_own_struct():
    match = nim(options={"passes": 1})
    kinds = {type(action.payload) for action in match.legal_actions("p0")}
    assert kinds == {Take, NoPayload}
