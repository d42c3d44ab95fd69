"""Stream jobs to a backend, and yield the outcomes as they finish."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice

from gamenight.arena.executors.batch import Backend, Batch, BatchSize, Play
from gamenight.arena.executors.errors import ExecutorUnavailable
from gamenight.arena.job import GameJob, GameOutcome, play_game, voided

AHEAD = 2
"""Number of submitted batches for each worker: one that is played, and one that is ready next."""

Running = dict[Future[list[GameOutcome]], Batch]


class Executor:
    """Plays jobs on a backend. The same job leads to the same game on every backend, apart from times."""

    def __init__(self, backend: Backend, workers: int) -> None:
        self._backend = backend
        self._most = AHEAD * workers

    def run(self, jobs: Iterable[GameJob], play: Play = play_game) -> Iterator[GameOutcome]:
        """Yield outcomes as they finish; jobs are taken as needed. Closing the iterator ends the games in progress.

        Only one run at a time is allowed. If a game kills its worker, only this game is void.
        """
        run = _Run(self._backend, play, iter(jobs))
        running: Running = {}
        try:
            while run.fill(running, self._most):
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield from run.settle(running.pop(future), future)
        finally:
            if running:
                self._backend.abandon()


class _Run:
    """The state of a run: the jobs that are left, and the size of batches."""

    def __init__(self, backend: Backend, play: Play, jobs: Iterator[GameJob]) -> None:
        self.backend = backend
        self.play = play
        self.jobs = jobs
        self.alone: deque[GameJob] = deque()
        self.size = BatchSize(backend.batch_ms)

    def fill(self, running: Running, most: int) -> bool:
        """Submit batches until `most` are running; return whether any is."""
        while len(running) < most and (batch := self._next_batch()):
            running[self.backend.submit(self.play, batch)] = batch
        return bool(running)

    def _next_batch(self) -> Batch:
        if self.alone:
            return (self.alone.popleft(),)
        return tuple(islice(self.jobs, self.size.now()))

    def settle(self, batch: Batch, future: Future[list[GameOutcome]]) -> list[GameOutcome]:
        """The outcomes of a batch. The games of a failed batch are played again, each alone, to find the faulty one."""
        error = future.exception()
        if error is None:
            outcomes = future.result()
            self.size.learn(outcomes)
            return outcomes
        if isinstance(error, ExecutorUnavailable):
            raise error
        if len(batch) > 1:
            self.alone.extend(batch)
            return []
        return [voided(batch[0], " ".join(f"{type(error).__name__}: {error}".split()))]
