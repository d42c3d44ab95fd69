"""Tables are opened, found and joined in the browser."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.sittings import UNLIMITED
from tests.web.browsing import Visitor, axe_findings, visitor
from tests.web.tables import buttons, match_id, messages, my_turn, open_table, sit_down


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """One server for each test, because a lobby lists closed tables for another minute."""
    with QuickServer(tmp_path, bot_pace_ms=50, **UNLIMITED) as running:
        yield running


async def test_a_table_is_opened_with_the_generated_form(ada: Visitor):
    page = await ada.open("/")
    await page.get_by_role("button", name="New table for Goofspiel").click()
    form = page.get_by_role("dialog")
    cards = form.get_by_role("spinbutton", name=re.compile("cards", re.IGNORECASE))
    await cards.fill("6")
    with_requests = page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/matches"))
    async with with_requests as sent:
        await form.get_by_role("button", name=re.compile("Open", re.IGNORECASE)).click()
    body = (await sent.value).post_data_json
    assert body["game"] == "goofspiel"
    assert body["options"]["cards"] == 6
    await page.wait_for_url(re.compile(r"/play/"))


async def test_a_refused_value_is_marked_at_its_field(ada: Visitor):
    page = await ada.open("/")
    await page.get_by_role("button", name="New table for Goofspiel").click()
    form = page.get_by_role("dialog")
    cards = form.get_by_role("spinbutton", name=re.compile("cards", re.IGNORECASE))
    await cards.fill("1000")
    await form.get_by_role("button", name=re.compile("Open", re.IGNORECASE)).click()
    await expect(cards).to_have_attribute("aria-invalid", "true")
    ada.faults = [fault for fault in ada.faults if "400" not in fault]


async def test_a_refused_hidden_input_is_shown_and_focused(ada: Visitor):
    page = await ada.open("/")
    await page.get_by_role("button", name="New table for Tic-tac-toe").click()
    form = page.get_by_role("dialog")
    more = form.get_by_text("More settings")
    await more.click()
    leaver = form.get_by_role("combobox", name="When a player stays away")
    await leaver.select_option(label="Let their time run out")
    await more.click()
    await expect(leaver).to_be_hidden()
    await form.get_by_role("button", name="Open the table").click()
    await expect(leaver).to_be_focused()
    await expect(leaver).to_have_attribute("aria-invalid", "true")
    ada.faults = [fault for fault in ada.faults if "400" not in fault]


async def test_an_open_table_appears_in_another_lobby_and_is_joined_there(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, "Ada") as ada, visitor(browser, server.url, "Grace") as grace:
        lobby = await grace.open("/")
        await expect(lobby.get_by_text("No table is waiting for players")).to_be_visible()
        page = await ada.open("/")
        await page.get_by_role("button", name="New table for Tic-tac-toe").click()
        form = page.get_by_role("dialog")
        await _people_only(form)
        await form.get_by_role("button", name=re.compile("Open", re.IGNORECASE)).click()
        await page.wait_for_url(re.compile(r"/play/"))
        await lobby.get_by_role("button", name=re.compile("Join|Sit", re.IGNORECASE)).first.click()
        await lobby.wait_for_url(re.compile(f"/play/{match_id(page)}$"))
        for one in (page, lobby):
            await expect(one.get_by_role("list", name="Seats")).to_contain_text("Grace")
            await expect(one.get_by_role("list", name="Seats")).to_contain_text("Ada")
        assert messages(grace.received, "game_joined")


async def _people_only(form: Locator) -> None:
    """Set all seats to people, without bots."""
    await expect(form.get_by_role("combobox").first).to_be_visible()
    for select in await form.get_by_role("combobox").all():
        options = await select.locator("option").all_inner_texts()
        person = [text for text in options if "person" in text.lower() or "anybody" in text.lower()]
        if person:
            await select.select_option(label=person[0])


async def test_joining_a_table_with_chosen_seats_leads_to_the_choice(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, "Ada") as ada, visitor(browser, server.url, "Grace") as grace:
        page = await ada.open("/")
        match = await open_table(page, game="tictactoe", num_bots=0, seating="chosen")
        there = await grace.open("/")
        await there.get_by_role("link", name=re.compile("^Join")).click()
        await there.wait_for_url(re.compile(f"/play/{match}$"))
        await there.get_by_role("button", name=re.compile(r"\(seat 2\)", re.IGNORECASE)).click()
        seats = there.get_by_role("region", name="Seats").get_by_role("listitem")
        await expect(seats.nth(1)).to_contain_text("Grace (you)")


async def test_the_lobby_links_to_the_player_s_own_private_table(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, "Ada") as ada, visitor(browser, server.url, "Grace") as grace:
        page = await ada.open("/")
        match = await open_table(page, game="tictactoe", num_bots=0, private=True)
        await page.goto(f"{server.url}/play/{match}")
        await sit_down(page)
        await expect(page.get_by_role("region", name="Seats")).to_contain_text("Ada (you)")
        for path in ("/", "/games/tictactoe"):
            await page.goto(server.url + path)
            await page.get_by_role("link", name=re.compile("^Back to")).click()
            await page.wait_for_url(re.compile(f"/play/{match}$"))
        lobby = await grace.open("/")
        await expect(lobby.get_by_text("No table is waiting for players")).to_be_visible()


async def test_a_link_leads_to_a_free_seat(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, "Ada") as ada, visitor(browser, server.url, None) as grace:
        page = await ada.open("/")
        await page.get_by_role("button", name="New table for Tic-tac-toe").click()
        form = page.get_by_role("dialog")
        await _people_only(form)
        await form.get_by_role("button", name=re.compile("Open", re.IGNORECASE)).click()
        await page.wait_for_url(re.compile(r"/play/"))
        there = await grace.open(f"/play/{match_id(page)}")
        await there.get_by_label("Your name").fill("Grace")
        await there.get_by_role("button", name="Take a seat").click()
        for one in (page, there):
            await expect(one.get_by_role("list", name="Seats")).to_contain_text("Grace")


async def test_a_spectator_sees_the_table_and_can_tap_nothing(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, "Ada") as ada, visitor(browser, server.url, "Grace") as grace:
        page = await ada.open("/")
        await page.get_by_role("button", name="Play Tic-tac-toe against bots").click()
        await page.wait_for_url(re.compile(r"/play/"))
        await my_turn(page)
        there = await grace.open(f"/play/{match_id(page)}")
        await expect(there.get_by_text("You are watching")).to_be_visible()
        await expect(buttons(there)).to_have_count(0)


async def test_a_finished_match_is_in_the_history(ada: Visitor):
    page = await ada.open("/")
    await page.get_by_role("button", name="Play Tic-tac-toe against bots").click()
    await page.wait_for_url(re.compile(r"/play/"))
    await my_turn(page)
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    await expect(page.get_by_role("tab", name="Result")).to_be_visible()
    await page.get_by_role("link", name="History").click()
    row = page.get_by_role("main").get_by_role("listitem").filter(has_text="Tic-tac-toe")
    await expect(row.first).to_be_visible()
    await row.first.get_by_role("link").first.click()
    await page.wait_for_url(re.compile(r"/replay/"))


async def test_a_player_who_visits_the_lobby_is_not_away(browser: Browser, server: ServerProcess):
    """A player who visits other pages during a match stays at the table and returns to its present state."""
    async with visitor(browser, server.url, "Ada") as ada, visitor(browser, server.url, "Grace") as grace:
        first = await ada.open("/")
        table = await open_table(first, game="tictactoe", num_bots=0, seats=2)
        pages = [await ada.open(f"/play/{table}"), await grace.open(f"/play/{table}")]
        for page in pages:
            await page.get_by_role("button", name="Take a seat").click()
        for page in pages:
            await expect(page.get_by_role("list", name="Seats")).to_contain_text("Grace")
        await pages[1].get_by_role("link", name="Games").click()
        await expect(pages[1].get_by_role("heading", name="What shall we play?")).to_be_visible()
        await pages[1].go_back()
        await expect(pages[1].get_by_role("list", name="Seats")).to_contain_text("Ada")
        assert not messages(ada.received, "player_disconnected")
        assert len(messages(grace.received, "game_joined")) == 2


def games(page: Page) -> Locator:
    """The headings of the visible games."""
    return page.get_by_role("list", name="Games").get_by_role("heading", level=2)


async def test_games_are_found_while_typing(ada: Visitor):
    page = await ada.open("/")
    finder = page.get_by_role("searchbox", name="Find a game")
    found = page.get_by_role("region", name="Games").get_by_role("status")
    await finder.fill("tic")
    await expect(games(page)).to_have_text(["Tic-tac-toe"])
    await expect(found).to_have_text("1 game")
    await finder.fill("dice BLUFF")
    await expect(games(page)).to_have_text(["Liar's Dice"])
    await finder.fill("xyzzy")
    await expect(games(page)).to_have_count(0)
    await expect(found).to_have_text("No games found.")
    assert not await axe_findings(page)
    await page.get_by_role("button", name="Show all games").click()
    await expect(finder).to_have_value("")
    await expect(games(page).filter(has_text="Carcassonne")).to_be_visible()


async def test_games_are_filtered_by_category(ada: Visitor):
    page = await ada.open("/")
    await page.get_by_role("radio", name="Dice").check(force=True)
    await expect(games(page)).to_have_text(["Liar's Dice"])
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_role("radio", name="Cards")).to_be_checked()
    await expect(games(page).filter(has_text="Goofspiel")).to_be_visible()
    await page.get_by_role("searchbox", name="Find a game").fill("dice")
    await expect(games(page)).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_game_has_a_cover_in_the_page_s_theme(
    scheme: Literal["light", "dark"], browser: Browser, server: ServerProcess
):
    async with visitor(browser, server.url, color_scheme=scheme) as ada:
        page = await ada.open("/")
        covers = page.locator(".cover img")
        await expect(covers.first).to_be_visible()
        for cover in await covers.all():
            await cover.scroll_into_view_if_needed()
            await expect(cover).to_have_attribute("src", re.compile(rf"^/api/games/\w+/cover\?theme={scheme}"))
            await expect(cover).to_have_js_property("complete", True)
            await expect(cover).to_have_js_property("naturalWidth", 640)


async def test_nothing_of_the_lobby_is_wider_than_a_phone(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, viewport={"width": 390, "height": 844}) as ada:
        page = await ada.open("/")
        await expect(games(page).first).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= 390
        assert not await axe_findings(page)
