"""One websocket from handshake to close: frames are read one at a time, in order; messages are sent without waiting.

A plain ASGI application, for speed: a move passes here once on its way in, and several times on its way out.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from typing import Any, Protocol

from gamenight.core.model import MatchId
from gamenight.core.text import say
from gamenight.protocol.messages import ClientMessage, Error, ServerMessage
from gamenight.server.limits import Limits, address_of
from gamenight.server.node.lobby import LobbyVisit
from gamenight.server.node.node import Node
from gamenight.server.presentation.connection import IDLE, POLICY_VIOLATION, TOO_SLOW, Connection, Envelope
from gamenight.server.settings import Settings
from gamenight.server.wall_clock import now_ms
from gamenight.server.websocket.conversation import Conversation
from gamenight.server.websocket.frames import BadFrame, read_frame
from gamenight.server.websocket.handshake import Receive, Scope, Send, named_in, refuse, refused
from gamenight.server.websocket.rate import Pace, weight_of

LAST_WORDS_S = 5.0
"""How long a client whose socket is being closed may take to read the messages sent before."""
FEW = 16
"""Maximum number of queued messages before the reader lets the writer work."""

TOGETHER = "gamenight.together"
"""An ASGI extension: the type of an event whose `events` are all of the type websocket.send."""

LOG = logging.getLogger("gamenight.server")


class Listener(Protocol):
    """Answers the messages of a connection: a conversation at a match, or a visit to the lobby."""

    async def hear(self, message: ClientMessage) -> None: ...

    async def end(self, *, misbehaved: bool = False) -> None: ...


Converse = Callable[[Node, Connection, MatchId], Listener]


async def serve_socket(
    node: Node, limits: Limits, scope: Scope, receive: Receive, send: Send, converse: Converse = Conversation
) -> None:
    """Serve `/ws/{match_id}` or `/ws/lobby` until it is closed. The listener is always notified of the end."""
    await receive()
    if refusal := refused(scope, node.settings, node.connections, limits):
        return await refuse(refusal, scope, send)
    node.connections += 1
    try:
        await _serve(node, limits, scope, receive, send, converse)
    finally:
        node.connections -= 1
        limits.disconnected(address_of(scope))


async def _serve(node: Node, limits: Limits, scope: Scope, receive: Receive, send: Send, converse: Converse) -> None:
    # OSError: the client left during the handshake. TimeoutError: it did not read the last messages in time.
    with suppress(OSError):
        await send({"type": "websocket.accept"})
        async with asyncio.timeout(None) as patience:
            socket = Socket(scope, send, node.settings.backlog_messages, patience)
            match_id = MatchId(named_in(scope))
            listener = LobbyVisit(node.lobby, socket) if match_id == "lobby" else converse(node, socket, match_id)
            await _FrameReader(node.settings, limits, socket, listener).read_to_the_end(receive)


class Socket:
    """The Line of one websocket: a queue, and a task that writes it. The format is that of the last frame received."""

    __slots__ = (
        *("_backlog", "_news", "_patience", "_queue", "_send", "_together", "_writer"),
        *("address", "is_binary", "is_closed"),
    )

    def __init__(self, scope: Scope, send: Send, backlog: int, patience: asyncio.Timeout) -> None:
        self.address = address_of(scope)
        self._together = TOGETHER in (scope.get("extensions") or {})
        self.is_binary = False
        self.is_closed = False
        self._send = send
        self._backlog = backlog
        self._patience = patience
        self._queue: deque[dict[str, Any]] = deque()
        self._news: asyncio.Future[None] | None = None
        self._writer = asyncio.create_task(self._write_on())

    def send(self, envelope: Envelope) -> None:
        if self.is_closed:
            return
        if self.is_binary:
            self._put({"type": "websocket.send", "bytes": envelope.binary})
        else:
            self._put({"type": "websocket.send", "text": envelope.text})
        if len(self._queue) > self._backlog:
            self._queue.clear()
            self.close(TOO_SLOW, "too many messages are queued for this socket; reconnect and resume")

    def tell(self, message: ServerMessage) -> None:
        self.send(Envelope(message))

    def close(self, code: int, reason: str) -> None:
        """Close the socket after all messages are written; drop it if the client does not read them in time."""
        if self.is_closed:
            return
        self.is_closed = True
        self._patience.reschedule(asyncio.get_running_loop().time() + LAST_WORDS_S)
        self._put({"type": "websocket.close", "code": code, "reason": reason})

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def hang_up(self) -> None:
        """Stop writing, as the client has gone."""
        self.is_closed = True
        self._writer.cancel()
        if not self._patience.expired():
            self._patience.reschedule(None)

    def _put(self, message: dict[str, Any]) -> None:
        self._queue.append(message)
        if self._news is not None:
            self._news.set_result(None)
            self._news = None

    async def _write_on(self) -> None:
        # These errors mean that the client has gone, which the reader notices too.
        with suppress(OSError, RuntimeError):
            while True:
                while self._queue:
                    await self._send(self._next())
                self._news = asyncio.get_running_loop().create_future()
                await self._news

    def _next(self) -> dict[str, Any]:
        """The next message; or all that are queued, if the server supports it. A close is sent alone."""
        if len(self._queue) == 1 or self.is_closed or not self._together:
            return self._queue.popleft()
        events = tuple(self._queue)
        self._queue.clear()
        return {"type": TOGETHER, "events": events}


class _FrameReader:
    """Reads the frames of a socket, limits them, and passes messages to the listener."""

    def __init__(self, settings: Settings, limits: Limits, socket: Socket, listener: Listener) -> None:
        self._settings = settings
        self._limits = limits
        self._socket = socket
        self._listener = listener
        self._pace = Pace(settings.messages_per_second)
        self._bad_frames = 0
        self._loop = asyncio.get_running_loop()
        self._heard_at = self._loop.time()
        self._idle_check = self._loop.call_later(settings.idle_ms / 1000, self._check_idleness)

    async def read_to_the_end(self, receive: Receive) -> None:
        try:
            while (event := await receive())["type"] == "websocket.receive":
                if self._socket.is_closed:
                    continue
                await self._take(event)
                # Frames that arrive together are read without a pause, so let their answers be written, or the
                # client would seem to read slowly.
                if self._socket.waiting > FEW:
                    await asyncio.sleep(0)
        finally:
            self._idle_check.cancel()
            self._socket.hang_up()
            await self._end()

    async def _take(self, event: MutableMapping[str, Any]) -> None:
        self._heard_at = now = self._loop.time()
        text = event.get("text")
        self._socket.is_binary = text is None
        if not self._pace.allows(now):
            return self._slow_down()
        try:
            message = read_frame(event["bytes"] if text is None else text, self._settings.frame_bytes)
        except BadFrame as bad:
            return self._complain(Error(bad.code, str(bad)))
        # One token was taken above. The others of a heavy message are taken before it is answered.
        rest = weight_of(message) - 1
        if rest and not (self._pace.allows(now, rest) and self._limits.heavy.take(self._socket.address, now_ms())):
            return self._slow_down()
        await self._hear(message)

    async def _hear(self, message: ClientMessage) -> None:
        try:
            await self._listener.hear(message)
        except Exception:
            LOG.exception("a message could not be answered")
            self._socket.tell(Error("internal_error", say("refused-fault")))

    def _slow_down(self) -> None:
        error = Error("too_fast", say("refused-messages", most=self._settings.messages_per_second))
        if self._pace.is_ignored:
            self._complain(error)
        else:
            self._socket.tell(error)

    def _complain(self, error: Error) -> None:
        """Answer a frame that no correct client sends; close the socket after too many."""
        self._socket.tell(error)
        self._bad_frames += 1
        if self._bad_frames >= self._settings.bad_frames:
            self._socket.close(POLICY_VIOLATION, "too many invalid frames")

    def _check_idleness(self) -> None:
        left = self._heard_at + self._settings.idle_ms / 1000 - self._loop.time()
        if left > 0:
            self._idle_check = self._loop.call_later(left, self._check_idleness)
        else:
            self._socket.close(IDLE, "no message was received for too long; reconnect and resume")

    async def _end(self) -> None:
        try:
            await self._listener.end(misbehaved=self._bad_frames >= self._settings.bad_frames)
        except Exception:
            LOG.exception("the end of a socket could not be handled")
