"""Play the same matches in another process, where texts have other hashes and the module `random` another seed."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

from msgspec import Struct

from gamenight.core.model import digest
from gamenight.core.plugin import GamePlugin
from gamenight.testing.playing.playouts import RANDOM, Playout, play
from gamenight.testing.playing.position import Position
from gamenight.testing.playing.tables import Setup
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.worlds.viewer_screens import viewer_screens

TURNS = 60
SCREENS_EVERY = 6
HASH_SEED = "4711"
ANSWER = f"from {__name__} import answer_here; answer_here()"


class Trace(Struct, frozen=True):
    """The digests of a random match: of each state with its events, and of what is shown at some of them."""

    turns: tuple[str, ...]
    shown: tuple[str, ...]


def traces(game: GamePlugin, tables: list[Setup]) -> list[Trace]:
    return [_trace(game, play(game, table, RANDOM, TURNS)) for table in tables]


def _trace(game: GamePlugin, playout: Playout) -> Trace:
    events = [playout.opening, *(step.events for step in playout.steps)]
    turns = [digest((state, told)) for state, told in zip(playout.states, events, strict=True)]
    places = range(0, len(playout.states), SCREENS_EVERY)
    shown = [digest(viewer_screens(Position(game, playout, at))) for at in places]
    return Trace(tuple(turns), tuple(shown))


class Twins(Struct, frozen=True):
    """The traces of the matches at these tables, from this process and from another."""

    tables: list[Setup]
    here: list[Trace]
    there: list[Trace]

    def check_turns(self) -> int:
        for table, one, other in zip(self.tables, self.here, self.there, strict=True):
            if one.turns != other.turns:
                turn = _first_unlike(one.turns, other.turns)
                where = "at the opening" if turn == 0 else f"in turn {turn - 1}"
                raise BrokenRule(f"{_at(table)} differs {where}{_GUESS}, or is something kept between matches?")
        return sum(len(trace.turns) for trace in self.here)

    def check_shown(self) -> int:
        """If the matches are the same, so is everything that is shown."""
        for table, one, other in zip(self.tables, self.here, self.there, strict=True):
            if one.turns == other.turns and one.shown != other.shown:
                turns = _first_unlike(one.shown, other.shown) * SCREENS_EVERY
                raise BrokenRule(f"{_at(table)} shows another scene, offers or texts after {turns} turns{_GUESS}?")
        return sum(len(trace.shown) for trace in self.here)


_GUESS = ": is a set iterated over"


def _at(table: Setup) -> str:
    where = f"with {table.players} players, options {table.options} and seed {table.seed!r}"
    return f"{where} a process with another hash seed"


def _first_unlike(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    return next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)


def twins(game: GamePlugin, tables: list[Setup]) -> Twins | None:
    """Play the matches in both processes; None if the game cannot be pickled or imported in the other."""
    there = _ask_elsewhere(game, tables)
    return None if there is None else Twins(tables, traces(game, tables), there)


def _ask_elsewhere(game: GamePlugin, tables: list[Setup]) -> list[Trace] | None:
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
    tables = [Setup(*row) for row in rows]
    sys.stdout.buffer.write(pickle.dumps(traces(game, tables)))
