"""Correct games pass; otherwise a mutant that fails would prove nothing."""

import pytest

from gamenight.testing import conformance
from tests.testing.coinbid import CoinBid
from tests.testing.highcard import HighCard
from tests.testing.piles import Piles
from tests.testing.snap import Snap


@pytest.mark.parametrize("game", [HighCard(), CoinBid(), Snap(), Piles()], ids=lambda game: game.game_id)
def test_an_honest_game_conforms(game):
    assert conformance(game).passed
