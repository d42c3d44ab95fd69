"""`gamenight serve --reload`: restart the server whenever a file of the author's own games has changed.

The watcher forks a server, and a new one after each change. It never loads the games itself, so every server loads the
current files. Matches are in the log, and browsers reconnect by themselves.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import NoReturn

from gamenight.cli.exits import INTERNAL, MATCH_ERROR, OK, UNAVAILABLE, UNKNOWN, USAGE, CliError, Quit
from gamenight.cli.terminal.screen import print_error

SUFFIXES = frozenset((".py", ".ftl", ".json", ".svg", ".md"))
"""The files of games. Other files, such as a database in the same folder, may change with every turn."""

FAULTS = frozenset((UNKNOWN, MATCH_ERROR, INTERNAL))
"""Exit codes of a server that an author can fix by changing a file."""

LOOK_S = 0.25
END_S = 10.0

FileTimes = Mapping[Path, tuple[int, int]]
"""The watched files, each with its modification time and size."""


def serve_again_and_again(look: Callable[[], FileTimes]) -> int | None:
    """Fork a server, and another after each change. Returns None in each server, and the exit code in the watcher."""
    if not hasattr(os, "fork"):
        raise CliError("--reload needs a system that can fork, such as Linux or macOS", UNAVAILABLE)
    with _ended_by_sigterm():
        while True:
            seen = look()
            server = _fork_server()
            if server is None:
                return None
            try:
                changed = server.watch(look, seen)
            except (KeyboardInterrupt, Quit):
                return OK
            finally:
                code = server.end()
            if changed is None:
                return code
            print_error(f"{changed} has changed: restarting the server")


class _Server:
    """A forked server. It ends with the watcher, which holds the other end of its pipe."""

    def __init__(self, pid: int, pipe: int) -> None:
        self._pid = pid
        self._pipe = pipe
        self._code: int | None = None

    def watch(self, look: Callable[[], FileTimes], seen: FileTimes) -> str | None:
        """Wait for a change and return the name of the file; None if the server ended, but not because of its games."""
        was_down = False
        while (now := look()) == seen:
            if not was_down and self._has_ended():
                if self._code not in FAULTS:
                    return None
                was_down = True
                print_error("the server is down; it restarts when a file changes")
            time.sleep(LOOK_S)
        while now != (now := look()):  # an editor or git may still be writing
            time.sleep(LOOK_S)
        return _changed(seen, now)

    def end(self) -> int:
        if not self._has_ended():
            os.kill(self._pid, signal.SIGTERM)
        give_up = time.monotonic() + END_S
        while not self._has_ended():
            if time.monotonic() > give_up:
                os.kill(self._pid, signal.SIGKILL)
            time.sleep(0.01)
        os.close(self._pipe)
        assert self._code is not None
        return self._code

    def _has_ended(self) -> bool:
        if self._code is None:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code is not None


def _fork_server() -> _Server | None:
    """Fork; returns None in the new process."""
    ours, theirs = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        os.close(ours)
        return _Server(pid, theirs)
    os.close(theirs)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    importlib.invalidate_caches()
    # Python compares the age of compiled files in whole seconds, so it would miss a second change within one second.
    sys.dont_write_bytecode = True
    Thread(target=_end_with_the_watcher, args=(ours,), daemon=True).start()
    return None


def _end_with_the_watcher(pipe: int) -> None:
    os.read(pipe, 1)
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    def end(*_: object) -> NoReturn:
        raise Quit(OK)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        with suppress(ValueError):
            signal.signal(signal.SIGTERM, before)


def _changed(before: FileTimes, after: FileTimes) -> str:
    """The name of one file that was changed, created or deleted."""
    return min(path for path in {*before, *after} if before.get(path) != after.get(path)).name


# The watched files


def watched(games: Iterable[str]) -> Callable[[], FileTimes]:
    """A function that takes a snapshot of all files of these games, which are given as `module:attribute`."""
    modules = [name.partition(":")[0] for name in games if ":" in name]
    if not modules:
        raise CliError("--reload is for a game of your own: name it with --game module:attribute", USAGE)
    sources = [_source(module.partition(".")[0]) for module in modules]
    return lambda: {path: _stamp(path) for folder, pattern in sources for path in folder.glob(pattern) if _counts(path)}


def _source(module: str) -> tuple[Path, str]:
    """The folder of this module and the pattern of its files; for a package, all files below the folder."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    spec = find_spec(module) if module else None
    if spec is None:
        where = f"neither installed nor in the folder {os.getcwd()}"
        raise CliError(f"there is no module {module}, {where}", UNKNOWN)
    if spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations))), "**/*"
    return Path(spec.origin or "").parent, "*"


def _counts(path: Path) -> bool:
    return path.suffix in SUFFIXES and not path.name.startswith(".") and path.is_file()


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:  # it was deleted a moment ago
        return 0, 0
    return found.st_mtime_ns, found.st_size
