"""One open socket as the rest of the server sees it, and messages that go to several sockets."""

from __future__ import annotations

from typing import Protocol

from gamenight.protocol.messages import ServerMessage, write_json, write_msgpack

IDLE = 4001
TOO_SLOW = 4002
SEAT_LEFT = 4003
POLICY_VIOLATION = 1008
GOING_AWAY = 1001
TRY_AGAIN_LATER = 1013


class Envelope:
    """A message that is encoded at most once per format, for any number of sockets."""

    __slots__ = ("_binary", "_text", "message")

    def __init__(self, message: ServerMessage) -> None:
        self.message = message
        self._text: str | None = None
        self._binary: bytes | None = None

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = write_json(self.message).decode()
        return self._text

    @property
    def binary(self) -> bytes:
        if self._binary is None:
            self._binary = write_msgpack(self.message)
        return self._binary


class Connection(Protocol):
    """A socket. Messages are queued in order, without waiting; after `close` they are dropped."""

    address: str

    def send(self, envelope: Envelope) -> None: ...

    def tell(self, message: ServerMessage) -> None:
        """Send a message to this socket only."""

    def close(self, code: int, reason: str) -> None: ...
