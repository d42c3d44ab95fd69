"""Games in processes of this machine.

Workers are programs of their own, neither forked nor made by multiprocessing: nothing of the parent's threads and
locks gets into them, its main module is not run again, and nothing stays behind when they end.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any

from gamenight.arena.executors.batch import Backend, Batch, Play
from gamenight.arena.executors.errors import ExecutorUnavailable, WorkerDied
from gamenight.arena.job import GameOutcome
from gamenight.bots.processes import ending

BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    "from gamenight.arena.executors.worker import main; main(int(sys.argv[2]))"
)
STDERR = 2

LOOK_EVERY_S = 2.0
LAST_MOMENT_S = 2.0


@contextmanager
def open_processes(workers: int) -> Iterator[Backend]:
    processes = Processes(workers)
    try:
        yield processes
    finally:
        processes.abandon()


class Processes:
    """As many worker processes as are asked for, started when there is something to play."""

    batch_ms = 0.0

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._crew: Crew | None = None

    def submit(self, play: Play, batch: Batch) -> Future[list[GameOutcome]]:
        if self._crew is None:
            self._crew = Crew(self._workers)
        return self._crew.submit(play, batch)

    def abandon(self) -> None:
        crew, self._crew = self._crew, None
        if crew is not None:
            crew.close()


class Crew:
    """Worker processes, each with a thread of this one that waits for it."""

    def __init__(self, workers: int) -> None:
        self._threads = ThreadPoolExecutor(workers, "gamenight-worker")
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        self._alive: set[Worker] = set()
        self._changing = Lock()
        self._closed = False

    def submit(self, play: Play, batch: Batch) -> Future[list[GameOutcome]]:
        return self._threads.submit(self._play, play, batch)

    def close(self) -> None:
        with self._changing:
            self._closed = True
            for worker in self._alive:
                worker.end()
        self._threads.shutdown(cancel_futures=True)

    def _play(self, play: Play, batch: Batch) -> list[GameOutcome]:
        worker = self._take()
        try:
            outcomes = worker.play(play, batch)
        except BaseException:
            with self._changing:
                self._alive.discard(worker)
            worker.end()
            raise
        self._idle.put(worker)
        return outcomes

    def _take(self) -> Worker:
        """A worker that waits, or a new one for the place of those that died."""
        with suppress(Empty):
            while True:
                worker = self._idle.get_nowait()
                if worker.is_alive():
                    return worker
                with self._changing:
                    self._alive.discard(worker)
                worker.end()
        with self._changing:
            if self._closed:
                raise WorkerDied("the games were called off")
            worker = Worker()
            self._alive.add(worker)
            return worker


class Worker:
    """One process that plays games, and the line to it."""

    def __init__(self) -> None:
        self._line, theirs = Pipe()
        self._ending = Lock()
        self._is_ready = self._is_ended = False
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", BOOT, json.dumps(sys.path), str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                process_group=0,  # the terminal interrupts the parent alone; and whatever bots start ends with them
                stdin=subprocess.DEVNULL,
                stdout=STDERR,  # what a bot prints must not get between the results
            )

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def play(self, play: Play, batch: Batch) -> list[GameOutcome]:
        self._get_ready()
        try:
            self._line.send((play, batch))
            answer: list[GameOutcome] | Exception = self._receive()
        except (EOFError, OSError):
            raise WorkerDied(self._end_of_it()) from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _get_ready(self) -> None:
        """Wait until it has started; what hinders this one would hinder every other."""
        if self._is_ready:
            return
        try:
            self._receive()
        except (EOFError, OSError):
            raise ExecutorUnavailable(f"no worker can be started: {self._end_of_it()}") from None
        self._is_ready = True

    def _receive(self) -> Any:
        """What comes next. Children of a dead worker may hold its end of the line, so its life is looked after too."""
        while not self._line.poll(LOOK_EVERY_S):
            if not self.is_alive() and not self._line.poll():
                raise EOFError
        return self._line.recv()

    def _end_of_it(self) -> str:
        """What became of it; it has a moment to end by itself after it has closed the line."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LAST_MOMENT_S)
        self.end()
        return ending(self._process.returncode)

    def end(self) -> None:
        """End the process and all that it started. What it died of, if it did before, is still told."""
        with self._ending:
            if self._is_ended:
                return
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._is_ended = True
