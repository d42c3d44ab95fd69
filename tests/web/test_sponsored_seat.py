"""A player brings their own model to a free seat: their page asks it, with a key that only the provider receives."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Page, expect

from tests.llm.provider import KEY, PROSE, Provider, provider
from tests.server.forked_servers import QuickServer
from tests.server.sittings import UNLIMITED
from tests.web.browsing import Visitor, axe_findings, visitor
from tests.web.tables import my_turn, my_turn_or_the_end, open_table, scene, take_seat, tap_first, until
from tests.web.wires import wire_to


@asynccontextmanager
async def server_for(fake: Provider, folder: Path) -> AsyncIterator[QuickServer]:
    """A server whose operator allows pages to ask this provider."""
    server = QuickServer(folder, bot_pace_ms=50, llm_origins=(fake.url,), **UNLIMITED)
    await asyncio.to_thread(server.start)
    try:
        yield server
    finally:
        server.kill()


async def table_for_two(ada: Visitor) -> Page:
    """Ada has the first seat and the first move; the other seat is free."""
    page = await ada.open("/")
    table = await open_table(page, game="tictactoe", num_bots=0, seats=2, seating="chosen")
    await page.goto(f"{ada.address}/play/{table}")
    await take_seat(page, 1)
    return page


async def bring(page: Page, model: str, wire: str = "OpenAI-compatible") -> None:
    await page.get_by_role("button", name="Bring a model").click()
    form = page.get_by_role("dialog")
    await form.get_by_text("More settings").click()
    await form.get_by_role("radio", name=wire, exact=True).check()
    await form.get_by_label("Model").fill(model)
    await form.get_by_label("Key").fill(KEY)
    await form.get_by_role("button", name="Let it play").click()
    await expect(form).to_have_count(0)


async def test_a_model_plays_a_match_against_its_sponsor_and_its_key_stays_in_the_tab(browser: Browser, tmp_path: Path):
    async with provider() as fake, server_for(fake, tmp_path) as server, wire_to(server.port) as wire:
        async with visitor(browser, wire.url) as ada, visitor(browser, server.url, "Grace") as grace:
            page = await table_for_two(ada)
            watching = await grace.open(page.url.removeprefix(wire.url))
            await bring(page, "pick:first")
            await my_turn(page)
            # Everybody is informed what the sponsor can see.
            warning = re.compile(r"Ada .*pick:first.* can see its hand")
            await expect(page.get_by_text(warning)).to_be_visible()
            await expect(watching.get_by_text(warning)).to_be_visible()
            assert not await axe_findings(page)
            while await my_turn_or_the_end(page):
                await tap_first(page)
            told = "".join([*ada.sent, *await kept_for_good(page)]).encode() + wire.told
        assert {one.key_in for one in fake.received} == {"authorization"}
        server.kill()
    stored = await asyncio.to_thread(bytes_in, tmp_path)
    assert b"pick:first" in told
    assert b"pick:first" in stored
    assert KEY.encode() not in told
    assert KEY.encode() not in stored


def bytes_in(folder: Path) -> bytes:
    """The contents of the database and of the server's log."""
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


async def kept_for_good(page: Page) -> list[str]:
    """The browser's storage that outlives this tab."""
    return [json.dumps(await page.evaluate("({...localStorage})")), await page.evaluate("document.cookie")]


async def test_a_model_of_anthropic_is_asked_with_the_header_for_browsers(browser: Browser, tmp_path: Path):
    async with provider() as fake, server_for(fake, tmp_path) as server, visitor(browser, server.url) as ada:
        page = await table_for_two(ada)
        await bring(page, "pick:last", wire="Anthropic")
        await my_turn(page)
        await tap_first(page)
        await my_turn(page)
        [asked] = fake.received
        assert (asked.wire, asked.key_in) == ("anthropic", "x-api-key")
        assert asked.headers["anthropic-dangerous-direct-browser-access"] == "true"


async def test_a_model_plays_on_after_a_reload_of_the_tab(browser: Browser, tmp_path: Path):
    async with provider() as fake, server_for(fake, tmp_path) as server, visitor(browser, server.url) as ada:
        page = await table_for_two(ada)
        await bring(page, "hold,then=pick:first")
        await my_turn(page)
        await tap_first(page)
        await expect(page.get_by_text("is thinking. This tab asks it")).to_be_visible()
        await fake.until(lambda: len(fake.received) == 1)
        await page.reload()
        await my_turn(page)
        await fake.until(lambda: [one.is_closed_early for one in fake.received] == [True, False])


async def test_a_model_without_a_move_is_asked_again_or_played_by_its_sponsor(browser: Browser, tmp_path: Path):
    async with provider() as fake, server_for(fake, tmp_path) as server, visitor(browser, server.url) as ada:
        page = await table_for_two(ada)
        await bring(page, "prose:3,then=wrong:3,then=pick:first")
        await my_turn(page)
        await tap_first(page)
        failed = page.get_by_role("alert").filter(has_text="has no move")
        await expect(failed).to_contain_text("its replies have no readable move")
        assert len(fake.received) == 3
        await failed.get_by_role("button", name="Ask again").click()
        await expect(failed).to_contain_text("its moves are not allowed")
        assert len(fake.received) == 6
        assert not await axe_findings(page)
        await read_the_log(page)
        await failed.get_by_role("button", name="Play it yourself").click()
        dialog = page.get_by_role("dialog")
        await dialog.locator("button[data-id]").first.click()
        await expect(dialog).to_have_count(0)
        # The model makes its next move itself again.
        await my_turn(page)
        await tap_first(page)
        await my_turn(page)
        assert len(fake.received) == 7


async def read_the_log(page: Page) -> None:
    """During the match only the sponsor sees the model's prompts and replies."""
    await page.get_by_role("button", name="AI log").click()
    log = page.get_by_role("dialog", name="AI log")
    calls = log.get_by_role("region", name=re.compile("^Call"))
    await expect(calls).to_have_count(6)
    await calls.first.get_by_text("Reply of the model").click()
    await expect(calls.first).to_contain_text(PROSE)
    assert not await axe_findings(page)
    await page.keyboard.press("Escape")
    await expect(log).to_have_count(0)


async def test_a_wrong_key_is_reported_to_the_sponsor_and_can_be_corrected(browser: Browser, tmp_path: Path):
    async with provider() as fake, server_for(fake, tmp_path) as server, visitor(browser, server.url) as ada:
        page = await table_for_two(ada)
        await bring(page, "401")
        await my_turn(page)
        await tap_first(page)
        failed = page.get_by_role("alert").filter(has_text="has no move")
        await expect(failed).to_contain_text("the provider refused the request (401 Incorrect API key")
        await failed.get_by_role("button", name="Change the model").click()
        await page.get_by_role("dialog").get_by_label("Model").fill("pick:first")
        await page.get_by_role("dialog").get_by_role("button", name="Let it play").click()
        await my_turn(page)
        assert [one.body["model"] for one in fake.received] == ["401", "pick:first"]
        ada.faults = [fault for fault in ada.faults if "401" not in fault]


async def test_a_model_can_be_removed_before_the_match(browser: Browser, tmp_path: Path):
    async with provider() as fake, server_for(fake, tmp_path) as server, visitor(browser, server.url) as ada:
        page = await ada.open("/")
        table = await open_table(page, game="liarsdice", num_bots=0, seats=3)
        await page.goto(f"{ada.address}/play/{table}")
        await page.get_by_role("button", name="Take a seat").click()
        await bring(page, "pick:first")
        await expect(page.get_by_text("This tab plays for pick:first")).to_be_visible()
        await bring_again_has_the_same_fields(page)
        await page.get_by_role("button", name="Remove the model").click()
        await expect(page.get_by_text("This tab plays for pick:first")).to_have_count(0)
        await expect(page.get_by_text("Free seat")).to_have_count(2)
        assert not fake.received


async def bring_again_has_the_same_fields(page: Page) -> None:
    await page.get_by_role("button", name="Bring a model").click()
    form = page.get_by_role("dialog")
    await expect(form.get_by_label("Model")).to_have_value("pick:first")
    assert not await axe_findings(page)
    await page.keyboard.press("Escape")


async def test_a_model_joins_the_rematch_with_its_sponsor(browser: Browser, tmp_path: Path):
    async with provider() as fake, server_for(fake, tmp_path) as server, visitor(browser, server.url) as ada:
        page = await table_for_two(ada)
        await bring(page, "pick:first")
        await my_turn(page)
        await page.get_by_role("button", name="Resign").click()
        await page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        first = page.url
        await page.get_by_role("button", name="Play again").click()
        await page.wait_for_url(lambda url: url != first)
        await my_turn(page)
        await tap_first(page)
        await my_turn(page)
        assert fake.received


BLOCKED = """async (url) => {
    const refused = new Promise((done) => addEventListener("securitypolicyviolation", (one) => done(one.blockedURI)));
    await fetch(url, {method: "POST"}).catch(() => undefined);
    return refused;
}"""


async def test_the_page_may_call_only_allowed_origins(browser: Browser, tmp_path: Path):
    async with (
        provider() as named,
        provider() as other,
        server_for(named, tmp_path) as server,
        visitor(browser, server.url) as ada,
    ):
        page = await table_for_two(ada)
        assert str(await page.evaluate(BLOCKED, f"{other.url}/v1/chat/completions")).startswith(other.url)
        assert other.received == []
        await until(page, lambda: any("Content Security Policy" in fault for fault in ada.faults))
        ada.faults.clear()


async def test_without_allowed_origins_no_model_can_be_brought(ada: Visitor):
    page = await table_for_two(ada)
    await expect(page.get_by_role("button", name="Give up the seat")).to_be_visible()
    await expect(scene(page)).to_have_count(0)
    await page.wait_for_load_state("networkidle")
    await expect(page.get_by_role("button", name="Bring a model")).to_have_count(0)
