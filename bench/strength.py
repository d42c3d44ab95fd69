"""Who plays better: `python -m bench.strength` or `make strength`; many hours on two cores.

Every tournament goes on where it was interrupted; the results lie in bench/results. Name some to run only those.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from msgspec import Struct

RESULTS = Path(__file__).parent / "results"


class Tournament(Struct, frozen=True):
    """Which bots play which game, and how many games each group of them plays."""

    game: str
    games: int
    bots: tuple[str, ...]
    players: int = 2
    options: tuple[str, ...] = ()


PLAIN = "mcts:simulations=200"
PRESETS = ("default", "aggressive", "field_heavy", "conservative")
HARD = "hard:time_ms=1000,clock=cpu"
SEARCHED = (HARD, "medium", "easy")
RULE_BASED = ("hard", "medium", "easy")
"""The levels of games whose `hard` plays by its heuristic: it has no time to be given."""

TOURNAMENTS = {
    "random": Tournament("carcassonne", 20, ("mcts:simulations=500", "random")),
    "greedy": Tournament("carcassonne", 100, ("hard:time_ms=2000", "greedy")),
    "rave": Tournament("carcassonne", 50, (f"{PLAIN},rave=true,rave_k=100,amaf_depth=4,urgency=true", PLAIN)),
    "presets": Tournament("carcassonne", 50, tuple(f"{PLAIN},evaluator={preset}" for preset in PRESETS)),
    "hearts-random": Tournament("hearts", 100, ("hard", "random", "random", "random"), 4),
    "hearts-levels": Tournament("hearts", 99, RULE_BASED, 3, ("target=50",)),
    "riichi-random": Tournament("riichi", 52, ("hard", "random", "random", "random"), 4),
    "riichi-easy": Tournament("riichi", 100, ("hard", "easy", "easy", "easy"), 4),
    "riichi-medium": Tournament("riichi", 400, ("hard", "medium", "medium", "medium"), 4),
    "riichi-levels": Tournament("riichi", 100, ("medium", "easy", "easy", "easy"), 4),
    "durak-random": Tournament("durak", 100, (HARD, "random")),
    "durak-levels": Tournament("durak", 100, SEARCHED),
    "scopa-random": Tournament("scopa", 100, (HARD, "random")),
    "scopa-levels": Tournament("scopa", 100, SEARCHED),
    "gin_rummy-random": Tournament("gin_rummy", 100, ("hard", "random")),
    "gin_rummy-levels": Tournament("gin_rummy", 100, RULE_BASED),
    "crazy_eights-random": Tournament("crazy_eights", 100, ("hard", "random")),
    "crazy_eights-levels": Tournament("crazy_eights", 1000, RULE_BASED),
}


def main() -> None:
    for name in sys.argv[1:] or TOURNAMENTS:
        print(f"\n# {name}", flush=True)
        subprocess.run(command(name, TOURNAMENTS[name]), check=True)


def command(name: str, held: Tournament) -> list[str]:
    files = ["--out", str(RESULTS / f"{name}.jsonl"), "--report", str(RESULTS / f"{name}.html")]
    options = ["--option", *held.options] if held.options else []
    table = ["--game", held.game, "--players", str(held.players), *options, "--bots", *held.bots]
    games = ["--games", str(held.games), "--seed", "1", "--workers", "2"]
    return [str(Path(sys.executable).parent / "gamenight"), "arena", *table, *games, *files]


if __name__ == "__main__":
    main()
