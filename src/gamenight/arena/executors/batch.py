"""Batches: some jobs that are sent to another process together, with the function that plays them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Protocol

from gamenight.arena.job import GameJob, GameOutcome

Play = Callable[[GameJob], GameOutcome]
"""Plays one game; a function of an importable module, as it is sent to other processes by its name."""

Batch = tuple[GameJob, ...]


class Backend(Protocol):
    """Plays batches. A future with an exception means that the backend failed during the batch."""

    batch_ms: float
    """The duration of a batch at which the transfer takes little of the time; 0 for one game at a time."""

    def submit(self, play: Play, batch: Batch) -> Future[list[GameOutcome]]: ...

    def abandon(self) -> None:
        """End everything that was submitted; the results are no longer needed."""


def play_batch(play: Play, batch: Sequence[GameJob]) -> list[GameOutcome]:
    """Play these games in this process, one after the other."""
    return [play(job) for job in batch]


class BatchSize:
    """Chooses the number of games in a batch from the duration of games so far; one until that is known."""

    LARGEST = 1000
    WEIGHT = 0.2
    """The weight of the newest game in the mean: games of one run differ, and later bots may be slower."""

    def __init__(self, batch_ms: float) -> None:
        self.batch_ms = batch_ms
        self._mean_ms: float | None = None

    def learn(self, outcomes: Sequence[GameOutcome]) -> None:
        for outcome in outcomes:
            if outcome.duration_ms > 0:  # 0 if no game was played
                mean = outcome.duration_ms if self._mean_ms is None else self._mean_ms
                self._mean_ms = mean + self.WEIGHT * (outcome.duration_ms - mean)

    def now(self) -> int:
        if self._mean_ms is None:
            return 1
        return max(1, min(self.LARGEST, round(self.batch_ms / self._mean_ms)))
