"""uvicorn's connections with an end to whoever only holds them open: who never asks for anything, or never reads.

Its websockets have one thing more: several messages in one write.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from gamenight.server.websocket.socket import TOGETHER

LINGER_S = 15.0
"""How long a connection that is closed may take to read what is left, its close frame included."""


REQUEST_S = 15.0
"""How long a request may take to arrive, from the connection or its first byte to its last."""


class HttpConnection(HttpToolsProtocol):
    """A connection that has asked for nothing yet, or is asking; uvicorn itself lets go of those that were answered."""

    patience_s = REQUEST_S
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self._deadline is None:
            self._wait()
        super().data_received(data)

    def on_message_complete(self) -> None:
        super().on_message_complete()
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
    """A write is a call of the kernel, and costs more than all else that is done to send a message."""

    _linger: asyncio.TimerHandle | None = None

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
