"""A match of this command, played to its end and written to a database turn by turn."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gamenight.cli.exits import Quit
from gamenight.core.match import Match
from gamenight.core.model import Abandon
from gamenight.core.run import BotRun
from gamenight.core.text import say

Write = Callable[[], None]


@contextmanager
def recording(url: str | None, match: Match) -> Iterator[Write]:
    """A function that writes what has been played since it was last called; without a database it does nothing."""
    if url is None:
        yield lambda: None
        return
    from gamenight.store import Recorder, open_store  # late: the database's libraries take a second to load

    with asyncio.Runner() as runner:
        store = runner.run(open_store(url))
        recorder = Recorder(store, match)

        def write() -> None:
            with uninterrupted():
                runner.run(recorder.write())

        try:
            yield write
        finally:
            runner.run(store.close())


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let an interrupt wait: a turn whose commit is broken off is written, or not, and nobody knows."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    interrupts: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if interrupts:
        raise KeyboardInterrupt


def play_out(run: BotRun, write: Write) -> None:
    """Let everybody answer; each turn is written before the next is played. A match that is broken off is abandoned."""
    try:
        write()
        for _ in run.answers():
            write()
    except (Quit, KeyboardInterrupt):
        if not run.match.is_over:
            run.match.submit(Abandon(say("abandoned-broken_off")))
        write()
        raise
    write()
