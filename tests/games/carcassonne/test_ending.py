"""The end: what is incomplete brings, who wins, and where the points came from."""

from __future__ import annotations

import pytest

from gamenight.core.model import GameStatus
from tests.games.carcassonne.playing import play, points


@pytest.mark.parametrize(
    "city, final",
    [("N(0,1,180) city:E.S", "2:0"), ("M(0,1,180) city:E.S", "3:0"), ("C(0,1,0) city:N.E.S.W", "3:0")],
    ids=["two tiles", "a pennant", "a pennant in the middle"],
)
def test_an_incomplete_city_brings_one_for_each_tile_and_each_pennant(city, final):
    assert points(play(city)) == final


def test_an_incomplete_road_brings_one_for_each_tile():
    assert points(play("U(1,0,0) road:E.W")) == "2:0"
    assert points(play("U(1,0,0) road:E.W; V(2,0,0); U(-1,0,0)")) == "4:0"


def test_an_incomplete_monastery_brings_one_and_one_for_each_neighbour():
    assert points(play("B(0,-1,0) monastery")) == "2:0"
    assert points(play("B(0,-1,0) monastery; U(1,0,0); U(-1,0,0)")) == "4:0"
    assert points(play("B(0,-1,0) monastery; B(0,-2,0) monastery")) == "3:2"


def test_eight_tiles_of_nine_are_not_enough_for_a_monastery():
    moves = "B(0,-1,0) monastery; U(1,0,0); U(-1,0,0); B(1,-1,0); B(-1,-1,0); E(0,-2,180); E(1,-2,180)"
    assert points(play(moves, then="E")) == "0:0"
    assert points(play(moves)) == "8:0"


def test_majorities_and_ties_count_at_the_end_as_before():
    knights = "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; C(0,1,0)"
    # Four tiles and a pennant, open to the north.
    assert points(play(knights)) == "5:5"
    # A second knight of p0 came from the north; the city stays open there.
    more = "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; B(-1,2,0); U(2,0,0); N(0,2,180) city:E.S;"
    assert points(play(more + "C(0,1,0)")) == "6:0"


def test_what_was_complete_before_the_last_tile_is_not_scored_again():
    assert points(play("E(0,1,180) city:S; B(0,-1,0)")) == "4:0"


def test_the_last_tile_s_own_meeple_scores():
    assert points(play("U(1,0,0); E(0,1,180) city:S")) == "0:4"
    assert points(play("U(1,0,0); B(0,-1,0) monastery")) == "0:3"


def test_most_points_win():
    result = play("U(1,0,0); E(0,1,180) city:S").result
    assert result.ranking == ((("p1",),), (("p0",),))
    assert result.winners == ("p1",)
    assert result.reason == "normal"


def test_who_ties_shares_the_win():
    knights = "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; Q(0,1,180)"
    assert play(knights).result.winners == ("p0", "p1")
    assert play("B(0,-1,0)").result.ranking == ((("p0",), ("p1",)),)


def test_of_three_those_who_tie_share_a_place():
    assert play("U(1,0,0); E(0,1,180) city:S; B(0,-1,0)", players=3).result.ranking == ((("p1",),), (("p0",), ("p2",)))


def test_a_match_that_is_over_is_finished():
    match = play("B(0,-1,0)")
    assert match.status is GameStatus.FINISHED
    assert match.state.phase.name == "game_over"
