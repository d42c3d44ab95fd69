"""Worker processes for bots: started when they are needed, and replaced when they fail."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType

import msgspec

from gamenight.bots.processes import ending
from gamenight.core.bot import Observation
from gamenight.core.listing.actions import Malformed, decode_payload, find
from gamenight.core.model import Action
from gamenight.server.bot_pool import BotFailed, Task
from gamenight.server.bots.worker_main import LENGTH_BYTES, TaskFailed, frame, written_order
from gamenight.server.fair_queue import FairQueue, Share

START_S = 30.0
"""Maximum time for the start of a process; it does not count as thinking time."""

LAST_MOMENT_S = 2.0
"""Maximum time for a process to end after it has closed its pipe."""

SHARE = 0.8
"""The share of the time limit that the bot gets as its budget, so that it answers before its process is killed."""

NO_BOTS: Mapping[str, str] = MappingProxyType({})

_answers = msgspec.json.Decoder(Action | TaskFailed)


class Workers:
    """At most `count` processes, each with one decision at a time of at most `time_ms`; other tasks wait in order."""

    def __init__(self, count: int, time_ms: int, bots: Mapping[str, str] = NO_BOTS) -> None:
        """`bots` are known besides the installed ones: `module:attribute` by name."""
        self._bots = bots
        self._time_ms = time_ms
        self._places = FairQueue(count)
        self._alive: set[Worker] = set()
        self._idle: list[Worker] = []
        self._is_closed = False
        self._warming: asyncio.Task[None] | None = None

    @property
    def busy(self) -> int:
        return self._places.busy

    @property
    def waiting(self) -> int:
        return self._places.waiting

    def get_ready(self) -> None:
        """Start a process, if there is none, so that the first decision does not wait for it."""
        if not self._alive and not self._is_closed:
            self._warming = asyncio.create_task(self._warm())

    async def _warm(self) -> None:
        with suppress(BotFailed, RuntimeError):
            async with self._places.place(Share(is_hidden=True), "start"):
                worker = self._take()
                try:
                    await worker.start()
                except BaseException:
                    self._alive.discard(worker)
                    await worker.end()
                    raise
                self._idle.append(worker)

    async def choose(self, task: Task) -> Action:
        """See `Thinking`. RuntimeError if the workers are closed before there is an answer: then no bot has failed."""
        self._check_open()
        async with self._places.place(task.share, f"{task.game} {task.strategy}"):
            answer = await self._answer(within(task, int(SHARE * self._time_ms)))
        return chosen(answer, task.observation)

    async def close(self) -> None:
        """End all processes and their tasks."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._alive))
        await self._places.take_all()  # calls that were about to start a process have given up

    async def _answer(self, task: Task) -> bytes:
        """The answer of a worker. A worker that fails or is interrupted is ended."""
        worker = self._take()
        try:
            await worker.start()
            self._check_open()
            answer = await worker.think(_written(task), self._time_ms)
        except BaseException as problem:
            self._alive.discard(worker)
            await worker.end()
            if isinstance(problem, BotFailed):
                self._check_open()
            raise
        self._idle.append(worker)
        return answer

    def _take(self) -> Worker:
        """The worker that was used last, if it is still alive, else a new one."""
        self._check_open()
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            self._alive.discard(worker)
            worker.kill()
        worker = Worker(self._bots)
        self._alive.add(worker)
        return worker

    def _check_open(self) -> None:
        if self._is_closed:
            raise RuntimeError("the workers are closed")


class Worker:
    """One worker process with its pipes."""

    def __init__(self, bots: Mapping[str, str]) -> None:
        self._bots = bots
        self._process: Process | None = None
        self._is_killed = False

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start the process, if needed, and wait until it is ready."""
        if self._process is not None:
            return
        try:
            async with asyncio.timeout(START_S):
                self._process = await _started(self._bots)
                await self._heard()
        except (OSError, EOFError) as error:
            raise BotFailed(f"no worker can be started: {await self._what_happened(error)}") from None

    async def think(self, order: bytes, time_ms: int) -> bytes:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            async with asyncio.timeout(time_ms / 1000):
                self._process.stdin.write(frame(order))
                await self._process.stdin.drain()
                return await self._heard()
        except TimeoutError:
            raise BotFailed(f"the bot took longer than {time_ms} ms") from None
        except (OSError, EOFError) as error:
            raise BotFailed(await self._what_happened(error)) from None

    def kill(self) -> None:
        """Kill the process and all processes that it has started."""
        if self._process is None or self._is_killed:
            return
        self._is_killed = True  # only once: the system may reuse its id
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def end(self) -> None:
        self.kill()
        if self._process is not None:
            await self._process.wait()

    async def _heard(self) -> bytes:
        """The next frame; EOFError if there is none."""
        assert self._process is not None
        assert self._process.stdout is not None
        length = await self._process.stdout.readexactly(LENGTH_BYTES)
        return await self._process.stdout.readexactly(int.from_bytes(length))

    async def _what_happened(self, error: Exception) -> str:
        """Why the process ended, in words, after its pipe broke."""
        if self._process is None:
            return str(error)
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_MOMENT_S):
                return ending(await self._process.wait())
        return "the worker process does not answer"


def within(task: Task, most_ms: int) -> Task:
    """The task with at most this time budget."""
    own = task.observation.budget_ms
    budget = most_ms if own is None else min(own, most_ms)
    return msgspec.structs.replace(task, observation=msgspec.structs.replace(task.observation, budget_ms=budget))


def chosen(answer: bytes, observation: Observation) -> Action:
    """The listed form of the action in a worker's answer; BotFailed if there is none."""
    try:
        action = _answers.decode(answer)
        if isinstance(action, TaskFailed):
            raise BotFailed(action.reason)
        payload_type = observation.rules.action_types.get(action.action_type)
        payload = None if payload_type is None else decode_payload(payload_type, action.payload)
    except (msgspec.MsgspecError, Malformed, RecursionError) as error:
        raise BotFailed(f"the bot's action cannot be read: {error}") from None
    decoded = Action(action.action_type, action.player_id, payload)
    listed = find(observation.view.valid_actions, decoded) if payload_type is not None else None
    if listed is None or action.player_id != observation.view.viewer_id:
        raise BotFailed(f"the bot's {action.action_type[:40]!r} is not among the actions of its seat")
    return listed


def _written(task: Task) -> bytes:
    try:
        return written_order(task)
    except Exception as error:  # pickling a game's data may raise anything
        raise BotFailed(f"the task cannot be sent: {error!r}") from error


async def _started(bots: Mapping[str, str]) -> Process:
    """Start a process with this one's search path, in a group of its own, so that Ctrl-C does not reach it."""
    command = [
        sys.executable,
        "-P",
        "-m",
        "gamenight.server.bots.worker_main",
        json.dumps(sys.path),
        json.dumps(dict(bots)),
    ]
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, start_new_session=True)
