"""What a person does at a table in the browser."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.async_api import Locator, Page, expect

from tests.web.browsing import Visitor


def scene(page: Page) -> Locator:
    return page.get_by_role("group", name="The table", exact=True)


def buttons(page: Page) -> Locator:
    """What can be tapped in the scene, in scene order."""
    return scene(page).locator("button[data-id]")


def item(page: Page, id: str) -> Locator:
    return scene(page).locator(f'button[data-id="{id}"]')


def prompt_bar(page: Page) -> Locator:
    return page.get_by_role("region", name="What to do")


async def quick_play(visitor: Visitor, game: str) -> Page:
    """One click in the lobby, and one sits at a table against a bot."""
    page = await visitor.open("/")
    await page.get_by_role("button", name=f"Play {game} against bots").click()
    await page.wait_for_url(re.compile(r"/play/[\w-]+$"))
    await expect(page.get_by_role("heading", level=1, name=game)).to_be_visible()
    return page


MONASTERIES = 20 * "AB"
"""Tiles that can always be placed, each with a spot for a meeple of its own."""


async def carcassonne(visitor: Visitor) -> Page:
    """One sits at a table against a bot and has the first turn; the tiles are monasteries, the first can be turned."""
    page = await visitor.open("/")
    options = {"tile_order": MONASTERIES}
    table = await open_table(page, game="carcassonne", seats=2, bots=["random"], seating="chosen", options=options)
    await page.goto(f"{visitor.address}/play/{table}")
    await page.get_by_role("button", name=re.compile(r"\(seat 1\)", re.IGNORECASE)).click()
    return page


async def tap_first(page: Page) -> None:
    """Answer with the first thing that can be tapped, in a game in which fewer things can be tapped each time."""
    offered = await buttons(page).count()
    await buttons(page).first.click()
    await expect(buttons(page)).not_to_have_count(offered)


async def my_turn(page: Page) -> None:
    """Something can be tapped."""
    await expect(buttons(page).first).to_be_visible()


async def my_turn_or_the_end(page: Page) -> bool:
    """Whether it is this player's turn; False once the match is over."""
    over = page.get_by_role("tab", name="Result")
    await expect(buttons(page).first.or_(over)).to_be_visible()
    return await over.count() == 0


async def until(page: Page, is_true: Callable[[], bool]) -> None:
    """Wait for what the page itself does not show."""
    for _ in range(1200):
        if is_true():
            return
        await page.wait_for_timeout(50)
    raise AssertionError("it did not come about within a minute")


def match_id(page: Page) -> str:
    return page.url.split("#")[0].rsplit("/", 1)[1]


def messages(frames: list[str], kind: str) -> list[dict[str, Any]]:
    """The messages of one type among frames."""
    return [message for message in map(json.loads, frames) if message["type"] == kind]


async def open_table(page: Page, **settings: Any) -> str:
    """A table opened by a request of the page itself; the id of its match."""
    answer = await page.evaluate(
        """async (settings) => {
            const answer = await fetch("/api/matches", {
                method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(settings)
            });
            return answer.json();
        }""",
        settings,
    )
    assert "match_id" in answer, answer
    return str(answer["match_id"])


async def sit_down(page: Page) -> None:
    await page.get_by_role("button", name="Take a seat").click()
