"""Play games in processes on this machine.

Workers are separate programs, neither forked nor started by multiprocessing: they inherit no threads or locks of the
parent, its main module does not run again, and nothing is left when they end.
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
    """A backend of this many worker processes, which are started with the first batch."""

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
    """Worker processes; a thread of this process waits for each of them."""

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
        """An idle worker, or a new one in place of one that died."""
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
                raise WorkerDied("the games were cancelled")
            worker = Worker()
            self._alive.add(worker)
            return worker


class Worker:
    """One process that plays games, with a connection to it."""

    def __init__(self) -> None:
        self._line, theirs = Pipe()
        self._ending = Lock()
        self._is_ready = self._is_ended = False
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", BOOT, json.dumps(sys.path), str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                process_group=0,  # the terminal interrupts only the parent, and processes of bots end with the worker
                stdin=subprocess.DEVNULL,
                stdout=STDERR,  # so the output of bots does not mix with the results
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
        """Wait until it has started; if this worker cannot start, no other can."""
        if self._is_ready:
            return
        try:
            self._receive()
        except (EOFError, OSError):
            raise ExecutorUnavailable(f"no worker can be started: {self._end_of_it()}") from None
        self._is_ready = True

    def _receive(self) -> Any:
        """The next message. Children of a dead worker may hold its end of the connection, so also check the process."""
        while not self._line.poll(LOOK_EVERY_S):
            if not self.is_alive() and not self._line.poll():
                raise EOFError
        return self._line.recv()

    def _end_of_it(self) -> str:
        """End the process and describe how it ended; after it closed the connection, it may still end by itself."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LAST_MOMENT_S)
        self.end()
        return ending(self._process.returncode)

    def end(self) -> None:
        """End the process and everything that it started. If it died before, its exit code is kept."""
        with self._ending:
            if self._is_ended:
                return
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._is_ended = True
