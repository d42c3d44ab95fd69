"""The websocket transport on a real server in the test's event loop, and sockets that send any bytes."""

import asyncio
import base64
import os
import random
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from typing import Any, cast

import uvicorn
from websockets.asyncio.client import connect

from gamenight.protocol.messages import (
    Chat,
    Ping,
    Pong,
    SayChat,
    read_server_json,
    read_server_msgpack,
    write_json,
    write_msgpack,
)
from gamenight.server.limits import Limits
from gamenight.server.node.lobby import Lobby
from gamenight.server.node.node import Node
from gamenight.server.process.connections import HttpConnection, limited_websockets
from gamenight.server.settings import Settings
from gamenight.server.websocket.socket import Converse, serve_socket
from tests.timeouts import TIMEOUT_S

CONT, TEXT, BINARY, CLOSE, PING = 0, 1, 2, 8, 9


@dataclass
class House:
    """The members of a node that the transport uses, and the conversations that it has opened."""

    settings: Settings
    lobby: Lobby | None = None
    connections: int = 0
    conversations: list["Echo"] = field(default_factory=list)


class Echo:
    """A conversation that echoes everything, and obeys commands in the text."""

    def __init__(self, house: House, line: Any, match_id: str) -> None:
        self.line = line
        self.match_id = match_id
        self.heard: list[Any] = []
        self.ends: list[bool] = []
        self.is_busy = False
        self._pauses = random.Random(1)
        house.conversations.append(self)

    async def hear(self, message: Any) -> None:
        assert not self.is_busy
        assert not self.ends
        self.is_busy = True
        self.heard.append(message)
        await self._answer(message)
        self.is_busy = False

    async def _answer(self, message: Any) -> None:
        match message:
            case Ping():
                self.line.tell(Pong(0))
            case SayChat(text="break"):
                self.is_busy = False
                raise LookupError("what a player holds")
            case SayChat(text="close"):
                self.line.tell(Chat("before", 0))
                self.line.close(4003, "as you like")
                self.line.tell(Chat("after", 0))
            case SayChat(text="wait"):
                await asyncio.sleep(0.3)
            case SayChat(text=text):
                await asyncio.sleep(self._pauses.choice((0, 0, 0.001)))
                self.line.tell(Chat(text, 0))

    async def end(self, *, misbehaved: bool = False) -> None:
        assert not self.is_busy
        self.ends.append(misbehaved)


@dataclass
class Served:
    house: House
    port: int
    server: uvicorn.Server

    def url(self, path: str = "/ws/m1") -> str:
        return f"ws://127.0.0.1:{self.port}{path}"

    def connect(self, path: str = "/ws/m1", **options: Any) -> Any:
        return connect(self.url(path), **{"compression": None, "proxy": None, "max_size": None, **options})


@asynccontextmanager
async def serving(lobby: Lobby | None = None, **settings: Any) -> AsyncIterator[Served]:
    """A server with these settings.

    At the end it checks that all conversations ended once, and that the loop has no error.
    """
    house = House(Settings(**settings), lobby)
    limits = Limits(house.settings)
    complaints: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))

    node, converse = cast(Node, house), cast(Converse, Echo)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await serve_socket(node, limits, scope, receive, send, converse)

    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        server = uvicorn.Server(_config(app, house.settings))
        running = asyncio.create_task(server.serve(sockets=[listener]))
        await until(lambda: server.started)
        yield Served(house, listener.getsockname()[1], server)
        server.should_exit = True
        await running
    assert house.connections == 0
    assert [len(conversation.ends) for conversation in house.conversations] == [1] * len(house.conversations)
    assert not complaints


def _config(app: Any, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=HttpConnection,
        ws=limited_websockets(settings),
        ws_per_message_deflate=False,
        ws_max_size=settings.frame_bytes + 16_384,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=5,
    )


async def until(condition: Any) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not condition():  # noqa: ASYNC110 - what it waits for is none of its own
            await asyncio.sleep(0.005)


def as_text(message: Any) -> str:
    return write_json(message).decode()


def as_bytes(message: Any) -> bytes:
    return write_msgpack(message)


def told(frame: str | bytes) -> Any:
    """The server's message in this frame."""
    return read_server_json(frame) if isinstance(frame, str) else read_server_msgpack(frame)


def frame(opcode: int, data: bytes, *, fin: bool = True) -> bytes:
    """A client's frame; its mask is all zeros, which changes nothing."""
    head = bytes([0x80 * fin | opcode])
    if len(data) < 126:
        return head + bytes([0x80 | len(data)]) + bytes(4) + data
    return head + b"\xfe" + struct.pack("!H", len(data)) + bytes(4) + data


@asynccontextmanager
async def raw_socket(served: Served, path: str = "/ws/m1") -> AsyncIterator[tuple[asyncio.StreamReader, Any]]:
    """The two ends of a connection after its handshake, to send bytes that no library would send."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port, limit=2**20)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{served.port}", "Upgrade: websocket", "Connection: Upgrade")
    asked = (*lines, f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "")
    writer.write("\r\n".join(asked).encode())
    answer = await reader.readuntil(b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 101 ")
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
