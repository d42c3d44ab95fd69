"""Every page at every size: no serious findings of axe-core, no horizontal scrolling, large touch targets."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.server.server_process import ServerProcess
from tests.timeouts import TIMEOUT_S
from tests.web.browsing import LAPTOP, PHONE, Visitor, axe_findings, visitor
from tests.web.tables import (
    against_bots,
    buttons,
    carcassonne,
    match_id,
    my_turn,
    prompt_bar,
    quick_play,
    settled,
)

GAMES = ["tictactoe", "goofspiel", "liarsdice", "blotto", "carcassonne"]
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "laptop": {"viewport": LAPTOP},
}


async def _is_fine(page: Page) -> None:
    assert not await axe_findings(page), page.url
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{page.url} scrolls sideways"


async def _opened_pages(ada: Visitor) -> None:
    for path, heading in (("/", "What shall we play?"), ("/history", "History"), ("/games/goofspiel", "Goofspiel")):
        page = await ada.open(path)
        await expect(page.get_by_role("heading", level=1, name=re.compile(heading))).to_be_visible()
        await _is_fine(page)
        await page.close()
    page = await ada.open("/")
    await page.get_by_role("button", name="New table for Carcassonne").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await _is_fine(page)
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Settings").click()
    await _is_fine(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
async def test_lobby_rules_form_history_and_settings(size: str, scheme: Any, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, color_scheme=scheme, **SIZES[size]) as ada:
        await _opened_pages(ada)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
async def test_tables_of_every_game(size: str, scheme: Any, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, color_scheme=scheme, **SIZES[size]) as ada:
        for game in GAMES:
            page = await against_bots(ada, game)
            await my_turn(page)
            await settled(page)
            await _is_fine(page)
            boxes = [await button.bounding_box() for button in await buttons(page).all()]
            small = [box for box in boxes if box is not None and min(box["width"], box["height"]) < 24]
            assert not small, f"{game} has targets of less than 24 px: {small[:3]}"
            await page.close()


@pytest.mark.parametrize("size", SIZES)
async def test_a_result_and_its_replay(size: str, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, **SIZES[size]) as ada:
        page = await quick_play(ada, "Carcassonne")
        await my_turn(page)
        await page.get_by_role("button", name="Resign").click()
        await page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        await page.get_by_role("tab", name="Result").click()
        await _is_fine(page)
        replay = await ada.open(f"/replay/{match_id(page)}")
        await expect(replay.get_by_role("slider", name="Turn")).to_be_visible()
        await _is_fine(replay)


async def test_a_carcassonne_turn_on_a_phone(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, **SIZES["phone"]) as ada:
        page = await carcassonne(ada)
        await my_turn(page)
        await buttons(page).first.tap()
        confirm = prompt_bar(page).get_by_role("button", name="Confirm")
        await expect(confirm).to_be_in_viewport()
        await confirm.tap()
        await expect(page.get_by_role("button", name=re.compile("no meeple", re.IGNORECASE)).first).to_be_visible()


SAID = """() => {
    window.said = [];
    for (const urgency of ["assertive", "polite"]) {
        const note = (changes) => changes.flatMap((change) => [...change.addedNodes])
            .forEach((line) => window.said.push(`${urgency}: ${line.textContent}`));
        new MutationObserver(note).observe(document.getElementById(`announce-${urgency}`), {childList: true});
    }
}"""
"""Records announcements, which stay in the page for only a few seconds."""


async def test_your_turn_and_refusals_are_announced_at_once_and_events_politely(ada: Visitor):
    await ada.context.add_init_script(f"addEventListener('DOMContentLoaded', {SAID})")
    page = await against_bots(ada, "tictactoe")
    await my_turn(page)
    await is_said(page, "assertive: .*Your turn")
    await buttons(page).first.click()
    await is_said(page, "polite: .*row")


async def is_said(page: Page, pattern: str) -> None:
    # Not with wait_for_function: it evaluates text in the page, which the page's policy forbids.
    async with asyncio.timeout(TIMEOUT_S):
        while not any(re.match(pattern, line) for line in await page.evaluate("said")):
            await page.wait_for_timeout(50)


async def test_one_tab_stop_for_the_whole_board_and_arrows_inside_it(ada: Visitor):
    page = await quick_play(ada, "Tic-tac-toe")
    await my_turn(page)
    stops = await buttons(page).evaluate_all("all => all.filter(one => one.tabIndex === 0).length")
    assert stops == 1
    focus = "document.activeElement.getAttribute('data-id')"
    await buttons(page).first.focus()
    first = await page.evaluate(focus)
    await page.keyboard.press("ArrowRight")
    second = await page.evaluate(focus)
    assert first != second
    await page.keyboard.press("ArrowLeft")
    assert await page.evaluate(focus) == first


async def test_settings_are_stored(ada: Visitor):
    page = await ada.open("/")
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_role("dialog").get_by_role("radio", name="Dark").check(force=True)
    await page.get_by_role("dialog").get_by_role("switch", name="Sounds").uncheck()
    await page.reload()
    assert await page.evaluate("document.documentElement.dataset.theme") == "dark"
    await page.get_by_role("button", name="Settings").click()
    await expect(page.get_by_role("dialog").get_by_role("switch", name="Sounds")).not_to_be_checked()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_with_four_colours_every_suit_has_its_own_colour(scheme: Any, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, color_scheme=scheme) as ada:
        page = await ada.open("/")
        assert len(set(await _inks(page))) == 2
        await page.get_by_role("button", name="Settings").click()
        await page.get_by_role("dialog").get_by_role("radio", name="Four colours").check(force=True)
        assert len(set(await _inks(page))) == 4
        await page.reload()
        assert len(set(await _inks(page))) == 4


async def _inks(page: Page) -> list[str]:
    """The page's colours of the four suits."""
    found = "(suit) => getComputedStyle(document.documentElement).getPropertyValue(`--suit-${suit}`)"
    return [str(await page.evaluate(found, suit)) for suit in "SHDC"]
