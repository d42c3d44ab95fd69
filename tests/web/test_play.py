"""Whole games in a real browser."""

import json
import re

import pytest
from playwright.async_api import Browser, Page, expect

from tests.server.server_process import ServerProcess
from tests.web.browsing import Visitor, visitor
from tests.web.tables import (
    against_bots,
    buttons,
    carcassonne,
    item,
    messages,
    my_turn,
    my_turn_or_the_end,
    open_table,
    prompt_bar,
    quick_play,
    scene,
    sit_down,
    tap_first,
)

LONG_MS = 3_600_000
"""For a prompt with a deadline: longer than any test."""


async def test_tic_tac_toe_by_quick_play_to_the_end(ada: Visitor):
    lobby = await ada.open("/")
    await lobby.get_by_role("radio", name="Easy").check()
    page = await quick_play(ada, "Tic-tac-toe")
    for _ in range(5):
        if not await my_turn_or_the_end(page):
            break
        await tap_first(page)
    await page.get_by_role("tab", name="Result").click()
    result = page.get_by_role("tabpanel", name="Result")
    await expect(result).to_contain_text(re.compile("win|draw", re.IGNORECASE))
    await expect(result).to_contain_text(re.compile("fair|seed|promise", re.IGNORECASE))
    assert len(messages(ada.sent, "game_action")) in range(2, 6)
    assert not messages(ada.received, "error")


async def test_two_people_bid_and_neither_sees_the_other_s_card_too_early(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, "Ada") as ada, visitor(browser, server.url, "Grace") as grace:
        first = await ada.open("/")
        table = await open_table(first, game="goofspiel", num_bots=0, seats=2, options={"cards": 5})
        pages = [await ada.open(f"/play/{table}"), await grace.open(f"/play/{table}")]
        for page in pages:
            await sit_down(page)
        for page in pages:
            await my_turn(page)
        for round, bids in enumerate([(5, 1), (2, 4)]):
            await _bid_one_after_the_other(pages, (ada, grace), bids, round % 2)
        for page in pages:
            await my_turn(page)
            await expect(buttons(page)).to_have_count(3)


async def _bid_one_after_the_other(
    pages: list[Page], people: tuple[Visitor, Visitor], bids: tuple[int, int], first: int
) -> None:
    """Before the second player has bid, no message and nothing on their page reveals the first bid."""
    second = 1 - first
    before = await scene(pages[second]).inner_html()
    told = len(people[second].received)
    await item(pages[first], f"hand/{bids[first]}").click()
    await expect(prompt_bar(pages[first])).to_contain_text("You chose")
    await expect(pages[second].get_by_role("list", name="Seats")).to_contain_text("has chosen")
    heard = [json.loads(frame) for frame in people[second].received[told:]]
    assert {message["type"] for message in heard} <= {"players_committed", "pong"}
    assert all(message.keys() <= {"type", "prompt", "committed", "now"} for message in heard)
    assert await scene(pages[second]).inner_html() == before
    await item(pages[second], f"hand/{bids[second]}").click()
    for page, bid in zip(pages, bids, strict=True):
        await expect(item(page, f"hand/{bid}")).to_have_count(0)
        await my_turn(page)


@pytest.mark.parametrize("way", ["tapping", "the keyboard"])
async def test_five_turns_of_carcassonne_against_a_bot_by(way: str, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada:
        page = await carcassonne(ada)
        play = _tap_a_turn if way == "tapping" else _type_a_turn
        for turn in range(5):
            await my_turn(page)
            await play(page, turn)
        assert not messages(ada.received, "error")
        assert len(messages(ada.sent, "game_action")) == 10


async def _tap_a_turn(page: Page, turn: int) -> None:
    """Tap a place, perhaps again to rotate the tile, and confirm; then choose a spot or no meeple."""
    places = buttons(page)
    target = places.nth(turn % await places.count())
    name = await target.get_attribute("data-id")
    await target.click()
    await expect(prompt_bar(page).get_by_role("button", name="Confirm")).to_be_visible()
    if await prompt_bar(page).get_by_role("button", name=re.compile("Next")).count():
        await item(page, str(name)).click()
        await expect(prompt_bar(page)).to_contain_text("2 of")
    await prompt_bar(page).get_by_role("button", name="Confirm").click()
    await expect(scene(page).get_by_role("button", name=re.compile("no meeple", re.IGNORECASE))).to_be_visible()
    spots = buttons(page)
    await spots.nth(turn % await spots.count()).click()
    await _settled(page)


async def _type_a_turn(page: Page, turn: int) -> None:
    """The same with the keyboard only: Tab to the board, arrow keys on it, Enter, and Shift with Enter."""
    await _tab_to_the_scene(page)
    for _ in range(turn):
        await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await expect(prompt_bar(page).get_by_role("button", name="Confirm")).to_be_visible()
    await page.keyboard.press("Shift+Enter")
    await expect(scene(page).get_by_role("button", name=re.compile("no meeple", re.IGNORECASE))).to_be_visible()
    await _tab_to_the_scene(page)
    await page.keyboard.press("Enter")
    await _settled(page)


async def _tab_to_the_scene(page: Page) -> None:
    for _ in range(60):
        if await page.evaluate("document.activeElement?.matches('button[data-id]')"):
            return
        await page.keyboard.press("Tab")
    raise AssertionError("no Tab leads to what can be tapped")


async def _settled(page: Page) -> None:
    """Wait until the server has confirmed the answer, whoever is to move then."""
    confirm = prompt_bar(page).get_by_role("button", name="Confirm")
    if await confirm.count():
        await confirm.click()
    await expect(scene(page).get_by_role("button", name=re.compile("no meeple", re.IGNORECASE))).to_have_count(0)


async def test_a_bid_in_liars_dice_is_two_taps_and_undo_takes_one_back(ada: Visitor):
    page = await quick_play(ada, "Liar's Dice")
    await my_turn(page)
    quantity = scene(page).locator('button[data-id^="n/"]').last
    await quantity.click()
    await prompt_bar(page).get_by_role("button", name="Undo").click()
    await expect(prompt_bar(page).get_by_role("button", name="Undo")).to_have_count(0)
    await quantity.click()
    await scene(page).locator('button[data-id^="face/"]').last.click()
    await page.get_by_role("tab", name="Log").click()
    await expect(page.get_by_role("tabpanel", name="Log")).to_contain_text("Ada bid")
    assert len(messages(ada.sent, "game_action")) == 1


async def test_units_are_distributed_with_number_inputs(ada: Visitor):
    page = await against_bots(ada, "blotto", window_ms=LONG_MS)
    await my_turn(page)
    panel = page.get_by_role("tabpanel", name="Actions")
    inputs = panel.get_by_role("spinbutton")
    await expect(inputs).to_have_count(3)
    send = panel.get_by_role("button", name="Send")
    await inputs.nth(0).fill("7")
    await expect(send).to_be_disabled()
    await inputs.nth(2).fill("3")
    await send.click()
    await expect(prompt_bar(page)).to_contain_text("You chose")
    [sent] = messages(ada.sent, "game_action")
    assert sent["picks"] == [["field/0"] * 7 + ["field/2"] * 3]


async def test_taps_are_counted_in_the_form_too(ada: Visitor):
    page = await against_bots(ada, "blotto", window_ms=LONG_MS)
    await my_turn(page)
    panel = page.get_by_role("tabpanel", name="Actions")
    await expect(panel).to_contain_text("0 of 10 chosen")
    for field in (0, 2, 2):
        await item(page, f"field/{field}").click()
    await expect(panel).to_contain_text("3 of 10 chosen")
    await expect(panel.get_by_role("spinbutton").nth(2)).to_have_value("2")


async def test_an_answer_can_be_changed_before_the_deadline(ada: Visitor):
    """Blotto waits for its deadline: until then the answer can be changed."""
    page = await against_bots(ada, "blotto", window_ms=LONG_MS)
    await my_turn(page)
    panel = page.get_by_role("tabpanel", name="Actions")
    await panel.get_by_role("spinbutton").nth(0).fill("10")
    await panel.get_by_role("button", name="Send").click()
    await expect(prompt_bar(page)).to_contain_text("You can still change it")
    await panel.get_by_role("spinbutton").nth(0).fill("0")
    await panel.get_by_role("spinbutton").nth(1).fill("10")
    await panel.get_by_role("button", name="Send").click()
    await expect(prompt_bar(page)).to_contain_text("You can still change it")
    assert len({message["client_id"] for message in messages(ada.sent, "game_action")}) == 2
    assert not messages(ada.received, "error")
