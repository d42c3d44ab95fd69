"""A process that thinks for bots, until whoever started it closes the line or is gone: one order, one answer.

`workers` starts it. Orders come on what was its standard input, answers go to what was its standard output; bots have
neither, and what they print goes where the server's own errors go.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from functools import cache
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

import msgspec
from msgspec import Struct

from gamenight.arena.finding import find_game
from gamenight.bots.finding import register_named
from gamenight.bots.registry import make_bot, strategies
from gamenight.core.bot import Observation
from gamenight.core.model import Action
from gamenight.server.thinking import Task

NICENESS = 5
"""Bots take what the event loop leaves of the processor."""

LENGTH_BYTES = 4
LARGEST_ANSWER = 1_000_000
LONGEST_REASON = 500
STDIN, STDOUT, STDERR = 0, 1, 2


class Order(Struct, frozen=True):
    """A task on its way. The game must be found before `seen` can be read, as that holds the game's own types."""

    game: str
    strategy: str
    seed: str
    seen: bytes


class Failed(Struct, frozen=True, tag="failed"):
    reason: str


def written_order(task: Task) -> bytes:
    """The task without the rules, which the worker has itself."""
    seen = pickle.dumps(msgspec.structs.replace(task.observation, rules=None))
    return msgspec.msgpack.encode(Order(task.game, task.strategy, task.seed, seen))


def frame(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH_BYTES) + message


def main() -> None:
    sys.path[:] = json.loads(sys.argv[1])
    _yield_to_the_server()
    orders, answers = _private_line()
    waiting: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(orders, waiting), daemon=True).start()
    strategies()  # found once for all, and not in the first bot's time
    register_named(json.loads(sys.argv[2]))
    _send(answers, b"")  # ready: who ends before this can think of nothing
    while True:
        _send(answers, _answer(waiting.get()))


def _yield_to_the_server() -> None:
    """Let it come first, and be ended by it alone: whoever stops a whole service asks all its processes to end."""
    os.nice(NICENESS)
    for asked_to_end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked_to_end, signal.SIG_IGN)


def _private_line() -> tuple[BinaryIO, BinaryIO]:
    """Where orders come from and answers go to; nothing that bots read or print gets between."""
    orders, answers = os.fdopen(os.dup(STDIN), "rb"), os.fdopen(os.dup(STDOUT), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, STDIN)
    os.close(nothing)
    os.dup2(STDERR, STDOUT)
    return orders, answers


def _listen(orders: BinaryIO, waiting: SimpleQueue[bytes]) -> None:
    """Take orders while a bot thinks, so that the end of the server is the end of this process at once.

    The system could end it with its parent too (PR_SET_PDEATHSIG), but then what its bots have started would live on.
    """
    while len(length := orders.read(LENGTH_BYTES)) == LENGTH_BYTES:
        waiting.put(orders.read(int.from_bytes(length)))
    os.killpg(0, signal.SIGKILL)  # the bots' own children too: this process leads its group


def _send(answers: BinaryIO, message: bytes) -> None:
    try:
        answers.write(frame(message))
        answers.flush()
    except BrokenPipeError:
        os.killpg(0, signal.SIGKILL)  # the server is gone, perhaps before this process could ask to end with it


def _answer(order: bytes) -> bytes:
    """The bot's action, or what hindered it, as JSON."""
    try:
        answer = msgspec.json.encode(_think(msgspec.msgpack.decode(order, type=Order)))
        if len(answer) > LARGEST_ANSWER:
            raise ValueError(f"the bot's action takes {len(answer)} bytes")
    except (Exception, SystemExit) as error:
        answer = msgspec.json.encode(Failed(f"{type(error).__name__}: {error}"[:LONGEST_REASON]))
    return answer


def _think(order: Order) -> Action:
    game = _game(order.game)
    observation: Observation = pickle.loads(order.seen)
    bot = make_bot(order.strategy, game, seed=order.seed)
    for event in observation.history:
        bot.receive_outcome(event)
    action = bot.choose_action(msgspec.structs.replace(observation, rules=game))
    if not isinstance(action, Action):
        raise TypeError(f"the bot gave no action but a value of the type {type(action).__name__}")
    return action


_game = cache(find_game)

if __name__ == "__main__":
    main()
