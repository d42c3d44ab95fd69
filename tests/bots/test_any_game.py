"""Search only needs the rules of a game: every installed game can be searched, with every kind of tree."""

from __future__ import annotations

import pytest

from gamenight.bots.search.mcts import MctsBot, MctsParameters
from gamenight.bots.simple import RandomBot
from gamenight.core.model import GameStatus
from gamenight.core.registry import catalogue, load
from gamenight.core.run import run_match
from tests.bots.searching import one_deal
from tests.minigames.all_games import MINI

BUILT_IN = [load(slug) for slug in catalogue().games]
KINDS = [
    {},
    {"tree": "worlds", "worlds": 2},
    {"rave": True, "rollout": 2},
    {"rave": True, "context_keys": True, "amaf_depth": 0, "aim": "points", "tree": "worlds", "worlds": 2},
]


@pytest.mark.parametrize("parameters", KINDS, ids=["single", "worlds", "rave", "rave in worlds"])
@pytest.mark.parametrize("game", [*BUILT_IN, *MINI], ids=lambda game: game.game_id)
def test_every_game_can_be_searched(game, parameters):
    """A search and random players finish a match without an illegal action."""
    search = MctsBot(game, MctsParameters(simulations=8, **parameters), 1)
    players = max(game.min_players, min(3, game.max_players))
    others = [RandomBot(number) for number in range(1, players)]
    outcome = run_match(game, [search, *others], seed=3, options=one_deal(game))
    assert (outcome.status, outcome.error) == (GameStatus.FINISHED, None)
    assert outcome.result.reason == "normal"
    assert search.report is not None


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.game_id)
def test_the_same_seeds_play_the_same_match(game):
    one, again = (
        run_match(
            game,
            [MctsBot(game, MctsParameters(simulations=12), n) for n in range(game.min_players)],
            seed=4,
            options=one_deal(game),
        )
        for _ in range(2)
    )
    assert one == again
