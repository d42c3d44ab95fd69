"""`gamenight serve --reload`: the server starts again whenever a file of the author's own games has changed.

The watcher forks a server, and another one in its place after each change. It never loads the games itself, so every
server loads them anew; matches are in the log, and pages reconnect by themselves.
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
from gamenight.cli.terminal.screen import complain

SUFFIXES = frozenset((".py", ".ftl", ".json", ".svg", ".md"))
"""What games are made of. The database may lie in the same folder, and changes with every turn."""

FAULTS = frozenset((UNKNOWN, MATCH_ERROR, INTERNAL))
"""Ends of a server that an author can mend by changing a file."""

LOOK_S = 0.25
END_S = 10.0

Snapshot = Mapping[Path, tuple[int, int]]
"""The files that are watched, each with its time and size."""


def serve_again_and_again(look: Callable[[], Snapshot]) -> int | None:
    """None in the process of each server, which goes on; in the watcher, in the end, the exit code."""
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
            complain(f"{changed} has changed: the server starts again")


class _Server:
    """A server that was forked. It ends with the watcher, which holds the other end of its pipe."""

    def __init__(self, pid: int, pipe: int) -> None:
        self._pid = pid
        self._pipe = pipe
        self._code: int | None = None

    def watch(self, look: Callable[[], Snapshot], seen: Snapshot) -> str | None:
        """The name of a file that has changed; None once the server has ended for another reason than its games."""
        was_down = False
        while (now := look()) == seen:
            if not was_down and self._has_ended():
                if self._code not in FAULTS:
                    return None
                was_down = True
                complain("the server is down, and comes back when a file is changed")
            time.sleep(LOOK_S)
        while now != (now := look()):  # an editor, or git, may be in the middle of it
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
    """None in the new process."""
    ours, theirs = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        os.close(ours)
        return _Server(pid, theirs)
    os.close(theirs)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    importlib.invalidate_caches()
    # Python compares a compiled file's age in whole seconds: a second change within one would not be seen.
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


def _changed(before: Snapshot, after: Snapshot) -> str:
    """The name of one file that was changed, made or deleted."""
    return min(path for path in {*before, *after} if before.get(path) != after.get(path)).name


# What is watched


def watched(games: Iterable[str]) -> Callable[[], Snapshot]:
    """How to look at all files of these games, which are given as `module:attribute`."""
    modules = [name.partition(":")[0] for name in games if ":" in name]
    if not modules:
        raise CliError("--reload is for a game of your own: name it by --game module:attribute", USAGE)
    sources = [_source(module.partition(".")[0]) for module in modules]
    return lambda: {path: _stamp(path) for folder, pattern in sources for path in folder.glob(pattern) if _counts(path)}


def _source(module: str) -> tuple[Path, str]:
    """The folder that this module is in, and the pattern of its files: a package has all below it."""
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
