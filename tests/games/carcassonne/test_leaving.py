"""Players who leave: with two the other wins; with more the game goes on, and the leaver's meeples keep blocking."""

from __future__ import annotations

import pytest

from gamenight.core.match import Match
from gamenight.core.model import Forfeit, PlayerId
from tests.games.carcassonne.playing import board, do, drawn, meeples, play, points, put, spots, start, supply, tiles

# In the city about (0,1) p0 and p1 have a knight each; later p1 has two.
KNIGHTS = "U(1,0,0); U(-1,0,0); U(2,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; B(1,2,0)"
OUTNUMBERED = KNIGHTS + "; U(-2,0,0); E(0,2,180) city:S; U(3,0,0)"


def leave(match: Match, player: str) -> None:
    match.submit(Forfeit(PlayerId(player), "resignation"))


def test_of_two_players_the_other_wins():
    match = play("E(0,1,180) city:S", then="UU")
    leave(match, "p0")
    assert match.is_over
    assert match.result.ranking == ((("p1",),), (("p0",),))
    assert match.result.reason == "resignation"


@pytest.mark.parametrize(
    "moves, leaver, following", [("", "p0", "p1"), ("U(1,0,0)", "p1", "p2"), ("U(1,0,0); U(2,0,0)", "p2", "p0")]
)
def test_the_tile_in_hand_goes_on_to_the_next_player(moves, leaver, following):
    match = play(moves, players=3, then="VUE")
    leave(match, leaver)
    assert not match.is_over
    assert match.to_act == (following,)
    assert match.state.phase.name == "place_tile"
    assert drawn(match) == "V"


def test_who_leaves_after_placing_a_tile_places_no_meeple_and_the_next_player_draws():
    match = start("EUV", players=3)
    put(match, "E(0,1,180)")
    leave(match, "p0")
    assert (match.to_act, match.state.phase.name, drawn(match)) == (("p1",), "place_tile", "U")
    assert (0, 1) in tiles(match)
    assert meeples(match) == {}


def test_what_the_leaver_s_last_tile_completed_is_scored():
    match = play("W(1,0,0) road:W", players=3, then="AUV")
    put(match, "A(-1,0,270)")
    leave(match, "p1")
    assert points(match) == "3:0:0"
    assert match.to_act == ("p2",)
    assert supply(match)[0] == 7


def test_whose_turn_it_is_stays_when_another_leaves():
    match = start("UUUU", players=3)
    leave(match, "p1")
    assert match.to_act == ("p0",)
    do(match, "U(1,0,0)")
    assert match.to_act == ("p2",)
    do(match, "U(2,0,0)")
    assert match.to_act == ("p0",)


def test_a_leaver_is_not_asked_again():
    match = start("U" * 8, players=4)
    leave(match, "p2")
    seen = []
    for number in range(6):
        seen += match.to_act
        do(match, f"U({number + 1},0,0)")
    assert seen == ["p0", "p1", "p3"] * 2


def test_the_meeples_of_a_leaver_stay_and_block():
    match = play("U(1,0,0); U(2,0,0) road:E.W", players=3, then="UV")
    leave(match, "p1")
    assert meeples(match) == {((2, 0), "road:E.W"): 1}
    put(match, "U(3,0,0)")
    assert spots(match) == {"field:NL.NR.EL.WR", "field:ER.SL.SR.WL"}


def test_the_meeples_of_a_leaver_score_nothing():
    match = play("U(1,0,0); W(2,0,0) road:W", players=3, then="AU")
    leave(match, "p1")
    do(match, "A(-1,0,270)")
    assert points(match) == "0:0:0"


def test_the_meeples_of_a_leaver_score_nothing_at_the_end():
    match = play("U(1,0,0); B(0,-1,0) monastery", players=3, then="U")
    leave(match, "p1")
    do(match, "U(2,0,0)")
    assert match.is_over
    assert points(match) == "0:0:0"


def test_who_is_tied_with_a_leaver_scores_in_full():
    match = play(KNIGHTS, players=3, then="QU")
    leave(match, "p1")
    do(match, "Q(0,1,180)")
    assert points(match) == "10:0:0"


def test_a_leaver_keeps_no_place_before_those_who_stayed():
    # p0 has four points when leaving, nobody else any.
    match = play("E(0,1,180) city:S", players=3, then="UU")
    leave(match, "p0")
    do(match, "U(1,0,0); U(2,0,0)")
    assert match.is_over
    assert match.result.ranking == ((("p1",), ("p2",)), (("p0",),))


def test_of_two_leavers_the_first_is_last():
    match = play("E(0,1,180) city:S", players=4, then="UU")
    leave(match, "p0")
    leave(match, "p2")
    do(match, "U(1,0,0); U(2,0,0)")
    assert match.result.ranking == ((("p1",), ("p3",)), (("p2",),), (("p0",),))


def test_the_last_who_stays_wins_at_once():
    match = start("UUUU", players=3)
    leave(match, "p0")
    leave(match, "p2")
    assert match.is_over
    assert match.result.ranking == ((("p1",),), (("p2",),), (("p0",),))


def test_a_leaver_s_meeples_are_all_accounted_for():
    match = play("U(1,0,0); U(2,0,0) road:E.W", players=3, then="UV")
    leave(match, "p1")
    standing = list(meeples(match).values())
    assert [count + standing.count(seat) for seat, count in enumerate(supply(match))] == [7, 7, 7]


def test_who_has_fewer_meeples_than_a_leaver_gets_nothing():
    match = play(OUTNUMBERED, players=3, then="CV")
    leave(match, "p1")
    do(match, "C(0,1,0)")
    assert points(match) == "0:0:0"
    assert supply(match) == [7, 7, 7]


def test_points_scored_before_leaving_are_kept():
    match = play("E(0,1,180) city:S", players=3, then="UU")
    leave(match, "p0")
    assert points(match) == "4:0:0"
    do(match, "U(1,0,0); U(2,0,0)")
    assert points(match) == "4:0:0"


def test_a_view_tells_who_has_left():
    match = play("E(0,1,180) city:S", players=4, then="UU")
    leave(match, "p3")
    assert board(match).left == ("p3",)


def test_who_leaves_after_the_last_tile_ends_the_game_with_its_scoring():
    match = play("U(1,0,0); E(0,-1,180)", players=3, then="U")
    put(match, "U(2,0,0)")
    leave(match, "p2")
    assert match.is_over
    assert match.result.ranking == ((("p0",), ("p1",)), (("p2",),))


def test_the_last_tile_in_a_leaver_s_hand_is_still_placed():
    match = play("U(1,0,0) road:E.W", players=3, then="U")
    leave(match, "p1")
    assert match.to_act == ("p2",)
    do(match, "U(2,0,0)")
    assert match.is_over
    assert points(match) == "3:0:0"
