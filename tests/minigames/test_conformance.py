"""Every miniature game keeps the contract."""

from __future__ import annotations

import pytest

from gamenight.core.plugin import Game
from gamenight.testing import conformance
from tests.minigames.auction import Auction, HiddenAuction
from tests.minigames.caravan import Caravan
from tests.minigames.causeway import Causeway
from tests.minigames.homestead import Homestead
from tests.minigames.nim import Nim
from tests.minigames.parlour import Parlour
from tests.minigames.skirmish import Skirmish
from tests.minigames.teahouse import Teahouse

GAMES = [Nim(), Auction(), HiddenAuction(), Causeway(), Caravan(), Homestead(), Teahouse(), Parlour(), Skirmish()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game_id)
def test_the_game_conforms(game: Game[object]):
    assert conformance(game).passed
