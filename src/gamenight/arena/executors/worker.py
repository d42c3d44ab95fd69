"""A process that plays games for another one, until that one closes the line or is gone."""

from __future__ import annotations

import os
import pickle
import signal
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread

from gamenight.arena.executors.batch import play_batch
from gamenight.arena.job import GameOutcome


def main(descriptor: int) -> None:
    """Answer each batch that comes over this line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the parent, which ends its workers
    line: Connection = Connection(descriptor)
    orders: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(line, orders), daemon=True).start()
    line.send(None)  # ready: who ends before this cannot play anything
    while True:
        line.send(_answer(orders.get()))


def _answer(order: bytes) -> list[GameOutcome] | Exception:
    """The outcomes, or what was raised instead: not a bot's or a game's failure, but the order's."""
    try:
        play, batch = pickle.loads(order)
        return play_batch(play, batch)
    except Exception as error:
        return error


def _listen(line: Connection, orders: SimpleQueue[bytes]) -> None:
    """Take orders while a game is played, so that the end of the parent is the end of this process at once."""
    try:
        while True:
            orders.put(line.recv_bytes())
    except (EOFError, OSError):
        os.killpg(0, signal.SIGKILL)  # the bots' own children too: this process leads its group
