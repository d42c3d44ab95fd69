"""The drawn tiles show what the rules say of them, and meeples stand where they belong."""

import re
import zlib
from functools import cache
from itertools import combinations
from math import dist

import pytest
import resvg_py

from gamenight.core import registry
from gamenight.core.text import say
from gamenight.games.carcassonne.presentation.spots import SPOTS
from gamenight.games.carcassonne.tiles import LETTERS, ROTATIONS, SHAPES, SIDES
from gamenight.looks import look_of
from gamenight.looks.texts import texts_of

LOOK = look_of(registry.load("carcassonne"))
TEXTS = texts_of(registry.load("carcassonne"))
TURNED = [SHAPES[letter][rotation] for letter in LETTERS for rotation in ROTATIONS]

GRASS, VERGE, ROAD, ROOFS, SHIELD = "#a9c883", "#75644a", "#fbf4e1", "#6d5a86", "#2456a6"
COLOURS = {
    "field": {GRASS, "#7da05a"},
    "road": {ROAD},
    "city": {"#c08c55", "#c4694a", "#8a3a26", "#5c2a1c"},
    "monastery": {"#efe6d2", ROOFS, "#2a1f18"},
}
KINDS = {"C": "city", "R": "road", "F": "field"}


@cache
def colour(letter: str, rotation: int, column: float, row: float) -> str:
    """What is seen at a point of a turned tile, from 0 to 1: one pixel, which looks the same in every filter of PNG."""
    turned = f'<g transform="rotate({rotation} 50 50)">{LOOK.art[letter].svg}</g>'
    box = f"{100 * column - 0.1} {100 * row - 0.1} 0.2 0.2"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="1" height="1">{turned}</svg>'
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
    data = b"".join(re.findall(rb"IDAT(.*)....IEND", png, re.DOTALL))
    return "#" + zlib.decompress(data[:-4])[1:4].hex()


def at_side(side: str, along: float, depth: float = 0.02) -> tuple[float, float]:
    """A point just inside a side, so far along it clockwise."""
    return {"N": (along, depth), "E": (1 - depth, along), "S": (1 - along, 1 - depth), "W": (depth, 1 - along)}[side]


def name(shape) -> str:
    return f"{shape.letter}{shape.rotation}"


@pytest.mark.parametrize("shape", TURNED, ids=name)
def test_every_side_is_drawn_as_what_it_is(shape):
    for side, edge in zip(SIDES, shape.edges, strict=True):
        assert colour(shape.letter, shape.rotation, *at_side(side, 0.5)) in COLOURS[KINDS[edge]]
        beside = "city" if edge == "C" else "field"
        for along in (0.2, 0.35, 0.65, 0.8):
            assert colour(shape.letter, shape.rotation, *at_side(side, along)) in COLOURS[beside]


@pytest.mark.parametrize("letter", LETTERS)
def test_roads_meet_those_of_the_neighbours(letter):
    for side, edge in zip(SIDES, SHAPES[letter][0].edges, strict=True):
        if edge == "R":
            seen = [colour(letter, 0, *at_side(side, along)) for along in (0.42, 0.445, 0.47, 0.53, 0.555, 0.58)]
            assert seen == [GRASS, VERGE, ROAD, ROAD, VERGE, GRASS]


@pytest.mark.parametrize("shape", TURNED, ids=name)
def test_a_meeple_stands_on_its_own_feature_and_apart_from_the_others(shape):
    spots = SPOTS[shape.letter, shape.rotation]
    for segment in shape.segments:
        column, row = spots[segment.spot]
        assert colour(shape.letter, shape.rotation, 0.5 + column, 0.5 + row) in COLOURS[segment.kind]
        assert max(abs(column), abs(row)) <= 0.4
    for one, other in combinations([(0, 0), *spots.values()], 2):
        assert dist(one, other) >= (0.25 if (0, 0) not in (one, other) else 0.04)


@pytest.mark.parametrize("letter", LETTERS)
def test_pennants_monasteries_and_crossings_are_drawn_where_there_are_any(letter):
    svg, shape = LOOK.art[letter].svg, SHAPES[letter][0]
    assert svg.count(SHIELD) == sum(segment.pennants for segment in shape.segments)
    assert (ROOFS in svg) == shape.has_monastery
    assert ("<circle" in svg) == (shape.edges.count("R") > 2)


def test_all_art_is_small_and_has_a_name():
    assert not LOOK.faults
    for art in LOOK.art:
        assert len(LOOK.art[art].svg) < 2048
        assert TEXTS.has(f"art-{art}")


def test_seats_are_told_apart_without_colour():
    for figure in "mf":
        assert len({LOOK.art[f"{figure}{seat}"].svg for seat in range(5)}) == 5


# Words


@pytest.mark.parametrize("shape", TURNED, ids=name)
def test_a_placement_says_what_is_on_which_side(shape):
    place, _, words = TEXTS.tell(say(f"{shape.letter}{shape.rotation}", x=4, y=-3)).partition(": ")
    assert place == "column 4, row -3"
    found, kind = dict.fromkeys(SIDES, "F"), ""
    for word in re.findall(r"\w+", words.replace("on all sides", "north east south west")):
        kind = {"city": "C", "road": "R", "roads": "R"}.get(word, kind)
        if word in ("north", "east", "south", "west"):
            found[word[0].upper()] = kind
    assert "".join(found.values()) == shape.edges
    assert ("pennant" in words) == any(segment.pennants for segment in shape.segments)
    assert ("monastery" in words) == shape.has_monastery


def test_no_two_ways_to_turn_a_tile_are_called_the_same():
    for letter in LETTERS:
        assert len({TEXTS.tell(say(f"{letter}{rotation}", x=0, y=0)) for rotation in ROTATIONS}) == 4
