"""Connections that send no request are closed, and those that do are not."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

import pytest
import uvicorn
from websockets.asyncio.client import connect

from gamenight.server.process.connections import HttpConnection, WebSocketConnection
from tests.server.served import until
from tests.timeouts import TIMEOUT_S

REQUEST = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"


class Hasty(HttpConnection):
    patience_s = 0.5


async def slow_app(scope, receive, send):
    """An app that answers after a second: longer than a request may take to arrive."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        await asyncio.sleep(1)
        return await send({"type": "websocket.send", "text": "ok"})
    await asyncio.sleep(1)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def served() -> AsyncIterator[int]:
    config = uvicorn.Config(
        slow_app, http=Hasty, ws=WebSocketConnection, log_config=None, lifespan="off", timeout_graceful_shutdown=5
    )
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        await until(lambda: server.started)
        yield listener.getsockname()[1]
        server.should_exit = True
        await running


async def heard(port: int, *parts: bytes) -> bytes:
    """Everything that the server sends until it closes the connection, after these parts with pauses in between."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with closing(writer):
        for part in parts:
            writer.write(part)
            await asyncio.sleep(0.05)
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await reader.read()
        except ConnectionResetError:
            return b""


@pytest.mark.parametrize(
    "sent", [b"", b"\r\n", b"GET", REQUEST[:30], REQUEST[:-1]], ids=["nothing", "a line", "a word", "a head", "no end"]
)
async def test_a_connection_without_a_request_is_closed(sent: bytes):
    async with served() as port:
        assert await heard(port, sent) == b""


async def test_a_slow_answer_is_still_sent():
    async with served() as port:
        parts = [REQUEST[at : at + 20] for at in range(0, len(REQUEST), 20)]
        assert (await heard(port, *parts)).endswith(b"ok")


async def test_a_websocket_has_no_request_timeout():
    async with served() as port, connect(f"ws://127.0.0.1:{port}/") as socket:
        assert await socket.recv() == "ok"


async def test_a_connection_may_send_another_request_after_an_answer():
    async with served() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with closing(writer):
            for _ in range(2):
                writer.write(REQUEST)
                async with asyncio.timeout(TIMEOUT_S):
                    assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")


LIMITED = """
import logging, resource, sys
from gamenight.server.process.descriptors import raise_file_limit
logging.basicConfig(stream=sys.stdout, format="%(message)s")
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 2_000))
raise_file_limit(int(sys.argv[1]))
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


def limited(connections: int) -> list[str]:
    command = [sys.executable, "-c", LIMITED, str(connections)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def test_the_server_raises_its_limit_of_open_files():
    assert limited(1_000) == ["2000"]


def test_the_server_warns_if_its_limit_of_open_files_is_too_low():
    warning, allowed = limited(10_000)
    assert "2000" in warning
    assert "10000" in warning
    assert allowed == "2000"
