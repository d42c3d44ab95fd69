"""Whom a phase asks, and for what: seats and their numbers, and the usual phases."""

from __future__ import annotations

import pytest
from msgspec import Struct

from gamenight.core.errors import PluginError
from gamenight.core.match import Match
from gamenight.core.model import (
    Act,
    Action,
    ConcurrentMode,
    ExpectedAction,
    NoPayload,
    Phase,
    PlayerId,
    TransitionResult,
    seat,
    seat_index,
)
from gamenight.core.phases import everybody, turn
from gamenight.core.plugin import Game
from gamenight.core.rng import Rng
from tests.minigames.nim import Nim
from tests.minigames.playing import refusal

P0, P1 = seat(0), seat(1)


class Count(Struct, frozen=True):
    n: int = 0


class Ladder(Game[Count]):
    """Climb or rest, in turn; only the mover is ever asked, so the listing does not look who it is."""

    game_id = "ladder"
    display_name = "Ladder"
    state_type = view_type = Count
    action_types = {"climb": NoPayload, "rest": NoPayload, "fall": NoPayload}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: object, rng: Rng) -> TransitionResult:
        return TransitionResult(Count())

    def phase_of(self, game_data: Count) -> Phase:
        return turn(game_data.n % 2)

    def get_valid_actions(self, game_data: Count, player_id: PlayerId) -> list[Action]:
        assert player_id == seat(game_data.n % 2), "only who is asked is asked about"
        return [Action("climb", player_id), Action("rest", player_id)]

    def apply_action(self, game_data: Count, action: Action, rng: Rng) -> TransitionResult:
        return TransitionResult(Count(game_data.n + 1))

    def get_player_view(self, game_data: Count, player_id: PlayerId | None) -> Count:
        return game_data


@pytest.mark.parametrize("index", [0, 3, 11])
def test_a_seat_and_its_number_name_each_other(index):
    assert seat_index(seat(index)) == index


@pytest.mark.parametrize("name", ["system", "", "p", "p-1", "player", "3"])
def test_an_id_that_is_not_a_seat_has_no_number(name):
    with pytest.raises(ValueError):
        seat_index(PlayerId(name))


def test_a_view_has_its_seat_and_all_names():
    match = Match.start(Nim(), ["Ada", "Bo"], 1)
    mine, watched = match.view("p1"), match.view(None)
    assert (mine.seat, watched.seat) == (1, None)
    assert [mine.name(0), mine.name(P1)] == ["Ada", "Bo"]
    assert [mine.is_mine(0), mine.is_mine(1), mine.is_mine(P0), mine.is_mine(P1)] == [False, True, False, True]
    assert not any(watched.is_mine(each) for each in (0, 1, P0, P1))


def test_a_turn_asks_one_seat_for_any_listed_action():
    assert turn(1) == Phase("turn", (ExpectedAction(P1),))
    assert turn(0, "bid", timeout_ms=5, courtesy=True) == Phase("bid", (ExpectedAction(P0, None, 5),), courtesy=True)
    assert turn(0, "bid", metadata={"round": 2}).metadata == {"round": 2}


def test_everybody_answers_at_the_same_time():
    asked = (ExpectedAction(P0), ExpectedAction(P1))
    assert everybody([0, 1], "bid") == Phase("bid", asked, ConcurrentMode.CONCURRENT)
    assert everybody(range(2), "bid", reveals=True).reveals


def test_the_same_phase_is_made_once():
    assert turn(1, "move") is turn(1, "move")
    assert everybody((0, 1), "bid", reveals=True) is everybody(range(2), "bid", reveals=True)


def test_without_a_type_any_listed_action_is_accepted_and_other_seats_are_not_listed():
    match = Match.start(Ladder(), 2, 1)
    match.act(Action("rest", P0))
    match.act(Action("climb", P1))
    assert match.state.game_data.n == 2
    assert match.view("p1").valid_actions == match.view(None).valid_actions == ()


def test_without_a_type_an_unlisted_action_is_refused():
    match = Match.start(Ladder(), 2, 1)
    assert refusal(match, Act(Action("fall", P0), 1)).code == "action_type_mismatch"
    assert refusal(match, Act(Action("jump", P0), 1)).code == "action_type_mismatch"
    assert refusal(match, Act(Action("climb", P0, {"high": True}), 1)).code == "malformed_action"


def test_the_rules_are_not_asked_about_a_type_that_they_did_not_list():
    class Strict(Ladder):
        def validate_action(self, game_data: Count, action: Action) -> str | None:
            assert action.action_type != "fall", "a game need not have words for what it does not list"
            return None

    match = Match.start(Strict(), 2, 1)
    assert refusal(match, Act(Action("fall", P0), 1)).code == "action_type_mismatch"


def test_a_listed_type_without_a_payload_type_breaks_the_contract():
    class Slide(Ladder):
        action_types = {"climb": NoPayload}

    match = Match.start(Slide(), 2, 1)
    with pytest.raises(PluginError, match="lists 'rest', which is not in its action_types"):
        match.act(Action("rest", P0, {}))
