"""Where a meeple may go, how many there are, and when they return."""

from __future__ import annotations

import pytest

from tests.games.carcassonne.playing import (
    do,
    meeple_at,
    meeples,
    play,
    points,
    put,
    refusal,
    skip,
    spots,
    spots_after,
    start,
    supply,
    tile_at,
)
from tests.games.carcassonne.scenarios import COLUMN


def test_a_meeple_goes_on_a_feature_of_the_tile_just_placed():
    assert spots_after("", "U(1,0,0)") == {"road:E.W", "field:NL.NR.EL.WR", "field:ER.SL.SR.WL"}
    # The start tile's free city is not offered, nor anything of the first U.
    assert spots_after("U(1,0,0)", "B(0,-1,0)") == {"monastery", "field:NL.NR.EL.ER.SL.SR.WL.WR"}


@pytest.mark.parametrize(
    "move, offered",
    [
        ("A(1,0,90)", {"road:W", "monastery", "field:NL.NR.EL.ER.SL.SR.WL.WR"}),
        ("C(0,1,0)", {"city:N.E.S.W"}),
        ("H(0,1,0)", {"city:N", "city:S", "field:EL.ER.WL.WR"}),
        ("I(0,1,270)", {"city:S", "city:W", "field:NL.NR.EL.ER"}),
        ("L(0,1,180)", {"city:S", "road:N", "road:E", "road:W", "field:NL.WR", "field:NR.EL", "field:ER.WL"}),
        ("S(0,1,270)", {"city:N.S.W", "road:E", "field:EL", "field:ER"}),
        ("V(1,0,0)", {"road:S.W", "field:NL.NR.EL.ER.SL.WR", "field:SR.WL"}),
        ("W(1,0,90)", {"road:N", "road:S", "road:W", "field:NL.WR", "field:SR.WL", "field:NR.EL.ER.SL"}),
    ],
)
def test_spots_are_named_by_kind_and_by_sides_after_rotation(move, offered):
    assert spots_after("", move) == offered


# Occupied features


def test_nobody_enters_a_feature_that_the_new_tile_joins_to_a_meeple():
    offered = spots_after("U(1,0,0) road:E.W", "U(2,0,0)")
    assert offered == {"field:NL.NR.EL.WR", "field:ER.SL.SR.WL"}


def test_one_s_own_meeple_occupies_a_feature_too():
    assert "road:E.W" not in spots_after("U(1,0,0) road:E.W; B(0,-1,0)", "U(2,0,0)")
    assert "road:E.W" in spots_after("U(1,0,0); B(0,-1,0)", "U(2,0,0)")


def test_a_meeple_far_away_in_the_same_feature_occupies_it():
    road = "U(1,0,0) road:E.W; U(2,0,0); U(3,0,0); U(4,0,0); U(5,0,0)"
    assert "road:E.W" not in spots_after(road, "U(-1,0,0)")


def test_a_tile_that_joins_a_free_feature_to_a_taken_one_does_not_offer_it():
    # Two roads come to (2,-1): D's from the north, free, and the one from V in the west.
    roads = "V(0,-1,270){}; U(1,0,0); V(2,0,0); U(1,-1,0)"
    assert "road:N.W" in spots_after(roads.format(""), "V(2,-1,90)")
    assert "road:N.W" not in spots_after(roads.format(" road:E.S"), "V(2,-1,90)")


def test_another_feature_of_the_same_tile_is_free():
    # The crossing ends the road of p0: its other roads begin there.
    assert spots_after("U(1,0,0) road:E.W", "W(2,0,0)") >= {"road:E", "road:S"}
    assert "road:W" not in spots_after("U(1,0,0) road:E.W", "W(2,0,0)")


def test_a_field_is_occupied_round_the_corner():
    # The monastery's field joins both sides of the road that ends at it.
    farmer = "A(1,0,90) field:NL.NR.EL.ER.SL.SR.WL.WR"
    assert spots_after(farmer, "U(-1,0,0)") == {"road:E.W"}
    assert spots_after("A(1,0,90)", "U(-1,0,0)") == {"road:E.W", "field:NL.NR.EL.WR", "field:ER.SL.SR.WL"}


def test_a_monk_occupies_his_own_monastery_alone():
    assert "monastery" in spots_after("B(0,-1,0) monastery", "B(0,-2,0)")


def test_a_feature_that_was_scored_is_free_in_its_other_parts():
    # The knight returned from the city of two tiles; the second city of H was never his.
    assert "city:N" in spots_after("", "H(0,1,0)")
    assert spots_after("H(0,1,0) city:S", "E(0,2,180)") == {"city:S", "field:NL.NR.EL.ER.WL.WR"}


# When nobody is asked


def test_nobody_is_asked_for_a_meeple_where_every_feature_is_taken():
    # C is all city, and two knights of p0 and one of p1 stand in it.
    match = play(
        "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; B(1,2,0); U(2,0,0); E(0,2,180) city:S", then="CB"
    )
    assert match.to_act == ("p1",)
    put(match, "C(0,1,0)")
    assert match.state.phase.name == "place_tile"
    assert match.to_act == ("p0",)
    assert points(match) == "12:0"


def test_nobody_is_asked_for_a_meeple_who_has_none():
    match = play(COLUMN, then="EV")
    assert supply(match) == [0, 7]
    put(match, "E(0,-15,90)")
    assert match.state.phase.name == "place_tile"
    assert match.to_act == ("p1",)


def test_every_player_has_seven_meeples():
    for players in (2, 3, 4, 5):
        assert supply(start("U", players)) == [7] * players


def test_the_last_of_seven_meeples_may_be_placed():
    match = play(COLUMN.rpartition("H")[0], then="HG")
    assert supply(match) == [1, 7]
    do(match, "H(0,-13,90) city:E")
    assert supply(match) == [0, 7]


def test_one_may_keep_one_s_meeple():
    match = start("UU")
    put(match, "U(1,0,0)")
    match.act(skip("p0"))
    assert supply(match) == [7, 7]
    assert meeples(match) == {}


def test_a_meeple_leaves_the_supply_and_stands_where_it_was_put():
    match = play("U(1,0,0) road:E.W; U(2,0,0) field:NL.NR.EL.WR", then="B")
    assert supply(match) == [6, 6]
    assert meeples(match) == {((1, 0), "road:E.W"): 0, ((2, 0), "field:NL.NR.EL.WR"): 1}


# Returns


def test_a_meeple_may_enter_a_feature_that_its_tile_completes_and_returns_at_once():
    match = play("E(0,1,180) city:S", then="B")
    assert points(match) == "4:0"
    assert supply(match) == [7, 7]
    assert meeples(match) == {}


def test_a_meeple_that_this_turn_s_scoring_returns_is_not_there_for_this_turn():
    # D completes the first city of p0, who has no meeple; D's road and fields are free.
    match = play(COLUMN, then="DV")
    put(match, "D(1,-1,270)")
    assert match.to_act == ("p1",)
    assert points(match) == "4:0"
    assert supply(match) == [1, 7]


def test_a_meeple_that_returned_can_be_placed_in_the_next_turn():
    match = play(COLUMN + "D(1,-1,270); U(-1,-2,90)", then="U")
    put(match, "U(-1,0,0)")
    assert "road:E.W" in spots(match)


def test_all_meeples_return_from_a_scored_feature_also_those_that_scored_nothing():
    moves = "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; B(1,2,0); U(2,0,0); E(0,2,180) city:S; C(0,1,0)"
    match = play(moves, then="B")
    assert supply(match) == [7, 7]
    assert meeples(match) == {}


def test_a_meeple_in_another_feature_stays():
    match = play("W(1,0,0) road:W; U(2,0,0) road:E.W; A(-1,0,270)", then="B")
    assert points(match) == "3:0"
    assert supply(match) == [7, 6]
    assert meeples(match) == {((2, 0), "road:E.W"): 1}


def test_farmers_do_not_return():
    match = play("E(0,1,180) field:NL.NR.EL.ER.WL.WR; U(1,0,0) field:NL.NR.EL.WR; F(0,2,0); U(-1,0,0)", then="B")
    assert supply(match) == [6, 6]


def test_nobody_enters_a_completed_feature_later():
    # The city of D and E was completed without a knight: no tile can offer it again.
    match = play("E(0,1,180)", then="BU")
    assert points(match) == "0:0"
    put(match, "B(0,-1,0)")
    assert refusal(match, meeple_at("p1", "city:S")) == "invalid_action"


def test_only_one_meeple_is_placed_in_a_turn():
    match = start("UU")
    match.act(tile_at("p0", 1, 0, 0))
    match.act(meeple_at("p0", "road:E.W"))
    assert match.to_act == ("p1",)
    assert refusal(match, meeple_at("p0", "field:NL.NR.EL.WR")) in {"not_your_turn", "action_type_mismatch"}
