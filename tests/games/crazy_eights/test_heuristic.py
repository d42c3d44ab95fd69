"""How a sensible player of Crazy Eights plays."""

import pytest

from gamenight.core import Rng
from gamenight.core.model import seat
from gamenight.games.crazy_eights import GAME
from tests.games.crazy_eights.positions import notation, play, position

OTHER = "2C 3C 4C"


@pytest.mark.parametrize(
    ("hand", "sensible"),
    [
        ("8C KD 5D", "KD"),  # an eight fits always: it is kept
        ("8C KS 5S", "8C"),
        ("9H KD 5D 6D", "KD"),  # two diamonds fit on it, and none of them on the nine
        ("KS 5S", "draw"),
    ],
)
def test_a_sensible_player_keeps_eights_and_what_fits_on_each_other(hand, sensible):
    table = position(hand, OTHER, pile="9D", stock="QC JC")
    assert notation(GAME.heuristic_action(table, seat(0), Rng("ab" * 16))) == sensible


def test_a_sensible_player_names_the_suit_of_most_cards():
    table = play(position("8C KS 5S 2H", OTHER, pile="9D", stock="QC"), "8C")
    assert notation(GAME.heuristic_action(table, seat(0), Rng("ab" * 16))) == "=S"


def test_a_sensible_player_announces_the_last_card():
    table = position("9H KD", OTHER, pile="9D", stock="QC", specials=True)
    assert notation(GAME.heuristic_action(table, seat(0), Rng("ab" * 16))) == "last"
