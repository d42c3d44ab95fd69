"""`gamenight serve` in a process of its own, which tests may stop, kill and start again on the same port and database.

    with ServerProcess(tmp_path, grace_ms=500) as server:
        async with connect(server.url, match_id) as table: ...

`start`, `stop` and `restart` block; if clients run on the same event loop, call them by `asyncio.to_thread`.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self
from urllib.parse import urlsplit

from tests.timeouts import TIMEOUT_S

ROOT = Path(__file__).parents[2]
READY = re.compile(r"^gamenight serves on (\S+) ", re.MULTILINE)


class ServerFailed(Exception):
    """The server ended before it was ready, or was not ready in time; the message is its log."""


class ServerProcess:
    """A server on a free port. `db` None means a SQLite file in the folder; settings are those of `Settings`, by name.

    A tuple is given to its flag value by value. `flags` go unchanged to the command, as in ("--game", "nim:GAME").
    """

    def __init__(
        self,
        folder: Path,
        db: str | None = None,
        redis: str | None = None,
        flags: Sequence[str] = (),
        **settings: object,
    ) -> None:
        self.db = db or f"sqlite:///{folder / 'matches.db'}"
        self.redis = redis
        self.port = 0
        self.url = ""
        # Few enough connections for any machine: a warning about too few open files would be an extra line of the log.
        self._flags = [*flags, *_as_flags({"max_connections": 2_000, **settings})]
        self._log = _unused(folder)
        self._read_from = 0
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()

    @property
    def ws_url(self) -> str:
        return self.url.replace("http", "ws", 1)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def log(self) -> str:
        """Everything that it has printed on stdout and stderr since its first start."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def start(self) -> None:
        """Start it and wait until it serves, on the previous port if there was one."""
        assert not self.is_running
        self._read_from = len(self.log)
        with self._log.open("ab") as log:
            self._process = self._launched(log)
        self._wait_until_it_serves()

    def kill(self) -> None:
        """Kill it at once, as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self, timeout: float = TIMEOUT_S) -> int:
        """Ask it to end, and wait; returns the exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return self.ended(timeout)

    def ended(self, timeout: float = TIMEOUT_S) -> int:
        """Wait until it ends by itself; returns the exit code."""
        assert self._process is not None
        try:
            return self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise ServerFailed(f"it did not end within {timeout} s\n{self.log}") from None

    def restart(self) -> None:
        """Start it again on the same port and database, after a kill; or stop it first."""
        if self.is_running:
            self.stop()
        self.start()

    def _launched(self, log: IO[bytes]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self._command(), cwd=ROOT, env=_environment(), stdout=log, stderr=log)

    def _command(self) -> list[str]:
        redis = ["--redis", self.redis] if self.redis else []
        where = ["--port", str(self.port), "--db", self.db, *redis]
        return [sys.executable, "-m", "gamenight", "serve", *where, *self._flags]

    def _wait_until_it_serves(self) -> None:
        give_up = time.monotonic() + TIMEOUT_S
        while not (ready := READY.search(self.log, self._read_from)):
            if not self.is_running or time.monotonic() > give_up:
                self.kill()
                raise ServerFailed(self.log[self._read_from :])
            time.sleep(0.02)
        self.url = ready[1]
        self.port = urlsplit(self.url).port or 0


def _as_flags(settings: dict[str, object]) -> list[str]:
    """`grace_ms=500` as `--grace-ms 500`; `origins=(...)` as `--origin ...`."""
    flags: list[str] = []
    for name, value in settings.items():
        flag = f"--{name.replace('_', '-')}"
        flags += [flag.removesuffix("s"), *map(str, value)] if isinstance(value, tuple) else [flag, str(value)]
    return flags


def _environment() -> dict[str, str]:
    """The developer's environment, without a database or Redis that is meant for something else."""
    return {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}


def _unused(folder: Path) -> Path:
    """A file name for the log that is not used yet, as several servers may share a folder."""
    number = len(list(folder.glob("server-*.log")))
    file = folder / f"server-{number}.log"
    file.touch()
    return file
