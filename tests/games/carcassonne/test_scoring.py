"""What complete cities, roads and monasteries bring, and to whom."""

from __future__ import annotations

import pytest

from tests.games.carcassonne.playing import do, play, points, supply

# Cities

KNIGHTS = "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E;"


def test_a_city_brings_two_for_each_tile_and_each_pennant():
    assert points(play("U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90); Q(0,1,180)", then="B")) == "10:0"
    assert points(play("U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90); R(0,1,180)", then="B")) == "8:0"


def test_a_city_of_two_tiles_brings_four():
    assert points(play("E(0,1,180) city:S", then="B")) == "4:0"


def test_by_the_older_rule_a_city_of_two_tiles_brings_two():
    assert points(play("E(0,1,180) city:S", then="B", two_tile_city=2)) == "2:0"


def test_the_older_rule_is_for_two_tiles_alone():
    assert points(play(KNIGHTS + "R(0,1,180)", then="B", two_tile_city=2)) == "8:8"
    assert points(play("E(0,-1,90) city:E; G(1,-1,0); E(2,-1,270)", then="B", two_tile_city=2)) == "6:0"


def test_by_the_older_rule_an_open_city_of_two_tiles_still_brings_one_for_each():
    assert points(play("N(0,1,180) city:E.S", two_tile_city=2)) == "2:0"


def test_tied_players_each_get_all_points():
    assert points(play(KNIGHTS + "R(0,1,180)", then="B")) == "8:8"


def test_who_has_fewer_meeples_gets_nothing():
    moves = KNIGHTS + "B(1,2,0); U(2,0,0); E(0,2,180) city:S; C(0,1,0)"
    assert points(play(moves, then="B")) == "12:0"


def test_two_meeples_of_one_player_score_once():
    alone = "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90); B(1,2,0); U(2,0,0); E(0,2,180) city:S; C(0,1,0)"
    match = play(alone, then="B")
    assert points(match) == "12:0"
    assert supply(match) == [7, 7]


def test_a_tile_with_two_parts_in_the_city_counts_once():
    assert points(play("N(0,-1,180) city:E.S; N(1,-1,270); N(0,-2,90); I(1,-2,0)", then="B")) == "8:0"


def test_two_cities_on_one_tile_are_two():
    # H's southern city is D's and complete; the northern one is open.
    match = play("H(0,1,0) city:S", then="EB")
    assert points(match) == "4:0"
    do(match, "E(0,2,180) city:S")
    assert points(match) == "4:4"


def test_one_tile_may_complete_two_cities_of_two_players():
    # H lies between E of p0 in the west and E of p1 in the east.
    ends = "E(0,-1,90) city:E; B(0,-2,0); B(1,-2,0); B(2,-2,0); U(1,0,0); E(2,-1,270) city:W;"
    assert points(play(ends + "H(1,-1,90)", then="B")) == "4:4"


def test_a_city_with_an_open_edge_is_not_scored():
    assert points(play("M(0,1,180) city:E.S", then="B")) == "0:0"


def test_a_city_without_a_knight_brings_nobody_anything():
    match = play("E(0,1,180)", then="B")
    assert points(match) == "0:0"


def test_three_players_tied_all_score():
    moves = (
        "U(1,0,0); U(-1,0,0); U(2,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; B(1,2,0); U(-2,0,0); U(3,0,0);"
        "E(0,2,180) city:S; C(0,1,0)"
    )
    assert points(play(moves, players=3, then="B")) == "12:12:12"


# Roads


@pytest.mark.parametrize(
    "end",
    ["A(-1,0,270)", "W(-1,0,0)", "X(-1,0,0)", "L(-1,0,0)", "S(-1,0,270)", "T(-1,0,270)"],
    ids=["monastery", "crossing", "crossing of four", "crossing at a city", "gate", "gate without a pennant"],
)
def test_a_road_ends_at_a_crossing_a_gate_or_a_monastery(end):
    assert points(play("W(1,0,0) road:W; " + end, then="B")) == "3:0"


@pytest.mark.parametrize("on", ["U(-1,0,0)", "V(-1,0,270)", "J(-1,0,0)", "D(-1,0,0)", "O(-1,0,0)", "K(-1,0,180)"])
def test_a_road_goes_on_over_bends_and_past_cities(on):
    assert points(play("W(1,0,0) road:W; " + on, then="B")) == "0:0"


def test_a_road_brings_one_for_each_tile():
    assert points(play("W(1,0,0) road:W; U(-1,0,0); U(-2,0,0); U(-3,0,0); A(-4,0,270)", then="B")) == "6:0"


def test_a_road_may_end_in_a_loop():
    assert points(play("V(0,-1,270) road:E.S; V(1,-1,0); V(1,-2,90); V(0,-2,180)", then="B")) == "4:0"


def test_a_road_that_returns_to_its_crossing_counts_that_tile_once():
    # From the crossing at (1,0) eastwards over three bends, back to it from the south.
    assert points(play("W(1,0,0) road:E; V(2,0,0); V(2,-1,90); V(1,-1,180)", then="B")) == "4:0"


def test_the_roads_of_a_crossing_are_apart():
    # p0 holds the eastern road, p1 the southern one; a monastery ends the first.
    match = play("W(1,0,0) road:E; V(1,-1,180) road:N.E; B(0,-1,0); A(2,0,90)", then="U")
    assert points(match) == "2:0"
    assert supply(match) == [7, 6]


def test_thieves_who_came_from_both_ends_share_the_road_that_joins_them():
    assert points(play("W(1,0,0) road:E; V(1,-1,180) road:N.E; V(2,0,0); V(2,-1,90)", then="B")) == "4:4"


# Monasteries

ROUND = "U(1,0,0); U(-1,0,0); B(1,-1,0); B(-1,-1,0); E(0,-2,180); E(1,-2,180); E(-1,-2,180);"


def test_a_monastery_brings_nine_when_all_eight_cells_about_it_are_filled():
    before = play("B(0,-1,0) monastery; " + ROUND.rpartition("E")[0], then="EV")
    assert points(before) == "0:0"
    do(before, "E(-1,-2,180)")
    assert points(before) == "9:0"
    assert supply(before) == [7, 7]


def test_a_monastery_laid_into_the_last_cell_is_complete_at_once():
    moves = "U(1,0,0); U(-1,0,0); B(1,-1,0); B(-1,-1,0); E(1,-2,180); E(-1,-2,180); E(0,-2,180); B(0,-1,0) monastery"
    match = play(moves, then="V")
    assert points(match) == "0:9"
    assert supply(match) == [7, 7]


def test_a_complete_monastery_without_a_monk_brings_nothing():
    assert points(play("B(0,-1,0); " + ROUND, then="V")) == "0:0"


def test_one_tile_may_complete_two_monasteries():
    # Monks at (0,-1) and (1,-1), in two rows of four; the last tile touches both.
    moves = (
        "B(0,-1,0) monastery; B(1,-1,0) monastery; U(1,0,0); U(2,0,0); U(-1,0,0); E(2,-1,90); B(-1,-1,0);"
        "E(-1,-2,180); E(0,-2,180); E(2,-2,180)"
    )
    match = play(moves, then="EV")
    assert points(match) == "0:0"
    do(match, "E(1,-2,180)")
    assert points(match) == "9:9"


# Several at once


def test_one_tile_may_complete_features_of_several_players():
    match = play("W(1,0,90); V(1,1,0) road:S.W; L(0,1,180) city:S", then="B")
    assert points(match) == "4:3"
    assert supply(match) == [7, 7]


def test_scores_do_not_depend_on_whose_turn_completes_a_feature():
    own = play("W(1,0,0) road:W; B(0,-1,0); A(-1,0,270)", then="B")
    others = play("W(1,0,0) road:W; A(-1,0,270)", then="B")
    assert points(own) == points(others) == "3:0"
