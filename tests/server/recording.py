"""Viewers that record every byte they receive: frames with their time of arrival, heads and bodies of REST."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from msgspec import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from gamenight.protocol.delta import patched
from tests.timeouts import TIMEOUT_S

NAMES = ("Ann", "Ben", "Cyd", "Dee")


class Heard(NamedTuple):
    at: float
    frame: str | bytes

    @property
    def message(self) -> Any:
        return json.loads(self.frame) if isinstance(self.frame, str) else msgpack.decode(self.frame)


class RecordedResponse(NamedTuple):
    """An answer of REST with all its bytes; `at` is the time at which it was complete."""

    asked: str
    at: float
    head: bytes
    body: bytes

    @property
    def status(self) -> int:
        return int(self.head.split(b" ", 2)[1])

    @property
    def content(self) -> Any:
        return json.loads(self.body)


class RecordingViewer:
    """A viewer of one match (or of the lobby), with or without a seat, that records everything it receives."""

    def __init__(self, url: str, match_id: str, *, binary: bool = False) -> None:
        self.match_id = match_id
        self.token: str | None = None
        self.heard: list[Heard] = []
        self.answers: list[RecordedResponse] = []
        self.view: Any = None
        self.over: Any = None
        self.clocks: dict[str, Any] = {}
        self.prompts: dict[int, float] = {}
        """When each prompt was first seen."""
        self._url = urlsplit(url)
        self._binary = binary
        self._socket: ClientConnection | None = None
        self._news = asyncio.Event()

    # By the socket

    @asynccontextmanager
    async def connected(self) -> AsyncIterator["RecordingViewer"]:
        uri = f"ws://{self._url.netloc}/ws/{self.match_id}"
        async with connect(uri, compression=None, proxy=None, max_size=None, max_queue=None) as self._socket:
            listening = asyncio.create_task(self._listen(self._socket))
            try:
                yield self
            finally:
                listening.cancel()

    async def _listen(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for frame in socket:
                self.heard.append(Heard(time.monotonic(), frame))
                self._learn(self.heard[-1].message)
                self._news.set()

    def _learn(self, message: Any) -> None:
        match message:
            case {"type": "state_update", "view": view}:
                self.view = view
            case {"type": "state_update", "changes": changes}:
                self.view = patched(self.view, changes)
            case {"type": "game_joined", "token": token}:
                self.token = token
            case {"type": "timer_update", "clocks": clocks}:
                self.clocks |= clocks
            case {"type": "game_over"}:
                self.over = message
        if self.view is not None:
            self.prompts.setdefault(self.view["prompt"], self.heard[-1].at)

    async def say(self, type: str, **fields: Any) -> None:
        assert self._socket is not None
        message = {"type": type, **fields}
        await self._socket.send(msgpack.encode(message) if self._binary else json.dumps(message))

    def drop(self) -> None:
        """Drop the connection without closing it."""
        assert self._socket is not None
        self._socket.transport.abort()

    async def answer(self, action_type: str, client_id: str, **payload: Any) -> None:
        """Answer the open prompt, and wait for the result."""
        prompt, before = self.view["prompt"], len(self.heard)
        await self.say(
            "game_action", prompt=prompt, client_id=client_id, action_type=action_type, payload=payload or {}
        )
        await self.until(lambda: any(_answers(one.message, client_id) for one in self.heard[before:]))

    async def hear(self, type: str, since: int = 0) -> Any:
        """The first message of this type after the given number of messages."""

        def found() -> Any:
            return next((one.message for one in self.heard[since:] if one.message["type"] == type), None)

        await self.until(found)
        return found()

    async def until(self, claim: Callable[[], object]) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while not claim():
                self._news.clear()
                await self._news.wait()

    async def catch_up(self) -> None:
        """Wait until everything has arrived that was sent before now, including all answers."""
        before = len(self.heard)
        await self.say("ping")
        await self.hear("pong", before)

    def told(self, *types: str) -> list[Any]:
        return [one.message for one in self.heard if one.message["type"] in types]

    # By REST

    async def ask(
        self, path: str, content: Any = None, *, method: str = "GET", token: str | None = None
    ) -> RecordedResponse:
        """Send a request with this viewer's own token, if it has one, or with the given one."""
        body = b"" if content is None else json.dumps(content).encode()
        given = self.token if token is None else token
        reader, writer = await asyncio.open_connection(self._url.hostname, self._url.port)
        try:
            writer.write(_head(method, path, self._url.netloc, len(body), given) + body)
            async with asyncio.timeout(TIMEOUT_S):
                head, _, answered = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
        self.answers.append(RecordedResponse(f"{method} {path}", time.monotonic(), head, answered))
        return self.answers[-1]

    async def look(self) -> list[RecordedResponse]:
        """Request every endpoint of this match that needs no key except the viewer's own token."""
        own = f"/api/matches/{self.match_id}"
        lists = ("/api/matches", "/api/matches?status=active", "/api/matches?status=finished&status=waiting")
        return list(await asyncio.gather(*(self.ask(path) for path in (own, f"{own}/replay", *lists))))

    @property
    def everything(self) -> bytes:
        """Everything that this viewer ever received; MessagePack frames also in their JSON form."""
        frames = [one.frame.encode() if isinstance(one.frame, str) else one.frame for one in self.heard]
        readable = [compact(one.message) for one in self.heard if isinstance(one.frame, bytes)]
        return b"\n".join([*frames, *readable, *(one.head + b"\n" + one.body for one in self.answers)])


def _answers(message: Any, client_id: str) -> bool:
    return client_id in (message.get("client_id"), message.get("details", {}).get("client_id"))


def _head(method: str, path: str, host: str, length: int, token: str | None) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
    if length:
        lines += ["Content-Type: application/json", f"Content-Length: {length}"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")


def compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), default=repr).encode()


# Tables


@dataclass
class Party:
    """A match with all its viewers: its players by seat, a spectator, and a client that does not watch."""

    match_id: str
    seats: dict[int, RecordingViewer]
    stranger: RecordingViewer
    watcher: RecordingViewer | None = None
    opened: RecordedResponse | None = None
    outside: list[RecordingViewer] = field(default_factory=list)

    @property
    def tokens(self) -> dict[int, str]:
        return {seat: eye.token for seat, eye in self.seats.items() if eye.token}

    @property
    def eyes(self) -> list[RecordingViewer]:
        return [*self.seats.values(), *self.outside]


@asynccontextmanager
async def party(
    url: str,
    game: str,
    people: tuple[int, ...],
    *,
    seats: int | None = None,
    binary: int | None = None,
    wants: str = "views",
    **asked: Any,
) -> AsyncIterator[Party]:
    """A table with people at these seats, a spectator if the table allows it, and bots at all other seats.

    The viewers in `binary` use MessagePack. If spectators are not delayed, all have seen the match begin.
    """
    count = len(people) if seats is None else seats
    wanted = {"game": game, "seats": count, "num_bots": count - len(people), "seating": "chosen", **asked}
    opener = RecordingViewer(url, "")
    opened = await opener.ask("/api/matches", wanted, method="POST")
    assert opened.status == 201, opened.body
    match_id = opened.content["match_id"]
    async with AsyncExitStack() as sockets:

        async def enter(*, binary: bool = False) -> RecordingViewer:
            return await sockets.enter_async_context(RecordingViewer(url, match_id, binary=binary).connected())

        table = Party(match_id, {}, stranger=RecordingViewer(url, match_id), opened=opened)
        table.outside.append(table.stranger)
        if asked.get("spectators", True):
            table.watcher = await enter()
            table.outside.append(table.watcher)
            await table.watcher.say("watch", wants=wants)
            await table.watcher.hear("game_joined")
        for seat in people:
            table.seats[seat] = await enter(binary=seat == binary)
            await table.seats[seat].say("join_game", player_name=NAMES[seat], seat=seat, wants=wants)
            await table.seats[seat].hear("game_joined")
        present = [*table.seats.values()]
        if table.watcher is not None and not asked.get("spectator_delay_ms"):
            present.append(table.watcher)
        for eye in present:
            await eye.until(partial(_is_going, eye))
        await _settled(url, table)
        yield table


def _is_held(eye: RecordingViewer) -> bool:
    """Whether a clock is held because its player has just connected."""
    return any("held" in clock for clock in eye.clocks.values())


async def _settled(url: str, table: Party) -> None:
    """Wait until all players are connected and notified of it, as the order of arrivals differs from run to run."""
    usher = RecordingViewer(url, table.match_id)
    usher.token = next(iter(table.tokens.values()), None)
    while await _is_anybody_away(usher):  # noqa: ASYNC110 - another process changes it
        await asyncio.sleep(0.01)
    for eye in (*table.seats.values(), *([table.watcher] if table.watcher else [])):
        await eye.catch_up()


async def _is_anybody_away(usher: RecordingViewer) -> bool:
    shown = await usher.ask(f"/api/matches/{usher.match_id}")
    return any("is_away" in seat for seat in shown.content["seats"])


# What may differ between two runs of the same match

ARRIVALS = ("game_joined", "game_started", "player_joined", "player_reconnected")
"""They tell who was connected at which moment, before the match is on."""

_INSTANT = re.compile(rb"\b1\d{12}\b")
_DIGEST = re.compile(rb"\b[0-9a-f]{64}\b")
_TOKEN = re.compile(rb'"(seat_)?token":"[^"]{43}"')
_DATE = re.compile(rb"\r\ndate: [^\r]*")


def plain(data: str | bytes, match_id: str) -> bytes:
    """The bytes without what is new in every run: instants, the match's id and commitment, the viewer's token."""
    raw = data.encode() if isinstance(data, str) else data
    for pattern, name in ((_DIGEST, b"DIGEST"), (_INSTANT, b"INSTANT"), (_TOKEN, b"TOKEN")):
        raw = pattern.sub(name, raw)
    return raw.replace(match_id.encode(), b"MATCH")


def at_prompt(eye: RecordingViewer, number: int) -> bool:
    return bool(eye.view["prompt"] == number)


def is_after(eye: RecordingViewer, number: int) -> bool:
    """Whether this prompt is closed for the viewer."""
    return bool(eye.view["prompt"] > number or eye.over)


def in_phase(eye: RecordingViewer, phase: str) -> bool:
    return bool(eye.view["phase"] == phase)


def in_another_phase(eye: RecordingViewer, phase: str) -> bool:
    return not in_phase(eye, phase)


def has_status(eye: RecordingViewer, status: str) -> bool:
    return bool(eye.view["status"] == status)


def _is_going(eye: RecordingViewer) -> bool:
    return eye.view is not None and not _is_held(eye)


def plain_answer(answer: RecordedResponse, match_id: str) -> tuple[str, bytes, bytes]:
    """An answer without its date; of a list only the line of this match, as there are other matches."""
    asked = answer.asked.replace(match_id, "MATCH")
    body = answer.body
    if "/api/matches?" in asked or asked.endswith("/api/matches"):
        body = compact([table for table in answer.content["tables"] if table["match_id"] == match_id])
        return asked, b"", plain(body, match_id)
    return asked, plain(_DATE.sub(b"", answer.head), match_id), plain(body, match_id)


def assert_same(one: Sequence[Any], other: Sequence[Any], whose: str) -> None:
    """Compare item by item, so that a failure shows the first difference instead of everything."""
    for number, (left, right) in enumerate(zip_longest(one, other)):
        assert left == right, f"{whose}, number {number}:\n{left}\n{right}"
