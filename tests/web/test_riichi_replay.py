"""A game that was imported from a log is watched in the replay page with all hands open."""

import json
from pathlib import Path

import pytest
from playwright.async_api import Browser

from gamenight.games.riichi.logs import WRITERS
from tests.games.riichi.formats.games import played_by_bots
from tests.server.server_process import ServerProcess
from tests.web.browsing import visitor
from tests.web.imported import SIZES, import_riichi, watch


@pytest.fixture
def imported(request: pytest.FixtureRequest, server: ServerProcess, tmp_path: Path, capsys) -> str:
    """The first deal of a bot game in the format of tenhou.net/6, with different players for each test."""
    game = json.loads(WRITERS["tenhou6"](played_by_bots(1), None))
    deal = {**game, "name": [f"{request.node.name} {n}" for n in range(4)], "log": game["log"][:1], "sc": None}
    return import_riichi(server, json.dumps(deal).encode(), tmp_path, capsys)


@pytest.mark.parametrize("size", SIZES)
async def test_an_imported_game_is_watched_with_all_hands_open(
    size: str, imported: str, browser: Browser, server: ServerProcess
):
    async with visitor(browser, server.url, viewport=SIZES[size]) as ada:
        await watch(await ada.open(f"/replay/{imported}"))
