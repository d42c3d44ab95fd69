"""What is told while it happens: everything that a person would want to see move."""

from __future__ import annotations

import pytest

from gamenight.core.model import Action, Forfeit, seat
from gamenight.games.carcassonne.actions import PlaceMeeple
from tests.games.carcassonne.playing import board, do, happened, names, play, points, put, start, told_points
from tests.games.seeing import said

ROAD = "W(1,0,0) road:W; A(-1,0,270) monastery"


def test_a_scoring_turn_tells_tile_meeple_feature_and_return_in_this_order():
    match = start("EB")
    events = do(match, "E(0,1,180) city:S")
    assert names(events) == ["tile_placed", "meeple_placed", "feature_completed", "meeple_returned", "tile_drawn"]


def test_a_tile_placed_is_told_with_its_cell_and_rotation():
    (event,) = happened(do(start("EB"), "E(0,1,180)"), "tile_placed")
    assert event.player_id == "p0"
    assert event.payload == {"tile": "E", "x": 0, "y": 1, "rotation": 180}


def test_a_meeple_placed_is_told_with_its_spot():
    (event,) = happened(do(start("UB"), "U(1,0,0) road:E.W"), "meeple_placed")
    assert event.player_id == "p0"
    assert event.payload == {"x": 1, "y": 0, "spot": "road:E.W"}


def test_a_kept_meeple_is_not_told_as_placed():
    assert "meeple_placed" not in names(do(start("UB"), "U(1,0,0)"))


def test_a_completed_feature_is_told_with_its_tiles_and_scorers():
    match = play("W(1,0,0) road:W", then="AB")
    (event,) = happened(do(match, "A(-1,0,270)"), "feature_completed")
    assert event.payload["kind"] == "road"
    assert sorted(event.payload["tiles"]) == [(-1, 0), (0, 0), (1, 0)]
    assert event.payload["points"] == 3
    assert event.payload["scorers"] == ["p0"]


def test_every_scorer_of_a_shared_feature_is_told():
    match = play("U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E", then="QB")
    events = do(match, "Q(0,1,180)")
    (event,) = happened(events, "feature_completed")
    assert event.payload["kind"] == "city"
    assert sorted(event.payload["scorers"]) == ["p0", "p1"]
    assert event.payload["points"] == 10
    assert sorted(e.player_id for e in happened(events, "meeple_returned")) == ["p0", "p1"]


def test_every_feature_that_a_tile_completes_is_told():
    match = play("W(1,0,90); V(1,1,0) road:S.W", then="LB")
    completed = happened(do(match, "L(0,1,180) city:S"), "feature_completed")
    scored = {event.payload["kind"]: (event.payload["scorers"], event.payload["points"]) for event in completed}
    assert scored == {"city": (["p0"], 4), "road": (["p1"], 3)}


def test_a_returned_meeple_is_told_with_where_it_stood():
    match = play("W(1,0,0) road:W", then="AB")
    (event,) = happened(do(match, "A(-1,0,270)"), "meeple_returned")
    assert event.player_id == "p0"
    assert event.payload == {"x": 1, "y": 0, "spot": "road:W"}


def test_a_feature_completed_without_meeples_scores_for_nobody():
    (event,) = happened(do(start("EB"), "E(0,1,180)"), "feature_completed")
    assert event.payload["scorers"] == []


def test_a_drawn_tile_and_one_set_aside_are_told():
    match = play("A(-1,0,270)", then="AXEB")
    told = [(e.event_type, e.player_id, e.payload["tile"]) for e in do(match, "A(1,0,90)") if "tile" in e.payload]
    assert told[1:] == [("game.tile_set_aside", "p0", "X"), ("game.tile_drawn", "p0", "E")]


def test_the_final_scoring_is_told_feature_by_feature():
    match = play("M(0,1,180) city:E.S; A(-1,0,270) monastery; U(1,0,0) road:E.W; B(-1,1,0)")
    told = [
        (e.payload["kind"], e.payload["scorers"], e.payload["points"]) for e in happened(match.events, "final_scored")
    ]
    assert sorted(told) == [("city", ["p0"], 3), ("monastery", ["p1"], 4), ("road", ["p0"], 3)]


def test_the_final_scoring_tells_each_field():
    moves = "E(0,1,180) field:NL.NR.EL.ER.WL.WR; U(1,0,0) field:NL.NR.EL.WR; U(-1,0,0) field:ER.SL.SR.WL"
    fields = [e.payload for e in happened(play(moves).events, "final_scored") if e.payload["kind"] == "field"]
    assert sorted((f["scorers"], f["points"]) for f in fields if f["points"]) == [(["p0"], 3), (["p1"], 3)]


def test_what_is_told_of_features_adds_up_to_the_scores():
    match = play("W(1,0,0) road:W; A(-1,0,270) monastery; E(0,1,180) city:S; B(-1,1,0) monastery")
    assert told_points(match.events) == {"p0": 7, "p1": 8}
    assert points(match) == "7:8"


def test_a_scored_feature_is_told_with_the_meeples_in_it():
    match = play("W(1,0,0) road:W", then="AB")
    (event,) = happened(do(match, "A(-1,0,270)"), "feature_completed")
    assert event.payload["meeples"] == [{"player_id": "p0", "x": 1, "y": 0, "spot": "road:W"}]


def test_a_tile_that_a_leaver_hands_on_is_told():
    match = start("UV", players=3)
    (event,) = happened(match.submit(Forfeit(seat(0))), "tile_handed_on")
    assert (event.player_id, event.payload) == ("p1", {"tile": "U"})


def test_everything_is_told_to_everybody():
    match = play(ROAD, players=3, then="UB")
    for event in match.events:
        assert event.audience is None
        assert not event.secret


# Where the points came from


def test_points_are_broken_down_by_kind_during_the_game_and_at_its_end():
    match = play("W(1,0,0) road:W; A(-1,0,270) monastery; E(0,1,180) city:S; B(-1,1,0)")
    earned, final = board(match).earned, board(match).final
    assert (earned[0].road, earned[0].city, final[1].monastery) == (3, 4, 4)
    assert points(match) == "7:4"


def test_field_points_are_in_the_final_part():
    match = play("E(0,1,180) field:NL.NR.EL.ER.WL.WR")
    assert board(match).final[0].field == 3


# In words


@pytest.mark.parametrize(
    "spot, words",
    [
        ("city:N.W", "knight in the city to the north and west"),
        ("road:E", "highwayman on the road to the east"),
        ("road:S.W", "highwayman on the road between south and west"),
        ("monastery", "monk in the monastery"),
        ("field:NL.NR.EL.ER.SL.SR.WL.WR", "farmer in the field all around"),
        ("field:SR.WL", "farmer in the field in the south-west corner"),
        ("field:NL.NR.EL.WR", "farmer in the field to the north"),
        ("field:EL.WR", "farmer in the field to the upper east and upper west"),
        ("field:SL", "farmer in the field to the right south"),
    ],
)
def test_a_spot_reads_as_players_say_it(spot, words):
    match = start("UB")
    described = match.plugin.describe_action(Action("place_meeple", seat(0), PlaceMeeple(spot)), match.view("p0"))
    assert said(match, described) == words


def test_every_action_has_words_of_its_own():
    for order, first in (("EB", ""), ("AB", "A(1,0,90)"), ("LB", "L(0,1,180)"), ("XB", "X(1,0,0)"), ("BB", "")):
        match = start(order)
        if first:
            put(match, first)
        view = match.view("p0")
        told = [said(match, match.plugin.describe_action(action, view)) for action in match.legal_actions("p0")]
        assert all(words.strip() for words in told)
        assert len(set(told)) == len(told)
        assert not any(word in words for words in told for word in ("None", "True", "False", "_"))
