"""A process that thinks for bots: one answer for each order, until its parent closes the pipe or ends.

`workers` starts it. Orders arrive on the original standard input and answers leave on the original standard output.
Bots can use neither; what they print goes to the server's standard error.
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

from gamenight.bots.bot_lookup import register_named
from gamenight.bots.registry import make_bot, strategies
from gamenight.core.bot import Observation
from gamenight.core.model import Action
from gamenight.core.registry import find_game
from gamenight.server.bot_pool import Task

NICENESS = 5
"""Bots use only the processor time that the event loop leaves."""

LENGTH_BYTES = 4
LARGEST_ANSWER = 1_000_000
LONGEST_REASON = 500
STDIN, STDOUT, STDERR = 0, 1, 2


class Order(Struct, frozen=True):
    """An encoded task. The game must be found before `seen` can be decoded, as it contains the game's own types."""

    game: str
    strategy: str
    seed: str
    seen: bytes


class TaskFailed(Struct, frozen=True, tag="failed"):
    reason: str


def written_order(task: Task) -> bytes:
    """The encoded task, without the rules: the worker has them."""
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
    strategies()  # loaded once, and not in the time of the first bot
    register_named(json.loads(sys.argv[2]))
    _send(answers, b"")  # ready; a process that ends before this cannot think at all
    while True:
        _send(answers, _answer(waiting.get()))


def _yield_to_the_server() -> None:
    """Run at low priority, and ignore the signals that all processes of a service get: the server ends this one."""
    os.nice(NICENESS)
    for asked_to_end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked_to_end, signal.SIG_IGN)


def _private_line() -> tuple[BinaryIO, BinaryIO]:
    """The pipes for orders and answers, which bots that read or print cannot disturb."""
    orders, answers = os.fdopen(os.dup(STDIN), "rb"), os.fdopen(os.dup(STDOUT), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, STDIN)
    os.close(nothing)
    os.dup2(STDERR, STDOUT)
    return orders, answers


def _listen(orders: BinaryIO, waiting: SimpleQueue[bytes]) -> None:
    """Read orders while a bot thinks, so that this process ends at once when the server ends.

    The system could end it with its parent (PR_SET_PDEATHSIG), but processes that its bots have started would survive.
    """
    while len(length := orders.read(LENGTH_BYTES)) == LENGTH_BYTES:
        waiting.put(orders.read(int.from_bytes(length)))
    os.killpg(0, signal.SIGKILL)  # also the children of bots: this process leads its group


def _send(answers: BinaryIO, message: bytes) -> None:
    try:
        answers.write(frame(message))
        answers.flush()
    except BrokenPipeError:
        os.killpg(0, signal.SIGKILL)  # the server has ended, perhaps before this process could listen


def _answer(order: bytes) -> bytes:
    """The bot's action, or the reason why there is none, as JSON."""
    try:
        answer = msgspec.json.encode(_think(msgspec.msgpack.decode(order, type=Order)))
        if len(answer) > LARGEST_ANSWER:
            raise ValueError(f"the bot's action takes {len(answer)} bytes")
    except (Exception, SystemExit) as error:
        answer = msgspec.json.encode(TaskFailed(f"{type(error).__name__}: {error}"[:LONGEST_REASON]))
    return answer


def _think(order: Order) -> Action:
    game = _game(order.game)
    observation: Observation = pickle.loads(order.seen)
    bot = make_bot(order.strategy, game, seed=order.seed)
    for event in observation.history:
        bot.receive_outcome(event)
    action = bot.choose_action(msgspec.structs.replace(observation, rules=game))
    if not isinstance(action, Action):
        raise TypeError(f"the bot returned a value of the type {type(action).__name__}, not an action")
    return action


_game = cache(find_game)

if __name__ == "__main__":
    main()
