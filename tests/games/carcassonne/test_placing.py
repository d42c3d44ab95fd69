"""Where a tile may go, who is to place one, and what becomes of a tile without a place."""

from __future__ import annotations

import pytest

from gamenight.core.match import Match
from tests.games.carcassonne.playing import (
    aside,
    bag,
    cells,
    do,
    drawn,
    play,
    points,
    skip,
    spots,
    start,
    tile_at,
    tiles,
)


@pytest.mark.parametrize(
    "tile, places",
    [
        ("E", {(0, 1, 180), (0, -1, 90), (0, -1, 180), (0, -1, 270)}),
        ("C", {(0, 1, 0), (0, 1, 90), (0, 1, 180), (0, 1, 270)}),
        ("B", {(0, -1, 0), (0, -1, 90), (0, -1, 180), (0, -1, 270)}),
        ("A", {(1, 0, 90), (-1, 0, 270), (0, -1, 0), (0, -1, 90), (0, -1, 270)}),
        ("U", {(1, 0, 0), (1, 0, 180), (-1, 0, 0), (-1, 0, 180), (0, -1, 0), (0, -1, 180)}),
        ("X", {(x, 0, turn) for x in (1, -1) for turn in (0, 90, 180, 270)}),
    ],
)
def test_an_edge_meets_its_like_and_rotations_that_look_alike_all_count(tile, places):
    assert cells(start(tile)) == places


def test_a_tile_touches_another_along_an_edge_and_lies_on_no_other():
    # After the monastery in the south, every place touches one of the two tiles; corners do not count.
    match = play("B(0,-1,0)", then="B")
    assert {(x, y) for x, y, _ in cells(match)} == {(1, -1), (-1, -1), (0, -2)}


def test_every_edge_that_touches_must_match():
    # (1,1) has the city of N in the west and the field of U in the south.
    for tile, turns in {"E": {270}, "D": set(), "J": {270}, "H": {90, 270}, "B": set()}.items():
        match = play("U(1,0,0); N(0,1,180)", then=tile)
        assert {turn for x, y, turn in cells(match) if (x, y) == (1, 1)} == turns


def test_a_hole_takes_only_what_fits_on_all_four_sides():
    # (0,1) lies between city in the south, east and west, and field in the north.
    around = "U(1,0,0); U(-1,0,0); E(1,1,270); E(-1,1,90); B(1,2,0); B(0,2,0)"
    for tile, turns in {"Q": {180}, "R": {180}, "E": set(), "T": set(), "F": set(), "N": set()}.items():
        assert {turn for x, y, turn in cells(play(around, then=tile)) if (x, y) == (0, 1)} == turns


def test_rotation_is_clockwise_and_y_grows_to_the_north():
    # E's city looks north; a quarter turn lets it look east, where D, turned three quarters, looks back.
    match = play("E(0,-1,90)", then="D")
    assert {turn for x, y, turn in cells(match) if (x, y) == (1, -1)} == {270}
    assert tiles(match)[0, -1] == ("E", 90)


# Turns


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_players_place_tiles_in_turn_and_the_first_begins(players):
    match = start("U" * 8, players)
    for number in range(7):
        assert match.to_act == (f"p{number % players}",)
        do(match, f"U({number + 1},0,0)")
    assert match.to_act == (f"p{7 % players}",)


def test_a_turn_is_tile_then_meeple_then_the_next_player_draws():
    match = start("UV")
    assert (match.state.phase.name, match.to_act, drawn(match)) == ("place_tile", ("p0",), "U")
    match.act(tile_at("p0", 1, 0, 0))
    assert (match.state.phase.name, match.to_act) == ("place_meeple", ("p0",))
    match.act(skip("p0"))
    assert (match.state.phase.name, match.to_act, drawn(match)) == ("place_tile", ("p1",), "V")


def test_the_player_who_completes_a_feature_does_not_play_again():
    assert play("E(0,1,180) city:S", then="U").to_act == ("p1",)


def test_the_game_ends_after_the_turn_of_the_last_tile():
    match = start("U")
    match.act(tile_at("p0", 1, 0, 0))
    assert not match.is_over
    match.act(skip("p0"))
    assert match.is_over
    assert match.to_act == ()


def test_a_game_with_the_whole_bag_ends_when_it_is_empty():
    match = Match.start("carcassonne", 2, seed=5)
    while not match.is_over:
        (player,) = match.to_act
        match.act(match.legal_actions(player)[0])
    assert not bag(match)
    assert len(tiles(match)) + len(aside(match)) == 72


# Tiles without a place. CLOSED has no open road and no open city.

CLOSED = "E(0,1,180); A(-1,0,270); A(1,0,90);"


def test_a_tile_without_a_place_is_set_aside_for_good_and_the_same_player_draws_again():
    match = play("A(-1,0,270); A(1,0,90)", then="XEB")
    assert match.to_act == ("p0",)
    assert drawn(match) == "E"
    assert aside(match) == ["X"]
    do(match, "E(0,1,180); B(0,-1,0)")
    assert "X" not in {letter for letter, _ in tiles(match).values()}


def test_several_tiles_in_a_row_may_be_set_aside_and_no_turn_is_lost():
    match = play(CLOSED, then="XCBB")
    assert match.to_act == ("p1",)
    assert drawn(match) == "B"
    assert sorted(aside(match)) == ["C", "X"]
    do(match, "B(0,-1,0)")
    assert match.to_act == ("p0",)


def test_a_tile_set_aside_does_not_return_when_a_place_opens():
    match = play(CLOSED + "X; V(0,-1,0)", then="B")
    assert drawn(match) == "B"
    assert aside(match) == ["X"]


@pytest.mark.parametrize("rest", ["X", "C", "XC"])
def test_the_game_ends_when_the_last_tiles_have_no_place(rest):
    match = play("E(0,1,180) city:S; A(-1,0,270) monastery; A(1,0,90);" + ";".join(rest))
    assert match.is_over
    assert points(match) == "4:3"
    assert sorted(aside(match)) == sorted(rest)


def test_a_tile_in_hand_always_has_a_place():
    for seed in range(5):
        match = Match.start("carcassonne", 3, seed=seed)
        while not match.is_over:
            (player,) = match.to_act
            if match.state.phase.name == "place_tile":
                assert cells(match)
            else:
                assert spots(match)
            match.act(match.legal_actions(player)[-1])
