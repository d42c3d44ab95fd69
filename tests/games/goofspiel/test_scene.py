"""The table on the page. A round is written as one card for each seat, so 31 is a three against a one."""

from typing import Any

import msgspec
import pytest

from gamenight.core.engine import view
from gamenight.core.match import Match
from gamenight.core.model import Abandon, Action, Forfeit, PlayerId, seat
from gamenight.core.rng import Rng
from tests.games.seeing import (
    art,
    bright,
    held,
    highlighted,
    items,
    look_at_all,
    offers,
    rows,
    said,
    scene,
    tap,
    text,
)

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def start(prizes: str, players: int = 2, **options: Any) -> Match:
    fixed = {"cards": len(prizes), "prizes": [int(prize) for prize in prizes]}
    return Match.start("goofspiel", NAMES[:players], seed="goofspiel", options={**fixed, **options})


def bid(match: Match, player: str, card: int) -> None:
    match.act(Action("bid", PlayerId(player), {"card": card}))


def play(prizes: str, bids: str, **options: Any) -> Match:
    cards = [tuple(map(int, played)) for played in bids.split()]
    match = start(prizes, len(cards[0]), **options)
    for played in cards:
        for index, card in enumerate(played):
            bid(match, f"p{index}", card)
    return match


def shown_to(match: Match, viewer: str | None) -> bytes:
    return msgspec.json.encode(scene(match, viewer))


def cards_in(match: Match, viewer: str | None, box: str) -> list[str]:
    """The pieces in a box, in their order."""
    shown = held(match, viewer, box).values()
    return [art(item) for item in sorted(shown, key=lambda item: (item.order, item.place))]


def label(match: Match, id: str) -> str:
    return said(match, items(match)[id].label)


def bids(match: Match, viewer: str | None) -> dict[str, str]:
    """The cards of the last round that are shown, by the names beside them."""
    boxes = held(match, viewer, "last")
    return {text(match, viewer, f"{box}/name"): art(items(match, viewer)[f"{box}/card"]) for box in boxes}


def bright_bids(match: Match) -> set[str]:
    return bright({id: item for id, item in items(match).items() if id.startswith("last/")})


def test_the_prize_lies_in_the_middle_and_the_others_are_to_come():
    match = start("3124")
    assert art(items(match)["prizes/3"]) == "number/3"
    assert list(held(match, None, "prize")) == ["prizes/3"]
    assert cards_in(match, None, "prizes") == ["number/1", "number/2", "number/4"]


def test_prizes_in_no_known_order_are_shown_by_value_whatever_their_order():
    assert shown_to(start("3124"), None) == shown_to(start("3412"), None)
    assert label(start("3124"), "prizes") == "Prizes left, in any order"


@pytest.mark.parametrize("order, coming", [("ascending", "2 3 4"), ("descending", "3 2 1")])
def test_prizes_in_a_known_order_are_shown_in_it(order, coming):
    match = Match.start("goofspiel", 2, seed=1, options={"cards": 4, "prize_order": order})
    assert cards_in(match, None, "prizes") == [f"number/{card}" for card in coming.split()]
    assert label(match, "prizes") == "Next prizes"


def test_one_tap_on_a_card_bids_it():
    match = start("312")
    assert highlighted(match, "p0") == {"hand/1", "hand/2", "hand/3"}
    tap(match, "p0", "hand/2")
    bid(match, "p1", 1)
    assert match.scores[seat(0)] == 3


def test_an_offer_has_the_words_of_its_action():
    match = start("21")
    assert [said(match, offer.label) for offer in offers(match, "p0")] == [
        "bid 1 for the prize of 2",
        "bid 2 for the prize of 2",
    ]


def test_a_card_that_was_bid_is_out_of_the_hand_for_good():
    match = play("3124", "21")
    assert cards_in(match, "p0", "hand") == ["number/1", "number/3", "number/4"]


def test_my_bid_lies_beside_the_prize_for_me_and_for_nobody_else():
    match = start("3124")
    before = shown_to(match, "p1"), shown_to(match, None)
    bid(match, "p0", 4)
    assert list(held(match, "p0", "prize")) == ["prizes/3"]
    assert list(held(match, "p0", "laid")) == ["hand/4"]
    assert "hand/4" not in held(match, "p0", "hand")
    assert (shown_to(match, "p1"), shown_to(match, None)) == before


def test_whoever_has_bid_is_offered_nothing():
    match = start("3124")
    bid(match, "p0", 4)
    assert offers(match, "p0") == []
    assert text(match, "p0").startswith("Round 1 of 4: you bid 4 for the prize of 3.")


def test_a_spectator_has_no_hand():
    assert "hand" not in items(start("312"))


def test_after_a_round_its_bids_lie_open_and_the_highest_is_bright():
    match = play("3124", "214")
    assert bids(match, None) == {"Ann": "number/2", "Bo": "number/1", "Cy": "number/4"}
    assert bright_bids(match) == {"last/2/card"}
    assert label(match, "last") == "Round 1: Cy took the 3"
    assert label(match, "last/2/card") == "Cy bid 4"


def test_of_a_tied_round_no_bid_is_bright():
    match = play("3124", "22")
    assert bright_bids(match) == set()
    assert label(match, "last") == "Round 1: a tie, nobody took the 3"


def test_everybody_sees_points_and_the_cards_that_are_left():
    assert rows(play("3124", "214"), None, "seats") == [
        ["Player", "Points", "Cards left"],
        ["Ann", "0", "1 3 4"],
        ["Bo", "0", "2–4"],
        ["Cy", "3", "1–3"],
    ]


def test_a_player_may_be_called_like_a_text_of_the_game():
    match = Match.start("goofspiel", ["won", "gone"], seed=1, options={"cards": 3, "prizes": [3, 1, 2]})
    bid(match, "p0", 2)
    bid(match, "p1", 1)
    assert [row[0] for row in rows(match, None, "seats")] == ["Player", "won", "gone"]
    assert bids(match, None) == {"won": "number/2", "gone": "number/1"}


def test_cards_that_follow_each_other_are_told_in_short():
    match = play("123456789", "33 87")
    assert [row[2] for row in rows(match, None, "seats")][1:] == ["1 2 4–7 9", "1 2 4–6 8 9"]


def test_with_hidden_bids_hands_are_a_number_and_only_ones_own_bid_is_shown():
    match = play("3124", "21", hidden_bids=True)
    assert [row[2] for row in rows(match, "p1", "seats")] == ["Cards left", "3", "3"]
    assert bids(match, "p1") == {"Bo": "number/1"}
    assert bids(match, None) == {}


def test_hidden_bids_that_end_alike_look_alike_to_everybody_else():
    one, other = (play("3124", cards, hidden_bids=True) for cards in ("21", "41"))
    assert shown_to(one, "p1") == shown_to(other, "p1")
    assert shown_to(one, None) == shown_to(other, None)


def test_somebody_who_left_has_neither_points_nor_cards():
    match = play("3124", "412")
    match.submit(Forfeit(seat(0)))
    assert rows(match, None, "seats")[1] == ["Ann", "0", "left"]
    assert "hand" not in items(match, "p0")


def test_at_the_end_the_text_says_who_has_won():
    assert text(play("21", "21")) == "Ann has the most points."
    assert text(play("12", "22")) == "Nobody has the most points alone: Ann and Bo."


@pytest.mark.parametrize("input", [Forfeit(seat(0), "resignation"), Forfeit(seat(1)), Abandon("nobody came")], ids=repr)
def test_of_a_match_that_ends_early_nobody_is_said_to_have_the_most_points(input):
    match = play("3124", "21")
    match.submit(input)
    assert text(match) == ""
    look_at_all(match)


def test_when_only_some_prizes_are_played_for_the_rest_is_not_to_come_after_the_end():
    match = play("3124", "21 34", rounds=2)
    assert "prizes" not in items(match)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize(
    "options",
    [{}, {"hidden_bids": True}, {"prize_order": "descending"}, {"prize_order": "ascending", "rounds": 4}, {"cards": 2}],
    ids=str,
)
def test_every_picture_of_a_match_is_whole(players, options):
    match = Match.start("goofspiel", [f"{name} of the long name" for name in NAMES[:players]], seed=3, options=options)
    rng = Rng("11" * 16)
    look_at_all(match)
    while not match.is_over:
        match.act(rng.choice(match.legal_actions(match.to_act[0])))
        look_at_all(match)


# The bids of a round lie open for a moment


def stage(match: Match, viewer: str | None) -> dict[str, Any]:
    """What this viewer looks at before the next prize is turned up, by its ids."""
    shown = match.stages[-1]
    scene = match.plugin.scene(view(match.plugin, shown.state, PlayerId(viewer)))
    assert scene is not None
    return {item.id: item for item in scene.items}


def test_the_bids_lie_open_before_the_next_prize_is_turned_up():
    match = play("3124", "42")
    (shown,) = match.stages
    assert (shown.state.phase.name, shown.shown_ms) == ("round_over", 2000)
    for viewer in ("p0", "p1", None):
        items = stage(match, viewer)
        assert items["last"].container == "main"
        assert [art(items[f"last/{seat}/card"]) for seat in (0, 1)] == ["number/4", "number/2"]
        assert "prize" not in items
        assert sorted(id for id in items if id.startswith("prizes/")) == ["prizes/1", "prizes/2", "prizes/4"]


def test_which_prize_is_next_is_not_known_before_it_is_turned_up():
    """The order of later prizes is chance: two of them look alike to everybody."""
    for viewer in ("p0", "p1", None):
        one, other = (
            view(match.plugin, match.stages[0].state, PlayerId(viewer))
            for match in (play("3124", "42"), play("3412", "42"))
        )
        assert one.game_data == other.game_data


def test_hidden_bids_stay_hidden_there():
    items = stage(play("3124", "42", hidden_bids=True), "p0")
    assert "last/0/card" in items
    assert "last/1/card" not in items


def test_the_last_bids_are_seen_before_somebody_has_won():
    match = play("312", "32 21")
    assert match.is_over
    assert [shown.state.phase.name for shown in match.stages] == ["round_over", "round_over"]
    assert match.stages[-1].state.result is None
    assert match.stages[-1].state.scores == match.state.scores
