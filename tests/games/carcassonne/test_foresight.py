"""The evaluation by the tiles that are left, on positions worked out by hand.

`then` are the tiles still to come, the first of them in hand. With two players and `n` of them a player draws n / 2
times, so that an edge which `c` of them close is closed with the chance 1 - (1 - c / n) ** (effort * n / 2).
"""

from __future__ import annotations

import random

import pytest

from gamenight.core.match import Match
from gamenight.core.model import GameState, PlayerId, seat
from gamenight.games.carcassonne import GAME, scoring
from gamenight.games.carcassonne.search.foresight import (
    CITY_BESIDE,
    NEW_TILES,
    RETURN,
    TEMPO,
    TOGETHER,
    UNREACHED,
    expected_totals,
    foresee,
)
from gamenight.games.carcassonne.search.outlook import (
    CITY_EFFORT,
    CITY_EXTENDING,
    FIELD_GROWTH,
    FILL_EFFORT,
    ROAD_EFFORT,
    ROAD_EXTENDING,
    Odds,
    outlook,
)
from gamenight.games.carcassonne.state import scores_of
from gamenight.games.carcassonne.tiles import BAG
from tests.games.carcassonne.playing import play

WHOLE_BAG = 71


def totals(match: Match) -> list[float]:
    return expected_totals(match.state.game_data, match.scores)


def expected_of(promised: float, on_board: float, remaining: int) -> list[float]:
    """p0 has one meeple on the board, of which so much is as good as in supply; p1, who is to draw, has none there."""
    odds = Odds(remaining, 2)
    return [promised + odds.supply(6 + on_board), odds.supply(7) + TEMPO]


def chance(useful: float, of: int, effort: float) -> float:
    return 1 - (1 - useful / of) ** (effort * of / 2)


# What the tiles that are left do to an open edge


def edge_above_the_start(bag: str) -> float:
    """The chance of the city of D, which asks the place above for a city in the south and for nothing else."""
    south = 1 << 2 * 2
    ((_, _, found),) = outlook(tuple(bag), None, 2).see_edges(south)
    return found


def test_a_tile_that_closes_the_edge_counts_and_one_that_does_not_fit_does_not():
    assert edge_above_the_start("EU") == pytest.approx(chance(1, 2, CITY_EFFORT))


def test_a_tile_that_only_extends_the_city_counts_a_little():
    assert edge_above_the_start("NU") == pytest.approx(chance(CITY_EXTENDING, 2, CITY_EFFORT))


def test_one_of_two_separate_cities_on_a_tile_closes_the_edge():
    assert edge_above_the_start("HI") == 1.0


def test_without_a_tile_that_fits_an_edge_stays_open_for_ever():
    assert edge_above_the_start("UVWXAB") == 0.0


def test_with_the_whole_bag():
    # A city edge have C 1, D 3, E 5, F 2, G 1, H 3, I 2, J 3, K 3, L 3, M 2, N 3, O 2, P 3, Q 1, R 3, S 2, T 1: 43;
    # a city of one edge D 3, E 5, H 3, I 2, J 3, K 3, L 3: 22 of them.
    assert edge_above_the_start(BAG) == pytest.approx(chance(22 + 21 * CITY_EXTENDING, 71, CITY_EFFORT))


def test_a_corner_closes_two_edges_at_once():
    # Cities in the south and west: N closes both of them; I has one city for each; E does not fit.
    edges = outlook(tuple("NIEE"), None, 2).see_edges(1 << 2 * 2 | 1 << 2 * 3)
    assert [found for _, _, found in edges] == [pytest.approx(chance(2, 4, CITY_EFFORT))] * 2


def test_a_corner_that_meets_a_field_is_extended_by_no_tile():
    # City in the south, field in the north: N fits, and leaves by the east or west; E closes.
    (edge,) = outlook(tuple("NE"), None, 2).see_edges(1 << 2 * 2 | 3)
    assert edge[2] == pytest.approx(chance(1 + CITY_EXTENDING, 2, CITY_EFFORT))


def test_the_order_of_the_bag_does_not_matter():
    assert outlook(tuple("UEN"), "V", 2) is outlook(tuple("NVU"), "E", 2)


# What features promise


def test_a_city_promises_more_than_its_tiles_by_its_chance():
    # M leaves D's city open to the east of (0, 1), where E closes it: two tiles and a pennant, and one tile to come.
    found = chance(1, 2, CITY_EFFORT)
    points = 3 + found * (3 + 2 * NEW_TILES)
    assert totals(play("M(0,1,180) city:E.S", then="EU")) == pytest.approx(expected_of(points, found * RETURN, 2))


def test_a_city_that_cannot_be_completed_keeps_its_points_and_its_meeple():
    assert totals(play("M(0,1,180) city:E.S", then="UU")) == pytest.approx(expected_of(3, 0, 2))


def test_a_road_promises_its_tiles_and_the_meeple_back():
    # The road of D and U is open at both ends; W and A end it, V leads on, E and B do not fit.
    ends = chance(2 + ROAD_EXTENDING, 5, ROAD_EFFORT)
    points = 2 + ends**2 * 2 * NEW_TILES
    assert totals(play("U(1,0,0) road:E.W", then="WAVEB")) == pytest.approx(expected_of(points, ends**2 * RETURN, 5))


def test_a_monastery_promises_what_may_come_to_it():
    # B in the south of D: seven places are empty. D has a road to the west and the east, and B asks for fields around
    # it. U fits north-west and north-east of B, beside D, and at no side of B alone; in the south, and in the east
    # and west, it lies with its field towards B. South-west and south-east no tile touches yet.
    fits = chance(2, 2, FILL_EFFORT)
    assert fits == 1.0
    points = 9 * UNREACHED ** (2 * TOGETHER) + (1 - UNREACHED ** (2 * TOGETHER)) * (2 + 5 + 2 * UNREACHED)
    back = UNREACHED ** (2 * TOGETHER) * RETURN
    assert totals(play("B(0,-1,0) monastery", then="UU")) == pytest.approx(expected_of(points, back, 2))


def test_a_field_promises_three_for_a_completed_city_and_something_for_those_to_come():
    field = "E(0,1,180) field:NL.NR.EL.ER.WL.WR"
    assert totals(play(field, then="UU")) == pytest.approx(expected_of(3 + FIELD_GROWTH * 2 / WHOLE_BAG, 0, 2))


def test_a_field_promises_something_for_an_open_city_by_its_chance():
    # The city of D is open above it: E would close it.
    points = 3 * CITY_BESIDE * chance(1, 2, CITY_EFFORT) + FIELD_GROWTH * 2 / WHOLE_BAG
    assert totals(play("U(1,0,0) field:NL.NR.EL.WR", then="EU")) == pytest.approx(expected_of(points, 0, 2))


def test_what_two_have_alike_is_promised_to_both_and_who_has_fewer_gets_nothing():
    tied = "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; C(0,1,0)"
    contested = (
        "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; B(1,2,0); U(2,0,0); N(0,2,270) city:S.W; C(0,1,0)"
    )
    odds = Odds(2, 2)
    # Four tiles and a pennant; p1 has laid C, a fifth tile of p0's turn before it is missing, so p1 is to draw.
    assert totals(play(tied, then="UU")) == pytest.approx([5 + odds.supply(6), 5 + odds.supply(6) + TEMPO])
    # Five tiles and a pennant for the two knights of p0, who is to draw.
    assert totals(play(contested, then="UU")) == pytest.approx([6 + odds.supply(5) + TEMPO, odds.supply(6)])


# The value


def test_at_the_end_only_points_count():
    match = play("M(0,1,180) city:E.S; A(-1,0,270) monastery; U(1,0,0) road:E.W; B(-1,1,0)")
    assert totals(match) == [6, 4]
    assert (
        foresee(match.state.game_data, match.scores, seat(0))
        > 0.5
        > foresee(match.state.game_data, match.scores, seat(1))
    )


def test_the_same_lead_counts_more_when_fewer_tiles_are_left():
    early = play("E(0,1,180) city:S; U(1,0,0)", then="U" * 20)
    late = play("E(0,1,180) city:S; U(1,0,0)", then="UU")
    assert 0.5 < value(early.state, "p0") < value(late.state, "p0")


def test_what_a_player_has_left_behind_is_no_rival():
    match = play("U(1,0,0); U(-1,0,0); U(2,0,0)", players=3, then="UUUU")
    before = foresee(match.state.game_data, {seat(0): 10.0, seat(1): 90.0, seat(2): 8.0}, seat(0))
    after = GAME.on_player_forfeit(match.state.game_data, "p1", None).game_data  # type: ignore[arg-type]
    assert before < 0.1
    assert foresee(after, {seat(0): 10.0, seat(1): 90.0, seat(2): 8.0}, seat(0)) > 0.5


def value(state: GameState, player: str) -> float:
    return foresee(state.game_data, state.scores, PlayerId(player))


@pytest.fixture(scope="module")
def positions() -> list[GameState]:
    """Every position of a few random games between players who are sparing with their meeples."""
    seen = []
    for seed in range(5):
        match, chooser = Match.start("carcassonne", 2, seed=seed), random.Random(seed)
        while not match.is_over:
            (player,) = match.to_act
            actions = match.legal_actions(player)
            is_spared = match.state.phase.name == "place_meeple" and chooser.random() < 0.7
            match.act(actions[-1] if is_spared else chooser.choice(actions))
            seen.append(match.state)
    return seen


def test_between_two_players_one_wins_what_the_other_loses(positions):
    for state in positions:
        assert value(state, "p0") + value(state, "p1") == pytest.approx(1)
        assert 0 <= value(state, "p0") <= 1


def test_before_the_meeple_a_position_is_worth_what_the_best_meeple_makes_of_it(positions):
    asking = [state for state in positions if state.phase.name == "place_meeple"]
    assert len(asking) > 100
    for state in asking:
        (player,) = state.to_act
        land = state.game_data
        choices = [GAME.apply_action(land, action, None) for action in GAME.get_valid_actions(land, player)]
        after = [foresee(choice.game_data, state.scores, player) for choice in choices]
        assert value(state, player) == pytest.approx(max(after))


def test_scoring_what_is_complete_changes_no_expectation(positions):
    closing = [state for state in positions if state.phase.name == "place_meeple" and state.game_data.closed]
    assert len(closing) > 20
    for state in closing:
        (player,) = state.to_act
        land = state.game_data
        for action in GAME.get_valid_actions(land, player):
            chosen = GAME.apply_action(land, action, None).game_data
            scored = scoring.check_scores(chosen).game_data
            assert expected_totals(scored, dict(enumerate(scores_of(scored)))) == pytest.approx(  # type: ignore[arg-type]
                expected_totals(chosen, state.scores)
            )


def test_a_tile_in_hand_is_one_of_those_that_are_left():
    # E in hand, or E in the bag: the same chance, until it is placed elsewhere.
    match = play("M(0,1,180) city:E.S", then="EU")
    other = play("M(0,1,180) city:E.S", then="UE")
    assert totals(match) == pytest.approx(totals(other))
