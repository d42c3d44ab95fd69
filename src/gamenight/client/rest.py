"""REST requests in JSON, with the standard library only and one connection per request."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from urllib.parse import urlsplit

import msgspec

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


ANSWER_S = 30.0
"""How long a request may take."""


class RestRefused(Exception):
    """The server answered with a status other than 2xx; `body` is decoded if it is JSON."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"the server answered {status}: {body}")
        self.status = status
        self.body = body


class Rest:
    """Requests to the server at this URL; `token` is a seat's token."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._host = parts.hostname or "127.0.0.1"
        self._tls = parts.scheme == "https"
        self._port = parts.port or (443 if self._tls else 80)
        self._prefix = parts.path.rstrip("/")

    async def get(self, path: str, *, token: str | None = None) -> Any:
        return await self.ask("GET", path, token=token)

    async def post(self, path: str, content: Any = None, *, token: str | None = None) -> Any:
        return await self.ask("POST", path, {} if content is None else content, token=token)

    async def ask(self, method: str, path: str, content: Any = None, *, token: str | None = None) -> Any:
        """The content of the answer; RestRefused if the status is not 2xx, OSError if there is no answer."""
        body = b"" if content is None else msgspec.json.encode(content)
        async with asyncio.timeout(ANSWER_S):
            answer = await self._exchange(self._head(method, path, len(body), token) + body)
        status, answered = _read(answer)
        if not 200 <= status < 300:
            raise RestRefused(status, answered)
        return answered

    async def _exchange(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection(self._host, self._port, ssl=self._tls or None)
        try:
            writer.write(request)
            return await reader.read()
        finally:
            writer.close()

    def _head(self, method: str, path: str, length: int, token: str | None) -> bytes:
        lines = [
            f"{method} {self._prefix}{path} HTTP/1.1",
            f"Host: {self._host}:{self._port}",
            "Connection: close",
            "Accept: application/json",
        ]
        if length:
            lines += ["Content-Type: application/json", f"Content-Length: {length}"]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        return "\r\n".join([*lines, "", ""]).encode()


def _read(answer: bytes) -> tuple[int, Any]:
    head, end, body = answer.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    if not end or len(words) < 2 or not words[1].isdigit():
        raise ConnectionError("the server closed the connection without an answer")
    if b"transfer-encoding: chunked" in head.lower():
        body = _joined(body)
    elif (length := _LENGTH.search(head)) is not None and len(body) < int(length[1]):
        raise ConnectionError("the server closed the connection in the middle of its answer")
    try:
        return int(words[1]), msgspec.json.decode(body) if body else None
    except msgspec.DecodeError:
        return int(words[1]), body.decode(errors="replace")


def _joined(chunks: bytes) -> bytes:
    """The content of a chunked body."""
    body = b""
    while chunks:
        size, _, chunks = chunks.partition(b"\r\n")
        length = int(size.partition(b";")[0] or b"0", 16)
        body += chunks[:length]
        chunks = chunks[length + 2 :] if length else b""
    return body
