"""How a sensible player of Scopa plays."""

import pytest

from gamenight.core import Rng
from gamenight.core.model import seat
from gamenight.games.scopa import GAME
from tests.games.scopa.positions import notation, position


@pytest.mark.parametrize(
    ("hand", "table", "sensible"),
    [
        ("7S KC 2C", "7D 7H JC", "7S x 7D"),  # the settebello
        ("5S KC 2C", "2D 3H", "5S x 2D 3H"),  # a sweep
        ("6S", "2H 4H 2D 4D", "6S x 2D 4D"),  # coins
        ("3S KC 2C", "4H", "KC"),  # seven on the table would be swept by a seven, six by a six
    ],
)
def test_a_sensible_player_takes_what_is_worth_most_and_leaves_no_sweep(hand, table, sensible):
    played = position(hand, "6C 7C QC", table=table, deck="AC 3C 4C 5C AS 2S 4S 6H QS")
    assert notation(GAME.heuristic_action(played, seat(0), Rng("ab" * 16))) == sensible
