"""The weighed evaluation on positions worked out by hand; `sigmoid(d, s)` is 1 / (1 + exp(-d / s)).

`then` are the tiles still to come: the first is in hand, and all of them are remaining tiles.
"""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from gamenight.core.model import seat
from gamenight.games.carcassonne import GAME
from gamenight.games.carcassonne.search.evaluation import (
    PRESETS,
    completion_chance,
    field_part,
    game_progress,
    meeple_part,
    occupied_features,
    potential_part,
    score_part,
)
from gamenight.games.carcassonne.state import Land
from tests.games.carcassonne.playing import play, put

WEIGHTS = PRESETS["default"]


def sigmoid(difference: float, scale: float) -> float:
    return 1 / (1 + math.exp(-difference / scale))


def land_after(moves: str, then: str, players: int = 2) -> Land:
    return play(moves, players, then=then).state.game_data


def potential(moves: str, then: str, own: int) -> float:
    land = land_after(moves, then)
    return potential_part(WEIGHTS, land, occupied_features(land), own)


def field(moves: str, then: str, own: int) -> float:
    land = land_after(moves, then)
    return field_part(WEIGHTS, land, occupied_features(land), own)


# How far the game is


def test_progress_is_the_share_of_tiles_on_the_board_and_the_tile_in_hand_is_not():
    assert game_progress(land_after("", then="UU")) == pytest.approx(1 / 3)
    assert game_progress(land_after("U(1,0,0)", then="UU")) == pytest.approx(2 / 4)


def test_progress_leaves_out_what_was_set_aside():
    # X fits nowhere between two monasteries; three tiles lie, E is in hand.
    assert game_progress(land_after("A(-1,0,270); A(1,0,90); X", then="E")) == pytest.approx(3 / 4)


@pytest.mark.parametrize(
    ("open_edges", "remaining", "chance"),
    [(0, 0, 1.0), (0, 9, 1.0), (1, 0, 0.0), (1, 1, 1 / 6), (1, 6, 1.0), (1, 60, 1.0), (2, 6, 0.5), (7, 6, 1 / 7)],
)
def test_the_chance_of_completion_is_half_of_the_remaining_tiles_over_three_for_each_open_edge(
    open_edges, remaining, chance
):
    assert completion_chance(open_edges, remaining) == pytest.approx(chance)


# Points


def test_the_score_counts_against_the_best_other():
    assert score_part(WEIGHTS, {seat(0): 10.0, seat(1): 35.0, seat(2): 5.0}, seat(0)) == pytest.approx(sigmoid(-25, 25))
    assert score_part(WEIGHTS, {seat(0): 10.0, seat(1): 35.0, seat(2): 5.0}, seat(1)) == pytest.approx(sigmoid(25, 25))


# Unfinished features


def test_a_city_counts_twice_by_its_chance():
    # Two tiles and a pennant, one open edge, one tile left: 1/6 * 6 + 5/6 * 3 = 3.5.
    city = "M(0,1,180) city:E.S"
    assert potential(city, "U", own=0) == pytest.approx(sigmoid(3.5, 15))
    assert potential(city, "U", own=1) == pytest.approx(sigmoid(-3.5, 15))


def test_a_road_counts_its_tiles_whatever_its_chance():
    assert potential("U(1,0,0) road:E.W", "U", own=0) == pytest.approx(sigmoid(2, 15))
    assert potential("U(1,0,0) road:E.W", "U" * 20, own=0) == pytest.approx(sigmoid(2, 15))


def test_a_monastery_counts_nine_by_its_chance_else_what_lies_there():
    # One neighbour, seven missing, six tiles left: chance 6/21 * 1/2 = 1/7; 1/7 * 9 + 6/7 * 2 = 3.
    assert potential("B(0,-1,0) monastery", "UUUUUU", own=0) == pytest.approx(sigmoid(3, 15))


def test_a_feature_with_as_many_meeples_of_both_counts_for_whoever_asks():
    # Four tiles and the pennant of C, one edge open to the north, two tiles left: 4/3 * 5.
    tied = "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; C(0,1,0)"
    assert potential(tied, "UU", own=0) == pytest.approx(sigmoid(20 / 3, 15))
    assert potential(tied, "UU", own=1) == pytest.approx(sigmoid(20 / 3, 15))


def test_meeples_that_are_outnumbered_are_wasted():
    # Five tiles and a pennant, one open edge, two tiles left: 4/3 * 6 = 8 for the two; minus 8 and 1.5 for the one.
    contested = (
        "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; B(1,2,0); U(2,0,0); N(0,2,270) city:S.W; C(0,1,0)"
    )
    assert potential(contested, "UU", own=0) == pytest.approx(sigmoid(8, 15))
    assert potential(contested, "UU", own=1) == pytest.approx(sigmoid(-9.5, 15))


def test_farmers_and_empty_features_have_no_potential():
    assert potential("U(1,0,0) field:NL.NR.EL.WR; M(0,1,180)", "U", own=0) == pytest.approx(0.5)


def test_what_is_completed_but_not_yet_scored_counts_in_full():
    match = play("M(0,1,180) city:E.S", then="EU")
    put(match, "E(1,1,270)")
    land = match.state.game_data
    # Three tiles and a pennant.
    assert potential_part(WEIGHTS, land, occupied_features(land), 0) == pytest.approx(sigmoid(8, 15))


# Meeples


@pytest.mark.parametrize(
    ("supply", "on_board", "remaining", "value"),
    [
        ((7, 7), 1, 9, 0.5 * 0.5 + 0.5 * 1.0),
        ((6, 6), 2, 8, 0.5 * 0.5 + 0.5 * 6 / 7),  # 20 % played: hoarding is not punished yet
        ((6, 6), 3, 7, 0.5 * 0.5 + 0.5 * 0.8 * 6 / 7),
        ((5, 5), 3, 7, 0.5 * 0.5 + 0.5 * 5 / 7),
        ((1, 3), 6, 4, 0.5 * sigmoid(-1, 3) + 0.5 * 0.6 / 7),
        ((1, 3), 7, 3, 0.5 * sigmoid(-1, 3) + 0.5 * 1 / 7),
        ((0, 4), 6, 4, 0.5 * sigmoid(-2, 3)),
        ((5, 2, 4), 5, 5, 0.5 * sigmoid(1, 3) + 0.5 * 5 / 7),  # beside an average of 3
    ],
)
def test_meeples_count_by_themselves_and_beside_the_others(supply, on_board, remaining, value):
    start = land_after("", then="U", players=len(supply))
    tiles = start.tiles * on_board
    land = replace(start, supply=supply, tiles=tiles, bag=("U",) * (remaining - 1))
    assert meeple_part(WEIGHTS, land, 0) == pytest.approx(value)


# Fields


def test_a_field_counts_three_for_each_completed_city():
    moves = "E(0,1,180) field:NL.NR.EL.ER.WL.WR"
    assert field(moves, "U", own=0) == pytest.approx(sigmoid(3, 10))
    assert field(moves, "U", own=1) == pytest.approx(sigmoid(-3, 10))


def test_an_open_city_beside_a_field_counts_once_it_is_likely():
    moves = "U(1,0,0) field:NL.NR.EL.WR"
    assert field(moves, "U", own=0) == pytest.approx(0.5)  # 1/6 is not likely
    assert field(moves, "UU", own=0) == pytest.approx(sigmoid(3 * 1 / 3, 10))
    assert field(moves, "U" * 6, own=0) == pytest.approx(sigmoid(3, 10))


def test_fields_count_against_the_best_other():
    # p0's field borders the city of D and E, so does p1's beside the road; p2 has none that borders it.
    moves = "E(0,1,180) field:NL.NR.EL.ER.WL.WR; U(1,0,0) field:NL.NR.EL.WR; U(-1,0,0) field:ER.SL.SR.WL"
    land = land_after(moves, "U", players=3)
    occupied = occupied_features(land)
    assert field_part(WEIGHTS, land, occupied, 0) == pytest.approx(0.5)
    assert field_part(WEIGHTS, land, occupied, 1) == pytest.approx(0.5)
    assert field_part(WEIGHTS, land, occupied, 2) == pytest.approx(sigmoid(-3, 10))


# All together


def test_the_start_of_a_short_game():
    # Two tiles of three to come: progress 1/3. All even; seven meeples are a hoard by now: 0.5 * 0.5 + 0.5 * 0.8.
    match = play("", then="UU")
    expected = (0.35 + 0.1 / 3) * 0.5 + (0.35 - 0.15 / 3) * 0.5 + (0.2 - 0.05 / 3) * 0.65 + (0.1 + 0.1 / 3) * 0.5
    assert GAME.evaluators["default"](match.state.game_data, match.scores, seat(0)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("preset", "score", "potential", "meeple", "fields"),
    [
        ("default", 0.40, 0.275, 0.175, 0.15),
        ("aggressive", 0.50, 0.225, 0.075, 0.20),
        ("field_heavy", 0.35, 0.225, 0.125, 0.30),
        ("conservative", 0.35, 0.225, 0.275, 0.15),
    ],
)
def test_the_presets_in_the_middle_of_a_game(preset, score, potential, meeple, fields):
    # Three tiles lie, three are to come. p0 has completed a city of two tiles, and has its knight back: 4:0. p1 has a
    # farmer on a field that borders this city: 0:3. p0 hoards: 0.5 * sigmoid(0.5, 3) + 0.5 * 0.8.
    match = play("E(0,1,180) city:S; U(1,0,0) field:NL.NR.EL.WR", then="UUU")
    parts = (sigmoid(4, 25), 0.5, 0.5 * sigmoid(0.5, 3) + 0.4, sigmoid(-3, 10))
    expected = sum(weight * part for weight, part in zip((score, potential, meeple, fields), parts, strict=True))
    assert GAME.evaluators[preset](match.state.game_data, match.scores, seat(0)) == pytest.approx(expected)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_value_stays_between_0_and_1(preset):
    match = play("E(0,1,180) city:S; U(1,0,0) field:NL.NR.EL.WR", then="UUU")
    for scores in ({"p0": 200.0, "p1": 0.0}, {"p0": 0.0, "p1": 200.0}):
        assert 0 <= GAME.evaluators[preset](match.state.game_data, scores, seat(0)) <= 1  # type: ignore[arg-type]
