"""Checks for every request (the limit of its address, the origin of its page), and headers for every answer."""

from __future__ import annotations

from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any

import msgspec

from gamenight.core.text import say
from gamenight.server.http import metrics
from gamenight.server.http.faults import Denied, ErrorResponse, too_fast
from gamenight.server.limits import Limits, address_of, is_local
from gamenight.server.settings import Settings
from gamenight.server.wall_clock import now_ms
from gamenight.server.websocket.handshake import Receive, Scope, Send, is_foreign, is_served

HEALTH = "/health"
FIGURES = ("/status", "/metrics")
READING = ("GET", "HEAD", "OPTIONS")
SECURITY = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"content-security-policy": b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    b"cross-origin-opener-policy": b"same-origin",
}
NOT_KEPT = (b"cache-control", b"no-store")


class Guard:
    """An ASGI application that wraps the one for REST."""

    def __init__(self, app: Any, settings: Settings, limits: Limits) -> None:
        self._app = app
        self._settings = settings
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                metrics.request_answered(scope.get("path_template") or "other", message["status"])
                message["headers"] = _guarded(scope, message.get("headers", ()))
            await send(message)

        try:
            self._check(scope)
        except Denied as denied:
            await send_error(denied.answer, send_guarded)
        else:
            await self._app(scope, receive, send_guarded)

    def _check(self, scope: Scope) -> None:
        """Check host, limit and origin. Health checks always pass, as they come often and from one address."""
        if scope["path"] != HEALTH and not is_served(scope, self._settings.served_hosts):
            raise Denied(421, "wrong_host", say("refused-host"))
        if scope["path"] in FIGURES and not self._may_read_figures(scope):
            raise Denied(404, "not_found", say("refused-request", why=HTTPStatus.NOT_FOUND.phrase))
        if scope["path"] != HEALTH and not self._limits.may_request(address_of(scope), now_ms()):
            seconds = self._limits.requests.retry_after_s
            raise too_fast(say("refused-requests", seconds=seconds), seconds)
        if scope["method"] not in READING and is_foreign(scope, self._settings.origins):
            raise Denied(403, "wrong_origin", say("refused-origin"))

    def _may_read_figures(self, scope: Scope) -> bool:
        who = self._settings.figures
        return who == "all" or (who == "local" and is_local(address_of(scope)))


def _guarded(scope: Scope, headers: Any) -> list[tuple[bytes, bytes]]:
    """The headers of the answer, with the security headers that it lacks."""
    own = [(bytes(name).lower(), bytes(value)) for name, value in headers]
    said = {name for name, _ in own}
    own += [header for header in SECURITY.items() if header[0] not in said]
    if str(scope["path"]).startswith("/api") and NOT_KEPT[0] not in said:
        own.append(NOT_KEPT)
    return own


async def send_error(answer: ErrorResponse, send: Send) -> None:
    """Send a refusal without any framework."""
    body = msgspec.json.encode(answer.fault)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.lower().encode(), value.encode()) for name, value in answer.headers.items()]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
