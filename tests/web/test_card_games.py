"""Card games in a real browser, by tapping cards."""

import pytest
from playwright.async_api import Browser, expect

from tests.server.server_process import ServerProcess
from tests.web.browsing import visitor
from tests.web.tables import against_bots, buttons, messages, my_turn, my_turn_or_the_end, prompt_bar, tap_first

SIZES = {"a phone": {"width": 390, "height": 844}, "a laptop": {"width": 1280, "height": 800}}


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_deal_of_hearts_with_its_pass_on(size: str, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, viewport=SIZES[size]) as ada:
        page = await against_bots(ada, "hearts", bots=3, deals=1)
        await my_turn(page)
        await expect(buttons(page)).to_have_count(13)
        for place in (0, 4, 8):
            await buttons(page).nth(place).click()
        await prompt_bar(page).get_by_role("button", name="Confirm").click()
        for _ in range(13):
            if not await my_turn_or_the_end(page):
                break
            await tap_first(page)
        await page.get_by_role("tab", name="Result").click()
        await expect(page.get_by_role("tabpanel", name="Result")).to_contain_text("played to its end")
        assert len(messages(ada.sent, "game_action")) == 14
        assert not messages(ada.received, "error")
