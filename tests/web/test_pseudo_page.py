"""The page in the pseudo-language, where every text of a catalogue has accents: no text stays English."""

from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from gamenight.core import registry
from gamenight.core.text import say
from gamenight.looks.pseudo import BEGIN
from gamenight.looks.textfiles import PSEUDO
from gamenight.looks.texts import texts_of
from tests.server.server_process import ServerProcess
from tests.web.browsing import Visitor, visitor
from tests.web.pseudo import escaped, expect_words, press, told
from tests.web.tables import open_table


async def seated(ada: Visitor, **settings: Any) -> Page:
    page = await ada.open("/")
    page_of_table = await ada.open(f"/play/{await open_table(page, **settings)}")
    await expect_words(page_of_table, "table-seat-take")
    await press(page_of_table, "table-seat-take")
    return page_of_table


async def test_the_lobby_its_dialogs_and_the_pages_around_it(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, locale=PSEUDO) as ada:
        page = await ada.open("/")
        await expect_words(page, "lobby-title")
        await press(page, "app-settings")
        await expect_words(page, "settings-motion")
        await press(page, "app-close")
        for path, key in [("/history", "history-none"), ("/nowhere", "app-missing-title")]:
            await page.goto(server.url + path)
            await expect_words(page, key)
        await page.goto(server.url + "/play/none-such")
        await expect_words(page, "table-barred-game_not_found-title")
        await page.goto(server.url + "/replay/none-such")
        await expect_words(page, "replay-missing-title")
        ada.faults = [fault for fault in ada.faults if "404" not in fault]


@pytest.mark.parametrize("slug", registry.catalogue().games)
async def test_a_new_table_of_each_game(slug: str, browser: Browser, server: ServerProcess):
    name = texts_of(registry.load(slug), PSEUDO).tell(say("game-name"))
    async with visitor(browser, server.url, locale=PSEUDO) as ada:
        page = await ada.open(f"/games/{slug}")
        await expect_words(page, "game-quick")
        await press(page, "game-play" if await page.get_by_text(told("lobby-new")).count() == 0 else "lobby-new")
        await expect_words(page, "new-title", game=name)
        await page.get_by_text(told("new-more")).click()
        timer = page.get_by_role("combobox", name=told("timer-control"))
        await timer.select_option(label=told("timer-preset-own"))
        kind = page.get_by_role("combobox", name=told("timer-mode"), exact=True)
        for mode in ("fischer", "byoyomi", "simple", "total", "bank"):
            await kind.select_option(label=told(f"timer-mode-{mode}"))
            await expect_words(page, f"timer-mode-{mode}-hint")


@pytest.mark.parametrize("slug", registry.catalogue().games)
async def test_a_match_of_each_game_from_its_seats_to_its_replay(slug: str, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, locale=PSEUDO) as ada:
        timer = {"mode": "fischer", "base_time_ms": 600_000, "increment_ms": 1_000}
        seats = registry.load(slug).min_players
        page = await seated(ada, game=slug, seats=seats, bots=["random"] * (seats - 1), timer=timer)
        await expect_words(page, "table-tab-actions")
        for tab in ("log", "chat", "rules"):
            await page.get_by_role("tab", name=told(f"table-tab-{tab}")).click()
            assert await escaped(page) == set()
        await press(page, "table-leave")
        await expect_words(page, "table-leave-title")
        await press(page, "table-stay")
        await press(page, "table-resign")
        await expect_words(page, "table-resign-title")
        await page.get_by_role("dialog").get_by_role("button", name=told("table-resign-yes")).click()
        await expect_words(page, "table-fair-title")
        await expect_words(page, "table-result-rematch")
        await page.get_by_role("link", name=told("table-replay")).first.click()
        await expect_words(page, "replay-speed")
        await press(page, "replay-last")
        await expect_words(page, "replay-log")
        await page.goto(f"{server.url}/history")
        await expect_words(page, "history-replay")
        assert BEGIN in await page.title()


@pytest.mark.parametrize("cards, rounds, mode", [("1000", "", "none"), ("5", "9", "none"), ("5", "", "fischer")])
async def test_refusals_of_a_new_table(cards: str, rounds: str, mode: str, browser: Browser, server: ServerProcess):
    """Refusals of the page, the game and the engine."""
    texts = texts_of(registry.load("goofspiel"), PSEUDO)
    async with visitor(browser, server.url, locale=PSEUDO) as ada:
        page = await ada.open("/games/goofspiel")
        await press(page, "lobby-new")
        for option, value in [("cards", cards), ("rounds", rounds)]:
            await page.get_by_role("spinbutton", name=texts.tell(say(f"option-{option}"))).fill(value)
        if mode != "none":
            await page.get_by_role("combobox", name=told("timer-control")).select_option(label=told("timer-preset-own"))
            kind = page.get_by_role("combobox", name=told("timer-mode"), exact=True)
            await kind.select_option(label=told(f"timer-mode-{mode}"))
            for field in ("timer-base", "timer-increment"):
                await page.get_by_role("spinbutton", name=told(field)).fill("0")
        await press(page, "new-open")
        await expect(page.locator("[aria-invalid=true], .form-problems").first).to_be_visible()
        assert await escaped(page) == set()
        ada.faults = [fault for fault in ada.faults if "400" not in fault]
