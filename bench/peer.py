"""The peers that play and search are measured against, each in an environment of its own.

Both sides run on one core, in turns, so that whatever else the machine does hits both alike.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROUNDS = 5
PEER = "open_spiel==2.0.2"
RIICHI_PEER = "riichienv==0.4.11"
HERE = Path(__file__).parent
MODEL_SERVER = "xllamacpp==2026.10.11549"
ENVIRONMENTS = {
    PEER: HERE / "results" / "openspiel",
    RIICHI_PEER: HERE / "results" / "riichienv",
    MODEL_SERVER: HERE / "results" / "llama",
}

Contender = tuple[str, Callable[[], float]]
"""A name, and what measures one rate."""


def compare(title: str, unit: str, ours: Contender, theirs: Contender) -> None:
    """Measure both sides in turns, and print their rates and the ratios."""
    rates = [(ours[1](), theirs[1]()) for _ in range(ROUNDS)]
    table = Table(title, f"{unit} (median)", "lowest", "highest")
    for name, own in ((ours[0], [rate[0] for rate in rates]), (theirs[0], [rate[1] for rate in rates])):
        table.add_row(name, f"{statistics.median(own):,.0f}", f"{min(own):,.0f}", f"{max(own):,.0f}")
    console = Console()
    console.print(table)
    console.print(f"ratio, round by round: {', '.join(f'{own / other:.2f}' for own, other in rates)}")


def peer_rate(script: str, *numbers: int, peer: str = PEER) -> float:
    """What one of the peer's scripts prints."""
    command = [str(peer_python(peer)), str(HERE / script), *map(str, numbers)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def peer_python(peer: str = PEER) -> Path:
    """The peer's own environment, made if it is not there."""
    environment = ENVIRONMENTS[peer]
    python = environment / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", environment], check=True)
        pip = [sys.executable, "-m", "pip", "--python", str(python)]
        subprocess.run([*pip, "install", "--quiet", peer], check=True)
    return python
