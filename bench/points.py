"""Does it pay to search for points rather than for who wins? `python -m bench.points [NAME...]`.

The same search with `aim=win` and with `aim=points`, on paired decks, each from every seat.
"""

from __future__ import annotations

import sys
from typing import Any

from gamenight.arena import run_arena

HEARTS = "tests.minigames.hearts:Hearts"

TOURNAMENTS: dict[str, tuple[str, int, int, int, dict[str, Any]]] = {
    "goofspiel": ("goofspiel", 2, 100, 60, {}),
    "blotto": ("blotto", 2, 200, 100, {}),
    "hearts": (HEARTS, 4, 40, 16, {"limit": 50}),
    "carcassonne": ("carcassonne", 2, 100, 12, {}),
}
"""The game, players, simulations, games and options."""


def main() -> None:
    for name in sys.argv[1:] or TOURNAMENTS:
        game, players, simulations, games, options = TOURNAMENTS[name]
        aims = [f"mcts:simulations={simulations},aim={aim}" for aim in ("win", "points")]
        result = run_arena(
            game, aims * (players // 2), games=games, players=players, options=options, seed=1, workers=1
        )  # fmt: skip
        print(f"\n# {name}, {games} games")
        for standing in result.standings:
            low, high = standing.interval
            rate = f"{standing.rate:.0%} ({low:.0%} to {high:.0%})"
            print(f"{standing.name}: {rate}, {standing.score_mean:.1f} points", flush=True)


if __name__ == "__main__":
    main()
