"""A minimal WebSocket connection: it must use little CPU, as it shares the cores with the server that it measures.

There is no task and no queue: each frame is passed on as soon as it is parsed. That takes half the time of a
connection with a task that waits for messages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import WebSocketURI, parse_uri

Hear = Callable[[bytes], None]


class LoadSocket(asyncio.Protocol):
    """Calls `hear` with the content of each frame, and `lost` once, when the connection ends."""

    def __init__(self, uri: WebSocketURI, hear: Hear, lost: Callable[[str], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._websocket = ClientProtocol(uri, max_size=None)
        self._hear = hear
        self._lost = lost
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._websocket.send_request(self._websocket.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        self._websocket.receive_data(data)
        for event in self._websocket.events_received():
            if isinstance(event, Response):
                self._answered()
            elif isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.BINARY):
                self._hear(bytes(event.data))
        self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        frame = self._websocket.close_rcvd
        reason = f"{frame.code} {frame.reason}" if frame else "the server closed the connection without a reason"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(reason))
        self._lost(reason)

    def send_text(self, content: bytes) -> None:
        self._websocket.send_text(content)
        self._flush()

    def send_binary(self, content: bytes) -> None:
        self._websocket.send_binary(content)
        self._flush()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _answered(self) -> None:
        """Finish the handshake. Fragmented frames need no support, as the server sends none."""
        refusal = self._websocket.handshake_exc
        if self.opened.done():
            return
        if refusal is None:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(str(refusal)))

    def _flush(self) -> None:
        assert self._transport is not None
        for data in self._websocket.data_to_send():
            if data:
                self._transport.write(data)


async def open_load_socket(url: str, hear: Hear, lost: Callable[[str], None]) -> LoadSocket:
    """Connect; raise ConnectionError, or another OSError, if the server refuses."""
    uri = parse_uri(url)
    socket = LoadSocket(uri, hear, lost)
    await asyncio.get_running_loop().create_connection(lambda: socket, uri.host, uri.port, ssl=uri.secure or None)
    await socket.opened
    return socket
