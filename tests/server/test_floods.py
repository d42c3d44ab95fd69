"""Clients that send more than any client needs: they are cut off early, and the memory stays small."""

import asyncio
import socket
from contextlib import asynccontextmanager, closing, suppress

import pytest
import uvicorn

from gamenight.server.process.connections import (
    BODY_BYTES,
    HEAD_BYTES,
    MOST_PIPELINED,
    UNREAD_PONGS,
    HttpConnection,
)
from gamenight.server.process.frame_limit import BURST_SECONDS, FrameLimit
from tests.server.raw_frames import BINARY, CONT, PING, PONG, TEXT, frame, open_raw
from tests.server.served import raw_socket, serving, until
from tests.timeouts import TIMEOUT_S

PING_MESSAGE = b'{"type":"ping"}'


@asynccontextmanager
async def counting():
    """A server that answers every request; returns its port and the paths that were requested."""
    paths = []

    async def app(scope, receive, send):
        paths.append(scope["path"])
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})

    config = uvicorn.Config(app, http=HttpConnection, log_config=None, access_log=False, lifespan="off")
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        await until(lambda: server.started)
        yield listener.getsockname()[1], paths
        server.should_exit = True
        await running


async def answer_to(port, *parts):
    """Everything that the server sends until it closes; the parts are sent as fast as it reads them."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with closing(writer):
        heard = asyncio.create_task(read_all(reader))
        async with asyncio.timeout(TIMEOUT_S):
            with suppress(ConnectionError):
                for part in parts:
                    writer.write(part)
                    await writer.drain()
            return await heard


async def read_all(reader):
    heard = b""
    with suppress(ConnectionError):
        while some := await reader.read(65_536):
            heard += some
    return heard


# Frames


@pytest.mark.parametrize(
    "unit",
    [frame(PING, b""), frame(PONG, b""), frame(PING, b"x" * 125), frame(TEXT, b""), frame(BINARY, b"x")],
    ids=["empty pings", "empty pongs", "large pings", "empty messages", "messages of a byte"],
)
async def test_a_flood_of_frames_is_cut_off_before_it_is_parsed(unit):
    async with serving(bad_frames=1_000_000) as served:
        flood = await open_raw(served.port, "/ws/m1")
        flood.send(unit * 100_000)
        async with asyncio.timeout(TIMEOUT_S):
            heard = await flood.hear(lambda _: False)
        assert heard.code in (1008, None)
        await until(lambda: all(conversation.ends for conversation in served.house.conversations))


async def test_a_flood_of_fragments_is_cut_off():
    async with serving() as served:
        flood = await open_raw(served.port, "/ws/m1")
        flood.send(frame(TEXT, b"", fin=False) + frame(CONT, b"", fin=False) * 100_000)
        async with asyncio.timeout(TIMEOUT_S):
            heard = await flood.hear(lambda _: False)
        assert heard.code in (1008, None)


async def test_a_player_goes_on_beside_a_flood():
    async with serving() as served, served.connect() as player:
        for _ in range(5):
            flood = await open_raw(served.port, "/ws/m1")
            flood.send(frame(PING, b"") * 100_000)
            async with asyncio.timeout(TIMEOUT_S):
                await player.send(PING_MESSAGE.decode())
                assert "pong" in await player.recv()
            flood.drop()


async def test_a_client_that_pings_and_never_reads_does_not_fill_the_memory():
    async with serving(messages_per_second=20_000) as served, raw_socket(served) as (_, writer):
        for _ in range(200):
            writer.write(frame(PING, b"x" * 125) * 1_000)
            await writer.drain()
        buffered = [len_of_buffer(connection) for connection in served.server.server_state.connections]
        assert max(buffered) <= UNREAD_PONGS + 300_000  # one read of pings more


def len_of_buffer(connection):
    return connection.transport.get_write_buffer_size()


def frames_in(pieces):
    """How many of these pieces may be sent if a hundred frames are allowed at once."""
    limit = FrameLimit(100 // BURST_SECONDS, 0.0)
    return sum(limit.allows(piece, 0.0) for piece in pieces)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
@pytest.mark.parametrize("cut", [1, 2, 3, 5, 11, 4_096, 10**9])
def test_frames_are_counted_however_they_are_cut(size, cut):
    stream = frame(BINARY, b"\x81" * size) * 100
    pieces = [stream[at : at + cut] for at in range(0, len(stream), cut)] if size < 1_000 or cut > 100 else [stream]
    assert frames_in(pieces) == len(pieces)
    assert frames_in([*pieces, frame(PING, b"")]) == len(pieces)


def test_the_limit_fills_again():
    limit = FrameLimit(10, 0.0)
    assert limit.allows(frame(PING, b"") * 100, 0.0)
    assert not limit.allows(frame(PING, b""), 0.05)
    assert limit.allows(frame(PING, b"") * 5, 1.0)


# Requests


async def test_endless_headers_are_refused():
    async with counting() as (port, paths):
        answer = await answer_to(port, b"GET / HTTP/1.1\r\n", *[b"a: b\r\n" * 10_000] * 100)
        assert answer.startswith(b"HTTP/1.1 431 ") or not answer
        assert not paths


@pytest.mark.parametrize("begin", [b"GET /", b"GET / HTTP/1.1\r\na", b"GET / HTTP/1.1\r\na: b"])
async def test_an_endless_line_is_refused(begin):
    async with counting() as (port, paths):
        answer = await answer_to(port, begin, *[b"x" * HEAD_BYTES] * 100)
        assert answer.startswith(b"HTTP/1.1 431 ") or not answer
        assert not paths


async def test_endless_trailers_are_refused():
    async with counting() as (port, _):
        head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"
        trailers = b"a: b\r\n" * 10_000
        answer = await answer_to(port, head, *[trailers] * (10 * BODY_BYTES // len(trailers)))
        assert answer.startswith(b"HTTP/1.1 413 ") or not answer


async def test_many_requests_at_once_on_one_connection_are_refused():
    async with counting() as (port, paths):
        await answer_to(port, *[b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 10_000] * 10)
        assert len(paths) <= MOST_PIPELINED + 1


async def test_a_few_requests_at_once_on_one_connection_are_answered():
    async with counting() as (port, paths):
        last = b"GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        answer = await answer_to(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * (MOST_PIPELINED - 1) + last)
        assert answer.count(b"HTTP/1.1 200 ") == MOST_PIPELINED
        assert paths[-1] == "/last"


async def test_a_large_head_within_the_limit_is_read():
    async with counting() as (port, paths):
        head = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + b"a: b\r\n" * 5_000 + b"\r\n"
        assert HEAD_BYTES * 9 // 10 < len(head) < HEAD_BYTES
        assert (await answer_to(port, head)).startswith(b"HTTP/1.1 200 ")
        assert paths == ["/"]
