"""Wait until processes exist or have ended, by their ids."""

import time
from collections.abc import Callable
from pathlib import Path

from tests.timeouts import TIMEOUT_S


def noted(notes: Path, wanted: int) -> list[int]:
    """The processes that left a note in this folder; waits until there are `count`."""
    _wait(lambda: len(list(notes.iterdir())) >= wanted, f"there are not {wanted} notes")
    return [int(note.name) for note in notes.iterdir()]


def await_end(pids: list[int]) -> None:
    _wait(lambda: not any(map(is_running, pids)), f"some of {pids} still run")


def is_running(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _wait(is_so: Callable[[], bool], complaint: str) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not is_so():
        assert time.monotonic() < deadline, complaint
        time.sleep(0.01)
