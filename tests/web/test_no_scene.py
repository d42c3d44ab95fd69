"""A game without a picture is played with the list of its actions."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.web.browsing import Visitor
from tests.web.tables import buttons, messages, until


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with QuickServer(tmp_path, flags=("--game", "tests.minigames.nim:Nim"), bot_pace_ms=50) as running:
        yield running


def asked_again(ada: Visitor, before: int) -> bool:
    """Wait until the bot has answered or the match is over; before that the old list may still be shown."""
    return len(messages(ada.received, "action_required")) > before or bool(messages(ada.received, "game_over"))


async def test_nim_is_played_to_the_end_with_the_list_alone(ada: Visitor):
    page = await ada.open("/")
    await page.get_by_role("button", name="Play Nim against bots").click()
    over = page.get_by_role("tab", name="Result")
    actions = page.get_by_role("tabpanel", name="Actions").get_by_role("list", name="Actions").get_by_role("button")
    for _ in range(20):
        await expect(actions.first.or_(over)).to_be_visible()
        if await over.count():
            break
        assert await buttons(page).count() == 0
        await expect(page.get_by_role("group", name="The table")).to_contain_text("stones")
        stones = await page.get_by_role("group", name="The table").inner_text()
        asked = len(messages(ada.received, "action_required"))
        await page.get_by_role("searchbox", name="Find an action").fill("take")
        await page.get_by_role("searchbox", name="Find an action").press("ArrowDown")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("group", name="The table")).not_to_have_text(stones)
        await until(page, partial(asked_again, ada, asked))
    await expect(over).to_be_visible()
