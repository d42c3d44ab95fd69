"""The replay of a finished match."""

import re

from playwright.async_api import Browser, Page, expect

from tests.server.server_process import ServerProcess
from tests.web.browsing import Visitor, visitor
from tests.web.tables import match_id, my_turn_or_the_end, open_table, quick_play, tap_first


async def _finished(ada: Visitor) -> Page:
    page = await quick_play(ada, "Tic-tac-toe")
    while await my_turn_or_the_end(page):
        await tap_first(page)
    return page


async def test_a_finished_match_is_replayed_by_its_link(ada: Visitor):
    page = await _finished(ada)
    await page.get_by_role("tab", name="Result").click()
    await page.get_by_role("link", name="Watch the replay").click()
    await page.wait_for_url(re.compile(r"/replay/"))
    slider = page.get_by_role("slider", name="Turn")
    await expect(slider).to_be_visible()
    turns = int(str(await slider.get_attribute("max")))
    assert turns >= 5
    # Single steps, with buttons and keys.
    await page.get_by_role("button", name="One step forward").click()
    await expect(page.locator(".replay-turn")).to_contain_text("Turn 1 of")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".replay-turn")).to_contain_text("Turn 2 of")
    await page.keyboard.press("End")
    await expect(page.locator(".replay-turn")).to_contain_text(f"Turn {turns} of {turns}")
    await page.keyboard.press("Home")
    await expect(page.locator(".replay-turn")).to_contain_text("Turn 0 of")
    # Playback runs to the end.
    await page.get_by_label("Speed").select_option("fast")
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.locator(".replay-turn")).to_contain_text(f"Turn {turns} of {turns}")
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    # From a log line to its turn, and the recorded data of the turn.
    await page.get_by_role("region", name="What happened").get_by_role("button").first.click()
    await expect(page.locator(".replay-turn")).to_contain_text("Turn 1 of")
    await page.get_by_text("Recorded data of this turn").click()
    await expect(page.locator(".replay-raw")).to_contain_text('"action_type"')


async def test_a_link_leads_to_a_turn_and_a_viewpoint(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada, visitor(browser, server.url, "Grace") as grace:
        page = await _finished(ada)
        there = await grace.open(f"/replay/{match_id(page)}#turn=3&as=p1")
        await expect(there.locator(".replay-turn")).to_contain_text("Turn 3 of")
        await expect(there.get_by_label("Viewpoint")).to_have_value("p1")
        await there.get_by_label("Viewpoint").select_option("all")
        await expect(there.locator(".replay-scene")).to_have_count(2)
        await expect(there.locator(".replay-turn")).to_contain_text("Turn 3 of")


async def test_all_viewpoints_show_what_each_seat_held(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada:
        first = await ada.open("/")
        table = await open_table(
            first, game="goofspiel", num_bots=1, seats=2, options={"cards": 3, "hidden_bids": True}
        )
        page = await ada.open(f"/play/{table}")
        await page.get_by_role("button", name="Take a seat").click()
        while await my_turn_or_the_end(page):
            await tap_first(page)
        replay = await ada.open(f"/replay/{table}#as=all")
        await expect(replay.locator(".replay-scene")).to_have_count(2)
        for seat in range(2):
            await expect(replay.locator(".replay-scene").nth(seat)).to_contain_text("card")


async def test_a_running_match_has_no_replay_yet(ada: Visitor):
    page = await quick_play(ada, "Tic-tac-toe")
    replay = await ada.open(f"/replay/{match_id(page)}")
    await expect(replay.get_by_role("heading", name="This match is not over")).to_be_visible()


async def test_the_replay_of_an_unknown_match_reports_that(ada: Visitor):
    replay = await ada.open("/replay/no-such-match")
    await expect(replay.get_by_role("heading", name="There is no such match")).to_be_visible()
    ada.faults = [fault for fault in ada.faults if "404" not in fault]
