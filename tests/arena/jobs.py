"""Jobs for executors, and the parts of their outcomes that must be equal."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from gamenight.arena import GameJob, GameOutcome

PERILOUS = "tests.arena.perils:PerilousNim"


def job(number: int, game: str = "tictactoe", bots: str = "random random", **fields: Any) -> GameJob:
    specs = tuple(bots.split())
    names = tuple(f"{spec} {seat}" for seat, spec in enumerate(specs))
    return GameJob(number, game, f"seed {number}", specs, names, tuple(range(len(specs))), **fields)


def perilous(number: int, peril: str = "", notes: Path | str = "") -> GameJob:
    return job(number, PERILOUS, options={"peril": peril, "notes": str(notes)})


JOBS = [
    *(job(number) for number in range(12)),
    job(12, "liarsdice", "random random random", keep_record=True),
    job(13, "goofspiel", "greedy random"),
    job(14, "liarsdice", options={"dice": 2, "wild_ones": False}),
    job(15, "liarsdice", max_turns=1),
    job(16, "tests.minigames.nim:Nim", "random random random random", options={"heap": 11}),
    job(17, "tests.cli.swap:FallsApart"),
    job(18, "no-such-game"),
    job(19, bots="random genius"),
]


def played(outcomes: Iterable[GameOutcome]) -> list[GameOutcome]:
    """The outcomes in the order of the jobs, without the times, which may differ."""
    timeless = [msgspec.structs.replace(outcome, duration_ms=0.0, think_ms=()) for outcome in outcomes]
    return sorted(timeless, key=lambda outcome: outcome.number)
