"""Fifteen positions worked out by hand: the scores after each tile, and at the end."""

from __future__ import annotations

import pytest

from tests.games.carcassonne.playing import do, letters, play, points, start
from tests.games.carcassonne.scenarios import SCENARIOS, Scenario

every_scenario = pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)


def seats(scenario: Scenario) -> int:
    return len(scenario.final.split(":"))


@every_scenario
def test_the_scores_after_each_tile(scenario):
    # One more tile, so that the last one is not followed by the final scoring.
    match = start(letters(scenario.moves) + "V", seats(scenario))
    moves = [move for move in scenario.moves.split(";") if "(" in move]
    for move, wanted in zip(moves, scenario.after.split(), strict=True):
        do(match, move)
        assert points(match) == wanted, move
    assert not match.is_over


@every_scenario
def test_the_scores_at_the_end(scenario):
    match = play(scenario.moves, seats(scenario))
    assert match.is_over
    assert points(match) == scenario.final
