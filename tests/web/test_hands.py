"""A hand of thirteen cards: every card can be hit and read, picked ones are raised, and a player sorts them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.web.browsing import Visitor, axe_findings, visitor
from tests.web.hands import BY_RANK
from tests.web.tables import against_bots, buttons, item, my_turn, settled

PHONE = {"width": 390, "height": 844}
HANDS = ("2C 5C 9C KC 3D 8D QD 4S JS QS 2H 9H KH", "3C 6C TC 4D 9D KD 5S KS 3H TH AH 2S 6S")
OTHERS = ("4C 7C JC 5D TD AD 6D 7S AS 4H JH 5H 8S", "8C QC AC 2D 7D JD 3S 8H 9S TS QH 6H 7H")
DEAL = {"deals": [[*HANDS, *OTHERS]], "limit": 1}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with QuickServer(tmp_path, flags=("--game", "tests.web.hands:GAME"), bot_pace_ms=50) as running:
        yield running


async def seated(person: Visitor, **options: object) -> Page:
    """Sit at the first seat of a table with three bots."""
    page = await against_bots(person, "mini-hands", bots=3, **{**DEAL, **options})
    await my_turn(page)
    await settled(page)
    return page


def sort_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Sort Your hand"))


async def shown_cards(page: Page) -> list[str]:
    """The cards of the hand in display order, from left to right in each row."""
    await settled(page)
    boxes = {str(await one.get_attribute("data-id")): await one.bounding_box() for one in await buttons(page).all()}
    places = {id: (round(box["y"]), box["x"]) for id, box in boxes.items() if box is not None}
    return [id.removeprefix("hand/") for id in sorted(places, key=places.__getitem__)]


async def test_every_card_can_be_tapped_on_a_phone(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, viewport=PHONE, has_touch=True) as ada:
        page = await seated(ada)
        await expect(buttons(page)).to_have_count(13)
        for button in await buttons(page).all():
            box = await button.bounding_box()
            assert box is not None
            assert box["width"] > 23.9
            assert box["height"] > 60
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= PHONE["width"]
        assert not await axe_findings(page)


async def test_picked_cards_are_raised_and_the_others_fade(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, viewport=PHONE, has_touch=True) as ada:
        page = await seated(ada)
        before = await item(page, "hand/QS").bounding_box()
        for card in ("QS", "KH", "9H"):
            await item(page, f"hand/{card}").tap()
        await expect(item(page, "hand/QS")).to_have_attribute("aria-pressed", "true")
        await settled(page)
        after = await item(page, "hand/QS").bounding_box()
        assert before is not None
        assert after is not None
        assert after["y"] < before["y"] - 8
        await expect(page.locator('[data-key="hand/2C"] > rect[opacity]')).to_have_count(1)
        await expect(page.locator('[data-key="hand/QS"] > rect[opacity]')).to_have_count(0)
        await page.get_by_role("button", name="Confirm").tap()
        await expect(item(page, "hand/QS")).to_have_count(0)


async def test_a_chosen_order_of_the_hand_survives_a_reload(ada: Visitor):
    page = await seated(ada)
    dealt = HANDS[0].split()
    assert await shown_cards(page) == dealt
    await sort_button(page).click()
    await expect(sort_button(page)).to_have_accessible_name(re.compile("now by rank"))
    by_rank = [card for card in BY_RANK if card in dealt]
    assert await shown_cards(page) == by_rank
    await page.reload()
    await my_turn(page)
    assert await shown_cards(page) == by_rank


async def test_in_every_order_the_tapped_card_is_picked(ada: Visitor):
    page = await seated(ada, passing=[])
    await sort_button(page).click()
    await item(page, "hand/2C").click()
    await expect(page.locator('[data-key="trick/2C"]')).to_be_visible()
