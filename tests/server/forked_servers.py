"""Servers that start at once: each is forked from a process that has loaded everything they need.

    with QuickServer(tmp_path) as server: ...

Each runs `gamenight serve` in a process of its own, as usual; thirty starts take seconds instead of a minute.
"""

import atexit
import ctypes
import gc
import json
import os
import signal
import subprocess
import sys
import time
import traceback
from contextlib import suppress
from functools import cache
from threading import Lock
from typing import IO, Any

from tests.server.server_process import ROOT, ServerProcess
from tests.timeouts import TIMEOUT_S

PR_SET_PDEATHSIG = 1


class QuickServer(ServerProcess):
    """A ServerProcess that starts without loading anything."""

    def _launched(self, log: IO[bytes]) -> Any:  # a Child, which has the interface of a Popen
        arguments = self._command()[self._command().index("serve") :]
        return Child(
            fork_server(), fork_server().ask({"start": arguments, "log": log.name, "known": endpoints_known()})
        )


def endpoints_known() -> dict[str, str]:
    """The settings of language models that the test has changed since the nursery was opened."""
    return {
        name: value for name, value in os.environ.items() if name.startswith("GAMENIGHT_LLM_") or name == "NO_PROXY"
    }


class Child:
    """A process of the nursery, with the same interface as `subprocess.Popen`."""

    def __init__(self, fork_server: "ForkServer", pid: int) -> None:
        self.pid = pid
        self._fork_server = fork_server
        self._code: int | None = None

    def poll(self) -> int | None:
        if self._code is None:
            answer = self._fork_server.ask({"poll": self.pid})
            self._code = None if answer == STILL_RUNNING else answer
        return self._code

    def wait(self, timeout: float = TIMEOUT_S) -> int:
        give_up = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > give_up:
                raise subprocess.TimeoutExpired("gamenight serve", timeout)
            time.sleep(0.005)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class ForkServer:
    """The process that servers are forked from; when it ends, they end too."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", __name__]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._one_by_one = Lock()

    def ask(self, order: dict[str, Any]) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._one_by_one:
            self._process.stdin.write(json.dumps(order).encode() + b"\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@cache
def fork_server() -> ForkServer:
    """One nursery for all tests of this process."""
    opened = ForkServer()
    atexit.register(opened.close)
    return opened


# In the nursery

STILL_RUNNING = 1_000


def tend() -> None:
    from litestar import Litestar

    import gamenight.server.process.running  # noqa: F401 - the command would load it late
    from gamenight.cli import main
    from gamenight.looks import look_of
    from gamenight.looks.renderer import NotBuilt
    from gamenight.looks.textfiles import LANGUAGE
    from gamenight.looks.texts import texts_of
    from gamenight.server.games import Games
    from gamenight.server.http.covers import drawn_cover
    from gamenight.server.http.page import built_page

    Litestar([])  # its own parts are loaded lazily
    built_page()  # compresses it, which is cached
    for game in Games().all().values():
        look_of(game)  # reads its pictures, which is cached
        texts_of(game)  # parses its catalogue and the server's own, which is cached
        with suppress(NotBuilt):
            drawn_cover(game, "light", LANGUAGE)  # every lobby shows it
    gc.collect()
    gc.freeze()
    for line in os.fdopen(os.dup(0)):  # every child needs a new sys.stdin
        match json.loads(line):
            case {"start": arguments, "log": log, "known": known}:
                answer = os.fork() or _serve(main, arguments, log, known)
            case {"poll": pid}:
                ended, status = os.waitpid(pid, os.WNOHANG)
                answer = os.waitstatus_to_exitcode(status) if ended else STILL_RUNNING
        print(answer, flush=True)


def _serve(main: Any, arguments: list[str], log: str, known: dict[str, str]) -> int:
    """The main function of the forked process; it never returns."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    code = 1
    try:
        for number, place in ((0, os.devnull), (1, log), (2, log)):
            file = os.open(place, os.O_RDWR | os.O_APPEND)
            os.dup2(file, number)
            os.close(file)
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        os.environ.update(known)
        code = main(arguments)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


if __name__ == "__main__":
    tend()
