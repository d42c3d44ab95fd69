"""Who may open a socket, and to what: decided before the handshake is answered."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any, NamedTuple

from gamenight.server.instants import now_ms
from gamenight.server.limits import Limits, address_of
from gamenight.server.settings import Settings

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_PATH = re.compile(r"/ws/([^/]+)")
_ID = re.compile(r"[\w-]{1,100}", re.ASCII)
NO_ID = "~"
"""Stands for all names that no match can have; some of them no database can look for."""
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}


class Refused(NamedTuple):
    """Why no socket is opened: a status of HTTP and a sentence."""

    status: int
    reason: str


NOT_FOUND = Refused(404, "there is no socket at this path")
FOREIGN = Refused(403, "this origin may not connect; `origins` names those that may")
NODE_FULL = Refused(503, "the server has as many connections as it can take; try again later")
ADDRESS_FULL = Refused(429, "this address has too many connections")
ADDRESS_FAST = Refused(429, "this address opens too many connections; try again in a minute")
OTHER_HOST = Refused(421, "the server does not serve this host; `served_hosts` names those that it serves")


def refused(scope: Scope, settings: Settings, connections: int, limits: Limits) -> Refused | None:
    """Why no socket is opened. None: it may be opened, and its address's count has one more."""
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
    """What stands after `/ws/` in the path, a match's id or `lobby`; empty if the path is another."""
    path = _PATH.fullmatch(str(scope["path"]).removeprefix(scope.get("root_path", "")))
    if path is None:
        return ""
    return path[1] if _ID.fullmatch(path[1]) else NO_ID


def is_served(scope: Scope, hosts: Collection[str]) -> bool:
    """Whether the request names one of these hosts, with any port. A page elsewhere can point its own name here."""
    return not hosts or all(_without_port(host) in hosts for host in _headers(scope, b"host"))


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def is_foreign(scope: Scope, origins: Collection[str]) -> bool:
    """Whether a page of another site asks: not of this host, nor of an origin that may."""
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


async def refuse(refused: Refused, scope: Scope, send: Send) -> None:
    """Answer the handshake with the status, or with what comes nearest where the server cannot."""
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "reason": refused.reason})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "websocket.http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": refused.reason.encode()})
