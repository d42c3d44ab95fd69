"""Stages: everybody sees them, and then what follows."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.web.browsing import Visitor, visitor
from tests.web.tables import buttons, item, messages, open_table, prompt_bar

DICE = {"dice": 2, "fixed_dice": [[[3, 4], [5, 6]]]}
"""Ada has 3 and 4 under the cup, Grace 5 and 6."""
GAMES = ("--game", "tests.web.long_tricks:LongTricks", "tests.web.long_tricks:QuickTricks")
DECK = {"deals": 1, "decks": [[3, 4, 8, 9, 12]]}
WATCHER = """() => {
    window.told = [];
    const look = () => {
        const text = document.querySelector(".prompt-text")?.innerText ?? "";
        const isStage = document.querySelector(".stage-time") !== null;
        const buttons = document.querySelectorAll("button[data-id]").length;
        if (text && text !== window.told.at(-1)?.[0]) window.told.push([text, isStage, buttons]);
    };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
    look();
}"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with QuickServer(tmp_path, flags=GAMES, bot_pace_ms=50) as running:
        yield running


async def seated(person: Visitor, table: str, seat: int) -> Page:
    page = await person.open(f"/play/{table}")
    await page.get_by_role("button", name=re.compile(rf"\(seat {seat}\)", re.IGNORECASE)).click()
    return page


def stage(page: Page) -> Locator:
    """The element that is shown during a stage."""
    return page.locator(".stage-time")


async def told(page: Page) -> list[tuple[str, bool, int]]:
    """The sequence of prompts: each text, whether it was a stage, and the number of targets."""
    return [tuple(one) for one in await page.evaluate("window.told")]


def card(page: Page, number: int) -> Locator:
    listed = page.get_by_role("list", name="Actions")
    return listed.get_by_role("button", name=re.compile(rf"\bplay\b.*\b{number}\b", re.IGNORECASE))


async def test_everybody_sees_the_revealed_dice_and_then_the_next_round(browser: Browser, server: ServerProcess):
    async with (
        visitor(browser, server.url) as ada,
        visitor(browser, server.url, "Grace") as grace,
        visitor(browser, server.url, "Eve") as eve,
    ):
        lobby = await ada.open("/")
        table = await open_table(lobby, game="liarsdice", num_bots=0, seating="chosen", options=DICE)
        watching = await eve.open(f"/play/{table}")
        first, second = await seated(ada, table, 1), await seated(grace, table, 2)
        await item(first, "n/1").click()
        await item(first, "face/6").click()
        await expect(item(second, "challenge")).to_be_visible()
        for page in (first, second, watching):
            await page.evaluate(WATCHER)
        await item(second, "challenge").click()
        for page in (first, second, watching):
            await expect(prompt_bar(page)).to_contain_text("Round 2")
            await expect(stage(page)).not_to_be_attached()
            *_, revealed, rolled = await told(page)
            assert revealed[0].startswith("Round 1: Ada bid 1 six, 1 counted.")
            assert revealed[1:] == (True, 0)
            assert ("Round 2" in rolled[0], rolled[1]) == (True, False)
        await expect(buttons(second).first).to_be_visible()
        stages = [one["shown_ms"] for one in messages(eve.received, "state_update") if "shown_ms" in one]
        assert stages == [3000]


async def in_a_stage(ada: Visitor, grace: Visitor) -> tuple[Page, Page]:
    """Open two pages that show a finished trick; then it is Grace's turn."""
    lobby = await ada.open("/")
    table = await open_table(lobby, game="mini-long-tricks", num_bots=0, seating="chosen", options=DECK)
    first, second = await seated(ada, table, 1), await seated(grace, table, 2)
    for page in (first, second):
        # The first stage may be over for a page that joins late; all other pages show the flipped card.
        await expect(prompt_bar(page)).to_contain_text(re.compile("flipped|play"))
        if await stage(page).count():
            await page.keyboard.press("Escape")
        await expect(stage(page)).not_to_be_attached()
        await expect(prompt_bar(page)).to_contain_text("play")
    await card(first, 3).click()
    await card(second, 9).click()
    for page in (first, second):
        await expect(stage(page)).to_be_attached()
    return first, second


async def test_a_tap_on_the_table_ends_a_stage_and_answers_nothing(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada, visitor(browser, server.url, "Grace") as grace:
        first, second = await in_a_stage(ada, grace)
        await expect(card(second, 8)).to_have_count(0)
        answers = len(messages(grace.sent, "game_action"))
        await second.locator(".table-scene").dblclick()
        await expect(stage(second)).not_to_be_attached()
        await expect(card(second, 8)).to_be_visible()
        assert len(messages(grace.sent, "game_action")) == answers
        # The other page continues only when its own user skips the stage.
        await expect(stage(first)).to_be_attached()
        await card(second, 8).click()
        await first.keyboard.press("Enter")
        await expect(card(first, 4)).to_be_visible()


async def test_the_result_is_shown_after_the_last_stage(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada, visitor(browser, server.url, "Grace") as grace:
        first, second = await in_a_stage(ada, grace)
        await second.keyboard.press("Escape")
        await card(second, 8).click()
        await first.keyboard.press("Escape")
        await card(first, 4).click()
        for page in (first, second):
            await expect(stage(page)).to_be_attached()
            await expect(page.get_by_role("tab", name="Result")).to_have_count(0)
            await page.keyboard.press("Escape")
            await expect(page.get_by_role("tab", name="Result")).to_be_visible()


async def test_a_page_that_loads_during_a_stage_shows_the_present_state(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada, visitor(browser, server.url, "Grace") as grace:
        _, second = await in_a_stage(ada, grace)
        await second.reload()
        await expect(card(second, 8)).to_be_visible()
        await expect(stage(second)).not_to_be_attached()


async def test_a_stage_in_a_replay_has_an_address(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada, visitor(browser, server.url, "Grace") as grace:
        first, second = await in_a_stage(ada, grace)
        await second.keyboard.press("Escape")
        await second.get_by_role("button", name="Resign").click()
        await second.get_by_role("dialog").get_by_role("button", name="Resign").click()
        await expect(second.get_by_role("tab", name="Result")).to_be_visible()
        page = await ada.open(f"/replay/{second.url.rsplit('/', 1)[1]}#turn=2&stage=1")
        await expect(page.locator(".replay-turn")).to_have_text("Turn 2 of 3, stage 1")
        await page.get_by_role("button", name="One step forward").click()
        await expect(page.locator(".replay-turn")).to_have_text("Turn 2 of 3")
        await page.get_by_role("button", name="One step back").click()
        await expect(page.locator(".replay-turn")).to_have_text("Turn 2 of 3, stage 1")
        await expect(page).to_have_url(re.compile(r"#turn=2&stage=1$"))
        await first.close()


async def test_the_next_deal_starts_after_everybody_has_pressed_continue(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada, visitor(browser, server.url, "Grace") as grace:
        options = {"deals": 2, "asks": True, "decks": [[3, 4, 8, 9, 12], [1, 2, 5, 6, 10]]}
        lobby = await ada.open("/")
        table = await open_table(lobby, game="mini-quick-tricks", num_bots=0, seating="chosen", options=options)
        first, second = await seated(ada, table, 1), await seated(grace, table, 2)
        for page, number in ((first, 3), (second, 9), (second, 8), (first, 4)):
            await card(page, number).click()
        for page in (first, second):
            await expect(prompt_bar(page).get_by_role("button", name="Continue")).to_be_visible()
        await prompt_bar(first).get_by_role("button", name="Continue").click()
        await expect(prompt_bar(first).get_by_role("button", name="Continue")).to_have_count(0)
        await expect(prompt_bar(first)).to_contain_text("Grace")
        await expect(card(first, 1)).to_have_count(0)
        await prompt_bar(second).get_by_role("button", name="Continue").click()
        await expect(card(first, 1)).to_be_visible()
