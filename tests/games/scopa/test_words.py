"""Scopa calls its cards by the names of the Italian pack, in the log, on buttons and to a screen reader."""

import pytest

from gamenight.cards.deck import card_words
from gamenight.core.text import say
from gamenight.games.scopa import GAME
from gamenight.looks.texts import texts_of

tell = texts_of(GAME).tell


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("7D", "the settebello ♦"),
        ("7H", "7 of cups ♥"),
        ("AD", "ace of coins ♦"),
        ("QS", "queen of swords ♠"),
        ("KC", "king of clubs ♣"),
    ],
)
def test_cards_have_italian_names(card, name):
    assert tell(card_words(card)) == name


def test_events_of_captures_use_these_names():
    told = say("event-capture", card=card_words("7D"), takes=card_words(("4C", "3H")))
    assert tell(told) == "took 4 of clubs ♣ and 3 of cups ♥ with the settebello ♦"
