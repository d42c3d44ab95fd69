"""Every miniature game keeps the contract."""

from __future__ import annotations

import pytest

from gamenight.core.plugin import Game
from gamenight.testing import conformance
from tests.minigames.all_games import MINI


@pytest.mark.parametrize("game", MINI, ids=lambda game: game.game_id)
def test_the_game_conforms(game: Game[object]):
    assert conformance(game).passed
