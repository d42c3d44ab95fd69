"""The page for browsers: its built files, read once and served from memory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from typing import Any

from msgspec import Struct

from gamenight.core.text import say
from gamenight.server.cached import CHECKED, FOREVER, CachedBody, CachedReply, keep, reply
from gamenight.server.http.faults import Denied
from gamenight.server.http.guards import send_error
from gamenight.server.websocket.handshake import Receive, Scope, Send

ROUTES = ("/", "/games/{slug}", "/history", "/play/{match_id}", "/replay/{match_id}")
"""All of these are the same document; its script reads the address."""
ASSETS = "/assets/"
"""The path of files whose names change with their content."""
NOT_THE_PAGE_S = re.compile(r"/(api|schema|ws|health|status|metrics)(/.*)?")
BUILD = b"%PAGE%"
"""Replaced in the document by the id of the build."""

NOT_BUILT = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>gamenight</title>
<h1>gamenight</h1>
<p>The server runs, but its page has not been built: run <code>make web</code> and start the server again.</p>
</html>
"""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'{others}",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
_HOST = re.compile(r"[A-Za-z0-9.-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
_PATTERNS = {route: re.compile(re.sub(r"\{\w+\}", "[^/]+", route)) for route in ROUTES}


class Page(Struct, frozen=True):
    """`build` is the id of the build, None if no page was built. `files` are by path, such as `/assets/...`."""

    build: str | None
    document: CachedBody
    files: dict[str, CachedBody]


def read_page(folder: Traversable) -> Page:
    """Read the page that was built into this folder."""
    found = dict(_files(folder, "/")) if folder.is_dir() else {}
    document = found.pop("/index.html", None)
    if document is None:
        return Page(None, keep(NOT_BUILT, "text/html; charset=utf-8"), {})
    whole = sha256(document)
    for path, body in found.items():
        whole.update(path.encode() + b"\0" + body)
    build = whole.hexdigest()[:12]
    return Page(
        build,
        keep(document.replace(BUILD, build.encode()), "text/html; charset=utf-8"),
        {path: keep(body, _media_type(path), _lifetime(path)) for path, body in found.items()},
    )


@cache
def built_page() -> Page:
    """The page of this installation, read once."""
    return read_page(files("gamenight").joinpath("page"))


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry.read_bytes()


def _media_type(path: str) -> str:
    if path.endswith((".js", ".mjs")):  # a machine's own table may have another type, and then no browser runs it
        return "text/javascript; charset=utf-8"
    kind = guess_type(path)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def _lifetime(path: str) -> str:
    return FOREVER if path.startswith(ASSETS) else CHECKED


class PageFiles:
    """An ASGI application: serves the page's files, and passes all other requests to the application behind it."""

    def __init__(self, page: Page, behind: Any, origins: tuple[str, ...] = ()) -> None:
        self._page = page
        self._behind = behind
        self._origins = origins
        """Origins that the page may call to ask a language model that a player brings."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, asked = str(scope["path"]), _headers(scope)
        if (file := self._page.files.get(path)) is not None:
            scope["path_template"] = f"{ASSETS}{{file}}" if path.startswith(ASSETS) else path
            await _answer(reply(file, asked), scope, send)
        elif (route := _route(path)) is not None:
            scope["path_template"] = route
            await _answer(self._document(asked), scope, send)
        elif _looks_for_a_page(scope, asked):
            await _answer(self._lost(asked), scope, send)
        else:
            await self._behind(scope, receive, send)

    def _document(self, asked: Mapping[str, str]) -> CachedReply:
        kept = reply(self._page.document, asked)
        allowed = policy(asked.get("host", ""), self._origins)
        return CachedReply(kept.status, {**kept.headers, "content-security-policy": allowed}, kept.body)

    def _lost(self, asked: Mapping[str, str]) -> CachedReply:
        """The document with status 404. Never 304, as there is nothing at this address that could be cached."""
        found = self._document({name: value for name, value in asked.items() if name != "if-none-match"})
        return CachedReply(404, found.headers, found.body)


def policy(host: str, origins: tuple[str, ...] = ()) -> str:
    """The Content-Security-Policy: the page may only load from this server and call these origins.

    Websockets of this host are listed, as some browsers treat them as another origin.
    """
    sockets = (f"ws://{host}", f"wss://{host}") if _HOST.fullmatch(host) else ()
    return POLICY.format(others="".join(f" {origin}" for origin in (*sockets, *origins)))


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _route(path: str) -> str | None:
    return next((route for route, pattern in _PATTERNS.items() if pattern.fullmatch(path)), None)


def _looks_for_a_page(scope: Scope, asked: Mapping[str, str]) -> bool:
    """Whether a person has opened a wrong address; programs get an error in JSON."""
    is_person = "text/html" in asked.get("accept", "")
    return is_person and scope["method"] in ("GET", "HEAD") and not NOT_THE_PAGE_S.fullmatch(scope["path"])


async def _answer(said: CachedReply, scope: Scope, send: Send) -> None:
    if scope["method"] not in ("GET", "HEAD"):
        refused = Denied(405, "method_not_allowed", say("refused-method"), {"Allow": "GET, HEAD"})
        await send_error(refused.answer, send)
        return
    headers = {**said.headers, "content-length": str(len(said.body))} if said.status != 304 else said.headers
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": said.status, "headers": raw})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else said.body})
