"""A whole node on a SQLite file, served by uvicorn in the test's event loop, and a client for its REST side."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from gamenight.server.games import Games
from gamenight.server.http.app import make_app
from gamenight.server.http.page import Page
from gamenight.server.node.node import Node
from gamenight.server.process.running import ServerConfig, running_node
from gamenight.server.settings import Settings
from tests.timeouts import TIMEOUT_S


@dataclass
class House:
    node: Node
    url: str
    rest: httpx.AsyncClient

    async def open(self, game: str = "tictactoe", **asked: Any) -> dict[str, Any]:
        """Open a table, and return what its opener is shown."""
        answer = await self.rest.post("/api/matches", json={"game": game, **asked})
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def join(self, match_id: str, **asked: Any) -> dict[str, Any]:
        answer = await self.rest.post(f"/api/matches/{match_id}/join", json=asked)
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def show(self, match_id: str, token: str | None = None) -> dict[str, Any]:
        answer = await self.rest.get(f"/api/matches/{match_id}", headers=bearer(token))
        assert answer.status_code == 200, answer.text
        return answer.json()


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def fault(answer: httpx.Response) -> dict[str, Any]:
    """The error of a refusal; checks that it has the shape of all errors."""
    assert answer.status_code >= 400, answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) == {"code", "message", "field", "details"}
    assert body["message"]
    return body


@asynccontextmanager
async def house(
    where: Path | str, games: tuple[str, ...] = (), *, page: Page | None = None, **settings: Any
) -> AsyncIterator[House]:
    """A node with these settings until the block ends, on SQLite in a folder or on a database's URL."""
    config = ServerConfig(database=where if isinstance(where, str) else f"sqlite:///{where / 'matches.db'}")
    async with (
        running_node(config, Settings(**settings), Games(games)) as node,
        _served(make_app(node, page)) as url,
        httpx.AsyncClient(base_url=url, timeout=TIMEOUT_S, verify=False) as rest,
    ):
        yield House(node, url, rest)


@asynccontextmanager
async def _served(app: Any) -> AsyncIterator[str]:
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=5,
    )
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            assert not running.done()
            await asyncio.sleep(0.005)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        await running
