"""Hearts by its rule book, in card notation."""

import pytest
from msgspec.structs import replace

from gamenight import Match
from gamenight.cards import FRENCH
from gamenight.games.hearts import GAME
from gamenight.games.hearts.rules import shift
from gamenight.games.hearts.scoring import deal_points
from tests.cards.dealing import deck_for, do, legal, pile, refusal, start, totals

NO_PASSING = {"passing": ["none"]}


def dealt(*hands, players=4, **options):
    deck = GAME.deck(players, GAME.options_type())
    return start(GAME, players, deck_for(deck, hands), **(NO_PASSING | options))


def plays(match, *cards):
    """Play these cards in turn."""
    for card in cards:
        do(match, int(match.to_act[0][1:]), "play", card=card)


def suit(name):
    return [card for card in FRENCH if card[1] == name]


CLUBS, HEARTS = " ".join(suit("C")), " ".join(suit("H"))


def test_the_two_of_clubs_leads():
    match = dealt("3C", "2C", "", "")
    assert match.to_act == ("p1",)
    assert legal(match, 1) == {"2C"}
    assert refusal(match, 1, "play", card=min(pile(match, "hand/1") - {"2C"})) == "The first trick is led with 2♣."


def test_no_points_in_the_first_trick_if_the_hand_has_others():
    match = dealt("2C", "QS AH 5D 2D 3D 4D 6D 7D 8D 9D TD JD QD", "", "")
    plays(match, "2C")
    assert legal(match, 1) == pile(match, "hand/1") - {"QS", "AH"}
    assert refusal(match, 1, "play", card="QS") == "No points in the first trick while you have other cards."


def test_a_hand_of_points_alone_may_play_them_at_once():
    match = dealt("2C", f"QS {HEARTS}".replace("2H ", ""), "", "")
    plays(match, "2C")
    assert legal(match, 1) == pile(match, "hand/1")


def test_suit_is_followed():
    match = dealt("2C AC", "3C AS KS", "", "")
    plays(match, "2C")
    assert "AS" not in legal(match, 1)
    assert refusal(match, 1, "play", card="AS") == "You must follow suit."


def test_hearts_are_not_led_before_they_are_broken():
    match = dealt("2C AH QS 3D", "AC 4C", "3C", "5C")
    plays(match, "2C", "AC", "3C", "5C")
    assert match.to_act == ("p1",)
    hearts = {card for card in pile(match, "hand/1") if card[1] == "H"}
    assert legal(match, 1) == pile(match, "hand/1") - hearts


def test_a_leader_with_hearts_alone_may_lead_them():
    match = dealt(f"AC {HEARTS}".replace(" AH", ""), "2C", "3C", "4C")
    plays(match, "2C", "3C", "4C", "AC")
    assert match.to_act == ("p0",)
    assert legal(match, 0) == pile(match, "hand/0") == set(suit("H")) - {"AH"}


@pytest.mark.parametrize(
    ("thrown", "options", "is_broken"), [("AH", {}, True), ("QS", {}, False), ("QS", {"queen_breaks": True}, True)]
)
def test_what_breaks_hearts(thrown, options, is_broken):
    spades = "2S 3S 4S 5S 6S 7S 8S 9S TS JS"
    match = dealt("2C 2D", f"3C AH QS {spades}", "4C 3D", "5C AD 2H", **options)
    plays(match, "2C", "3C", "4C", "5C", "AD", "2D", thrown, "3D")
    assert match.to_act == ("p3",)
    assert ("2H" in legal(match, 3)) == is_broken
    if not is_broken:
        assert refusal(match, 3, "play", card="2H") == "Hearts are not broken yet, and you have other cards to lead."


@pytest.mark.parametrize(("taken", "points"), [("all", [26, 26, 0, 26]), ("all but one", [1, 0, 25, 0])])
def test_points_of_a_deal(taken, points):
    match = dealt("", "", "", "")
    table = match.state.game_data
    hearts = suit("H")
    own = (*hearts, "QS") if taken == "all" else (*hearts[1:], "QS")
    other = () if taken == "all" else (hearts[0],)
    piles = table.piles | {"won/2": own, "won/0": other}
    assert list(deal_points(replace(table, piles=piles), "add26")) == points


def test_the_lowest_total_wins_when_a_player_reaches_the_target():
    table = dealt("", "", "", "").state.game_data
    assert GAME.is_match_over(replace(table, totals=(101.0, 70.0, 30.0, 80.0)))
    assert not GAME.is_match_over(replace(table, totals=(99.0, 70.0, 30.0, 80.0)))
    tie = replace(table, totals=(101.0, 30.0, 30.0, 80.0))
    assert GAME.is_match_over(tie)
    assert not GAME.is_match_over(replace(tie, options=replace(tie.options, tie="play_on")))


def test_three_cards_are_passed_secretly_at_the_same_time():
    match = dealt("AS KS QS", "2C", "2D", "2H", passing=["left"])
    do(match, 0, "pass_cards", cards=["AS", "KS", "QS"])
    assert "AS" in pile(match, "hand/0")  # nothing moves before everybody has answered
    for number in (1, 2, 3):
        do(match, number, "pass_cards", cards=sorted(pile(match, f"hand/{number}"))[:3])
    assert {"AS", "KS", "QS"} <= pile(match, "hand/1")
    known = {card for each in match.view("p0").game_data.known if each.piles == ("hand/1",) for card in each.cards}
    assert {"AS", "KS", "QS"} <= known
    assert not {"AS", "KS", "QS"} & {c for each in match.view("p2").game_data.known for c in each.cards}


@pytest.mark.parametrize("count", [2, 4])
def test_not_two_or_four_cards_are_passed(count):
    match = dealt("", "", "", "", passing=["left"])
    cards = sorted(pile(match, "hand/0"))[:count]
    assert refusal(match, 0, "pass_cards", cards=cards)


def test_cards_are_passed_left_right_across_and_not_at_all():
    table = dealt("", "", "", "", passing=["left", "right", "across", "none"]).state.game_data
    assert [shift(replace(table, deal=deal)) for deal in (1, 2, 3, 4, 5)] == [1, 3, 2, 0, 1]


@pytest.mark.parametrize(("players", "right"), [(3, 2), (5, 4)])
def test_passing_across_is_skipped_with_three_or_five_players(players, right):
    table = start(GAME, players).state.game_data
    assert [shift(replace(table, deal=deal)) for deal in (1, 2, 3, 4)] == [1, right, 0, 1]


@pytest.mark.parametrize(("players", "size"), [(3, 17), (4, 13), (5, 10)])
def test_everybody_gets_as_many_cards(players, size):
    match = start(GAME, players, **NO_PASSING)
    assert [len(match.state.game_data.hand(number)) for number in range(players)] == [size] * players


def test_with_five_the_three_of_clubs_leads():
    match = start(GAME, 5, **NO_PASSING)
    assert legal(match, int(match.to_act[0][1:])) == {"3C"}


@pytest.mark.parametrize("seed", range(5))
def test_every_deal_brings_26_points_or_78(seed):
    match = Match.start(GAME, 4, seed=seed, options={"deals": 1} | NO_PASSING)
    while not match.is_over:
        match.act(match.legal_actions(match.to_act[0])[0])
    assert sum(totals(match)) in (26, 78)


@pytest.mark.parametrize(("verb", "points"), [("add26", [0, 26, 26, 26]), ("sub26", [-26, 0, 0, 0])])
def test_a_player_who_shoots_the_moon_may_choose_the_points(verb, points):
    match = dealt(CLUBS, "", "", "", moon="choose", deals=1, first_trick_points=True)
    while match.state.phase.name == "play":
        match.act(match.legal_actions(match.to_act[0])[0])
    assert match.state.phase.name == "moon"
    do(match, 0, verb)
    assert totals(match) == points
