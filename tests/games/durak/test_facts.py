"""The facts about a bout."""

from gamenight.games.durak import GAME
from tests.games.durak.bouts import position


def facts(match, viewer="p0"):
    return GAME.facts(match.view(viewer))


def test_facts_name_who_attacks_whom_and_what_is_still_to_be_beaten():
    told = facts(position("7C TD 9C | TC AS KS | 8H", "7C TC 0+TD", trump="S"))
    assert (told["trump_suit"], told["attacker"], told["defender"]) == ("♠", "p0", "p1")
    assert (told["unbeaten"], told["attack_cards_allowed"], told["defender_takes"]) == (["10♦"], 3, False)


def test_unseen_cards_are_in_other_hands_or_the_talon_and_none_of_those_that_left_the_game():
    told = facts(position("7C 9C 8S | TC AS | 6D 6H", "7C TC -", trump="S"))
    # Of 36 cards the 7 and 10 of clubs are out of the game; the 9 of clubs and the 8 of spades are held.
    assert told["unseen_cards_by_suit"] == {"♣": 6, "♦": 9, "♥": 9, "♠": 8}
    assert told["unseen_trumps"] == ["6♠", "7♠", "9♠", "10♠", "J♠", "Q♠", "K♠", "A♠"]


def test_who_has_run_out_and_who_plays_together():
    match = position("7C | TD 9D | 8H | 6H KD", "7C take -", trump="S", teams="2v2")
    assert (facts(match)["ran_out"], facts(match)["partners"]) == (["p0"], ["p2"])
    assert facts(match, "p3")["partners"] == ["p1"]
    assert facts(match, None)["partners"] == []
