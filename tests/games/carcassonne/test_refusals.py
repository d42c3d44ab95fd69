"""What is not legal is refused with a code and a sentence, and nothing changes."""

from __future__ import annotations

import pytest

from gamenight.core.model import Action, seat
from tests.games.carcassonne.playing import meeple_at, play, put, refusal, skip, start, tile_at

MALFORMED_OR_INVALID = {"malformed_action", "invalid_action"}


@pytest.mark.parametrize(
    "cell",
    [(0, 0, 0), (1, 1, 0), (5, 5, 0), (0, 2, 180), (-1, -1, 180), (10**9, 0, 0), (10**30, 0, 0)],
    ids=["taken", "corner", "far away", "one too far", "other corner", "very far away", "beyond all numbers"],
)
def test_a_tile_must_touch_another_on_a_free_cell(cell):
    assert refusal(start("EU"), tile_at("p0", *cell)) in MALFORMED_OR_INVALID


@pytest.mark.parametrize("cell", [(0, 1, 0), (0, 1, 90), (0, -1, 0), (1, 0, 0), (-1, 0, 180)])
def test_a_tile_whose_edges_do_not_match_is_refused(cell):
    assert refusal(start("EU"), tile_at("p0", *cell)) == "invalid_action"


@pytest.mark.parametrize("rotation", [45, 360, -90, 1, 2, 540])
def test_there_are_four_rotations(rotation):
    assert refusal(start("EU"), tile_at("p0", 0, 1, rotation)) in MALFORMED_OR_INVALID


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"x": 0, "y": 1},
        {"x": 0, "y": 1, "rotation": "180"},
        {"x": "0", "y": 1, "rotation": 180},
        {"x": False, "y": True, "rotation": 180},
        {"x": 0.5, "y": 1, "rotation": 180},
        {"x": None, "y": 1, "rotation": 180},
        {"x": 0, "y": 1, "rotation": 180, "tile": "E"},
        {"x": 0, "y": 1, "rotation": 180, "meeple_spot": "city:S"},
        [0, 1, 180],
        "E(0,1,180)",
        None,
    ],
    ids=repr,
)
def test_a_tile_s_payload_is_read_strictly(payload):
    assert refusal(start("EU"), Action("place_tile", seat(0), payload)) == "malformed_action"


@pytest.mark.parametrize(
    "spot",
    ["city:N", "city:S.E", "road:N", "monastery", "", "city", "City:S", "field:NL.NR.EL.ER.WR.WL", "city:S "],
)
def test_a_spot_that_the_tile_does_not_have_is_refused(spot):
    match = start("EU")
    put(match, "E(0,1,180)")
    assert refusal(match, meeple_at("p0", spot)) == "invalid_action"


def test_an_occupied_feature_is_refused():
    match = play("U(1,0,0) road:E.W", then="UB")
    put(match, "U(2,0,0)")
    assert refusal(match, meeple_at("p1", "road:E.W")) == "invalid_action"
    match.act(meeple_at("p1", "field:NL.NR.EL.WR"))


def test_a_field_is_refused_without_farmers():
    match = start("EU", farmers=False)
    put(match, "E(0,1,180)")
    assert refusal(match, meeple_at("p0", "field:NL.NR.EL.ER.WL.WR")) == "invalid_action"


@pytest.mark.parametrize(
    "payload",
    [
        {"meeple_spot": "city:S", "count": 2},
        {"meeple_spot": ["city:S"]},
        {"meeple_spot": 0},
        {"skip": 1},
        {"skip": "true"},
        ["city:S"],
        "city:S",
    ],
    ids=repr,
)
def test_a_meeple_s_payload_is_read_strictly(payload):
    match = start("EU")
    put(match, "E(0,1,180)")
    assert refusal(match, Action("place_meeple", seat(0), payload)) == "malformed_action"


@pytest.mark.parametrize(
    "payload", [{}, {"skip": False}, {"meeple_spot": "city:S", "skip": True}, {"meeple_spot": None}], ids=repr
)
def test_a_meeple_is_placed_or_kept_and_not_both_or_neither(payload):
    match = start("EU")
    put(match, "E(0,1,180)")
    assert refusal(match, Action("place_meeple", seat(0), payload)) in MALFORMED_OR_INVALID


def test_a_meeple_comes_after_the_tile():
    match = start("EU")
    assert refusal(match, meeple_at("p0", "city:S")) == "action_type_mismatch"
    assert refusal(match, skip("p0")) == "action_type_mismatch"


def test_a_second_tile_in_one_turn_is_refused():
    match = start("EEU")
    put(match, "E(0,1,180)")
    assert refusal(match, tile_at("p0", 0, -1, 180)) == "action_type_mismatch"
    match.act(skip("p0"))
    assert refusal(match, tile_at("p0", 0, -1, 180)) == "not_your_turn"


@pytest.mark.parametrize("player", ["p1", "p2", "p5", "system", ""])
def test_only_the_player_whose_turn_it_is_acts(player):
    match = start("EU", players=3)
    assert refusal(match, tile_at(player, 0, 1, 180)) == "not_your_turn"
    put(match, "E(0,1,180)")
    assert refusal(match, meeple_at(player, "city:S")) == "not_your_turn"


def test_an_answer_to_an_earlier_prompt_is_stale():
    match = play("U(1,0,0); U(2,0,0)", then="U")
    assert refusal(match, tile_at("p0", 3, 0, 0), prompt=1) == "stale_action"


@pytest.mark.parametrize("kind", ["draw_tile", "score_check", "final_scoring", "auto_resolve", "pass"])
def test_nobody_does_what_the_game_does_by_itself(kind):
    assert refusal(start("EU"), Action(kind, seat(0))) == "action_type_mismatch"


def test_nothing_is_accepted_after_the_end():
    assert refusal(play("B(0,-1,0)"), tile_at("p1", 0, -2, 0)) == "game_not_active"
