"""Actions of a person at a table in the browser."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.async_api import Locator, Page, expect

from tests.timeouts import TIMEOUT_S
from tests.web.browsing import Visitor


def scene(page: Page) -> Locator:
    return page.get_by_role("group", name="The table", exact=True)


def buttons(page: Page) -> Locator:
    """The items that can be tapped in the scene, in scene order."""
    return scene(page).locator("button[data-id]")


def item(page: Page, id: str) -> Locator:
    return scene(page).locator(f'button[data-id="{id}"]')


def prompt_bar(page: Page) -> Locator:
    return page.get_by_role("region", name="What to do")


async def quick_play(visitor: Visitor, game: str) -> Page:
    """Start a game against a bot with one click in the lobby."""
    page = await visitor.open("/")
    await page.get_by_role("button", name=f"Play {game} against bots").click()
    await page.wait_for_url(re.compile(r"/play/[\w-]+$"))
    await expect(page.get_by_role("heading", level=1, name=game)).to_be_visible()
    return page


MONASTERIES = 20 * "AB"
"""Tiles that can always be placed, each with its own spot for a meeple."""


async def carcassonne(visitor: Visitor) -> Page:
    """Sit at a table against a bot, with the first turn; the tiles are monasteries, and the first can be rotated."""
    return await against_bots(visitor, "carcassonne", tile_order=MONASTERIES)


async def against_bots(visitor: Visitor, game: str, bots: int = 1, **options: Any) -> Page:
    """Sit at the first seat of a table with random bots."""
    page = await visitor.open("/")
    seats: dict[str, Any] = {"seats": bots + 1, "bots": ["random"] * bots, "seating": "chosen"}
    table = await open_table(page, game=game, options=options, **seats)
    await page.goto(f"{visitor.address}/play/{table}")
    await take_seat(page, 1)
    return page


async def take_seat(page: Page, number: int) -> None:
    """Choose a seat at a table where seats are chosen; the first seat is 1."""
    await page.get_by_role("button", name=re.compile(rf"\(seat {number}\)", re.IGNORECASE)).click()


async def tap_first(page: Page) -> None:
    """Answer by tapping the first target, in a game in which nothing can be tapped twice."""
    first = str(await buttons(page).first.get_attribute("data-id"))
    await item(page, first).click()
    await expect(item(page, first)).to_have_count(0)


STILL = """async () => {
    const frames = 5;
    const places = () => [...document.querySelectorAll(".scene-drawing, .scene-drawing g[data-key], button[data-id]")]
        .map((one) => Object.values(one.getBoundingClientRect().toJSON()).join()).join();
    const frame = () => new Promise(requestAnimationFrame);
    for (let same = 0, before = ""; same < frames; ) {
        const passing = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
        await Promise.allSettled(passing.map((one) => one.finished));
        await frame();
        const now = places();
        same = now === before ? same + 1 : 0;
        before = now;
    }
}"""


async def settled(page: Page) -> None:
    """Wait until the scene is still: no animation runs, and several frames were identical."""
    await page.evaluate(STILL)


async def my_turn(page: Page) -> None:
    """Wait until something can be tapped."""
    await expect(buttons(page).first).to_be_visible()


async def my_turn_or_the_end(page: Page) -> bool:
    """Wait for this player's turn; False if the match ends first."""
    over = page.get_by_role("tab", name="Result")
    await expect(buttons(page).first.or_(over)).to_be_visible()
    return await over.count() == 0


async def until(page: Page, is_true: Callable[[], bool]) -> None:
    """Wait for a condition that the page does not show."""
    give_up = time.monotonic() + TIMEOUT_S
    while not is_true():
        assert time.monotonic() < give_up, f"it did not come about within {TIMEOUT_S} s"
        await page.wait_for_timeout(50)


def match_id(page: Page) -> str:
    return page.url.split("#")[0].rsplit("/", 1)[1]


def messages(frames: list[str], kind: str) -> list[dict[str, Any]]:
    """The messages of one type among frames."""
    return [message for message in map(json.loads, frames) if message["type"] == kind]


async def open_table(page: Page, **settings: Any) -> str:
    """Open a table with a request from the page; returns the id of its match."""
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
