"""Comfort at the table: everything is visible, typed text is not lost, and the focus stays."""

import re
import time
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.server.server_process import ServerProcess
from tests.timeouts import TIMEOUT_S
from tests.web.browsing import PHONE, Visitor, axe_findings, visitor
from tests.web.tables import (
    MONASTERIES,
    against_bots,
    buttons,
    carcassonne,
    item,
    messages,
    my_turn,
    open_table,
    prompt_bar,
    quick_play,
    scene,
    sit_down,
    until,
)
from tests.web.wires import Wire, wire_to

LONG_MS = 3_600_000
LONG_NAME = "Wilhelmina-Theodora-von-und-zu-Hohenfels"


async def _seated(person: Visitor, table: str) -> Page:
    page = await person.open(f"/play/{table}")
    await sit_down(page)
    return page


async def _resign(page: Page) -> Locator:
    """Resign, and return the panel with the result."""
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    return page.get_by_role("tabpanel", name="Result")


@pytest.mark.parametrize("game, seats", [("liarsdice", 6), ("goofspiel", 3), ("blotto", 2)])
async def test_a_long_name_does_not_widen_a_phones_page(game: str, seats: int, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, LONG_NAME, viewport=PHONE) as ada:
        table = await open_table(await ada.open("/"), game=game, num_bots=seats - 1, seats=seats)
        page = await _seated(ada, table)
        await my_turn(page)
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def test_a_board_that_was_zoomed_for_small_spots_is_fully_shown_after_the_turn(
    browser: Browser, server: ServerProcess
):
    small: dict[str, Any] = {"viewport": {"width": 320, "height": 420}}
    async with visitor(browser, server.url, **small) as ada, visitor(browser, server.url, "Grace", **small) as grace:
        table = await open_table(
            await ada.open("/"), game="carcassonne", num_bots=0, options={"tile_order": MONASTERIES}
        )
        pages = [await _seated(ada, table), await _seated(grace, table)]
        for page in pages:
            await expect(page.get_by_role("list", name="Seats")).to_be_visible()
        for _ in range(40):
            mover = await _mover(pages)
            if await _play_a_turn(mover):
                break
        else:
            raise AssertionError("no spot was ever too small")
        await expect(buttons(mover)).to_have_count(0)
        await expect(scene(mover).locator(".access-pan")).to_have_css("touch-action", "pan-y")


async def _mover(pages: list[Page]) -> Page:
    give_up = time.monotonic() + TIMEOUT_S
    while time.monotonic() < give_up:
        for page in pages:
            if await buttons(page).count():
                return page
        await pages[0].wait_for_timeout(50)
    raise AssertionError("nobody was asked")


async def _play_a_turn(page: Page) -> bool:
    """Play a turn on any legal place; returns whether the page zoomed in for it."""
    await buttons(page).last.click()
    return await _no_meeple(page)


async def _no_meeple(page: Page) -> bool:
    """Confirm the tile without a meeple; returns whether the page had zoomed in to ask for one."""
    await prompt_bar(page).get_by_role("button", name="Confirm").click()
    none = scene(page).get_by_role("button", name=re.compile("no meeple", re.IGNORECASE))
    await expect(none).to_be_visible()
    is_zoomed = await scene(page).locator(".access-pan").evaluate("one => one.style.touchAction === 'none'")
    await none.click()
    await expect(none).to_have_count(0)
    return bool(is_zoomed)


async def test_the_focus_stays_in_the_list_from_answer_to_answer(ada: Visitor):
    page = await quick_play(ada, "Goofspiel")
    await my_turn(page)
    panel = page.get_by_role("tabpanel", name="Actions")
    search = panel.get_by_role("searchbox")
    await search.focus()
    for _ in range(2):
        left = await buttons(page).count()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        await expect(buttons(page)).not_to_have_count(left)
        await my_turn(page)
        await expect(search).to_be_focused()


async def test_typed_text_survives_a_change_of_tabs(ada: Visitor):
    page = await against_bots(ada, "blotto", window_ms=LONG_MS)
    await my_turn(page)
    units = page.get_by_role("tabpanel", name="Actions").get_by_role("spinbutton")
    await units.nth(1).fill("4")
    await page.get_by_role("tab", name="Chat").click()
    draft = page.get_by_role("textbox", name="Say something to the table")
    await draft.fill("Well")
    await page.get_by_role("tab", name="Actions").click()
    await expect(units.nth(1)).to_have_value("4")
    await page.get_by_role("tab", name="Chat").click()
    await expect(draft).to_have_value("Well")


async def test_the_end_of_a_match_does_not_interrupt_typing(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada, visitor(browser, server.url, "Grace") as grace:
        table = await open_table(await ada.open("/"), game="tictactoe", num_bots=0, seats=2)
        writing, leaving = await _seated(ada, table), await _seated(grace, table)
        await writing.get_by_role("tab", name="Chat").click()
        draft = writing.get_by_role("textbox", name="Say something to the table")
        await draft.fill("Shall we ")
        await expect(await _resign(leaving)).to_be_visible()
        await expect(writing.get_by_role("tab", name="Result")).to_be_visible()
        await expect(draft).to_be_focused()
        await expect(draft).to_have_value("Shall we ")


async def test_a_result_shows_the_breakdown_of_points(ada: Visitor):
    page = await carcassonne(ada)
    await my_turn(page)
    await buttons(page).first.click()
    await prompt_bar(page).get_by_role("button", name="Confirm").click()
    result = await _resign(page)
    await expect(result.get_by_role("columnheader", name=re.compile("cities", re.IGNORECASE))).to_be_visible()
    await expect(result.get_by_role("columnheader", name=re.compile("roads", re.IGNORECASE))).to_be_visible()
    assert not await axe_findings(page)


async def test_taps_survive_a_short_disconnect(browser: Browser, server: ServerProcess):
    async with wire_to(server.port) as wire, visitor(browser, wire.url) as ada:
        page = await carcassonne(ada)
        await my_turn(page)
        await buttons(page).first.click()
        words, joined = await prompt_bar(page).inner_text(), len(messages(ada.received, "game_joined"))
        await _broken_for_a_moment(page, wire)
        await expect(prompt_bar(page).get_by_role("button", name="Confirm")).to_be_visible()
        assert await prompt_bar(page).inner_text() == words
        await until(page, lambda: len(messages(ada.received, "game_joined")) == joined + 1)
        assert await prompt_bar(page).inner_text() == words
        assert not messages(ada.sent, "game_action")


async def test_a_chat_line_stays_in_the_input_until_it_has_come_back(browser: Browser, server: ServerProcess):
    async with wire_to(server.port) as wire, visitor(browser, wire.url) as ada:
        page = await quick_play(ada, "Tic-tac-toe")
        await my_turn(page)
        await page.get_by_role("tab", name="Chat").click()
        draft = page.get_by_role("textbox", name="Say something to the table")
        wire.loses_answers = True
        await draft.fill("Good luck")
        await draft.press("Enter")
        await wire.has_lost(b'"chat"')
        await expect(draft).to_have_value("Good luck")
        await _broken_for_a_moment(page, wire)
        await expect(draft).to_have_value("")
        await expect(page.get_by_role("tabpanel", name="Chat").get_by_text("Good luck")).to_have_count(1)


async def _broken_for_a_moment(page: Page, wire: Wire) -> None:
    wire.cut()
    await expect(page.get_by_text("The connection is lost")).to_be_visible()
    wire.mend()
    await expect(page.get_by_text("The connection is lost")).to_have_count(0)


async def test_next_shows_another_offer_and_sends_nothing(ada: Visitor):
    page = await carcassonne(ada)
    await item(page, "at/0,1").click()
    await expect(prompt_bar(page)).to_contain_text("1 of")
    await prompt_bar(page).get_by_role("button", name=re.compile("Next")).click()
    await expect(prompt_bar(page)).to_contain_text("2 of")
    assert not messages(ada.sent, "game_action")


async def test_a_player_who_leaves_finds_the_whole_log_on_return(ada: Visitor):
    table = await open_table(await ada.open("/"), game="goofspiel", num_bots=1, seats=2, leaver="wait")
    page = await _seated(ada, table)
    await my_turn(page)
    left = await buttons(page).count()
    await buttons(page).first.click()
    await expect(buttons(page)).to_have_count(left - 1)
    await page.get_by_role("tab", name="Log").click()
    lines = await page.get_by_role("tabpanel", name="Log").get_by_role("listitem").count()
    await page.get_by_role("button", name="Leave").click()
    await page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    back = page.get_by_role("button", name="Back to the table")
    await expect(back).to_be_visible()
    await page.evaluate("dispatchEvent(new Event('online'))")
    assert len(messages(ada.sent, "join_game")) == 1
    await back.click()
    await my_turn(page)
    await page.get_by_role("tab", name="Log").click()
    assert await page.get_by_role("tabpanel", name="Log").get_by_role("listitem").count() >= lines > 0
