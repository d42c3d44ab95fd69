"""The socket under a client's table: frames out, messages in."""

from __future__ import annotations

from typing import Literal

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Origin

from gamenight.protocol.messages import (
    ClientMessage,
    ServerMessage,
    read_server_json,
    read_server_msgpack,
    write_json,
    write_msgpack,
)

Format = Literal["json", "msgpack"]


class ConnectionLost(Exception):
    """There is no connection. `code` is the close code, or the HTTP status if the socket never opened, or 0."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"the connection is closed ({code}): {reason}" if code else reason)
        self.code = code
        self.reason = reason


class ClientSocket:
    """Sends messages in one format and receives both."""

    def __init__(self, connection: ClientConnection, format: Format) -> None:
        self._connection = connection
        self._format = format

    async def send(self, message: ClientMessage) -> None:
        frame = write_json(message).decode() if self._format == "json" else write_msgpack(message)
        await self.send_frame(frame)

    async def send_frame(self, frame: str | bytes) -> None:
        try:
            await self._connection.send(frame)
        except ConnectionClosed as error:
            raise lost(error) from None

    async def receive(self) -> str | bytes:
        try:
            return await self._connection.recv()
        except ConnectionClosed as error:
            raise lost(error) from None

    async def close(self) -> None:
        await self._connection.close()

    def drop(self) -> None:
        """Drop the connection without closing it, like a broken network."""
        self._connection.transport.abort()


def read_frame(frame: str | bytes) -> ServerMessage:
    message: ServerMessage = read_server_json(frame) if isinstance(frame, str) else read_server_msgpack(frame)
    return message


def lost(error: ConnectionClosed) -> ConnectionLost:
    frame = error.rcvd or error.sent
    return ConnectionLost(frame.code, frame.reason) if frame else ConnectionLost(1006, "the connection was lost")


async def open_client_socket(uri: str, format: Format, origin: str | None) -> ClientSocket:
    """Open a socket; ConnectionLost if the server cannot be reached or refuses it."""
    try:
        connection = await open_socket(
            uri,
            origin=Origin(origin) if origin else None,
            compression=None,
            max_size=None,
            max_queue=None,
            proxy=None,
            close_timeout=2,
        )
        return ClientSocket(connection, format)
    except InvalidStatus as refusal:
        body = (refusal.response.body or b"").decode(errors="replace")
        raise ConnectionLost(refusal.response.status_code, f"the server refuses the socket: {body}") from None
    except (OSError, InvalidHandshake, TimeoutError, EOFError) as error:
        raise ConnectionLost(0, f"the server cannot be reached: {error}") from None


def ws_url(url: str) -> str:
    """The WebSocket URL for an http or ws URL."""
    return (f"ws{url[4:]}" if url.startswith("http") else url).rstrip("/")
