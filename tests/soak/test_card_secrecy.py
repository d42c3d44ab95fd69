"""Search every frame of two hundred card games, and compare many worlds that a viewer cannot tell apart."""

import pytest

from tests.cards.test_secrecy import OF_ONE_PACK, ONE_PACK, SHORT, TABLES, compare_game, search_game

GAMES = 12
"""Of each of the 18 tables."""


@pytest.mark.soak
@pytest.mark.parametrize("game, players", TABLES, ids=lambda each: getattr(each, "game_id", str(each)))
def test_no_frame_of_many_games_has_a_card_that_its_viewer_may_not_know(game, players):
    for number in range(GAMES):
        assert search_game(game, players, SHORT[game.game_id], f"secrecy {number}").actions


@pytest.mark.soak
@pytest.mark.parametrize("game, players", OF_ONE_PACK, ids=lambda each: getattr(each, "game_id", str(each)))
def test_frames_of_many_worlds_are_the_same(game, players):
    options = SHORT[game.game_id] | ONE_PACK.get(game.game_id, {})
    alike = [compare_game(game, players, options, f"twins {number}", times=5) for number in range(GAMES)]
    assert sum(alike) >= 2 * GAMES * (players + 1)
