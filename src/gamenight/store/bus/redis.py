"""Hints over the channels of Redis: a session of two connections, one that speaks and one that listens.

Both live and break together: whatever goes wrong, or gives no sign of life for two seconds, ends the session, and the
next one begins by subscribing to everything again. Redis' own client would reconnect too, but tells nobody that hints
were missed meanwhile.
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
"""What the names of our channels begin with; then comes the topic."""

SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 2.0
"""Between one session and the next; each that fails to begin doubles it."""

ANSWER_S = 1.0
"""How long Redis may take to answer."""

SILENCE_S, SILENCES = 0.5, 3
"""After so long without a word from Redis it is asked for one; after so many times in a row it is gone."""

AT_ONCE = 200
"""Topics in one write: more would keep the event loop busy for many milliseconds when their answers come."""

MOST_HINTS = 10_000
"""Topics that wait to be told while Redis is away; whoever follows the others finds out by itself."""

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
            self._staying.cancel()  # once more, should a task group be at ending for another reason: it takes no second
            await asyncio.wait([self._staying], timeout=ANSWER_S)
        self._is_connected = False

    async def _stay_connected(self) -> None:
        """Hold one session after the other, until this task is cancelled."""
        pause = SHORTEST_PAUSE_S
        while True:
            try:
                await self._hold_session()
            except* Exception as troubles:  # whatever it was, the next session may do better
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
        """Subscribe to all that is followed; then hear of it, as hints may have been missed until now."""
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
        raise TimeoutError("Redis is silent")

    def _take(self, message: Any) -> None:
        """Pass on a hint of another node; answers to PING and SUBSCRIBE are signs of life and no more."""
        match message:
            case [b"message", channel, sender] if sender != self._node:
                self._tell(channel.decode().removeprefix(CHANNEL))

    def _tell(self, topic: str) -> None:
        if topic in self._followed:
            # Not called from here: what the hearer raises is no trouble of the connection's.
            asyncio.get_running_loop().call_soon(self._hear, topic)

    async def _subscribe(self, connection: Connection) -> None:
        """Subscribe to what is followed from now on, and no more to what is not."""
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
                self._hinted.add(topics)  # some may have arrived: a hint that comes twice does no harm
                raise

    async def _publish(self, connection: Connection, topics: list[str]) -> None:
        commands = [("PUBLISH", CHANNEL + topic, self._node) for topic in topics]
        await connection.send_packed_command(connection.pack_commands(commands))
        for _ in topics:
            await connection.read_response()

    def _arrive(self) -> None:
        if self._is_missed:
            log.info("Redis is back: news of other nodes comes at once again")
        self._is_connected, self._is_missed = True, False

    def _lose(self, trouble: BaseException) -> None:
        if not self._is_missed:
            log.warning("no connection to Redis (%s): news of other nodes is late until it is back", words(trouble))
        self._is_connected, self._is_missed = False, True


class Waiting:
    """Topics that wait to be dealt with, each of them once, in the order in which they came."""

    def __init__(self) -> None:
        self._topics: dict[str, None] = {}
        self._some = asyncio.Event()

    def __len__(self) -> int:
        return len(self._topics)

    def add(self, topics: Iterable[str]) -> None:
        self._topics.update(dict.fromkeys(topics))
        self._some.set()

    async def take(self) -> list[str]:
        """Some of them, as soon as there are any."""
        await self._some.wait()
        taken = list(islice(self._topics, AT_ONCE))
        for topic in taken:
            del self._topics[topic]
        if not self._topics:
            self._some.clear()
        return taken


def connector(url: str) -> Callable[[], Any]:
    """What makes connections to this URL; ValueError, which tells nothing of the URL, if it is none of Redis'."""
    try:
        options: dict[str, Any] = dict(parse_url(url))
        kind = options.pop("connection_class", Connection)
        # Our sessions try again by themselves; and in the older protocol a subscriber's messages are plain answers.
        options |= {"retry": Retry(NoBackoff(), 0), "protocol": 2, "health_check_interval": 0}
        # Redis' client limits its writes by asyncio.wait_for, which may lose a cancellation: all limits are our own.
        options |= {"socket_timeout": None, "socket_connect_timeout": ANSWER_S}
        kind(**options)
    except (ValueError, TypeError, RedisError):
        raise ValueError("this is no URL of a Redis: redis://HOST:PORT, rediss://HOST:PORT or unix://PATH") from None

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
    """What went wrong, without a word of Redis' own: what it says may repeat what it was sent."""
    # A connection over a Unix socket wraps what goes wrong while it introduces itself.
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
    """Wait for the confirmations too; hints that come in between are lost."""
    await _send(connection, "SUBSCRIBE", topics)
    confirmed = 0
    while confirmed < len(topics):
        confirmed += (await connection.read_response())[0] == b"subscribe"


async def _send(connection: Connection, command: str, topics: list[str]) -> None:
    """Without topics nothing: Redis would take an UNSUBSCRIBE of nothing for one of everything."""
    if topics:
        await connection.send_command(command, *(CHANNEL + topic for topic in topics))


def _portions(topics: tuple[str, ...]) -> Iterator[list[str]]:
    for start in range(0, len(topics), AT_ONCE):
        yield list(topics[start : start + AT_ONCE])


def _first(troubles: BaseExceptionGroup[Any]) -> BaseException:
    """One of them; if one connection broke, the others have nothing to add."""
    trouble: BaseException = troubles
    while isinstance(trouble, BaseExceptionGroup):
        trouble = trouble.exceptions[0]
    return trouble
