"""Decide whether a client may open a socket, before the handshake is answered."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any, NamedTuple

from gamenight.server.limits import Limits, address_of
from gamenight.server.request_parsing import is_match_id
from gamenight.server.settings import Settings
from gamenight.server.wall_clock import now_ms

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_PATH = re.compile(r"/ws/([^/]+)")
NO_ID = "?"
"""Replaces all names that no match can have, as some of them cannot be looked up in a database."""
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}


class HandshakeRefused(NamedTuple):
    """Why a socket is refused: an HTTP status and a sentence."""

    status: int
    reason: str


NOT_FOUND = HandshakeRefused(404, "there is no websocket at this path")
FOREIGN = HandshakeRefused(403, "this origin may not connect; the setting `origins` lists those that may")
NODE_FULL = HandshakeRefused(503, "the server has too many connections; try again later")
ADDRESS_FULL = HandshakeRefused(429, "this address has too many connections")
ADDRESS_FAST = HandshakeRefused(429, "this address opens too many connections; try again in a minute")
OTHER_HOST = HandshakeRefused(
    421, "the server does not serve this host; the setting `served_hosts` lists those that it serves"
)


def refused(scope: Scope, settings: Settings, connections: int, limits: Limits) -> HandshakeRefused | None:
    """Why the socket is refused; None if it may be opened, and then it is counted for its address."""
    if not is_served(scope, settings.served_hosts):
        return OTHER_HOST
    if is_foreign(scope, settings.origins):
        return FOREIGN
    if not named_in(scope):
        return NOT_FOUND
    if connections >= settings.max_connections:
        return NODE_FULL
    if not limits.handshakes.take(address_of(scope), now_ms()):
        return ADDRESS_FAST
    return None if limits.connected(address_of(scope)) else ADDRESS_FULL


def named_in(scope: Scope) -> str:
    """The part of the path after `/ws/`, a match id or `lobby`; empty for other paths."""
    path = _PATH.fullmatch(str(scope["path"]).removeprefix(scope.get("root_path", "")))
    if path is None:
        return ""
    return path[1] if is_match_id(path[1]) else NO_ID


def is_served(scope: Scope, hosts: Collection[str]) -> bool:
    """Whether the `Host` of the request is one of these, with any port: a foreign page may point its own name here."""
    return not hosts or all(_without_port(host) in hosts for host in _headers(scope, b"host"))


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def is_foreign(scope: Scope, origins: Collection[str]) -> bool:
    """Whether the request comes from a page of another site that `origins` does not allow."""
    if "*" in origins:
        return False
    hosts = _headers(scope, b"host")
    return any(origin not in origins and not _is_of(origin, hosts) for origin in _headers(scope, b"origin"))


def _headers(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1").strip().lower() for key, value in scope["headers"] if key.lower() == name]


def _is_of(origin: str, hosts: list[str]) -> bool:
    scheme, _, place = origin.partition("://")
    port = _DEFAULT_PORTS.get(scheme, "")
    return bool(place) and place.removesuffix(port) in [host.removesuffix(port) for host in hosts]


async def refuse(refused: HandshakeRefused, scope: Scope, send: Send) -> None:
    """Answer the handshake with the status, or close it if the server does not support that."""
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "reason": refused.reason})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "websocket.http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": refused.reason.encode()})
