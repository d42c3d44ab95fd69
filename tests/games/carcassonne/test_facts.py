"""What a language model is told of the land, all of it from the view."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from gamenight.core.match import Match
from tests.games.carcassonne.playing import play, start

KNIGHTS = "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E"


def facts(match: Match) -> dict[str, Any]:
    return match.plugin.ai_context(match.view(None))


def claimed(match: Match) -> list[tuple[str, int, list[str]]]:
    return [(f["kind"], f["points_now"], f["scorers"]) for f in facts(match)["claimed_features"]]


def test_the_tile_to_place_is_told_side_by_side():
    told = facts(start("JU"))["tile_to_place"]
    assert told["sides_if_not_turned"] == {"north": "city", "east": "road", "south": "road", "west": "field"}
    assert told["parts"] == ["city:N", "road:E.S", "field:EL.SR.WL.WR", "field:ER.SL"]
    assert "city:N.W with pennant" in facts(start("MU"))["tile_to_place"]["parts"]


def test_features_with_meeples_are_told_with_who_would_score_what():
    match = play("U(1,0,0) road:E.W; B(0,-1,0) monastery", then="U")
    assert claimed(match) == [("road", 2, ["p0"]), ("monastery", 3, ["p1"])]
    assert facts(match)["scores_if_the_game_ended_now"] == {"p0": 2, "p1": 3}
    assert facts(match)["meeples_in_supply"] == {"p0": 6, "p1": 6}


def test_joined_features_are_one():
    match = play(KNIGHTS, then="CU")
    assert claimed(match) == [("city", 1, ["p0"]), ("city", 1, ["p1"])]
    match = play(KNIGHTS + "; C(0,1,0)", then="U")
    assert claimed(match) == [("city", 5, ["p0", "p1"])]
    (city,) = facts(match)["claimed_features"]
    assert (city["missing"], city["meeples"]) == (1, {"p0": 1, "p1": 1})


def test_the_end_now_is_what_the_end_would_be():
    """The last tile is on the table, and nobody is asked for a meeple any more: the facts are the result."""
    chance = random.Random(3)
    for seed in range(5):
        match = Match.start("carcassonne", 3, seed)
        while not match.is_over:
            before = facts(match)["scores_if_the_game_ended_now"]
            match.act(action := chance.choice(match.legal_actions(match.to_act[0])))
        if msgspec.to_builtins(action.payload) == {"skip": True}:
            assert before == match.scores
        assert facts(match)["scores_if_the_game_ended_now"] == match.scores
