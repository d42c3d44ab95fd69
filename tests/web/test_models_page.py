"""Language models at tables in the browser: one that does not answer, and models that play while people watch."""

import json
import re
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from gamenight.looks.textfiles import PSEUDO
from tests.llm.provider import KEY, provider_process
from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.sittings import UNLIMITED
from tests.web.browsing import LAPTOP, PHONE, Visitor, axe_findings, visitor
from tests.web.pseudo import expect_words, press
from tests.web.tables import match_id, my_turn, open_table, settled, take_seat, tap_first

SIZES: dict[str, Any] = {
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "laptop": {"viewport": LAPTOP},
}
MODELS = {
    "stumbles_phone": "wrong:3,pick:first#phone",
    "stumbles_laptop": "wrong:3,pick:first#laptop",
    "barred": "401,401",
    "numbered": "401",
    "first": "pick:first",
    "waits": "hold",
}
"""The models of the endpoints. A model is selected by its endpoint, as its name is not a valid parameter."""


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    with provider_process() as url:
        yield url


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, provider: str) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("models")
    endpoint = f'url = "{provider}/v1"\nkey = "{KEY}"\nbackoff_s = 0.01\n'
    known = "\n".join(f'[{name}]\n{endpoint}model = "{model}"\n' for name, model in MODELS.items())
    (folder / "llm.toml").write_text(known)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMENIGHT_LLM_FILE", str(folder / "llm.toml"))
        patch.setenv("NO_PROXY", "127.0.0.1")
        with QuickServer(
            folder, flags=("--llm",), llm_least_ms=0, llm_most_ms=0, bot_pace_ms=50, **UNLIMITED
        ) as running:
            yield running


async def _against(ada: Visitor, game: str, endpoint: str, seats: int = 2) -> Page:
    """Sit at the first seat of a table with this endpoint's model."""
    page = await ada.open("/")
    wanted = {"game": game, "seats": seats, "bots": [f"llm:endpoint={endpoint}"], "num_bots": 1, "seating": "chosen"}
    table = await open_table(page, **wanted)
    await page.goto(f"{ada.address}/play/{table}")
    await take_seat(page, 1)
    return page


def _overlay(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=f"{name} does not answer")


async def _is_whole(page: Page, dialog: Locator) -> None:
    """Check that the whole dialog is visible, no button covers another, and axe-core finds nothing."""
    assert not await axe_findings(page)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    width, height = await page.evaluate("[innerWidth, innerHeight]")
    boxes = [await one.bounding_box() for one in await dialog.locator("button, a").all()]
    seen = [box for box in (await dialog.bounding_box(), *boxes) if box is not None]
    assert len(seen) == len(boxes) + 1
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in seen)
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= height for box in seen)
    assert not [(one, other) for n, one in enumerate(seen[1:]) for other in seen[n + 2 :] if _overlap(one, other)]


def _overlap(one: Any, other: Any) -> bool:
    return all(
        one[at] < other[at] + other[long] and other[at] < one[at] + one[long]
        for at, long in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize("size", SIZES)
async def test_a_failed_model_is_asked_again_and_plays_on(size: str, browser: Browser, server: ServerProcess):
    name = f"stumbles_{size}"
    async with visitor(browser, server.url, **SIZES[size]) as ada:
        page = await _against(ada, "tictactoe", name)
        await expect(page.get_by_role("list", name="Seats")).to_contain_text("language model")
        await my_turn(page)
        await tap_first(page)
        overlay = _overlay(page, name)
        await expect(overlay).to_contain_text("It chose a move that the rules do not allow.")
        await settled(page)
        await _is_whole(page, overlay)
        assert await overlay.evaluate("dialog => dialog.contains(document.activeElement)")
        await page.keyboard.press("Escape")
        await expect(overlay).to_have_count(0)
        await expect(page.get_by_role("list", name="Seats")).to_contain_text("does not answer")
        await page.get_by_role("button", name="Decide").click()
        await overlay.get_by_role("button", name="View AI log").click()
        log = page.get_by_role("dialog", name="AI log")
        await expect(log).to_contain_text("The move is not allowed")
        await expect(log).to_contain_text("3 tries")
        await _is_whole(page, log)
        await page.keyboard.press("Escape")
        await expect(log).to_have_count(0)
        await overlay.get_by_role("button", name="Retry").click()
        await expect(overlay).to_have_count(0)
        await my_turn(page)
        await expect(page.get_by_role("button", name="Decide")).to_have_count(0)


async def test_one_player_decides_for_all_and_spectators_see_a_notice(browser: Browser, server: ServerProcess):
    async with (
        visitor(browser, server.url, "Ada") as ada,
        visitor(browser, server.url, "Grace") as grace,
        visitor(browser, server.url, None) as carl,
    ):
        page = await _against(ada, "goofspiel", "barred", seats=3)
        there = await grace.open(f"/play/{match_id(page)}")
        await take_seat(there, 2)
        watching = await carl.open(f"/play/{match_id(page)}")
        for one in (page, there):
            await expect(_overlay(one, "barred")).to_contain_text("Its provider refuses the requests.")
        notice = watching.get_by_text("The players decide what happens next.")
        await expect(notice).to_be_visible()
        await expect(watching.get_by_role("dialog")).to_have_count(0)
        await expect(watching.get_by_role("button", name="Decide")).to_have_count(0)
        await _overlay(page, "barred").get_by_role("button", name="Let a bot play").click()
        for one in (page, there):
            await expect(_overlay(one, "barred")).to_have_count(0)
        await expect(notice).to_have_count(0)
        for one in (page, there, watching):
            await expect(one.get_by_role("list", name="Seats")).to_contain_text("a bot plays for it")
        for one in (page, there):
            await tap_first(one)
        # The bot has bid, too: all bids are announced.
        await expect(watching.get_by_role("tabpanel", name="Log")).to_contain_text("barred")
        await my_turn(page)


async def test_the_dialog_links_to_the_lobby_and_the_seat_stays(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada:
        page = await _against(ada, "goofspiel", "barred")
        table = match_id(page)
        await _overlay(page, "barred").get_by_role("link", name="Back to the lobby").click()
        await expect(page.get_by_role("heading", level=1, name="What shall we play?")).to_be_visible()
        await expect(page.get_by_role("dialog")).to_have_count(0)
        row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=re.compile("^Back to the table")))
        await expect(row).to_contain_text("barred (language model, does not answer)")
        await expect(row).to_contain_text("A model does not answer")
        await row.get_by_role("link").click()
        await page.wait_for_url(re.compile(f"/play/{table}$"))
        await expect(_overlay(page, "barred")).to_be_visible()


async def test_all_texts_about_a_stuck_model_are_in_the_catalogue(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, locale=PSEUDO) as ada:
        page = await ada.open("/")
        table = await open_table(page, game="goofspiel", seats=2, bots=["llm:endpoint=numbered"])
        await page.goto(f"{server.url}/play/{table}")
        await press(page, "table-seat-take")
        await expect_words(page, "table-stuck-is-configuration")
        await press(page, "table-stuck-log")
        await expect_words(page, "ailog-outcome-configuration")


@pytest.mark.parametrize("size", SIZES)
async def test_an_exhibition_is_opened_and_watched_to_its_end(size: str, browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url, **SIZES[size]) as ada:
        page = await ada.open("/")
        form = await _exhibition_form(page)
        await form.get_by_label("Player 1").select_option(label="Model: pick:first")
        await form.get_by_label("Player 2").select_option(label="Bot: Easy")
        await form.get_by_label("Maximum cost").fill("0.5")
        await form.get_by_label("Maximum number of calls").fill("40")
        assert not await axe_findings(page)
        await form.get_by_role("button", name="Open the table").click()
        await page.wait_for_url(re.compile(r"/play/"))
        await expect(page.get_by_text("Models play, you watch")).to_be_visible()
        await expect(page.get_by_role("tab", name="Result")).to_be_visible()
        shown = await page.evaluate("(id) => fetch(`/api/matches/${id}`).then((it) => it.json())", match_id(page))
        assert (shown["table"]["max_usd"], shown["table"]["max_calls"]) == (0.5, 40)


async def test_others_find_an_exhibition_in_the_lobby(browser: Browser, server: ServerProcess, provider: str):
    async with visitor(browser, server.url) as ada, visitor(browser, server.url, "Grace") as grace:
        page = await ada.open("/")
        form = await _exhibition_form(page)
        for player in (1, 2):
            await form.get_by_label(f"Player {player}").select_option(label="Model: hold")
        await form.get_by_role("button", name="Open the table").click()
        await page.wait_for_url(re.compile(r"/play/"))
        lobby = await grace.open("/")
        row = lobby.get_by_role("listitem").filter(has=lobby.get_by_text("Models play"), has_text="Tic-tac-toe")
        await expect(row).to_contain_text("hold (language model) · hold 2 (language model)")
        await expect(row.get_by_role("button")).to_have_count(0)
        await row.get_by_role("link", name=re.compile("^Watch")).click()
        await lobby.wait_for_url(re.compile(f"/play/{match_id(page)}$"))
        _release(provider)
        for one in (page, lobby):
            await expect(one.get_by_role("tab", name="Result")).to_be_visible()


async def _exhibition_form(page: Page) -> Locator:
    await page.get_by_role("button", name="New table for Tic-tac-toe").click()
    form = page.get_by_role("dialog")
    await form.get_by_role("radio", name="Models play, you watch").check()
    await expect(form.get_by_label("Your name")).to_have_count(0)
    return form


def _release(provider: str) -> list[Any]:
    """Let the waiting models answer."""
    with urllib.request.urlopen(urllib.request.Request(f"{provider}/release", method="POST")) as answer:
        received: list[Any] = json.load(answer)
        return received
