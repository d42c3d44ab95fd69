"""What a search of Carcassonne looks at first."""

from __future__ import annotations

import random

import pytest

from gamenight.core.match import Match
from gamenight.core.model import Action, PlayerId
from gamenight.games.carcassonne import GAME
from gamenight.games.carcassonne.search.foresight import foresee
from tests.games.carcassonne.playing import cells, play, put


def in_order(match: Match) -> list[Action]:
    """What the player may do, the most urgent first."""
    (player,) = match.to_act
    land = match.state.game_data
    return sorted(match.legal_actions(player), key=lambda action: -GAME.action_priority(land, action))


def first_cell(match: Match) -> tuple[int, int, int]:
    wanted = in_order(match)[0].payload
    return wanted.x, wanted.y, wanted.rotation


MANY = "U" * 30


def test_a_city_of_ones_own_is_closed_first():
    # p0's city is open to the east of (0, 1); p1's road is open too.
    assert first_cell(play("M(0,1,180) city:E.S; U(1,0,0) road:E.W", then="E" + MANY)) == (1, 1, 270)


def test_a_city_of_the_other_is_not_closed():
    match = play("M(0,1,180) city:E.S", then="E" + MANY)
    assert first_cell(match) != (1, 1, 270)
    assert (1, 1, 270) in cells(match)


def test_the_edge_of_another_player_is_made_harder_to_close_first():
    # p0's city lacks a tile in (1, 1), and of the tiles left only D would close it, with its road north and south.
    # A road west or east of D is the same to p1, but the one in the east asks that place for a field in the south.
    assert first_cell(play("M(0,1,180) city:E.S", then="U" + "RDR" * 8)) == (1, 0, 0)


def test_a_tile_goes_beside_ones_own_monastery_rather_than_the_others():
    # p0's monastery is in the south of D, p1's in the west of it; each lies alone, but for D.
    match = play("B(0,-1,0) monastery; A(-1,0,270) monastery", then="B" + MANY)
    x, y, _ = first_cell(match)
    assert max(abs(x), abs(y + 1)) == 1


def test_a_rotation_that_looks_like_another_comes_last():
    match = play("", then="U" + MANY)
    rotations = [action.payload.rotation for action in in_order(match)]
    assert rotations == sorted(rotations, key=lambda rotation: rotation >= 180)
    assert {180, 270} & set(rotations)


def test_meeples_come_in_the_order_of_what_they_promise():
    # The two-tile city is complete: four points, and the knight is back at once.
    match = play("", then="E" + MANY)
    put(match, "E(0,1,180)")
    assert in_order(match)[0].payload.meeple_spot == "city:S"


def test_a_meeple_without_hope_comes_after_none():
    # No tile is left that could close the road or the city, and one meeple would bring two points at most.
    match = play("", then="U" + MANY)
    put(match, "U(1,0,0)")
    spots = [action.payload.meeple_spot for action in in_order(match)]
    assert spots.index(None) < spots.index("field:ER.SL.SR.WL")


def test_the_first_look_is_mostly_at_what_the_evaluation_would_choose():
    """Else the guess would not be worth its time."""
    chooser, ranks = random.Random(1), []
    match = Match.start("carcassonne", 2, seed="looks")
    while not match.is_over:
        (player,) = match.to_act
        actions = in_order(match)
        if match.state.phase.name == "place_tile" and len(actions) > 5:
            values = [after(match, action, player) for action in actions]
            ranks.append(values.index(max(values)))
        match.act(actions[0] if chooser.random() < 0.9 else chooser.choice(actions))
    assert sum(rank < 3 for rank in ranks) > len(ranks) / 2


def after(match: Match, action: Action, player: str) -> float:
    laid = GAME.apply_action(match.state.game_data, action, None)
    return foresee(laid.game_data, match.scores, PlayerId(player))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_action_has_a_priority(players):
    match, chooser = Match.start("carcassonne", players, seed="all"), random.Random(2)
    while not match.is_over:
        match.act(chooser.choice(in_order(match)))
