"""Frames that no correct client sends, and sockets that send them."""

import asyncio
import base64
import json
import random
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tests.timeouts import TIMEOUT_S

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10

MESSAGES: list[dict[str, Any]] = [
    {"type": "join_game", "player_name": "Ada", "seat_token": None, "seat": 1, "wants": "views", "last": 3},
    {"type": "join_game", "seat_token": "not-a-token", "last": 0},
    {"type": "watch", "wants": "both", "last": 2},
    {"type": "leave_game"},
    {"type": "game_action", "prompt": 1, "client_id": "c1", "action_type": "bid", "payload": {"card": 4}},
    {"type": "ready", "is_ready": True},
    {"type": "chat", "text": "hello"},
    {"type": "resign"},
    {"type": "resume", "last": 1},
    {"type": "ping"},
    {"type": "game_action", "prompt": 1, "client_id": "c2", "offer": 3, "picks": [["hand/4"]]},
]
"""Each message with each field."""

JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    2**53 + 1,
    2**63,
    2**64 - 1,
    -(2**63),
    1.5,
    1e308,
    float("nan"),
    float("-inf"),
    "",
    "\0",
    "a\0b",
    "\u202e\ufeff",
    "x" * 5_000,
    "🂡" * 100,
    [],
    [[[]]],
    {},
    {"": {}},
    {"type": "ping"},
    ["ping", {"a": [1, None]}],
]
JUNK_TEXTS = [
    "1e999",
    "NaN",
    "-0",
    str(10**40),
    '"\\ud800"',
    '"\\u0000"',
    "[" * 200 + "]" * 200,
    "{" * 50,
    "'x'",
    "\u2028",
]


def frame(opcode: int, data: bytes, *, fin: bool = True, head: int = 0) -> bytes:
    """A client's frame; its mask is all zeros, which changes nothing. `head` are more bits of the first byte."""
    first = bytes([0x80 * fin | head | opcode])
    if len(data) < 126:
        return first + bytes([0x80 | len(data)]) + bytes(4) + data
    if len(data) < 65_536:
        return first + b"\xfe" + struct.pack("!H", len(data)) + bytes(4) + data
    return first + b"\xff" + struct.pack("!Q", len(data)) + bytes(4) + data


def as_frame(message: Any, *, binary: bool) -> bytes:
    if binary:
        return frame(BINARY, msgspec.msgpack.encode(message))
    return frame(TEXT, json.dumps(message).encode())


# Frames that a websocket may carry, but that are not valid messages, or hardly


def strange_frames(chance: random.Random) -> Iterator[bytes]:
    """An endless sequence of strange frames."""
    while True:
        yield chance.choices(KINDS, WEIGHTS)[0](chance)


def _noise(chance: random.Random) -> bytes:
    return frame(BINARY, chance.randbytes(chance.choice((0, 1, 2, 5, 20, 100))))


def _babble(chance: random.Random) -> bytes:
    letters = [
        chance.choice('{}[]":,\\ \n\u00e9\ud7ff0123456789truefalsn') for _ in range(chance.choice((0, 1, 5, 40)))
    ]
    return frame(TEXT, "".join(letters).encode())


def _truncated(chance: random.Random) -> bytes:
    whole = as_frame(chance.choice(MESSAGES), binary=(binary := chance.random() < 0.5))
    data = whole[6:]
    return frame(BINARY if binary else TEXT, data[: chance.randrange(len(data))])


def _flipped(chance: random.Random) -> bytes:
    data = bytearray(msgspec.msgpack.encode(chance.choice(MESSAGES)))
    for _ in range(chance.randint(1, 3)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return frame(BINARY, bytes(data))


def _mistyped(chance: random.Random) -> bytes:
    message = dict(chance.choice(MESSAGES))
    message[chance.choice([*message, "extra"])] = chance.choice(JUNK)
    return as_frame(message, binary=chance.random() < 0.5)


def _miswritten(chance: random.Random) -> bytes:
    """JSON in spellings that Python would not write."""
    message = dict(chance.choice(MESSAGES))
    message[chance.choice([*message])] = "HERE"
    text = json.dumps(message).replace('"HERE"', chance.choice(JUNK_TEXTS))
    return frame(TEXT, text.encode())


def _binary_oddity(chance: random.Random) -> bytes:
    """MessagePack that has no equivalent in JSON."""
    odd = chance.choice(
        [
            b"\xc4\x03abc",
            b"\xd4\x05x",
            b"\xd6\xff" + bytes(4),
            b"\xa2\xff\xfe",
            b"\x81\x90\xc0",
            b"\xdd\xff\xff\xff\xff",
            b"\x91" * 200,
            b"\xc1",
        ]
    )
    head = msgspec.msgpack.encode({**MESSAGES[4], "payload": None})[:-1]
    return frame(BINARY, head + odd)


def _deep(chance: random.Random) -> bytes:
    depth = chance.choice((30, 33, 100, 2_000))
    return frame(
        TEXT, b'{"type":"game_action","prompt":1,"client_id":"c","action_type":"bid","payload":' + b"[" * depth
    )


def _large(chance: random.Random) -> bytes:
    return frame(chance.choice((TEXT, BINARY)), b" " * 66_000)


def _in_pieces(chance: random.Random) -> bytes:
    """A message in fragments with a control frame in between, or most of such a message."""
    whole = json.dumps(chance.choice([{"type": "chat", "text": "hello"}, {"type": "resume", "last": 0}])).encode()
    cut, end = chance.randrange(len(whole)), chance.choice((len(whole), len(whole) - 1))
    return frame(TEXT, whole[:cut], fin=False) + frame(PING, b"hey") + frame(CONT, whole[cut:end])


def _junk_answer(chance: random.Random) -> bytes:
    """An action with a valid envelope that the game itself must refuse."""
    payload = chance.choice([*JUNK, {"card": chance.choice(JUNK)}, {"card": 1, "more": chance.choice(JUNK)}])
    asked = chance.choice((0, 1, 1, 1, 2, 2**40))
    kind = chance.choice(("bid", "bid", "move", "auto_resolve", "", "x" * 100))
    message = {
        "type": "game_action",
        "prompt": asked,
        "client_id": f"j{chance.random()}",
        "action_type": kind,
        "payload": payload,
    }
    return as_frame(message, binary=chance.random() < 0.5)


KINDS: list[Callable[[random.Random], bytes]] = [
    _noise,
    _babble,
    _truncated,
    _flipped,
    _mistyped,
    _miswritten,
    _binary_oddity,
    _deep,
    _large,
    _in_pieces,
    _junk_answer,
]
WEIGHTS = [10, 10, 20, 15, 25, 8, 5, 2, 0.2, 2, 8]


# Data that violates the websocket protocol

BROKEN = [
    frame(TEXT, b"\xff\xfe"),
    frame(TEXT, b"\xed\xa0\x80"),
    frame(3, b"x"),
    frame(11, b"x"),
    frame(TEXT, b"{}", head=0x40),
    frame(TEXT, b"{}", head=0x10),
    frame(CONT, b"x"),
    frame(TEXT, b"a", fin=False) + frame(TEXT, b"b"),
    frame(PING, b"x" * 126),
    frame(PING, b"x", fin=False),
    frame(CLOSE, b"\x03"),
    frame(CLOSE, struct.pack("!H", 1005)),
    frame(CLOSE, struct.pack("!H", 3000) + b"\xff"),
    b"\x81\x02{}",
    b"\x81\xff" + b"\xff" * 8 + bytes(4),
    b"\x81\xff" + struct.pack("!Q", 2**40) + bytes(4) + b"x" * 100,
    frame(BINARY, bytes(100_000)),
]
PIECES = b"".join(frame(CONT if number else TEXT, b"x", fin=False) for number in range(200))
CUT_OFF = [PIECES, b"\x81", b"\x81\xfe\x10", frame(TEXT, b"x" * 50)[:-10], b""]
"""After which whoever sent them goes away without a word."""

UPGRADE = b"Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
BAD_REQUESTS = [
    b"GET /ws/x HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00",
    b"GET /ws/lobby HTTP/1.1\r\n" + UPGRADE + b"\r\n",
    b"GET /ws/lobby HTTP/1.1\r\n" + UPGRADE + b"Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 99\r\n\r\n",
    b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 7\r\n\r\n{"a":\xff}',
    b"\0" * 100,
]


# Sockets


@dataclass
class Heard:
    """The data that a socket received, and its close code; 0 means it was not closed."""

    payloads: list[bytes] = field(default_factory=list)
    code: int = 0

    @property
    def messages(self) -> Iterator[dict[str, Any]]:
        for payload in self.payloads:
            yield msgspec.json.decode(payload) if payload[:1] == b"{" else msgspec.msgpack.decode(payload)


class RawSocket:
    """A websocket as bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def hear(self, enough: Callable[[bytes], bool]) -> Heard:
        """Receive until the expected payload arrives or the server closes."""
        heard = Heard()
        while (some := await self._next()) is not None:
            opcode, data = some
            if opcode == CLOSE:
                heard.code = struct.unpack("!H", data[:2])[0] if data else 1005
                break
            if opcode in (TEXT, BINARY):
                heard.payloads.append(data)
                if enough(data):
                    break
        return heard

    async def _next(self) -> tuple[int, bytes] | None:
        try:
            first, length = await self._reader.readexactly(2)
            if length == 126:
                (length,) = struct.unpack("!H", await self._reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", await self._reader.readexactly(8))
            return first & 0x0F, await self._reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError):
            return None

    def drop(self) -> None:
        self._writer.transport.abort()


async def open_raw(port: int, path: str) -> RawSocket:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(random.randbytes(16)).decode()
    lines = (f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade")
    writer.write("\r\n".join([*lines, f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]).encode())
    answer = await reader.readuntil(b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 101 "), answer
    return RawSocket(reader, writer)


async def send_raw(port: int, data: bytes) -> None:
    """Send bytes that are no valid request; the server must answer something."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    async with asyncio.timeout(TIMEOUT_S):
        assert await reader.read(9) == b"HTTP/1.1 "
    writer.transport.abort()
