"""Hints over Redis channels: a session has two connections, one that publishes and one that is subscribed.

Any error on either connection, or two seconds without an answer, ends the session. The next session begins by
subscribing to all followed topics again. The reconnection of the Redis client is not used, because it does not report
that hints may have been missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import islice
from typing import Any

from redis.asyncio import Connection
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from gamenight.store.bus.contract import Hear

CHANNEL = "gamenight:"
"""The prefix of our channel names; the topic follows."""

SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 2.0
"""The pause between two sessions; it doubles each time a session fails to begin."""

ANSWER_S = 1.0
"""Maximum time for Redis to answer."""

SILENCE_S, SILENCES = 0.5, 3
"""After SILENCE_S seconds without data the session sends a PING; after SILENCES times in a row the connection is
lost."""

AT_ONCE = 200
"""Maximum number of topics in one write; the answers to more would block the event loop for many milliseconds."""

MOST_HINTS = 10_000
"""Maximum number of hints that wait while Redis is unreachable; others are dropped, and nodes poll the log instead."""

log = logging.getLogger("gamenight.bus")


class RedisBus:
    """See `redis_bus`."""

    def __init__(self, url: str, hear: Hear, node: str) -> None:
        self._connect = connector(url)
        self._hear = hear
        self._node = node.encode()
        self._followed: set[str] = set()
        self._subscribed: set[str] = set()
        self._changed = Waiting()
        self._hinted = Waiting()
        self._is_connected = self._is_missed = False
        self._staying = asyncio.create_task(self._stay_connected(), name="bus")

    @property
    def is_connected(self) -> bool:
        return self._is_connected

    def hint(self, topic: str) -> None:
        if len(self._hinted) < MOST_HINTS:
            self._hinted.add([topic])

    def follow(self, topic: str) -> None:
        self._followed.add(topic)
        self._changed.add([topic])

    def unfollow(self, topic: str) -> None:
        self._followed.discard(topic)
        self._changed.add([topic])

    async def close(self) -> None:
        while not self._staying.done():
            self._staying.cancel()  # in a loop: a task group that is ending for another reason ignores a cancellation
            await asyncio.wait([self._staying], timeout=ANSWER_S)
        self._is_connected = False

    async def _stay_connected(self) -> None:
        """Run one session after the other, until this task is cancelled."""
        pause = SHORTEST_PAUSE_S
        while True:
            try:
                await self._hold_session()
            except* Exception as troubles:  # any error: the next session may succeed
                pause = SHORTEST_PAUSE_S if self._is_connected else pause
                self._lose(_first(troubles))
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _hold_session(self) -> None:
        async with self._connect() as listening, self._connect() as speaking:
            await self._resume(listening)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(listening))
                tasks.create_task(self._subscribe(listening))
                tasks.create_task(self._speak(speaking))

    async def _resume(self, connection: Connection) -> None:
        """Subscribe to all followed topics, then report each as changed, as hints may have been missed until now."""
        topics = tuple(self._followed)
        self._subscribed = set(topics)
        for some in _portions(topics):
            async with asyncio.timeout(ANSWER_S):
                await _subscribe_at_once(connection, some)
        self._arrive()
        for topic in topics:
            self._tell(topic)

    async def _listen(self, connection: Connection) -> None:
        silences = 0
        while silences < SILENCES:
            message = await connection.read_response(timeout=SILENCE_S)
            if message is not None:
                silences = 0
                self._take(message)
                continue
            silences += 1
            async with asyncio.timeout(ANSWER_S):
                await connection.send_command("PING")
        raise TimeoutError("Redis does not answer")

    def _take(self, message: Any) -> None:
        """Pass on a hint of another node; ignore answers to PING and SUBSCRIBE."""
        match message:
            case [b"message", channel, sender] if sender != self._node:
                self._tell(channel.decode().removeprefix(CHANNEL))

    def _tell(self, topic: str) -> None:
        if topic in self._followed:
            # Called later, so that an exception of the callback does not end the session.
            asyncio.get_running_loop().call_soon(self._hear, topic)

    async def _subscribe(self, connection: Connection) -> None:
        """Subscribe to newly followed topics, and unsubscribe from topics that are no longer followed."""
        while True:
            changed = await self._changed.take()
            new = [topic for topic in changed if topic in self._followed and topic not in self._subscribed]
            old = [topic for topic in changed if topic not in self._followed and topic in self._subscribed]
            async with asyncio.timeout(ANSWER_S):
                await _send(connection, "SUBSCRIBE", new)
                await _send(connection, "UNSUBSCRIBE", old)
            self._subscribed.update(new)
            self._subscribed.difference_update(old)

    async def _speak(self, connection: Connection) -> None:
        while True:
            topics = await self._hinted.take()
            try:
                async with asyncio.timeout(ANSWER_S):
                    await self._publish(connection, topics)
            except BaseException:
                self._hinted.add(topics)  # some may have arrived; duplicate hints are harmless
                raise

    async def _publish(self, connection: Connection, topics: list[str]) -> None:
        commands = [("PUBLISH", CHANNEL + topic, self._node) for topic in topics]
        await connection.send_packed_command(connection.pack_commands(commands))
        for _ in topics:
            await connection.read_response()

    def _arrive(self) -> None:
        if self._is_missed:
            log.info("connected to Redis again: updates from other nodes are no longer delayed")
        self._is_connected, self._is_missed = True, False

    def _lose(self, trouble: BaseException) -> None:
        if not self._is_missed:
            log.warning("no connection to Redis (%s): updates from other nodes are delayed", words(trouble))
        self._is_connected, self._is_missed = False, True


class Waiting:
    """A queue of topics without duplicates, in order of arrival."""

    def __init__(self) -> None:
        self._topics: dict[str, None] = {}
        self._some = asyncio.Event()

    def __len__(self) -> int:
        return len(self._topics)

    def add(self, topics: Iterable[str]) -> None:
        self._topics.update(dict.fromkeys(topics))
        self._some.set()

    async def take(self) -> list[str]:
        """Wait until there are topics, and remove at most AT_ONCE of them."""
        await self._some.wait()
        taken = list(islice(self._topics, AT_ONCE))
        for topic in taken:
            del self._topics[topic]
        if not self._topics:
            self._some.clear()
        return taken


def connector(url: str) -> Callable[[], Any]:
    """A function that makes connections to this URL. ValueError, without the URL in its message, if it is invalid."""
    try:
        options: dict[str, Any] = dict(parse_url(url))
        kind = options.pop("connection_class", Connection)
        # Our sessions retry by themselves. In the older protocol, messages to a subscriber are plain answers.
        options |= {"retry": Retry(NoBackoff(), 0), "protocol": 2, "health_check_interval": 0}
        # The client limits its writes by asyncio.wait_for, which may lose a cancellation, so we set all time limits.
        options |= {"socket_timeout": None, "socket_connect_timeout": ANSWER_S}
        kind(**options)
    except (ValueError, TypeError, RedisError):
        raise ValueError("not a Redis URL; use redis://HOST:PORT, rediss://HOST:PORT or unix://PATH") from None

    @asynccontextmanager
    async def connected() -> AsyncIterator[Connection]:
        connection = kind(**options)
        try:
            async with asyncio.timeout(ANSWER_S):
                await connection.connect()
            yield connection
        finally:
            with suppress(RedisError, OSError):
                await connection.disconnect()

    return connected


def words(trouble: BaseException) -> str:
    """Describe an error without the message of Redis, which may repeat what we sent."""
    # A connection over a Unix socket wraps errors of its handshake.
    if isinstance(trouble, AuthenticationError) or isinstance(trouble.__cause__, AuthenticationError):
        return "it refuses the user or the password"
    match trouble:
        case TimeoutError() | RedisTimeoutError():
            return "it does not answer"
        case RedisConnectionError() | OSError():
            return "it cannot be reached"
        case _:
            return type(trouble).__name__


async def _subscribe_at_once(connection: Connection, topics: list[str]) -> None:
    """Subscribe and wait for the confirmations; hints that arrive in between are lost."""
    await _send(connection, "SUBSCRIBE", topics)
    confirmed = 0
    while confirmed < len(topics):
        confirmed += (await connection.read_response())[0] == b"subscribe"


async def _send(connection: Connection, command: str, topics: list[str]) -> None:
    """Send nothing if there are no topics: an UNSUBSCRIBE without channels unsubscribes from all."""
    if topics:
        await connection.send_command(command, *(CHANNEL + topic for topic in topics))


def _portions(topics: tuple[str, ...]) -> Iterator[list[str]]:
    for start in range(0, len(topics), AT_ONCE):
        yield list(topics[start : start + AT_ONCE])


def _first(troubles: BaseExceptionGroup[Any]) -> BaseException:
    """The first error of the group; after a broken connection the others add nothing."""
    trouble: BaseException = troubles
    while isinstance(trouble, BaseExceptionGroup):
        trouble = trouble.exceptions[0]
    return trouble
