"""A page is reloaded, a connection is cut, a server is killed: nothing is lost, and nothing is done twice."""

import asyncio
import re

from playwright.async_api import Browser, Page, expect

from tests.server.server_process import ServerProcess
from tests.web.browsing import visitor
from tests.web.tables import (
    buttons,
    item,
    match_id,
    messages,
    my_turn,
    my_turn_or_the_end,
    open_table,
    quick_play,
    tap_first,
    until,
)
from tests.web.wires import wire_to


async def _lines(page: Page) -> list[str]:
    """The log, in words."""
    await page.get_by_role("tab", name="Log").click()
    found = await page.get_by_role("tabpanel", name="Log").get_by_role("listitem").all_inner_texts()
    await page.get_by_role("tab", name="Actions").click()
    return [" ".join(line.replace("latest", "").split()) for line in found]


async def test_a_reload_keeps_the_seat(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada:
        page = await quick_play(ada, "Tic-tac-toe")
        await my_turn(page)
        await tap_first(page)
        await my_turn(page)
        free, told = await buttons(page).count(), await _lines(page)
        await page.reload()
        await my_turn(page)
        await expect(buttons(page)).to_have_count(free)
        assert await _lines(page) == told
        joined = messages(ada.received, "game_joined")
        assert len({message["player_id"] for message in joined}) == 1


async def test_a_cut_connection_is_restored_and_the_match_continues(browser: Browser, server: ServerProcess):
    async with wire_to(server.port) as wire, visitor(browser, wire.url) as ada:
        page = await quick_play(ada, "Tic-tac-toe")
        await my_turn(page)
        await tap_first(page)
        await my_turn(page)
        free = await buttons(page).count()
        wire.cut()
        await expect(page.get_by_text("The connection is lost")).to_be_visible()
        wire.mend()
        await expect(page.get_by_text("The connection is lost")).to_have_count(0)
        await expect(buttons(page)).to_have_count(free)
        await tap_first(page)
        while await my_turn_or_the_end(page):
            await tap_first(page)


async def test_an_answer_whose_acknowledgement_was_lost_is_played_once(browser: Browser, server: ServerProcess):
    """The server has the answer but the page does not know: it sends the same again, and it is played once."""
    async with wire_to(server.port) as wire, visitor(browser, wire.url) as ada:
        first = await ada.open("/")
        table = await open_table(first, game="goofspiel", num_bots=1, seats=2, options={"cards": 5})
        page = await ada.open(f"/play/{table}")
        await page.get_by_role("button", name="Take a seat").click()
        await my_turn(page)
        wire.loses_answers = True
        await item(page, "hand/3").click()
        await wire.has_lost(b'"client_id"')  # in the acknowledgement, or in the update if the bot was faster
        wire.cut()
        wire.mend()
        await expect(item(page, "hand/3")).to_have_count(0)
        await expect(buttons(page)).to_have_count(4)
        sent = messages(ada.sent, "game_action")
        assert len(sent) == 2
        assert len({message["client_id"] for message in sent}) == 1
        await until(page, lambda: any(each.get("repeated") for each in messages(ada.received, "action_committed")))
        assert not messages(ada.received, "error")


async def test_the_match_continues_after_the_server_was_killed_and_restarted(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada:
        page = await quick_play(ada, "Tic-tac-toe")
        await my_turn(page)
        await tap_first(page)
        await my_turn(page)
        free = await buttons(page).count()
        await asyncio.to_thread(server.kill)
        await expect(page.get_by_text("The connection is lost")).to_be_visible()
        await asyncio.to_thread(server.start)
        await expect(page.get_by_text("The connection is lost")).to_have_count(0)
        await expect(buttons(page)).to_have_count(free)
        await tap_first(page)


async def test_an_outdated_page_offers_a_reload(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada:
        page = await ada.open("/history")
        await page.evaluate("document.querySelector('meta[name=gamenight-page]').content = 'an-older-build'")
        await page.get_by_role("link", name="Games").click()
        await page.get_by_role("button", name="Play Tic-tac-toe against bots").click()
        await page.wait_for_url(re.compile(r"/play/"))
        await expect(page.get_by_text("A newer version is available")).to_be_visible()
        assert match_id(page)
