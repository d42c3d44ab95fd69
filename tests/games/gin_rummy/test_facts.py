"""The facts about the player's own hand and the stock."""

from gamenight.cards import FRENCH
from gamenight.games.gin_rummy import GAME
from tests.cards.dealing import deck_for, do, start

KNOCKER = "7C 7D 7H 3S 4S 5S 6S 2C AD 4H"
DEFENDER = "7S 2S KC KD KH 8C 9C TC QD 5D"


def dealt(**options):
    return start(GAME, 2, deck_for(FRENCH, (KNOCKER, DEFENDER), "JC QS"), **options)


def facts(match, viewer="p0"):
    return GAME.facts(match.view(viewer))


def test_the_player_s_hand_is_arranged_with_the_least_deadwood():
    told = facts(dealt())
    assert set(map(frozenset, told["own_melds"])) == {
        frozenset({"3♠", "4♠", "5♠", "6♠"}),
        frozenset({"7♣", "7♦", "7♥"}),
    }
    assert set(told["own_deadwood"]) == {"2♣", "4♥", "A♦"}
    assert (told["own_deadwood_points"], told["knock_limit"]) == (7, 10)


def test_the_deadwood_of_another_hand_is_secret():
    assert facts(dealt(), "p1")["own_deadwood_points"] == 10 + 5 + 7 + 2
    assert "own_deadwood_points" not in facts(dealt(), None)


def test_the_last_two_cards_of_the_stock_are_not_drawn():
    match = dealt()
    assert facts(match)["stock_left_to_draw"] == 31 - 2
    for seat, verb in ((0, "decline"), (1, "decline"), (0, "draw_stock")):
        do(match, seat, verb)
    assert facts(match)["stock_left_to_draw"] == 30 - 2


def test_a_card_just_taken_may_not_be_discarded():
    match = dealt()
    do(match, 0, "take_upcard")
    assert facts(match)["may_not_be_discarded"] == ["J♣"]


def test_in_oklahoma_the_upcard_says_the_limit():
    told = facts(start(GAME, 2, deck_for(FRENCH, (KNOCKER, DEFENDER), "3D QS"), oklahoma=True))
    assert (told["knock_limit"], told["hand_counts_double"]) == (3, False)
