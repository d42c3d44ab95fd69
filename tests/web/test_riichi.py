"""Riichi in a real browser: call buttons, wins, and automatic answers."""

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.async_api import Browser, Page, expect
from playwright.async_api import TimeoutError as Vanished

from gamenight.core.model import Action, seat
from tests.games.riichi.walls import stacked
from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.sittings import EAGER
from tests.web.browsing import Visitor, visitor
from tests.web.tables import (
    against_bots,
    buttons,
    item,
    messages,
    my_turn,
    prompt_bar,
    scene,
    until,
)
from tools.sitting import keep_seat, sitting

SIZES = {"a phone": {"width": 390, "height": 844}, "a laptop": {"width": 1280, "height": 800}}
NAMES = ["Grace", "Ada", "Alan", "Edsger"]
ADA = seat(1)
NOTHING = "1m 4m 7m 1p 4p 7p 1s 4s 7s S W N F"
"""A hand without any call, and without a declaration of nine terminals."""

PON_OF_HAKU = stacked((NOTHING, "P P 2m 3m 4m 5m 6m 7m 2s 3s 4s 9p E", NOTHING, NOTHING), draws="P 9p", dora="5s")
THREE_TRIPLETS = "2m 2m 2m 3m 3m 3m 5s 5s 5s 8p 8p 5p 6p"
READY = stacked((THREE_TRIPLETS, NOTHING, NOTHING, NOTHING), draws="E C P 9m 9p 9s 9m 9p 7p", dora="6s")
"""Three concealed triplets; the third draw completes the hand."""

SHUFFLED = random.Random(7).sample(range(136), 136)
DRAWN = 'button[data-id^="drawn/"]'
ANSWERS = ", ".join(f'button[data-id="do/{name}"]' for name in ("tsumo", "ron", "pass"))
SHORT_MS = 1_000
"""For a tap on a button that may be gone: another player's win can make an answer needless."""

MOST_TAPS = 200
"""Maximum number of taps in a deal, which has about seventy discards with at most one answer each."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server where bots answer at once and discards need no wait: a deal has about seventy of them."""
    with QuickServer(tmp_path_factory.mktemp("riichi"), pace_ms=0, **EAGER) as running:
        yield running


@pytest.mark.parametrize("size", SIZES)
async def test_a_pon_by_its_button_and_a_win_with_its_yaku(size: str, browser: Browser, server: ServerProcess):
    async with (
        sitting(server.url, "riichi", NAMES, {"walls": [PON_OF_HAKU]}) as table,
        visitor(browser, server.url, viewport=SIZES[size]) as ada,
    ):
        await keep_seat(ada.context, table, ADA)
        page = await ada.open(f"/play/{table.match_id}")
        await table.act(Action("discard", seat(0), {"tile": "P", "drawn": True}))
        await item(page, "do/pon-P-P").click()
        await item(page, "hand/E").click()
        await table.act(Action("discard", seat(2), {"tile": "9p", "drawn": True}))
        await expect(item(page, "do/ron")).to_be_visible()
        await page.keyboard.press("w")
        await expect(prompt_bar(page)).to_contain_text("Ada won the deal.")
        await expect(scene(page).get_by_role("group", name="Ada wins by ron from Alan")).to_have_count(1)
        await expect(scene(page)).to_contain_text("white dragon (haku)")
        await expect(scene(page)).to_contain_text("1 han 30 fu: 1,000 points")
        await prompt_bar(page).get_by_role("button", name="Continue").click()
        assert not messages(ada.received, "error")


@pytest.mark.parametrize("size", SIZES)
async def test_a_deal_against_bots_by_tapping_and_then_with_automatic_answers(
    size: str, browser: Browser, server: ServerProcess
):
    async with visitor(browser, server.url, viewport=SIZES[size]) as ada:
        page = await against_bots(ada, "riichi", bots=3, walls=[READY])
        await discard_drawn(ada, page)
        tapped = len(messages(ada.sent, "game_action"))
        # The toggle for wins comes last, because a win ends the deal and removes the toggles.
        for name in ("No calls", "Discard drawn tile", "Always win"):
            await page.get_by_role("button", name=name).click()
        await expect(prompt_bar(page)).to_contain_text("Ada won the deal.")
        await expect(scene(page)).to_contain_text("three concealed triplets (sanankou)")
        assert len(messages(ada.sent, "game_action")) > tapped
        await expect(page.get_by_role("button", name="No calls")).to_have_count(0)
        await prompt_bar(page).get_by_role("button", name="Continue").click()
        await expect(page.get_by_role("button", name="No calls")).to_have_attribute("aria-pressed", "false")
        assert not messages(ada.received, "error")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_deal_against_bots_by_tapping_alone(size: str, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, viewport=SIZES[size]) as ada:
        page = await against_bots(ada, "riichi", bots=3, deals=1, walls=[SHUFFLED])
        go_on = prompt_bar(page).get_by_role("button", name="Continue")
        for _ in range(MOST_TAPS):
            await expect(buttons(page).or_(go_on).first).to_be_visible()
            if await go_on.count():
                break
            with suppress(Vanished):
                await tap_simply(ada, page)
        await expect(go_on).to_be_visible()
        await expect(scene(page).get_by_role("table", name="Payments")).to_be_visible()
        await go_on.click()
        await expect(scene(page).get_by_role("table", name="Final places").get_by_role("row")).to_have_count(5)
        assert not messages(ada.received, "error")


async def tap_simply(ada: Visitor, page: Page) -> None:
    """Win, else pass, else discard the drawn tile; returns when the server has the answer."""
    answers = scene(page).locator(ANSWERS)
    sent = len(messages(ada.sent, "game_action"))
    await (answers if await answers.count() else scene(page).locator(DRAWN)).first.click(timeout=SHORT_MS)
    await until(page, lambda: len(messages(ada.sent, "game_action")) > sent)
    own = messages(ada.sent, "game_action")[-1]["client_id"]
    await until(page, lambda: any(own in frame for frame in ada.received))


async def discard_drawn(ada: Visitor, page: Page) -> None:
    """Pass on all calls until the player's turn, then discard the drawn tile."""
    is_turn = False
    while not is_turn:
        await my_turn(page)
        is_turn = await scene(page).locator(DRAWN).count() > 0
        await tap_simply(ada, page)


async def test_the_hotkey_of_riichi_asks_for_its_tile(browser: Browser, server: ServerProcess):
    wall = stacked(("2m 3m 4m 5m 6m 7m 2s 3s 4s 5p 5p 7p 8p", NOTHING, NOTHING, NOTHING), draws="8p", dora="5s")
    async with visitor(browser, server.url) as ada:
        page = await against_bots(ada, "riichi", bots=3, walls=[wall])
        await expect(item(page, "do/riichi")).to_be_visible()
        await page.keyboard.press("r")
        await expect(prompt_bar(page).get_by_role("button", name="Undo")).to_be_visible()
        await item(page, "hand/7p").click()
        await expect(item(page, "drawn/8p")).to_have_count(0)
        (answer,) = messages(ada.sent, "game_action")
        assert answer["label"][0] == "action-riichi"
        assert not messages(ada.received, "error")
