"""The facts about a trick and the cards that were taken."""

from gamenight.games.hearts import GAME
from tests.cards.dealing import deck_for, do, start

HANDS = ("2C AD KD", "AC QS 3D", "3C AH", "4C 2D")


def dealt(**options):
    return start(GAME, 4, deck_for(GAME.deck(4, GAME.options_type()), HANDS), **{"passing": ["none"], **options})


def facts(match, viewer="p0"):
    return GAME.facts(match.view(viewer))


def played(*cards):
    match = dealt()
    for card in cards:
        do(match, int(match.to_act[0][1:]), "play", card=card)
    return match


def test_facts_about_a_trick_are_its_suit_its_points_and_who_would_take_it():
    told = facts(played("2C", "AC", "3C"))
    assert (told["led_suit"], told["trick_is_won_so_far_by"], told["trick_points"]) == ("♣", "p1", 0)
    assert facts(played())["trick_is_won_so_far_by"] is None


def test_points_taken_and_points_still_out_are_counted():
    match = played("2C", "AC", "3C", "4C", "QS")
    told = facts(match)
    assert told["points_taken"] == {"p0": 0, "p1": 0, "p2": 0, "p3": 0}
    assert told["trick_points"] == 13
    held = sum(card[1] == "H" for card in match.view("p0").game_data.hand(0))
    assert told["points_in_other_hands"] == 13 - held
    assert not told["hearts_are_broken"]


def test_cards_in_other_hands_are_those_that_are_neither_held_nor_played():
    match = played("2C", "AC", "3C", "4C")
    own = match.view("p0").game_data.hand(0)
    counts = facts(match)["cards_of_each_suit_in_other_hands"]
    assert counts.get("♣", 0) == 13 - 4 - sum(card[1] == "C" for card in own)
    assert sum(counts.values()) == 36


def test_who_passes_to_whom():
    told = facts(dealt(passing=["right", "across", "none"]))
    assert told["passes_to"] == {"p0": "p3", "p1": "p0", "p2": "p1", "p3": "p2"}
    assert facts(dealt())["passes_to"] == {}
