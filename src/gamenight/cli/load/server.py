"""The server under test: a process that is always ended, and its figures from the kernel."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from gamenight.cli.exits import FAILED, CliError

START_S = 60.0
END_S = 10.0
ENDING = (signal.SIGINT, signal.SIGTERM)

# Here one address plays all seats, and no player is away, so the limits of a public server are lifted.
UNLIMITED = {
    "max_matches": 1_000_000,
    "max_connections": 1_000_000,
    "connections_per_address": 1_000_000,
    "matches_per_address": 1_000_000,
    "bots_per_address": 1_000_000,
    "handshakes_per_address": 1_000_000,
    "heavy_per_address": 1_000_000,
    "requests_per_address": 10_000_000,
    "messages_per_second": 100_000,
    "idle_ms": 3_600_000,
}


class ServerUnderLoad:
    """The URL of the server and, if it was started here, its process id."""

    def __init__(self, url: str, pid: int | None = None) -> None:
        self.url = url
        self.pid = pid

    def cpu_s(self) -> float | None:
        """The CPU time of all its threads so far, without the other processes in which bots run."""
        if self.pid is None:
            return None
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_kb(self) -> int | None:
        """Its resident memory."""
        if self.pid is None:
            return None
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1024


@contextmanager
def own_server(
    folder: Path, database: str | None, redis: str | None, flags: Sequence[str] = ()
) -> Iterator[ServerUnderLoad]:
    """Start a server on a free port; raise CliError, with the last line of its log, if it does not start."""
    db = database or f"sqlite:///{folder / 'matches.db'}"
    where = ["--port", "0", "--db", db, *(["--redis", redis] if redis else [])]
    limits = [text for name, value in UNLIMITED.items() for text in (f"--{name.replace('_', '-')}", str(value))]
    log = folder / "log"
    process = None
    try:
        with log.open("wb") as lines, _uninterrupted():
            process = subprocess.Popen(
                [sys.executable, "-m", "gamenight", "serve", *where, *limits, *flags], stdout=lines, stderr=lines
            )
        yield ServerUnderLoad(_url_in(log, process), process.pid)
    finally:
        if process is not None:
            _end(process)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delay signals, so that a process cannot be left behind between its start and the assignment of its variable."""
    waiting: list[int] = []
    before = {number: signal.signal(number, lambda got, _: waiting.append(got)) for number in ENDING}
    try:
        yield
    finally:
        for number, was in before.items():
            signal.signal(number, was)
    for got in waiting:
        signal.raise_signal(got)


def _url_in(log: Path, process: subprocess.Popen[bytes]) -> str:
    give_up = time.monotonic() + START_S
    while time.monotonic() < give_up and process.poll() is None:
        for line in log.read_text(errors="replace").splitlines(keepends=True):
            if line.startswith("gamenight serves on ") and line.endswith("\n"):
                return line.split()[3]
        time.sleep(0.02)
    last = log.read_text(errors="replace").strip().rpartition("\n")[2]
    raise CliError(f"the server does not start: {last.removeprefix('gamenight: ') or 'its log is empty'}", FAILED)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process with SIGTERM, and kill it if that takes too long."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
