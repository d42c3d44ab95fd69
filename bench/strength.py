"""Who plays better: `python -m bench.strength` or `make strength`; some hours on two cores.

Every tournament goes on where it was interrupted; the results lie in bench/results. Name some to run only those.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

RESULTS = Path(__file__).parent / "results"

PLAIN = "mcts:simulations=200"
PRESETS = ("default", "aggressive", "field_heavy", "conservative")

TOURNAMENTS = {
    "random": (20, ("mcts:simulations=500", "random")),
    "greedy": (100, ("hard:time_ms=2000", "greedy")),
    "rave": (50, (f"{PLAIN},rave=true,rave_k=100,amaf_depth=4,urgency=true", PLAIN)),
    "presets": (50, tuple(f"{PLAIN},evaluator={preset}" for preset in PRESETS)),
}
"""Games for each pairing, and who plays."""


def main() -> None:
    for name in sys.argv[1:] or TOURNAMENTS:
        games, bots = TOURNAMENTS[name]
        print(f"\n# {name}", flush=True)
        subprocess.run(command(name, games, bots), check=True)


def command(name: str, games: int, bots: tuple[str, ...]) -> list[str]:
    files = ["--out", str(RESULTS / f"{name}.jsonl"), "--report", str(RESULTS / f"{name}.html")]
    table = ["--game", "carcassonne", "--bots", *bots, "--games", str(games), "--seed", "1", "--workers", "2"]
    return [str(Path(sys.executable).parent / "gamenight"), "arena", *table, *files]


if __name__ == "__main__":
    main()
