"""What crosses from one process to another: a few jobs with the function that plays them, and their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Protocol

from gamenight.arena.job import GameJob, GameOutcome

Play = Callable[[GameJob], GameOutcome]
"""Plays one game; a function of an importable module, as it goes to other processes by its name."""

Batch = tuple[GameJob, ...]


class Backend(Protocol):
    """Where batches are played. A future that raises is a failure of the machinery in the midst of its batch."""

    batch_ms: float
    """How long a batch should take for its way there and back not to matter; 0 is one game at a time."""

    def submit(self, play: Play, batch: Batch) -> Future[list[GameOutcome]]: ...

    def abandon(self) -> None:
        """End everything that was submitted; nobody waits for it any more."""


def play_batch(play: Play, batch: Sequence[GameJob]) -> list[GameOutcome]:
    """Play these games in this process, one after the other."""
    return [play(job) for job in batch]


class BatchSize:
    """How many games make a batch, from how long they took so far; one, while nothing is known."""

    LARGEST = 1000
    WEIGHT = 0.2
    """Of the newest game in the mean: games of one run differ, and later bots may be slower ones."""

    def __init__(self, batch_ms: float) -> None:
        self.batch_ms = batch_ms
        self._mean_ms: float | None = None

    def learn(self, outcomes: Sequence[GameOutcome]) -> None:
        for outcome in outcomes:
            if outcome.duration_ms > 0:  # what never was a game says nothing
                mean = outcome.duration_ms if self._mean_ms is None else self._mean_ms
                self._mean_ms = mean + self.WEIGHT * (outcome.duration_ms - mean)

    def now(self) -> int:
        if self._mean_ms is None:
            return 1
        return max(1, min(self.LARGEST, round(self.batch_ms / self._mean_ms)))
