"""The data types: visibility of events, ranks with ties, and digests."""

from __future__ import annotations

import msgspec
import pytest

from gamenight.core.match import Match
from gamenight.core.model import Event, GameResult, PlayerId, Turn, digest, seat
from gamenight.core.plugin import Game, ranked
from tests.minigames.nim import Nim, NimOptions

P0, P1, P2, P3 = (seat(n) for n in range(4))


def test_seats_are_numbered_from_zero():
    assert (P0, P3) == ("p0", "p3")


# Events


def test_a_public_event_is_seen_by_all():
    event = Event("drawn", P0, {"left": 51})
    assert [event.seen_by(viewer) for viewer in (P0, P1, None)] == [event] * 3


def test_each_seat_sees_its_own_secret_and_no_other():
    event = Event("dealt", None, {"cards": 2}, {P0: {"hand": ["AS", "KS"]}, P1: {"hand": ["2C", "7D"]}})
    seen = {viewer: event.seen_by(viewer) for viewer in (P0, P1, P2, None)}
    assert seen[P0] == Event("dealt", None, {"cards": 2, "hand": ["AS", "KS"]})
    assert seen[P1] == Event("dealt", None, {"cards": 2, "hand": ["2C", "7D"]})
    assert seen[P2] == seen[None] == Event("dealt", None, {"cards": 2})


def test_an_event_is_invisible_outside_its_audience():
    event = Event("whispered", P0, {"word": "fish"}, {P1: {"tone": "low"}}, (P0, P1))
    assert event.seen_by(P0) == Event("whispered", P0, {"word": "fish"})
    assert event.seen_by(P1) == Event("whispered", P0, {"word": "fish", "tone": "low"})
    assert event.seen_by(P2) is None
    assert event.seen_by(None) is None


def test_an_event_with_an_empty_audience_is_invisible():
    event = Event("noted", audience=())
    assert [event.seen_by(viewer) for viewer in (P0, None)] == [None, None]


def test_a_seen_event_reveals_neither_its_audience_nor_its_secrets():
    event = Event("whispered", P0, {}, {P1: {"tone": "low"}}, (P0, P1))
    seen = event.seen_by(P0)
    assert seen is not None
    assert (seen.secret, seen.audience) == ({}, None)


# Results


@pytest.mark.parametrize(
    "scores, ranking",
    [
        ({P0: 3, P1: 1, P2: 2}, (((P0,),), ((P2,),), ((P1,),))),
        ({P0: 1, P1: 3, P2: 3}, (((P1,), (P2,)), ((P0,),))),
        ({P0: 2, P1: 2, P2: 2}, (((P0,), (P1,), (P2,)),)),
        ({P0: 1, P1: 2, P2: 1, P3: 2}, (((P1,), (P3,)), ((P0,), (P2,)))),
    ],
    ids=str,
)
def test_ranks_follow_the_scores_with_ties_on_one_place(scores, ranking):
    assert ranked(scores).ranking == ranking


def test_where_fewer_points_are_better_the_lowest_is_first():
    assert ranked({P0: 3, P1: 1, P2: 3}, lowest_wins=True).ranking == (((P1,),), ((P0,), (P2,)))


def test_the_winners_are_the_first_place():
    assert GameResult((((P1,), (P2,)), ((P0,),))).winners == (P1, P2)
    assert GameResult((((P1, P2),), ((P0,),))).winners == (P1, P2)
    assert GameResult(()).winners == ()


def test_sides_that_share_the_first_place_draw_and_a_team_alone_on_it_has_won():
    assert GameResult((((P1,), (P2,)), ((P0,),))).is_draw
    assert not GameResult((((P1, P2),), ((P0,),))).is_draw
    assert not GameResult(()).is_draw


# The base class


class Points(Nim):
    score_scale = 10.0


class Penalties(Nim):
    lowest_wins = True
    score_scale = 10.0


@pytest.mark.parametrize("game, sign", [(Points(), 1), (Penalties(), -1)], ids=["points", "penalties"])
def test_an_evaluation_is_from_0_to_1_and_grows_with_the_lead(game, sign):
    ahead, behind = {P0: 9.0 * sign, P1: 3.0 * sign}, {P0: 3.0 * sign, P1: 9.0 * sign}
    assert 0 < game.evaluate(None, behind, P0) < 0.5 < game.evaluate(None, ahead, P0) < 1
    assert game.evaluate(None, {P0: 4.0, P1: 4.0}, P0) == 0.5
    assert 0 <= game.evaluate(None, {P0: 1e9, P1: -1e9}, P1) <= 1


@pytest.mark.parametrize("game, sign", [(Points(), 1), (Penalties(), -1)], ids=["points", "penalties"])
def test_an_evaluation_compares_with_the_best_of_the_others(game, sign):
    scores = {P0: 5.0 * sign, P1: 1.0 * sign, P2: 9.0 * sign}
    assert game.evaluate(None, scores, P0) < 0.5 < game.evaluate(None, scores, P2)


def test_an_action_describes_itself_in_words():
    match = Match.start(Nim(), 2, 1, options={"passes": 1})
    view = match.view("p0")
    assert [str(Nim().describe_action(action, view)) for action in view.valid_actions] == [  # type: ignore[arg-type]
        "take: count 1",
        "take: count 2",
        "take: count 3",
        "pass",
    ]


def test_options_have_a_schema():
    schema = msgspec.json.schema(NimOptions)
    assert set(schema["$defs"]["NimOptions"]["properties"]) == {"heap", "passes", "timeout_ms"}


def test_the_defaults_hide_nothing_and_decide_nothing():
    game: Game[object] = Game()
    assert game.is_decided(None, {}) is False
    assert game.timeout_action(None, P0) is None
    assert game.on_player_forfeit(None, P0, None) is None
    assert game.determinize("state", P0, None) == "state"
    assert game.validate_config(None, 2) == []


# Digests


def test_equal_values_have_equal_digests_whatever_the_order_of_their_keys():
    assert digest({"a": 1, "b": (2, 3)}) == digest({"b": [2, 3], "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})
    assert digest({"a": True}) != digest({"a": 1})


def test_inputs_of_turns_are_distinguished_by_tags():
    data = {"index": 0, "actor": "system", "at": 5, "input": {"type": "due", "prompt": 3}}
    turn = msgspec.convert(data, Turn)
    assert msgspec.to_builtins(turn)["input"] == {"type": "due", "prompt": 3}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**data, "input": {"type": "cheat"}}, Turn)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**data, "input": {"type": "due", "prompt": 3, "why": ""}}, Turn)


def test_player_ids_are_plain_text():
    assert isinstance(PlayerId("p0"), str)
