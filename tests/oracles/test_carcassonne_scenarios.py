"""Positions computed by hand, checked with our rules; and the slow game of our tests against another engine."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.carcassonne.playing import do, play, points, start
from tests.games.carcassonne.scenarios import SCENARIOS
from tests.games.carcassonne.slow import SlowGame, placements


def scenarios(oracles: Path) -> list[dict[str, Any]]:
    return json.loads((oracles / "carcassonne" / "scenarios.json").read_text())


def notation(move: list[Any]) -> str:
    if len(move) == 1:
        return move[0]
    tile, x, y, rotation, spot = move
    return f"{tile}({x},{y},{rotation}) {spot or ''}".strip()


def colons(scores: list[int]) -> str:
    return ":".join(map(str, scores))


def test_every_scenario_has_the_computed_score(oracles):
    for scenario in scenarios(oracles):
        moves, seats = [notation(move) for move in scenario["moves"]], scenario["players"]
        match = start("".join(move[0] for move in moves) + "V", seats)
        after = []
        for move in moves:
            do(match, move)
            after += [points(match)] if "(" in move else []
        assert after == [colons(scores) for scores in scenario["scores_after"]], scenario["id"]
        assert points(play(";".join(moves), seats)) == colons(scenario["final"]), scenario["id"]


def test_our_table_of_scenarios_has_them_all(oracles):
    ids = {scenario["id"] for scenario in scenarios(oracles)}
    assert len(ids) == 15
    assert {title.split()[0] for title in SCENARIOS} == ids


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_slow_game_agrees_with_another_engine(oracles, players):
    lines = (oracles / "carcassonne" / f"games-{players}p.jsonl").read_text().splitlines()
    for line in lines[:4]:
        game, slow = json.loads(line), SlowGame(players)
        for player, without_place, tile, x, y, rotation, spot, scores, legal, *_ in game["turns"]:
            assert not any(placements(slow.board, letter) for letter in without_place)
            assert len(placements(slow.board, tile)) == legal
            slow.put(tile, x, y, rotation)
            if spot is not None:
                slow.claim(player, (x, y), spot)
            slow.score_complete()
            assert slow.scores == scores, game["id"]
        assert slow.final() == game["final"], game["id"]
