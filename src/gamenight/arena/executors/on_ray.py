"""Play games on a Ray cluster: the one at RAY_ADDRESS, or a small one that is started on this machine."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from typing import Any
from urllib.parse import urlsplit

from gamenight.arena.executors.batch import Backend, Batch, Play, play_batch
from gamenight.arena.executors.errors import ExecutorUnavailable
from gamenight.arena.job import GameJob, GameOutcome

LOCAL = "local"

OBJECT_STORE = 80 * 1024 * 1024
"""Size of Ray's object store in bytes. It is the minimum; the default is a third of the memory. Small outcomes do not
use it."""

PATIENCE_S = 5.0
"""Timeout in seconds for a connection to the cluster."""

SETTINGS = {
    # Ray reports a dead worker on stdout, where results are. The outcome of the game says the same.
    "RAY_DEDUP_LOGS_SKIP_REGEX": "worker died or was killed|killed due to memory pressure",
}
"""Ray reads these when it is imported."""

LOCAL_SETTINGS = {
    # The default on one machine, which Ray announces unless it is set.
    "RAY_AUTH_MODE": "token",
}


@contextmanager
def open_ray(workers: int) -> Iterator[Backend]:
    """Use the Ray cluster that this program is already connected to, else connect, and disconnect at the end."""
    address = os.environ.get("RAY_ADDRESS") or LOCAL
    ray = _import_ray(address)
    with nullcontext(()) if ray.is_initialized() else _connected(ray, address, workers) as path:
        backend = RayBackend(ray, path)
        try:
            yield backend
        finally:
            backend.abandon()


def _import_ray(address: str) -> Any:
    if "ray" not in sys.modules:  # otherwise it is too late
        for name, value in (SETTINGS | LOCAL_SETTINGS if address == LOCAL else SETTINGS).items():
            os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError as error:
        raise ExecutorUnavailable(f"Ray is not installed ({error}): pip install 'gamenight[ray]'") from error
    return ray


@contextmanager
def _connected(ray: Any, address: str, workers: int) -> Iterator[Sequence[str]]:
    """Connect, and yield the additional folders in which workers search for modules; none on other machines."""
    size = _local_size(workers) if address == LOCAL else {}  # an existing cluster has its own size
    _check_reachable(address)
    try:
        ray.init(address, configure_logging=False, log_to_driver=False, **size)
    except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise ExecutorUnavailable(f"Ray cannot be used at {address}: {error}") from error
    try:
        yield tuple(sys.path) if address == LOCAL else ()
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Fail fast if nothing answers at HOST:PORT, as Ray itself tries for minutes; other addresses are left to Ray."""
    try:
        there = urlsplit(address if "://" in address else f"//{address}")
        place = there.hostname, there.port
    except ValueError:
        return
    if None in place:
        return
    try:
        socket.create_connection(place, PATIENCE_S).close()
    except OSError as error:
        raise ExecutorUnavailable(f"Ray cannot be used at {address}: {error.strerror or error}") from error


def _local_size(workers: int) -> dict[str, Any]:
    return {
        "num_cpus": workers,
        "include_dashboard": False,
        "object_store_memory": OBJECT_STORE,
        "_node_ip_address": "127.0.0.1",
        "_system_config": {"worker_niceness": 0},  # bots with a time limit need the processor
    }


class RayBackend:
    """Plays batches as tasks, each on one CPU; Ray does not retry a task whose worker dies."""

    batch_ms = 250.0

    def __init__(self, ray: Any, path: Sequence[str]) -> None:
        self._ray = ray
        self._path = path
        self._task = ray.remote(num_cpus=1, max_retries=0)(play_here)
        self._under_way: dict[Future[list[GameOutcome]], Any] = {}

    def submit(self, play: Play, batch: Batch) -> Future[list[GameOutcome]]:
        reference = self._task.remote(play, batch, self._path)
        future: Future[list[GameOutcome]] = reference.future()
        self._under_way[future] = reference
        future.add_done_callback(self._forget)
        return future

    def abandon(self) -> None:
        under_way, self._under_way = self._under_way, {}
        for reference in under_way.values():
            self._ray.cancel(reference, force=True)

    def _forget(self, future: Future[list[GameOutcome]]) -> None:
        self._under_way.pop(future, None)


def play_here(play: Play, batch: Sequence[GameJob], path: Sequence[str]) -> list[GameOutcome]:
    """Play a batch in a Ray worker, with these additional folders in `sys.path`."""
    sys.path += [folder for folder in path if folder not in sys.path]
    return play_batch(play, batch)
