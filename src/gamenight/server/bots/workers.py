"""Worker processes for bots: programs of their own, started when they are needed, and replaced when they fail."""

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

from gamenight.arena.executors.processes import ending
from gamenight.core.actions import Malformed, decode_payload, find
from gamenight.core.bot import Observation
from gamenight.core.model import Action
from gamenight.server.bots.thinker import LENGTH_BYTES, Failed, frame, written_order
from gamenight.server.thinking import BotFailed, Task

START_S = 30.0
"""How long a process may take to start; it does not count for the first bot in it."""

LAST_MOMENT_S = 2.0
"""How long a process may take to end after it has closed the line."""

SHARE = 0.8
"""Of the time limit is told to the bot: one that heeds it answers in time, and nobody is killed."""

NO_BOTS: Mapping[str, str] = MappingProxyType({})

_answers = msgspec.json.Decoder(Action | Failed)


class Workers:
    """At most `count` processes, each with one decision at a time, which may take `time_ms`; tasks wait in order."""

    def __init__(self, count: int, time_ms: int, bots: Mapping[str, str] = NO_BOTS) -> None:
        """`bots` are known besides those that are installed, each by its name and its `module:attribute`."""
        self._bots = bots
        self._count = count
        self._time_ms = time_ms
        self._places = asyncio.Semaphore(count)
        self._alive: set[Worker] = set()
        self._idle: list[Worker] = []
        self._is_closed = False
        self._warming: asyncio.Task[None] | None = None

    def get_ready(self) -> None:
        """Start a process, if there is none: the first decision shall not wait for it."""
        if not self._alive and not self._is_closed:
            self._warming = asyncio.create_task(self._warm())

    async def _warm(self) -> None:
        with suppress(BotFailed, RuntimeError):
            async with self._places:
                worker = self._take()
                try:
                    await worker.start()
                except BaseException:
                    self._alive.discard(worker)
                    await worker.end()
                    raise
                self._idle.append(worker)

    async def choose(self, task: Task) -> Action:
        """See `Thinking`. RuntimeError, as no bot has failed, if the workers are closed before there is an answer."""
        self._check_open()
        async with self._places:
            answer = await self._answer(within(task, int(SHARE * self._time_ms)))
        return chosen(answer, task.observation)

    async def close(self) -> None:
        """End all processes, and whatever they are at."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._alive))
        for _ in range(self._count):  # whoever was about to start one has given its place back
            await self._places.acquire()

    async def _answer(self, task: Task) -> bytes:
        """What a worker says; one that was interrupted at it, or failed, is no worker any more."""
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
        """The worker that was busy last, if it still lives, else a new one."""
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
    """One process that thinks, and the line to it."""

    def __init__(self, bots: Mapping[str, str]) -> None:
        self._bots = bots
        self._process: Process | None = None
        self._is_killed = False

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Wait until it can think, if it cannot yet."""
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
        """The process and all that it started, which may live on without it."""
        if self._process is None or self._is_killed:
            return
        self._is_killed = True  # once: its number may be another's later
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
        """What became of it, in words, once the line is broken."""
        if self._process is None:
            return str(error)
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_MOMENT_S):
                return ending(await self._process.wait())
        return "the worker process does not answer"


def within(task: Task, most_ms: int) -> Task:
    """The task with no more time than this."""
    own = task.observation.budget_ms
    budget = most_ms if own is None else min(own, most_ms)
    return msgspec.structs.replace(task, observation=msgspec.structs.replace(task.observation, budget_ms=budget))


def chosen(answer: bytes, observation: Observation) -> Action:
    """The listed form of the action in a worker's answer; BotFailed if there is none."""
    try:
        action = _answers.decode(answer)
        if isinstance(action, Failed):
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
    except Exception as error:  # whatever a game's data cannot be sent for
        raise BotFailed(f"the task cannot be sent: {error!r}") from error


async def _started(bots: Mapping[str, str]) -> Process:
    """A process that finds what this one finds, and leads a group: a terminal's interrupt does not reach it."""
    command = [
        sys.executable,
        "-P",
        "-m",
        "gamenight.server.bots.thinker",
        json.dumps(sys.path),
        json.dumps(dict(bots)),
    ]
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, start_new_session=True)
