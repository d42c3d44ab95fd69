"""The return values of games, as read by the engine and by bots that look ahead."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from gamenight.bots.position import play, standing_at
from gamenight.core.errors import PluginError
from gamenight.core.match import Match
from gamenight.core.model import Action, Event, Forfeit, GameResult, NoPayload, Phase, PlayerId, TransitionResult, seat
from gamenight.core.phases import everybody, turn
from gamenight.core.plugin import Game
from gamenight.core.registry import quick_check
from gamenight.core.rng import Rng

P0, P1, P2, P3 = (seat(index) for index in range(4))
RNG = Rng("00")


class Roll(Struct, frozen=True):
    face: int


class Count(Struct, frozen=True):
    n: int = 0


class Says(Game[Count]):
    """One action of the first seat, for which the game returns what the test sets."""

    game_id = "says"
    display_name = "Says"
    max_players = 4
    action_types = {"roll": Roll, "go": NoPayload}
    hides = "nothing"

    def __init__(self, answer: Any, opening: Any = None) -> None:
        self.answer = answer
        self.opening = Count() if opening is None else opening

    def create_initial_state(self, players: tuple[PlayerId, ...], options: object, rng: Rng) -> Any:
        return self.opening

    def phase_of(self, game_data: Count) -> Phase:
        return turn(0)

    def get_valid_actions(self, game_data: Count, player_id: PlayerId) -> list[Action]:
        return [Action("roll", player_id, Roll(6)), Action("go", player_id)]

    def apply_action(self, game_data: Count, action: Action, rng: Rng) -> Any:
        return self.answer


class Secretive(Says):
    hides = "hands"  # type: ignore[assignment]
    view_type = Count

    def get_player_view(self, game_data: Count, player_id: PlayerId | None) -> Count:
        return game_data


class Golf(Says):
    lowest_wins = True


class Pairs(Says):
    def teams(self, players: int, options: Any) -> list[list[int]]:
        return [[0, 2], [1, 3]] if players == 4 else [[index] for index in range(players)]


def after(game: Says, players: int = 2, left: tuple[PlayerId, ...] = ()) -> Match:
    """The match after the first seat's roll; some seats had left before it."""
    match = Match.start(game, players, 1)
    for player in left:
        match.submit(Forfeit(player))
    match.act(Action("roll", P0, Roll(6)))
    return match


def ranking(game: Says, players: int = 2, left: tuple[PlayerId, ...] = ()) -> Any:
    result = after(game, players, left).result
    assert result is not None
    return result.ranking


def test_a_bare_state_is_a_transition():
    assert after(Says(Count(1))).state.game_data == Count(1)


def test_scores_may_come_in_seat_order_or_by_player():
    assert after(Says(TransitionResult(Count(), scores=(3, True)))).scores == {"p0": 3.0, "p1": 1.0}
    by_player = after(Says(TransitionResult(Count(), scores={P1: 1.0, P0: 3.0}))).scores
    assert list(by_player.items()) == [("p0", 3.0), ("p1", 1.0)]


def test_scores_that_are_not_given_stay():
    match = after(Says(Count(), opening=TransitionResult(Count(), scores=(4, 2))))
    assert match.scores == {"p0": 4.0, "p1": 2.0}


@pytest.mark.parametrize(
    "scores, places",
    [
        ((1, 2), (((P1,),), ((P0,),))),
        ((2, 1), (((P0,),), ((P1,),))),
        ((1, 1), (((P0,), (P1,)),)),
    ],
)
def test_over_means_ranked_by_the_scores(scores, places):
    assert ranking(Says(TransitionResult(Count(), scores=scores, game_over=True))) == places


def test_over_ranks_by_the_scores_that_stood():
    game = Says(TransitionResult(Count(), game_over=True), opening=TransitionResult(Count(), scores=(1, 5)))
    assert ranking(game) == (((P1,),), ((P0,),))


def test_the_lowest_may_win():
    assert ranking(Golf(TransitionResult(Count(), scores=(1, 2), game_over=True))) == (((P0,),), ((P1,),))


def test_a_tie_break_ranks_and_leaves_the_scores():
    match = after(Says(TransitionResult(Count(), scores=(2, 2), game_over=True, tie_break=(0, 1))))
    assert match.result is not None
    assert match.result.ranking == (((P1,),), ((P0,),))
    assert match.scores == {"p0": 2.0, "p1": 2.0}


def test_partners_share_a_place():
    game = Pairs(TransitionResult(Count(), scores=(1, 2, 1, 2), game_over=True))
    assert ranking(game, 4) == (((P1, P3),), ((P0, P2),))


def test_players_who_left_come_last_whatever_their_score():
    class Lonely(Says):
        def on_player_forfeit(self, game_data: Count, player_id: PlayerId, rng: Rng) -> Count:
            return game_data

    game = Lonely(TransitionResult(Count(), scores=(1, 9, 5, 9), game_over=True))
    assert ranking(game, 4, left=(P3, P1)) == (((P2,),), ((P0,),), ((P1,),), ((P3,),))


def test_a_game_that_ends_when_a_player_leaves_has_that_reason():
    class Ends(Says):
        def on_player_forfeit(self, game_data: Count, player_id: PlayerId, rng: Rng) -> TransitionResult:
            return TransitionResult(game_data, scores=(1, 2, 3), game_over=True)

    match = Match.start(Ends(None), 3, 1)
    match.submit(Forfeit(P2, "resignation"))
    assert match.result is not None
    assert (match.result.reason, match.result.winners) == ("resignation", (P1,))


def test_the_games_own_result_is_taken_as_it_is():
    own = GameResult((((P0,),), ((P1,),)))
    assert after(Says(TransitionResult(Count(), scores=(0, 1), game_over=own))).result == own


def test_game_over_may_be_false():
    assert not after(Says(TransitionResult(Count(), game_over=False))).is_over


def test_bots_read_transitions_in_the_same_way():
    game = Says(TransitionResult(Count(7), scores=[1, 2], game_over=True))
    position = standing_at(game, Count(), {P0: 0.0, P1: 0.0}, (P0, P1))
    ahead = play(game, position, Action("go", P0), RNG)
    assert (ahead.game_data, ahead.scores, ahead.result) == (Count(7), {P0: 1.0, P1: 2.0}, after(game).result)


# Events that the engine adds


def told(game: Says) -> list[Event]:
    return [event for event in after(game).events if event.event_type.startswith("game.")]


def test_an_action_without_events_gets_an_event_with_its_payload():
    assert told(Says(Count())) == [Event("game.roll", P0, {"face": 6})]


def test_no_event_is_added_if_the_game_returns_some():
    assert told(Says(TransitionResult(Count(), (Event("rolled"),)))) == [Event("game.rolled")]


def test_no_event_is_added_if_hands_are_hidden():
    assert told(Secretive(Count())) == []


# Invalid return values


@pytest.mark.parametrize(
    "answer, complaint",
    [
        (None, "apply_action returned None, neither a Count nor a TransitionResult"),
        ((Count(), ()), "apply_action returned a tuple, neither a Count"),
        (TransitionResult({"n": 1}), "apply_action returned a dict, neither a Count"),
        (TransitionResult(Count(), ("rolled",)), "apply_action returned a str among its events"),  # type: ignore[arg-type]
        (TransitionResult(Count(), scores=(1,)), "apply_action returned 1 scores for 2 players"),
        (
            TransitionResult(Count(), scores=(1, "2")),  # type: ignore[arg-type]
            "apply_action returned '2' among its scores, which is not a number",
        ),
        (TransitionResult(Count(), scores={P0: 1}), "apply_action returned scores for p0, but the players are p0, p1"),
        (TransitionResult(Count(), game_over="p0"), "apply_action returned a str as game_over"),  # type: ignore[arg-type]
        (TransitionResult(Count(), game_over=True, tie_break=(1,)), "apply_action returned 1 tie_break for 2 players"),
    ],
)
def test_a_wrong_answer_is_named_with_its_method(answer, complaint):
    with pytest.raises(PluginError, match=f"^says: {complaint}"):
        after(Says(answer))


def test_a_wrong_opening_is_named_too():
    with pytest.raises(PluginError, match="create_initial_state returned a list"):
        Match.start(Says(None, opening=[]), 2, 1)


def test_a_wrong_resolution_is_named_too():
    class Together(Says):
        def phase_of(self, game_data: Count) -> Phase:
            return everybody((0,), "go")

        def resolve_concurrent_actions(self, game_data: Count, actions: Any, rng: Rng) -> Any:
            return self.answer

    with pytest.raises(PluginError, match="resolve_concurrent_actions returned a str"):
        after(Together("done"))


def test_a_phase_of_another_type_is_named():
    class Phaseless(Says):
        def phase_of(self, game_data: Count) -> Phase:
            return None

    with pytest.raises(PluginError, match="phase_of returned a NoneType, not a Phase"):
        Match.start(Phaseless(None), 2, 1)


# Types


def test_the_types_come_from_the_class():
    assert Says.state_type is Count
    assert Says.view_type is Count
    assert quick_check(Says(Count())) == []


def test_a_game_that_writes_its_view_names_the_type():
    class Hiding(Game[Count]):
        def get_player_view(self, game_data: Count, player_id: PlayerId | None) -> Roll:
            return Roll(1)

    assert not hasattr(Hiding, "view_type")


def test_a_subclass_keeps_the_types():
    assert (Golf.state_type, Golf.view_type) == (Count, Count)


def test_a_game_that_hides_something_must_write_its_view():
    class Careless(Says):
        hides = "hands"  # type: ignore[assignment]

    with pytest.raises(PluginError, match="says has no get_player_view, and hides is 'hands'"):
        Match.start(Careless(Count()), 2, 1).view(None)
