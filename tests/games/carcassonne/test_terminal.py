"""The land as a person sees it in a terminal."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from rich.text import Text

from gamenight.core.match import Match
from gamenight.core.model import Forfeit, seat
from gamenight.core.showing.words import event_words
from gamenight.games.carcassonne import terminal
from gamenight.games.carcassonne.presentation import pictures
from gamenight.games.carcassonne.tiles import COUNTS, LETTERS, ROTATIONS, SHAPES
from gamenight.looks.texts import texts_of
from tests.games.carcassonne.playing import play, put, start

TURNED = [SHAPES[letter][rotation] for letter in LETTERS for rotation in ROTATIONS]
SIGNS = {"C": "▒", "R": "─│", "F": "·"}


def shown(match: Match, player: str = "p0") -> str:
    """The whole picture, without its colours."""
    return Text.from_ansi(terminal.text(match.view(player), texts_of(match.plugin).tell)).plain


def land(match: Match, player: str = "p0") -> list[str]:
    """The board alone, without its columns and rows."""
    rows = shown(match, player).split("\n\n▒ city")[0].split("\n")[1:-1]
    return [row[5:] for row in rows]


def picture(letter: str, rotation: int) -> list[str]:
    return ["".join(row) for row in pictures.draw(SHAPES[letter][rotation])]  # type: ignore[index]


# Tiles


def test_a_tile_looks_like_what_is_on_it():
    assert picture("D", 0) == ["·▒▒▒·", "─────", "·····"]
    assert picture("O", 0) == ["▒▒▒▒·", "▒*┌──", "▒·│··"]
    assert picture("A", 270) == ["·····", "··M──", "·····"]
    assert picture("X", 0) == ["··│··", "──o──", "··│··"]


def test_cities_that_are_apart_are_drawn_apart():
    assert picture("H", 0) == ["·▒▒▒·", "·····", "·▒▒▒·"]
    assert picture("G", 90) == ["·▒▒▒·", "·▒▒▒·", "·▒▒▒·"]
    assert picture("I", 0) == ["·▒▒▒·", "▒····", "▒····"]
    assert picture("N", 0) == ["▒▒▒▒·", "▒▒···", "▒····"]


@pytest.mark.parametrize("shape", TURNED, ids=lambda shape: f"{shape.letter}{shape.rotation}")
def test_every_side_shows_what_it_is(shape):
    drawn = pictures.draw(shape)
    middles = (drawn[0][2], drawn[1][4], drawn[2][2], drawn[1][0])
    assert all(sign in SIGNS[edge] for sign, edge in zip(middles, shape.edges, strict=True))
    assert sum(row.count("*") for row in drawn) == sum(segment.pennants for segment in shape.segments)


@pytest.mark.parametrize("shape", TURNED, ids=lambda shape: f"{shape.letter}{shape.rotation}")
def test_a_meeple_stands_on_its_own_feature(shape):
    drawn = pictures.draw(shape)
    places = [pictures.spot_at(segment.spot) for segment in shape.segments]
    assert len(set(places)) == len(places)
    for segment, (row, column) in zip(shape.segments, places, strict=True):
        assert drawn[row][column] in {"city": "▒", "road": "─│", "field": "·", "monastery": "M"}[segment.kind]


def test_half_a_turn_is_the_picture_upside_down():
    other = str.maketrans("┌┐└┘*", "┘└┐┌▒")
    for letter in LETTERS:
        for rotation in (0, 90):
            upside_down = [row[::-1].translate(other) for row in reversed(picture(letter, rotation))]
            assert [row.replace("*", "▒") for row in picture(letter, rotation + 180)] == upside_down


def test_no_two_kinds_look_alike():
    looks = {tuple(picture(letter, rotation)): letter for letter in LETTERS for rotation in ROTATIONS}
    assert all(looks[tuple(picture(letter, rotation))] == letter for letter in LETTERS for rotation in ROTATIONS)


def test_the_rules_show_every_tile_as_it_is_drawn():
    lines = files("gamenight.games.carcassonne").joinpath("RULES.md").read_text("utf-8").split("\n")
    for at, line in enumerate(lines):
        for found in re.finditer(r"([A-X]) x(\d)", line):
            letter, left = found[1], found.start() - 1
            assert int(found[2]) == COUNTS[letter]
            assert [row[left : left + 5] for row in lines[at - 3 : at]] == picture(letter, 0)
    assert len(re.findall(r"[A-X] x\d", "\n".join(lines))) == len(LETTERS)


# The board


def test_tiles_lie_where_they_were_placed_and_neighbours_differ_in_their_fields():
    match = play("U(1,0,0); V(2,0,0); E(0,1,180)", then="E")
    assert land(match, "p0")[:6] == [
        ":::::",
        ":::::",
        ":▒▒▒:",
        "·▒▒▒·.....·····",
        "────────────┐··",
        "·····.....··│··",
    ]


def test_columns_and_rows_are_numbered_and_rows_grow_to_the_north():
    rows = shown(play("U(1,0,0); E(0,1,180)", then="E"), "p1").split("\n")
    assert rows[0].split() == ["0", "1"]
    assert [row[:5].strip() for row in rows[1:7]] == ["", "1", "", "", "0", ""]


def test_meeples_are_the_numbers_of_their_players():
    match = play(
        "U(1,0,0) road:E.W; E(0,1,180) field:NL.NR.EL.ER.WL.WR; U(-1,0,0) field:NL.NR.EL.WR", then="E", players=3
    )
    assert land(match, "p1")[:6] == [
        "     :2:::",
        "     :::::",
        "     :▒▒▒:",
        ":3:::·▒▒▒·.....",
        "──────────────1",
        ":::::·····.....",
    ]


def test_the_places_for_the_tile_have_numbers_and_each_is_a_group_of_what_looks_different():
    match = start("EU")
    assert [row.rstrip() for row in land(match)] == ["", "  2", "", "·▒▒▒·", "─────", "·····", "", "  1", ""]
    groups = terminal.groups(match.view("p0"))
    assert [words for words, _ in groups] == ["0, -1", "0, 1"]
    assert [[action.payload.rotation for action in actions] for _, actions in groups] == [[90, 180, 270], [180]]


def test_ways_to_turn_a_tile_that_look_alike_are_offered_once():
    match = play("U(1,0,0)", then="B")
    for _, actions in terminal.groups(match.view("p1")):
        assert [action.payload.rotation for action in actions] == [0]


def test_whoever_is_not_to_place_sees_no_numbers():
    match = start("EU")
    assert terminal.groups(match.view("p1")) == []
    assert land(match, "p1") == ["·▒▒▒·", "─────", "·····"]


def test_the_tile_in_hand_is_shown_in_every_turn_that_looks_different():
    rows = shown(start("UE"), "p1").split("\n")
    at = rows.index("tile U    0°      90°")
    assert rows[at - 3 : at] == ["        ·····   ··│··", "        ─────   ··│··", "        ·····   ··│··"]


def test_the_spots_for_a_meeple_have_the_numbers_of_the_list():
    match = start("LU")
    put(match, "L(0,1,180)")
    rows = shown(match).split("\n")
    at = rows.index("tile just placed")
    assert rows[at - 3 : at] == ["·637·", "2─o─4", "·▒1▒5"]


def test_the_bag_the_set_aside_and_the_points_are_told():
    match = play("A(-1,0,270); A(1,0,90) monastery", then="XEUUV")
    told = shown(match)
    assert "3 tiles left: U2 V1; set aside: X" in told
    assert re.search(r"2 Player 2  6 meeples +0 points", told)
    scored = shown(play("E(0,1,180) city:S", then="U"))
    assert re.search(r"1 Player 1  7 meeples +4 points  \(city 4\)", scored)


def test_who_has_left_is_told():
    match = start("UUU", players=3)
    match.submit(Forfeit(seat(2)))
    assert re.search(r"3 Player 3  left", shown(match))


# What happened


def told(match: Match) -> list[str]:
    view = match.view("p0")
    found = [event_words(match.plugin, event, view) for event in match.events]
    return [texts_of(match.plugin).tell(words) for words in found if words]


def test_a_turn_reads_as_players_tell_it():
    assert told(play("E(0,1,180) city:S", then="U"))[1:5] == [
        "placed a city on one side, column 0, row 1",
        "placed a knight in the city to the south",
        "a city of 2 tiles is complete, Player 1: 4 points",
        "took back the knight in the city to the south of column 0, row 1",
    ]


def test_the_end_and_a_tile_handed_on_are_told():
    match = play("B(0,-1,0) monastery", then="U", players=3)
    match.submit(Forfeit(seat(1)))
    assert told(match)[-1] == "was handed a straight road"
    assert told(play("B(0,-1,0) monastery"))[-1] == "at the end the monastery at column 0, row -1, Player 1: 2 points"
