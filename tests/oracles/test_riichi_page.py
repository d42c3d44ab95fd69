"""A real game is imported and replayed in the browser with all hands open."""

from __future__ import annotations

import pytest

from tests.games.riichi.formats.mjlog_writer import mjlog
from tests.oracles.test_riichi_formats import games
from tests.web.browsing import visitor
from tests.web.conftest import browser, server
from tests.web.imported import import_riichi, watch

__all__ = ["browser", "server"]


@pytest.fixture
def imported(oracles, server, tmp_path, capsys) -> str:
    """The shortest of the whole games, to save time."""
    whole = [game for game in games(oracles) if game[0]["rules"]["standard"] and game[0]["full_game"]]
    shortest = min(whole, key=lambda game: sum(len(deal["actions"]) for deal in game))
    return import_riichi(server, mjlog(shortest), tmp_path, capsys)


@pytest.mark.asyncio(loop_scope="session")
async def test_a_real_game_is_replayed_with_all_hands_open(imported, browser, server):
    async with visitor(browser, server.url) as ada:
        await watch(await ada.open(f"/replay/{imported}"))
