"""Play a match to its end, and write it to a database turn by turn."""

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
    """Yields a function that writes the turns played since its last call; without a database it does nothing."""
    if url is None:
        yield lambda: None
        return
    from gamenight.store import Recorder, open_store  # imported late: the database libraries take a second to load

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
    """Delay an interrupt: it would be unknown whether an interrupted commit of a turn succeeded."""
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
    """Play the match, and write each turn before the next is played. An interrupted match is abandoned."""
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
