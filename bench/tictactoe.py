"""Random tic-tac-toe through `Match` against OpenSpiel's pure-Python game: `python -m bench.tictactoe`.

Both play to the end on one core, in turns, so that whatever else the machine does hits both alike.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gamenight.core.match import Match

GAMES = 3_000
ROUNDS = 5
PEER = "open_spiel==2.0.2"
HERE = Path(__file__).parent
PEER_ENVIRONMENT = HERE / "results" / "openspiel"


def main() -> None:
    peer = peer_python()
    rates = [(our_rate(), peer_rate(peer)) for _ in range(ROUNDS)]
    table = Table("random tic-tac-toe", "games per CPU second (median)", "lowest", "highest")
    for name, own in (
        ("gamenight Match", [r[0] for r in rates]),
        (f"{PEER} python_tic_tac_toe", [r[1] for r in rates]),
    ):
        table.add_row(name, f"{statistics.median(own):,.0f}", f"{min(own):,.0f}", f"{max(own):,.0f}")
    console = Console()
    console.print(table)
    console.print(f"ratio, round by round: {', '.join(f'{ours / theirs:.2f}' for ours, theirs in rates)}")


def our_rate() -> float:
    """Games per CPU second: legal actions, act and events, to the end."""
    chance = random.Random(1)
    for seed in range(200):
        play(chance, seed)
    begun = time.process_time()
    for seed in range(GAMES):
        play(chance, seed)
    return GAMES / (time.process_time() - begun)


def play(chance: random.Random, seed: int) -> dict[str, float]:
    match = Match.start("tictactoe", players=2, seed=seed)
    while not match.is_over:
        match.act(chance.choice(match.legal_actions(match.to_act[0])))
    return dict(match.scores)


def peer_rate(python: Path) -> float:
    script = [python, HERE / "openspiel_tictactoe.py", str(GAMES)]
    return float(subprocess.run(script, check=True, capture_output=True, text=True).stdout)


def peer_python() -> Path:
    """OpenSpiel's own environment, made if it is not there."""
    python = PEER_ENVIRONMENT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", PEER_ENVIRONMENT], check=True)
        pip = [sys.executable, "-m", "pip", "--python", python]
        subprocess.run([*pip, "install", "--quiet", PEER], check=True)
    return python


if __name__ == "__main__":
    main()
