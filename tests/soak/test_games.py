"""Run the conformance kit on every installed game for SOAK seconds; each day with other matches."""

import os
from datetime import date

import pytest

from gamenight.core.registry import catalogue
from gamenight.testing import conformance

SECONDS = float(os.environ.get("SOAK", "600"))


@pytest.mark.soak
@pytest.mark.parametrize("game", catalogue().games.values(), ids=lambda game: game.game_id)
def test_a_game_conforms_however_long_it_is_played(game):
    assert conformance(game, seconds=SECONDS, seed=f"soak {date.today()}").passed
