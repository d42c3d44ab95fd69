"""The cups on the page.

Dice are written as one word for each seat, rounds apart by a slash: "25 61 / 3 61". Moves are in order of play, `3x4`
for a bid of three fours and `!` for a challenge.
"""

from typing import Any

import msgspec
import pytest

from gamenight.core.engine import view
from gamenight.core.match import Match
from gamenight.core.model import Abandon, Action, Forfeit, PlayerId, seat
from gamenight.core.rng import Rng
from gamenight.core.showing.offers import BadPicks, made
from gamenight.core.showing.scene import Count
from tests.games.seeing import (
    art,
    bright,
    held,
    highlighted,
    items,
    look_at_all,
    offers,
    reachable,
    rows,
    said,
    scene,
    tap,
    text,
)

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
FACES = {f"face/{face}" for face in range(1, 7)}


def play(dice: str, moves: str = "", **options: Any) -> Match:
    rounds = [[[int(die) for die in cup.strip("-")] for cup in cups.split()] for cups in dice.split("/")]
    options = {"dice": len(rounds[0][0]), "fixed_dice": rounds, **options}
    match = Match.start("liarsdice", NAMES[: len(rounds[0])], seed="liar", options=options)
    for move in moves.split():
        do(match, move)
    return match


def do(match: Match, move: str) -> None:
    (player,) = match.to_act
    if move == "!":
        match.act(Action("challenge", player))
    else:
        quantity, face = map(int, move.split("x"))
        match.act(Action("bid", player, {"quantity": quantity, "face": face}))


def own_dice(match: Match, viewer: str | None) -> list[str]:
    return [art(item) for id, item in held(match, viewer, "dice").items() if id != "dice/hidden"]


def shown_to(match: Match, viewer: str | None) -> bytes:
    return msgspec.json.encode(scene(match, viewer))


def test_i_see_my_dice_sorted_and_how_many_there_are_besides():
    match = play("5132 6611")
    assert own_dice(match, "p0") == ["die/1", "die/2", "die/3", "die/5"]
    assert items(match, "p0")["dice/hidden"].shows == Count("die/back", 4)


def test_a_spectator_sees_no_dice_but_their_number():
    match = play("51 66")
    assert own_dice(match, None) == []
    assert items(match)["dice/hidden"].shows == Count("die/back", 4)


def test_the_dice_of_the_others_change_nothing_that_i_see():
    assert shown_to(play("51 66", "1x2"), "p0") == shown_to(play("51 34", "1x2"), "p0")
    assert shown_to(play("51 66", "1x2"), None) == shown_to(play("22 34", "1x2"), None)


def test_the_order_of_my_dice_under_the_cup_is_not_shown():
    assert shown_to(play("512 666"), "p0") == shown_to(play("215 666"), "p0")


def test_the_standing_bid_is_shown_as_so_many_dice_with_its_bidder():
    match = play("51 66", "1x2 2x6")
    assert items(match)["bid/0"].shows == Count("die/6", 2)
    assert text(match, None, "bid/1") == "2 sixes, bid by Bo"


def test_before_the_first_bid_there_is_none():
    assert text(play("51 66"), None, "bid/none") == "No bid yet"
    assert text(play("51 66 / 5 66", "1x2 !"), None, "bid/none") == "No bid yet"


def test_a_table_has_the_dice_of_everybody_and_their_last_bids_of_this_round():
    assert rows(play("511 666 234", "1x2 1x4 2x2 2x3"), None, "seats") == [
        ["Player", "Dice", "Last bid"],
        ["Ann", "3", "2 threes"],
        ["Bo", "3", "1 four"],
        ["Cy", "3", "2 twos"],
    ]


# Bidding by two taps


def test_a_bid_is_how_many_and_then_of_which_face():
    match = play("51 66")
    assert highlighted(match, "p0") == {"n/1", "n/2", "n/3", "n/4"}
    assert highlighted(match, "p0", "n/3") == FACES
    tap(match, "p0", "n/3", "face/6")
    assert items(match)["bid/0"].shows == Count("die/6", 3)


def test_as_many_dice_as_before_take_only_a_higher_face():
    match = play("51 66", "2x4")
    assert highlighted(match, "p1") == {"n/2", "n/3", "n/4", "challenge"}
    assert highlighted(match, "p1", "n/2") == {"face/5", "face/6"}
    assert highlighted(match, "p1", "n/3") == FACES


def test_after_a_bid_of_sixes_only_more_dice_are_offered():
    match = play("51 66", "2x6")
    assert highlighted(match, "p1") == {"n/3", "n/4", "challenge"}


def test_the_highest_bid_can_only_be_challenged():
    match = play("51 66", "4x6")
    assert highlighted(match, "p1") == {"challenge"}
    assert "n" not in items(match, "p1")


@pytest.mark.parametrize("moves", ["", "1x1", "2x4", "2x6", "4x5", "4x6"])
def test_every_legal_action_is_reached_by_highlighted_ids_and_nothing_else_is(moves):
    match = play("51 66", moves)
    (player,) = match.to_act
    legal = {(action.action_type, action.payload) for action in match.legal_actions(player)}
    found = list(reachable(match, player))
    assert set(found) == legal
    assert len(found) == len(legal)


def test_picks_that_make_no_legal_bid_are_refused():
    same, more = (offer for offer in offers(play("51 66", "2x4"), "p1") if isinstance(offer.does, tuple))
    assert made(more, (("n/3",), ("face/1",)))[0] == "bid"
    for picks in ((("n/2",), ("face/4",)), (("n/3",), ("face/6",)), (("n/2", "n/2"), ("face/6",)), (("n/2",),)):
        with pytest.raises(BadPicks):
            made(same, picks)


def test_a_challenge_is_one_tap_or_one_key_in_the_words_of_its_action():
    match = play("51 66", "2x4")
    (challenge,) = (offer for offer in offers(match, "p1") if isinstance(offer.does, Action))
    assert (said(match, challenge.label), challenge.hotkey) == ("challenge the bid of 2 fours", "c")
    tap(match, "p1", "challenge")
    assert match.view().game_data.last_reveal is not None


def test_only_whoever_is_to_act_has_anything_to_choose():
    match = play("51 66", "2x4")
    for viewer in ("p0", None):
        assert not {"n", "face", "challenge"} & items(match, viewer).keys()
    assert offers(match, "p0") == []


# The challenge


def open_dice(match: Match) -> tuple[str, str]:
    """The dice of the last challenge: the bright ones, and the dim ones."""
    shown = held(match, None, "open")
    told = [(id in bright(shown), art(item)[-1]) for id, item in shown.items()]
    return "".join(die for lit, die in told if lit), "".join(die for lit, die in told if not lit)


def test_after_a_challenge_all_dice_of_the_round_lie_open_and_those_that_counted_are_bright():
    match = play("2231 2556", "3x2 !")
    assert open_dice(match) == ("1222", "3556")
    assert text(match, None, "reveal/0") == "Round 1: Ann bid 3 twos, 4 counted. Bo lost a die."
    assert [row[2] for row in rows(match, None, "seats")] == ["Last round", "1 2 2 3", "2 5 5 6"]


@pytest.mark.parametrize(
    "bid, options, counted", [("3x2", {"wild_ones": False}, "222"), ("1x1", {}, "1"), ("1x4", {}, "1")]
)
def test_only_the_face_itself_counts_where_ones_are_not_wild_or_were_bid(bid, options, counted):
    assert open_dice(play("2231 2556", f"{bid} !", **options))[0] == counted


def test_of_very_many_dice_those_that_counted_are_piled_and_all_are_told_in_the_table():
    match = play("123456 123456 444466", "3x4 !")
    assert {id: item.shows for id, item in held(match, None, "open").items()} == {
        "open/1": Count("die/1", 2),
        "open/4": Count("die/4", 6),
    }
    assert [row[2] for row in rows(match, None, "seats")][1:] == ["1 2 3 4 5 6", "1 2 3 4 5 6", "4 4 4 4 6 6"]


def test_the_open_dice_stay_on_the_table_while_the_next_round_is_bid():
    match = play("22 25 / 3 25", "3x2 ! 1x4")
    assert "reveal" in items(match)
    assert rows(match, None, "seats")[0] == ["Player", "Dice", "Last bid", "Last round"]


def test_whoever_has_no_dice_left_is_out():
    match = play("2 3 4 / 2 3 -", "1x5 1x6 ! 1x2")
    assert [row[1] for row in rows(match, None, "seats")] == ["Dice", "1", "out", "1"]
    assert own_dice(match, "p1") == []


def test_a_player_who_leaves_is_out_and_the_bids_of_the_round_are_gone():
    match = play("22 33 44", "1x2")
    match.submit(Forfeit(seat(1)))
    assert [row[1] for row in rows(match, None, "seats")] == ["Dice", "2", "out", "2"]
    assert "bid/none" in items(match)


def test_at_the_end_the_last_dice_lie_open_and_none_is_hidden():
    match = play("2 3", "1x5 !")
    assert text(match) == "Bo has the last of the dice."
    assert open_dice(match) == ("", "23")
    assert "dice" not in items(match, "p0")


@pytest.mark.parametrize("input", [Forfeit(seat(0), "resignation"), Forfeit(seat(1)), Abandon("nobody came")], ids=repr)
def test_of_a_match_that_ends_early_nobody_is_said_to_have_the_last_of_the_dice(input):
    match = play("22 33", "1x2")
    match.submit(input)
    assert text(match) == ""
    look_at_all(match)


def test_the_fullest_table_of_the_longest_names_is_light_enough():
    match = Match.start("liarsdice", [letter * 40 for letter in "ABCDEF"], seed=1, options={"dice": 6})
    moves = ["3x3", "!", *(f"{n}x{face}" for n in (1, 2, 3) for face in range(1, 7))]
    for move in moves:
        do(match, move)
        look_at_all(match)


@pytest.mark.parametrize(
    "players, options", [(2, {}), (3, {}), (4, {}), (6, {"dice": 6}), (3, {"dice": 2, "wild_ones": False})]
)
def test_every_picture_of_a_match_is_whole(players, options):
    match = Match.start("liarsdice", [f"{name} of the long name" for name in NAMES[:players]], seed=3, options=options)
    rng = Rng("33" * 16)
    look_at_all(match)
    while not match.is_over:
        legal = match.legal_actions(match.to_act[0])
        match.act(legal[0] if rng.below(3) == 0 else rng.choice(legal[:7]))
        look_at_all(match)


def test_a_player_may_be_called_like_a_text_of_the_game():
    match = Match.start("liarsdice", ["out", "seats"], seed=1, options={"dice": 2})
    assert [row[0] for row in rows(match, None, "seats")] == ["Player", "out", "seats"]


# The dice that were revealed stay for a moment


def stage(match: Match, viewer: str | None) -> Any:
    """What this viewer looks at before the next roll."""
    (shown,) = match.stages
    return match.plugin.scene(view(match.plugin, shown.state, PlayerId(viewer)))


def test_after_a_challenge_all_dice_lie_open_before_the_next_roll():
    match = play("25 61 / 3 61", "1x2 !")
    (shown,) = match.stages
    assert (shown.state.phase.name, shown.shown_ms) == ("revealed", 3000)
    assert shown.state.game_data.cups == ()
    told = [event.event_type for event in match.events]
    assert told.index("game.revealed") < told.index("game.rolled", 2)
    for viewer in ("p0", "p1", None):
        open_dice = [item for item in stage(match, viewer).items if item.container == "open"]
        assert [art(item) for item in open_dice] == ["die/1", "die/2", "die/5", "die/6"]
        assert {item.id for item in stage(match, viewer).items if item.container == "main"} == {"reveal"}


def test_the_last_challenge_is_seen_before_somebody_has_won():
    match = play("3 4", "1x4 !")
    assert match.is_over
    (shown,) = match.stages
    assert shown.state.result is None
    assert [item.id for item in stage(match, None).items if item.container == "open"] == ["open/0", "open/1"]


def test_a_round_that_is_void_reveals_nothing():
    match = play("12 34 56", "1x1")
    match.submit(Forfeit(seat(2)))
    assert match.stages == ()
