"""The whole server as one ASGI application: websockets are handled directly, everything else by Litestar."""

from __future__ import annotations

from typing import Any

from litestar import Litestar, Request, Router
from litestar.config.cors import CORSConfig
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from gamenight import __version__
from gamenight.server.http import metrics
from gamenight.server.http.catalogue import bots_shown, games_shown, looks_kept, texts_kept
from gamenight.server.http.covers import Covers
from gamenight.server.http.endpoints import ENDPOINTS
from gamenight.server.http.faults import respond
from gamenight.server.http.guards import Guard
from gamenight.server.http.page import Page, PageFiles, built_page
from gamenight.server.http.requests import JsonRequest
from gamenight.server.limits import Limits
from gamenight.server.node.node import Node
from gamenight.server.node.replay_frames import ReplayFrames
from gamenight.server.settings import Settings
from gamenight.server.websocket.handshake import Receive, Scope, Send
from gamenight.server.websocket.socket import serve_socket


class App:
    """An ASGI application; its lifespan starts and stops the node."""

    def __init__(self, node: Node, page: Page) -> None:
        self._node = node
        node.turn_seen = metrics.turn_seen
        node.models_asked = metrics.models_asked
        node.page = page.build
        self._limits = Limits(node.settings)
        self._rest = _rest(node, self._limits)
        self._guarded = Guard(PageFiles(page, self._rest, node.settings.llm_origins), node.settings, self._limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await serve_socket(self._node, self._limits, scope, receive, send)
        elif scope["type"] == "http":
            await self._guarded(scope, receive, send)
        else:
            await self._rest(scope, receive, send)  # type: ignore[arg-type]


def make_app(node: Node, page: Page | None = None) -> App:
    """The application that serves this node; it starts the node, and closes it at the end.

    Without `page` it serves the page that was built into this installation.
    """
    return App(node, page or built_page())


def _rest(node: Node, limits: Limits) -> Litestar:
    return Litestar(
        ENDPOINTS,
        dependencies={
            "node": _given(node),
            "limits": _given(limits),
            "games": _given(games_shown(node.games)),
            "bots": _given(bots_shown(node.games, node.settings)),
            "looks": _given(looks_kept(node.games)),
            "covers": _given(Covers(node.games)),
            "texts": _given(texts_kept()),
            "replay_frames": _given(ReplayFrames()),
        },
        on_startup=[node.start],
        on_shutdown=[node.close],
        request_class=JsonRequest,
        request_max_body_size=node.settings.frame_bytes,
        exception_handlers={Exception: respond},
        openapi_config=_schema(),
        cors_config=_cors(node.settings),
        # Only `faults` writes to the log: Litestar's tracebacks contain messages that may quote secrets.
        logging_config=None,
    )


def _given(value: Any) -> Provide:
    return Provide(lambda: value, sync_to_thread=False)


def _cors(settings: Settings) -> CORSConfig | None:
    """CORS headers, so that pages of other origins that may connect can also read the answers."""
    if not settings.origins:
        return None
    return CORSConfig(
        allow_origins=list(settings.origins),
        allow_methods=["GET", "POST"],
        allow_headers=["Authorization", "Content-Type"],
        expose_headers=["Location", "Retry-After"],
    )


def _schema() -> OpenAPIConfig:
    """The OpenAPI document, only as JSON: pages that render it would load code from other sites."""
    return OpenAPIConfig(
        title="gamenight",
        version=__version__,
        path="/schema",
        openapi_router=Router(
            "/schema", route_handlers=[], include_in_schema=False, before_request=_refuse_other_pages
        ),
        render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        components=Components(
            security_schemes={
                "seat": SecurityScheme(type="http", scheme="bearer", description="The token of a seat, sent on joining")
            }
        ),
    )


async def _refuse_other_pages(request: Request[Any, Any, Any]) -> None:
    """Answer other paths below `/schema` with 404, in place of Litestar's HTML page."""
    if request.path_params:
        raise NotFoundException
