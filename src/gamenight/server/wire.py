"""uvicorn's websocket with two things more: several messages in one write, and an end to whoever never reads theirs."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

TOGETHER = "gamenight.together"
"""An ASGI extension: the name of an event whose `events` are all of the type websocket.send."""

LINGER_S = 15.0
"""How long a connection that is closed may take to read what is left, its close frame included."""


class Wire(WebSocketsSansIOProtocol):
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
