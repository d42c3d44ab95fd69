"""Farmers: fields, the cities they border, and what they bring at the end."""

from __future__ import annotations

from tests.games.carcassonne.playing import play, points, put, spots_after, supply

NORTH_OF_D = "field:NL.NR.EL.ER.WL.WR"


def test_a_field_brings_three_for_each_completed_city_at_its_border():
    assert points(play(f"E(0,1,180) {NORTH_OF_D}")) == "3:0"


def test_a_city_that_is_not_complete_brings_a_farmer_nothing():
    assert points(play("U(1,0,0) field:NL.NR.EL.WR")) == "0:0"


def test_farmers_score_at_the_end_alone():
    match = play(f"E(0,1,180) {NORTH_OF_D}", then="B")
    assert points(match) == "0:0"
    assert supply(match) == [6, 7]


def test_several_fields_at_one_city_all_score_it():
    # North of the city, and between city and road; the field south of the road touches no city.
    moves = f"E(0,1,180) {NORTH_OF_D}; U(1,0,0) field:NL.NR.EL.WR; U(-1,0,0) field:ER.SL.SR.WL"
    assert points(play(moves)) == "3:3"


def test_who_has_most_farmers_in_a_field_takes_all_of_it():
    joined = (
        f"E(0,1,180) {NORTH_OF_D}; U(1,0,0) field:NL.NR.EL.WR; F(0,2,0); U(-1,0,0);"
        "E(1,2,270) field:NL.NR.EL.ER.SL.SR; B(1,1,0); E(-1,2,90)"
    )
    assert points(play(joined)) == "6:0"


def test_tied_farmers_all_score_in_full():
    # B at (1,1) joins the field of p0 in the north to that of p1 at the road.
    moves = f"E(0,1,180) {NORTH_OF_D}; U(1,0,0) field:NL.NR.EL.WR; B(1,1,0)"
    assert points(play(moves)) == "3:3"


def test_every_city_at_a_field_counts():
    assert points(play("H(0,1,0) field:EL.ER.WL.WR; E(0,2,180)")) == "6:0"


def test_a_city_at_several_places_of_one_field_counts_once():
    # South of the row E-G-E the monasteries join the field of the first E to that of G.
    row = "E(0,-1,90) field:NL.NR.SL.SR.WL.WR; G(1,-1,0); E(2,-1,270); B(0,-2,0); B(1,-2,0)"
    assert points(play(row)) == "3:0"


def test_a_city_whose_parts_joined_only_after_the_field_was_claimed_counts_once():
    # I's two cities are apart when the farmer comes, and one when the ring of four is closed.
    ring = "I(0,-1,180) field:NL.NR.WL.WR; N(1,-1,270); N(0,-2,90); N(1,-2,0)"
    assert points(play(ring)) == "3:0"
    assert points(play(ring.rpartition(";")[0])) == "0:0"


def test_a_city_that_was_completed_before_the_farmer_came_counts():
    assert points(play("E(0,1,180); U(1,0,0) field:NL.NR.EL.WR")) == "0:3"


def test_a_city_of_two_tiles_feeds_a_farmer_by_either_rule():
    assert points(play(f"E(0,1,180) {NORTH_OF_D}", two_tile_city=2)) == "3:0"


def test_a_city_beyond_a_road_does_not_count():
    assert points(play("E(0,1,180); U(1,0,0) field:ER.SL.SR.WL")) == "0:0"


# What cuts a field


def test_a_road_through_a_tile_cuts_its_field():
    assert len({spot for spot in spots_after("", "U(1,0,0)") if spot.startswith("field")}) == 2


def test_a_monastery_and_the_end_of_its_road_do_not_cut_the_field():
    assert spots_after("", "A(1,0,90)") == {"road:W", "monastery", "field:NL.NR.EL.ER.SL.SR.WL.WR"}


def test_a_road_s_end_at_a_monastery_joins_the_fields_on_both_sides_of_the_road():
    # So the farmer on A borders the city of D, from which the road parts the southern field elsewhere.
    assert points(play("A(1,0,90) field:NL.NR.EL.ER.SL.SR.WL.WR; E(0,1,180)")) == "3:0"
    assert points(play("U(1,0,0) field:ER.SL.SR.WL; E(0,1,180)")) == "0:0"


def test_a_gate_cuts_the_field_in_two():
    assert spots_after("", "S(1,0,90)") == {"city:N.E.S", "road:W", "field:WL", "field:WR"}
    assert spots_after("", "T(1,0,90)") == {"city:N.E.S", "road:W", "field:WL", "field:WR"}


def test_a_crossing_cuts_the_field_at_every_road():
    assert {spot for spot in spots_after("", "X(1,0,0)") if spot.startswith("field")} == {
        "field:NR.EL",
        "field:ER.SL",
        "field:SR.WL",
        "field:NL.WR",
    }


def test_a_city_through_a_tile_cuts_its_field():
    assert spots_after("E(0,-1,90)", "F(1,-1,0)") == {"city:E.W", "field:NL.NR", "field:SL.SR"}


def test_the_field_between_two_cities_of_a_tile_is_one():
    assert {spot for spot in spots_after("", "H(0,1,0)") if spot.startswith("field")} == {"field:EL.ER.WL.WR"}


def test_each_field_scores_a_city_by_itself_unlike_older_rules_that_score_each_city_once():
    both = f"E(0,1,180) {NORTH_OF_D}; B(0,-1,0); U(1,0,0) field:NL.NR.EL.WR"
    assert points(play(both)) == "6:0"


# Without farmers


def test_without_farmers_no_field_is_offered():
    assert spots_after("", "U(1,0,0)", farmers=False) == {"road:E.W"}
    assert spots_after("", "B(0,-1,0)", farmers=False) == {"monastery"}


def test_without_farmers_nobody_is_asked_where_only_a_field_is_free():
    match = play("U(1,0,0) road:E.W", then="UB", farmers=False)
    put(match, "U(2,0,0)")
    assert match.state.phase.name == "place_tile"
    assert match.to_act == ("p0",)


def test_without_farmers_everything_else_scores_as_ever():
    moves = "M(0,1,180) city:E.S; A(-1,0,270) monastery; U(1,0,0) road:E.W; B(-1,1,0)"
    assert points(play(moves, farmers=False)) == "6:4"
