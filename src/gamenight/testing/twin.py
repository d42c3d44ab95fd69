"""The same matches in another process, where texts hash otherwise and other chance lies about."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

from gamenight.core.model import digest
from gamenight.core.plugin import GamePlugin
from gamenight.testing.playouts import RANDOM, Playout, play
from gamenight.testing.report import Fault
from gamenight.testing.tables import Table

TURNS = 60
HASH_SEED = "4711"
ANSWER = f"from {__name__} import answer_here; answer_here()"


def fingerprints(game: GamePlugin, tables: list[Table]) -> list[list[str]]:
    """For each table the digests of what happens turn by turn in a random match."""
    return [_digests(play(game, table, RANDOM, TURNS)) for table in tables]


def _digests(playout: Playout) -> list[str]:
    events = [playout.opening, *(step.events for step in playout.steps)]
    return [digest((state, told)) for state, told in zip(playout.states, events, strict=True)]


def check_elsewhere(game: GamePlugin, tables: list[Table]) -> int | None:
    """How many turns were the same elsewhere; None if the game cannot be brought there."""
    answer = _ask_elsewhere(game, tables)
    if answer is None:
        return None
    here = fingerprints(game, tables)
    for table, own, other in zip(tables, here, answer, strict=True):
        if own != other:
            turn = next((at for at, pair in enumerate(zip(own, other, strict=False)) if pair[0] != pair[1]), 0)
            where = "at the opening" if turn == 0 else f"in turn {turn - 1}"
            raise Fault(
                f"with {table.players} players, options {table.options} and seed {table.seed!r} a process with another "
                f"hash seed comes to something else {where}: is a set iterated over, or something kept between matches?"
            )
    return sum(map(len, here))


def _ask_elsewhere(game: GamePlugin, tables: list[Table]) -> list[list[str]] | None:
    try:
        question = pickle.dumps((game, [(table.players, table.options, table.seed) for table in tables]))
    except (pickle.PicklingError, AttributeError, TypeError):
        return None
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    environment = {**os.environ, "PYTHONHASHSEED": HASH_SEED, "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, "-c", ANSWER], input=question, env=environment, capture_output=True, check=False
    )
    return pickle.loads(done.stdout) if done.returncode == 0 else None


def answer_here() -> None:
    game, rows = pickle.loads(sys.stdin.buffer.read())
    tables = [Table(*row) for row in rows]
    sys.stdout.buffer.write(pickle.dumps(fingerprints(game, tables)))
