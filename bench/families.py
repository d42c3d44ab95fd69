"""Random play where actions come in families, through the pleasant API: `python -m bench.families`.

A match of Blotto is played by 286 ways to spread the units, one of hearts begins by passing 3 of 13 cards. What counts
is how much choosing adds to playing: the same matches are played again with the actions known before.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from gamenight.core.match import Match
from gamenight.core.model import Action
from gamenight.core.registry import load
from tests.minigames.hearts import Hearts

ROUNDS = 5
MATCHES = 100
GAMES: dict[str, tuple[Any, int, Mapping[str, Any]]] = {
    "blotto, two players": (load("blotto"), 2, {}),
    "hearts, one deal": (Hearts(), 4, {"limit": 1}),
}


def main() -> None:
    table = Table("random play with families", "matches per CPU second (median)", "lowest", "highest", "choosing adds")
    for name, (game, players, options) in GAMES.items():
        rates, added = zip(*(measured(game, players, options) for _ in range(ROUNDS)), strict=True)
        share = f"{statistics.median(added):.0%} ({min(added):.0%} to {max(added):.0%})"
        table.add_row(name, f"{statistics.median(rates):,.0f}", f"{min(rates):,.0f}", f"{max(rates):,.0f}", share)
    Console().print(table)


def measured(game: Any, players: int, options: Mapping[str, Any]) -> tuple[float, float]:
    """Matches per CPU second with random choices, and by what part these are slower than playing what is known."""
    chance = random.Random(1)
    chosen: list[list[Action]] = []
    choosing = cpu_seconds(lambda seed: chosen.append(at_random(start(game, players, options, seed), chance)))
    playing = cpu_seconds(lambda seed: play(start(game, players, options, seed), chosen[seed]))
    return MATCHES / choosing, choosing / playing - 1


def cpu_seconds(work: Callable[[int], None]) -> float:
    begun = time.process_time()
    for seed in range(MATCHES):
        work(seed)
    return time.process_time() - begun


def start(game: Any, players: int, options: Mapping[str, Any], seed: int) -> Match:
    return Match.start(game, players, seed, options=options)


def at_random(match: Match, chance: random.Random) -> list[Action]:
    taken = []
    while not match.is_over:
        taken.append(chance.choice(match.legal_actions(match.to_act[0])))
        match.act(taken[-1])
    return taken


def play(match: Match, actions: list[Action]) -> None:
    for action in actions:
        match.act(action)


if __name__ == "__main__":
    main()
