"""Every installed game keeps the contract, and has a player's words, clean secrets and an end."""

import pytest

from gamenight.core.registry import catalogue
from gamenight.testing import conformance


@pytest.mark.parametrize("game", catalogue().games.values(), ids=lambda game: game.game_id)
def test_a_game_conforms(game):
    report = conformance(game)
    assert report.passed
    assert report["texts"].cases > 0, "its messages were not looked at"


def test_no_installed_game_was_refused():
    assert catalogue().refused == ()
