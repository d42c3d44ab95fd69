"""Play games on Modal, with the account of Modal's own settings."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

from gamenight.arena.executors.batch import Backend, Batch, Play
from gamenight.arena.executors.errors import ExecutorUnavailable
from gamenight.arena.job import GameOutcome


@contextmanager
def open_modal(workers: int) -> Iterator[Backend]:
    """Run an app that ends with this context."""
    try:
        import modal.exception

        from gamenight.arena.executors.modal_app import app, play_games
    except ImportError as error:
        raise ExecutorUnavailable(f"Modal is not installed ({error}): pip install 'gamenight[modal]'") from error
    with ExitStack() as open_things:
        try:
            open_things.enter_context(app.run())
        except modal.exception.Error as error:
            raise ExecutorUnavailable(f"Modal cannot be used: {error}") from error
        yield open_things.enter_context(ModalBackend(play_games, workers))


class ModalBackend:
    """Plays batches as calls of a Modal function; a thread of this process waits for each call."""

    batch_ms = 2000.0

    def __init__(self, function: Any, workers: int) -> None:
        self._function = function
        self._workers = workers
        self._callers = Callers(function, workers)

    def __enter__(self) -> ModalBackend:
        return self

    def __exit__(self, *problem: object) -> None:
        self._callers.close()

    def submit(self, play: Play, batch: Batch) -> Future[list[GameOutcome]]:
        return self._callers.submit(play, batch)

    def abandon(self) -> None:
        self._callers.close()
        self._callers = Callers(self._function, self._workers)


class Callers:
    """Threads that call the function and wait for it, until `close`."""

    def __init__(self, function: Any, workers: int) -> None:
        self._function = function
        self._threads = ThreadPoolExecutor(workers)
        self._calls: set[Any] = set()
        self._is_closed = False

    def submit(self, play: Play, batch: Batch) -> Future[list[GameOutcome]]:
        return self._threads.submit(self._play, play, batch)

    def close(self) -> None:
        self._is_closed = True
        for call in tuple(self._calls):
            call.cancel(terminate_containers=True)
        self._threads.shutdown(cancel_futures=True)

    def _play(self, play: Play, batch: Batch) -> list[GameOutcome]:
        if self._is_closed:
            raise CancelledError
        call = self._function.spawn(play, batch)
        self._calls.add(call)
        if self._is_closed:  # closed after the spawn, so close may have missed this call
            call.cancel(terminate_containers=True)
        try:
            outcomes: list[GameOutcome] = call.get()
        finally:
            self._calls.discard(call)
        return outcomes
