"""Every installed game keeps the contract, has words for players, leaks no secrets and ends."""

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
