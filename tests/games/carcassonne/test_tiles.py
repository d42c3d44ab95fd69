"""The tile set, found out by laying tiles: what the fact sheet says of 24 kinds and 72 tiles.

The start tile has a city in the north, roads in the east and west and a field in the south. So a tile fits north of it
in as many rotations as it has city edges, east of it in as many as it has road edges, south as it has field edges.
"""

from __future__ import annotations

from collections import Counter

import pytest

from gamenight.core.match import Match
from tests.games.carcassonne import slow
from tests.games.carcassonne.playing import bag, cells, drawn, meeple_at, points, spots, start, tile_at, tiles

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
NORTH, EAST, SOUTH = (0, 1), (1, 0), (0, -1)


def full_bag() -> Counter[str]:
    """What the bag holds before the first draw, as everybody is told."""
    match = Match.start("carcassonne", 2, seed=1)
    return bag(match) + Counter([drawn(match)])


def rotations(letter: str, cell: tuple[int, int]) -> list[int]:
    """In which rotations the tile fits on this cell next to the start tile alone."""
    return sorted(turn for x, y, turn in cells(start(letter)) if (x, y) == cell)


def in_all(of_one: dict[str, int]) -> int:
    """The sum over all 72 tiles."""
    counts = full_bag() + Counter("D")
    return sum(of_one[letter] * counts[letter] for letter in LETTERS)


def test_the_start_tile_lies_in_the_middle_with_its_city_to_the_north():
    assert tiles(start("U")) == {(0, 0): ("D", 0)}


def test_71_tiles_are_in_the_bag_and_three_of_them_are_like_the_start_tile():
    assert full_bag().total() == 71
    assert full_bag()["D"] == 3


def test_each_kind_is_there_as_often_as_the_sheet_says():
    sheet = "A2 B4 C1 D3 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1"
    assert full_bag() == Counter({kind[0]: int(kind[1:]) for kind in sheet.split()})


@pytest.mark.parametrize("cell, edges", [(NORTH, 79), (EAST, 94), (SOUTH, 115)], ids=["city", "road", "field"])
def test_all_tiles_together_have_so_many_edges_of_a_kind(cell, edges):
    assert in_all({letter: len(rotations(letter, cell)) for letter in LETTERS}) == edges


def test_there_are_six_monasteries():
    assert in_all({letter: "monastery" in spots_beside(letter) for letter in LETTERS}) == 6


def spots_beside(letter: str) -> set[str]:
    match = start(letter)
    match.act(tile_at("p0", *min(cells(match))))
    return spots(match)


def test_there_are_ten_pennants():
    assert in_all({letter: pennants(letter) for letter in LETTERS}) == 10


def pennants(letter: str) -> int:
    """What an open city of two tiles brings at the end beyond one for each; no pennant is in a complete one."""
    if not rotations(letter, NORTH):
        return 0
    match = start(letter)
    match.act(tile_at("p0", *NORTH, rotations(letter, NORTH)[0]))
    (city,) = [spot for spot in spots(match) if spot.startswith("city") and "S" in spot.partition(":")[2].split(".")]
    match.act(meeple_at("p0", city))
    return {"4:0": 0, "2:0": 0, "3:0": 1}[points(match)]


@pytest.mark.parametrize("letter", LETTERS)
def test_a_tile_has_the_features_of_the_sheet_in_every_rotation(letter):
    match = start(letter)
    board: slow.Board = {(0, 0): ("D", 0)}
    assert cells(match) == slow.placements(board, letter)
    for cell in cells(match):
        match = start(letter)
        match.act(tile_at("p0", *cell))
        assert spots(match) == set(slow.spots_on(letter, cell[2]))


def test_the_slow_game_knows_the_same_tiles():
    assert full_bag() + Counter("D") == Counter({letter: tile.count for letter, tile in slow.TILES.items()})
