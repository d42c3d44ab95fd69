"""A process that plays games for its parent, until the parent closes the connection or ends."""

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
    """Answer each batch that arrives over this connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles interrupts and ends its workers
    line: Connection = Connection(descriptor)
    orders: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(line, orders), daemon=True).start()
    line.send(None)  # ready: a worker that ends before this could not start
    while True:
        line.send(_answer(orders.get()))


def _answer(order: bytes) -> list[GameOutcome] | Exception:
    """The outcomes; or an exception of the order itself, as failures of bots and games are part of the outcomes."""
    try:
        play, batch = pickle.loads(order)
        return play_batch(play, batch)
    except Exception as error:
        return error


def _listen(line: Connection, orders: SimpleQueue[bytes]) -> None:
    """Receive orders while a game is played, so that this process ends as soon as the parent does."""
    try:
        while True:
            orders.put(line.recv_bytes())
    except (EOFError, OSError):
        os.killpg(0, signal.SIGKILL)  # also ends processes of bots: this process leads its group
