"""Executors play an arena's games: in processes on this machine, on a Ray cluster, or on Modal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from gamenight.arena.executors.batch import Backend, Play
from gamenight.arena.executors.errors import ExecutorError, ExecutorUnavailable, UnknownExecutor
from gamenight.arena.executors.on_modal import open_modal
from gamenight.arena.executors.on_ray import open_ray
from gamenight.arena.executors.processes import open_processes
from gamenight.arena.executors.stream import Executor

EXECUTORS: dict[str, Callable[[int], AbstractContextManager[Backend]]] = {
    "processes": open_processes,
    "ray": open_ray,
    "modal": open_modal,
}

__all__ = ["EXECUTORS", "Executor", "ExecutorError", "ExecutorUnavailable", "Play", "UnknownExecutor", "open_executor"]


@contextmanager
def open_executor(name: str, workers: int) -> Iterator[Executor]:
    """Open an executor for at most this many games at a time; everything that it started ends with it."""
    opened = EXECUTORS.get(name)
    if opened is None:
        raise UnknownExecutor(f"no executor is called {name!r}; there are: {', '.join(EXECUTORS)}")
    if workers < 1:
        raise ValueError(f"an executor needs at least one worker, not {workers}")
    with opened(workers) as backend:
        yield Executor(backend, workers)
