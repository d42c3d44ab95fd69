"""Sub-phases of one player after the other, and inexact families."""

from __future__ import annotations

import pytest

from gamenight.core.errors import ActionRefused
from gamenight.core.match import Match
from gamenight.core.model import Action, Event, PlayerId, TimerConfig, TimerMode, seat
from tests.minigames.homestead import Breed, Feed, Homestead, PlaceWorker
from tests.minigames.playing import assert_replays, play_out, told

P0, P1 = seat(0), seat(1)


def homestead(spaces: str, rounds: int = 1, timer: TimerConfig | None = None) -> Match:
    """A match of two after these workers, placed in turn."""
    match = Match.start(Homestead(), 2, 1, options={"rounds": rounds}, timer=timer)
    for space in spaces.split():
        match.act(Action("place", match.to_act[0], PlaceWorker(space)))  # type: ignore[arg-type]
    return match


def feed(player: PlayerId, goods: str = "", *animals: int) -> Action:
    return Action("feed", player, {"goods": goods.split(), "animals": animals})


def code(match: Match, action: Action) -> tuple[str, str]:
    with pytest.raises(ActionRefused) as refused:
        match.act(action)
    return refused.value.code, told(match, refused.value.refusal.message)


def test_the_harvest_asks_one_player_after_the_other():
    match = homestead("field field field field")
    assert (match.state.phase.name, match.to_act) == ("feed", (P0,))
    match.act(feed(P0, "grain grain grain"))
    assert (match.state.phase.name, match.to_act) == ("feed", (P1,))
    events = match.act(feed(P1, "grain grain grain"))
    assert Event("game.harvested", P1) in events
    assert match.is_over
    assert match.scores == {P0: 1.0, P1: 1.0}


def test_a_player_with_no_more_than_is_due_is_not_asked():
    match = homestead("inn field inn field")
    assert match.to_act == (P1,)
    farm = match.state.game_data.farms[0]
    assert (farm.grain, farm.begged, farm.rested) == (0, 2, 2)
    assert Event("game.fed", P0, {"goods": ("grain",), "animals": ()}) in match.events


def test_a_harvest_without_any_question_is_part_of_the_last_worker_s_turn():
    match = homestead("inn inn inn inn")
    assert match.is_over
    assert len(match.turns) == match.state.prompt == 4


def test_an_animal_is_a_meal_and_the_young_come_after_it():
    match = homestead("meadow field meadow field")
    match.act(feed(P0, "", 0))
    assert match.state.game_data.farms[0].herd == (1,)
    assert match.to_act == (P1,)


def test_two_animals_have_a_young_one():
    match = homestead("meadow field meadow field", rounds=2)
    match.act(feed(P0, "", 1))
    match.act(feed(P1, "grain grain grain"))
    for space in ("meadow", "field", "meadow", "field"):
        match.act(Action("place", match.to_act[0], PlaceWorker(space)))
    assert match.state.game_data.farms[0].herd == (0, 2, 3)
    match.act(feed(P0, "", 3))
    assert match.state.game_data.farms[0].herd == (0, 2, 4)
    assert match.to_act == (P1,)


@pytest.mark.parametrize(
    "goods, animals, words",
    [
        ("fish fish", (), "You do not have all of that."),
        ("", (7,), "You do not have all of that."),
        ("grain", (), "That feeds 1 of 3."),
        ("", (), "That feeds 0 of 3."),
        ("grain", (0,), "Something of that could be left out."),
    ],
)
def test_the_rules_decide_about_a_meal(goods, animals, words):
    match = homestead("meadow field field field")
    refused, message = code(match, feed(P0, goods, *animals))
    assert (refused, message) == ("invalid_action", words)


def test_a_meal_is_read_in_any_order_and_logged_in_one():
    match = homestead("pond field field field")
    match.act(feed(P0, "fish grain"))
    assert match.turns[-1].input.action.payload == Feed(("grain", "fish"), ())


def test_what_can_be_eaten_is_listed():
    match = homestead("pond field field field")
    meals = {action.payload for action in match.legal_actions("p0")}
    assert meals == {Feed(("grain",) * 3, ()), Feed(("grain", "fish"), ())}


def test_a_timeout_feeds_a_family_legally():
    match = homestead("meadow field field field", timer=TimerConfig(TimerMode.SIMPLE, base_time_ms=1000))
    match.pass_time(1000)
    (chosen,) = match.turns[-1].chosen
    assert chosen.payload in (Feed((), (0,)), Feed(("grain",) * 3, ()))
    assert_replays(match)


def breeding() -> Match:
    """A match in which the first player has five animals, and must choose which three to keep."""
    match = homestead("", rounds=3)
    while match.state.phase.name != "breed":
        player = match.to_act[0]
        if match.state.phase.name == "place":
            match.act(Action("place", player, PlaceWorker("meadow" if player == P0 else "inn")))
        else:
            match.act(match.legal_actions(player)[0])
    return match


def test_the_animals_to_keep_are_one_exact_family():
    match = breeding()
    herd = match.state.game_data.farms[0].herd
    assert len(herd) == 5
    assert len(match.legal_actions("p0")) == 10
    match.act(Action("breed", P0, {"keep": [herd[3], herd[0], herd[1]]}))
    assert match.turns[-1].input.action.payload == Breed((herd[0], herd[1], herd[3]))
    assert match.state.game_data.farms[0].herd == (herd[0], herd[1], herd[3])


@pytest.mark.parametrize("count", [0, 2, 4, 5])
def test_neither_more_nor_fewer_than_three_animals_are_kept(count):
    match = breeding()
    herd = match.state.game_data.farms[0].herd
    assert code(match, Action("breed", P0, {"keep": herd[:count]}))[0] == "invalid_action"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_any_match_ends_and_replays(players, seed):
    match = play_out(Homestead(), players, seed, options={"rounds": 3})
    assert match.result is not None
    assert_replays(match)
