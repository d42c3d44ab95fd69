"""Card games in a real browser, by tapping cards. Decks are fixed, and scripted clients play the other seats."""

import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from gamenight.cards.deck import FRENCH, RANKS, without
from gamenight.core.model import Action, seat
from tests.games.durak.bouts import deck
from tests.server.server_process import ServerProcess
from tests.web.browsing import visitor
from tests.web.tables import (
    against_bots,
    buttons,
    item,
    messages,
    my_turn,
    my_turn_or_the_end,
    prompt_bar,
    scene,
    settled,
    tap_first,
    until,
)
from tools.sitting import Sitting, keep_seat, sitting

SIZES = {"a phone": {"width": 390, "height": 844}, "a laptop": {"width": 1280, "height": 800}}
OTHER, ADA = seat(0), seat(1)
SHUFFLED = " ".join(random.Random(2).sample(FRENCH, len(FRENCH)))


@asynccontextmanager
async def beside_a_client(
    size: str, game: str, options: Mapping[str, Any], browser: Browser, server: ServerProcess
) -> AsyncIterator[tuple[Page, Sitting]]:
    """Seat Ada's browser at the second seat and a scripted client at the first."""
    async with (
        sitting(server.url, game, ["Grace", "Ada"], options) as table,
        visitor(browser, server.url, viewport=SIZES[size]) as ada,
    ):
        await keep_seat(ada.context, table, ADA)
        page = await ada.open(f"/play/{table.match_id}")
        yield page, table
        assert not messages(ada.received, "error")


async def tappable(page: Page) -> set[str]:
    """The targets after the scene has become still."""
    await settled(page)
    return {str(await one.get_attribute("data-id")) for one in await buttons(page).all()}


async def ada_has(table: Sitting, page: Page, pile: str, cards: str) -> None:
    """Wait until a pile has these cards in the view of Ada's seat."""
    await until(page, lambda: set(_pile(table, pile)) == set(cards.split()))


def _pile(table: Sitting, name: str) -> list[str]:
    view = table.players[ADA].view
    return list(view["game"]["piles"][name].get("cards", ())) if view else []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_deal_of_hearts_with_its_pass_on(size: str, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, viewport=SIZES[size]) as ada:
        page = await against_bots(ada, "hearts", bots=3, deals=1, first_dealer=0, decks=[SHUFFLED])
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


DURAK_HANDS = "6H 7C 7D 8S 9S TS | 8C 9C JD QD KS AS"
"""Hearts are trumps; the first seat has the six and attacks."""


@pytest.mark.parametrize("size", SIZES)
async def test_in_durak_two_cards_are_beaten_and_then_all_are_taken(size: str, browser: Browser, server: ServerProcess):
    options = {"first_dealer": 0, "decks": [deck(DURAK_HANDS, "KH")]}
    async with beside_a_client(size, "durak", options, browser, server) as (page, table):
        await table.act(Action("attack", OTHER, {"card": "7C"}))
        await my_turn(page)
        assert await tappable(page) == {"card/8C", "card/9C", "do/take"}
        await item(page, "card/8C").click()
        await table.act(Action("throw_in", OTHER, {"card": "7D"}))
        await expect(item(page, "card/JD")).to_be_visible()
        assert await tappable(page) == {"card/JD", "card/QD", "do/take"}
        await item(page, "card/JD").click()
        await table.act(Action("throw_in", OTHER, {"card": "8S"}))
        await item(page, "do/take").click()
        await table.act(Action("done", OTHER))
        await ada_has(table, page, "hand/1", "9C QD KS AS 7C 8C 7D JD 8S")
        await expect(scene(page).get_by_role("group", name="hand of Ada")).to_contain_text("8 of spades")


KNOCKER = "3C 4C 5C 9D 9H 9S KC KD KH AS"
DEFENDER = "6C 9C KS AD 2H 4S 7S 8H TD JH"


def gin_deck() -> str:
    """A deck for these hands and the upcard, with the queen of diamonds on top of the stock."""
    own = [card for pair in zip(KNOCKER.split(), DEFENDER.split(), strict=True) for card in pair]
    upcard, drawn = "5H", "QD"
    return " ".join([*own, upcard, drawn, *without(FRENCH, [*own, upcard, drawn])])


@pytest.mark.parametrize("size", SIZES)
async def test_the_defender_lays_off_cards_on_the_knocker_s_melds(size: str, browser: Browser, server: ServerProcess):
    options = {"first_dealer": 1, "decks": [gin_deck()], "deals": 1}
    async with beside_a_client(size, "gin_rummy", options, browser, server) as (page, table):
        await table.act(Action("decline", OTHER))
        await item(page, "do/decline").click()
        await table.act(Action("draw_stock", OTHER))
        await table.act(Action("knock", OTHER, {"card": "QD"}))
        await expect(item(page, "do/done")).to_be_visible()
        assert await tappable(page) == {"card/6C", "card/9C", "card/KS", "do/done"}
        await item(page, "card/6C").click()
        assert {"card/3C", "card/4C", "card/5C"} <= await tappable(page)
        await item(page, "card/4C").click()
        await ada_has(table, page, "melds/0", f"{KNOCKER} 6C".replace(" AS", ""))
        await item(page, "card/KS").click()
        await item(page, "card/KH").click()
        await ada_has(table, page, "melds/0", f"{KNOCKER} 6C KS".replace(" AS", ""))
        await item(page, "do/done").click()
        await page.get_by_role("tab", name="Result").click()
        await expect(page.get_by_role("tabpanel", name="Result")).to_contain_text("played to its end")


@pytest.mark.parametrize("size", SIZES)
async def test_the_second_copy_of_a_card_is_played_by_tapping_it(size: str, browser: Browser, server: ServerProcess):
    own, upcard = "7C 9S 9H JD 7C 2D KS".split(), "5C"
    others = list(without(FRENCH * 2, [*own, upcard]))
    hands = [card for mine in own for card in (mine, others.pop())]
    options = {"first_dealer": 0, "packs": 2, "decks": [" ".join([*hands, upcard, *others])]}
    async with beside_a_client(size, "crazy_eights", options, browser, server) as (page, table):
        await my_turn(page)
        assert {"card/7C", "card/7C.1"} <= await tappable(page)
        await item(page, "card/7C.1").click()
        await ada_has(table, page, "pile", "5C 7C")
        await ada_has(table, page, "hand/1", "7C 9S 9H JD 2D KS")


@pytest.mark.parametrize("size", SIZES)
async def test_a_player_sorts_their_hand(size: str, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, viewport=SIZES[size]) as ada:
        page = await against_bots(ada, "hearts", bots=3, first_dealer=0, decks=[SHUFFLED])
        await my_turn(page)
        by_suit = await _from_left(page)
        await page.get_by_role("button", name="Sort hand of Ada").click()
        by_rank = await _from_left(page)
        ranks = [RANKS.index(card[5]) for card in by_rank]
        assert ranks == sorted(ranks)
        assert set(by_rank) == set(by_suit)
        assert by_rank != by_suit


async def _from_left(page: Page) -> list[str]:
    """The ids of the targets, row by row from the left."""
    await settled(page)
    boxes = {str(await one.get_attribute("data-id")): await one.bounding_box() for one in await buttons(page).all()}
    places = {id: (round(box["y"]), box["x"]) for id, box in boxes.items() if box is not None}
    return sorted(places, key=places.__getitem__)
