"""uvicorn's connections with limits: on time, on the size of requests, on frames, and on data that is not read.

Websockets can also send several messages in one write.
"""

from __future__ import annotations

import asyncio
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from gamenight.server.process.frame_limit import FrameLimit
from gamenight.server.settings import Settings
from gamenight.server.websocket.socket import TOGETHER

LINGER_S = 15.0
"""How long a client may take to read the rest after a close, including the close frame."""

REQUEST_S = 15.0
"""How long a request may take to arrive, from the connection or its first byte to its last."""

HEAD_BYTES = 32_768
"""Maximum size of a request's first line and headers; limits what one connection makes the parser do at once."""

BODY_BYTES = 262_144
"""Maximum size of the rest of a request as it arrives, with chunk sizes and trailers, which nothing else limits."""

MOST_PIPELINED = 16
"""Maximum number of requests on one connection that wait for the answer to an earlier one."""

UNREAD_PONGS = 65_536
"""Pongs are dropped while more bytes than this wait to be read: a client that sends pings need not read."""

POLICY_VIOLATION = 1008


class HttpConnection(HttpToolsProtocol):
    """Closes connections that send no whole request in time, too large a request, or too many at once."""

    patience_s = REQUEST_S
    _deadline: asyncio.TimerHandle | None = None
    _is_in_head = True
    _left = HEAD_BYTES
    """How many more bytes of this part of a request may arrive."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Give the parser no more of a request than it may have."""
        if self._deadline is None:
            self._wait()
        while data and not self._is_over:
            if not self._left:
                return self._refuse_size()
            piece, data = data[: self._left], data[self._left :]
            self._left -= len(piece)
            super().data_received(piece)

    @property
    def _is_over(self) -> bool:
        """The connection is closing, or belongs to a websocket now."""
        return self.transport.is_closing() or self.transport.get_protocol() is not self

    def _refuse_size(self) -> None:
        status = b"431 Request Header Fields Too Large" if self._is_in_head else b"413 Content Too Large"
        self.transport.write(b"HTTP/1.1 " + status + b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()

    def on_headers_complete(self) -> None:
        self._is_in_head, self._left = False, BODY_BYTES
        super().on_headers_complete()
        if len(self.pipeline) > MOST_PIPELINED:
            raise httptools.HttpParserError("too many requests on one connection")

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_in_head, self._left = True, HEAD_BYTES
        self._wait_no_longer()

    def handle_websocket_upgrade(self) -> None:
        self._wait_no_longer()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(self.patience_s, self.transport.abort)

    def _wait_no_longer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class WebSocketConnection(WebSocketsSansIOProtocol):
    """Sends several messages in one write: a write is a system call, the most expensive part of sending a message."""

    frames_per_second = 200
    _linger: asyncio.TimerHandle | None = None
    _frames: FrameLimit | None = None

    def data_received(self, data: bytes) -> None:
        """Count the frames before they are parsed; the first data are the request of the handshake."""
        if self._frames is None:
            self._frames = FrameLimit(self.frames_per_second, self.loop.time())
        elif not self._frames.allows(data, self.loop.time()):
            return self._cut_off()
        super().data_received(data)

    def _cut_off(self) -> None:
        """Close the connection of a client that sends more frames than it may."""
        if not self.close_sent and self.handshake_complete:
            self.conn.fail(POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()
        self.transport.close()

    def handle_ping(self) -> None:
        """Answer, unless the client does not read: pongs that wait would fill the memory."""
        pong = b"".join(self.conn.data_to_send())
        if self.transport.get_write_buffer_size() <= UNREAD_PONGS:
            self.transport.write(pong)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][TOGETHER] = {}

    async def send(self, message: Any) -> None:
        if message["type"] != TOGETHER:
            return await super().send(message)
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        try:
            for event in message["events"]:
                self._frame(event)
        except InvalidState:
            raise ClientDisconnected from None
        self.transport.write(b"".join(self.conn.data_to_send()))

    def _frame(self, event: Any) -> None:
        text = event.get("text")
        if text is None:
            self.conn.send_binary(event["bytes"])
        else:
            self.conn.send_text(text.encode())

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        if not self.disconnected:
            self._linger = self.loop.call_later(LINGER_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._linger is not None:
            self._linger.cancel()
        super().connection_lost(exc)


def limited_websockets(settings: Settings) -> type[WebSocketConnection]:
    """Connections for these settings: control frames and fragments besides the messages that a client may send."""

    class Limited(WebSocketConnection):
        frames_per_second = 4 * settings.messages_per_second

    return Limited
