"""The AI log: prompts and replies of a language model beside the turns of a replay."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.llm.provider import KEY, PREAMBLE, PROSE, provider_process
from tests.server.server_process import ServerProcess
from tests.server.sittings import UNLIMITED
from tests.web.browsing import PHONE, Visitor, axe_findings, visitor
from tests.web.tables import against_bots, match_id, my_turn_or_the_end, open_table, take_seat, tap_first

MODEL = "no=tools+response_format,cost=0.25,prose,then=pick:first"
"""It fails once, then answers in words, and reports its cost."""
SAID = PREAMBLE.strip()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    endpoint = {"MODEL": MODEL, "KEY": KEY, "BACKOFF_S": "0.01"}
    with provider_process() as url, pytest.MonkeyPatch.context() as patch:
        for field, value in {"URL": f"{url}/v1", **endpoint}.items():
            patch.setenv(f"GAMENIGHT_LLM_TALKER_{field}", value)
        patch.setenv("NO_PROXY", "127.0.0.1")
        flags: dict[str, Any] = {"llm_least_ms": 0, "bot_pace_ms": 50, **UNLIMITED}
        with ServerProcess(tmp_path_factory.mktemp("ai-log"), flags=("--llm",), **flags) as running:
            yield running


async def _played(ada: Visitor) -> str:
    """Play tic-tac-toe against the model to the end; Ada has the first move."""
    page = await ada.open("/")
    table = await open_table(page, game="tictactoe", bots=["llm:endpoint=talker"], num_bots=1, seating="chosen")
    await page.goto(f"{ada.address}/play/{table}")
    await take_seat(page, 1)
    while await my_turn_or_the_end(page):
        await tap_first(page)
    return match_id(page)


def _seat(page: Page, turn: int) -> Locator:
    """The button of the model's seat at this turn of the log."""
    log = page.get_by_role("region", name="What happened")
    return log.get_by_role("button", name=f"AI log of talker, turn {turn}")


def _fact(call: Locator, name: str) -> Locator:
    return call.locator("dl > div").filter(has=call.page.get_by_text(name, exact=True)).locator("dd")


async def test_the_log_of_a_model_that_failed_once_is_opened_from_its_seat_beside_the_turn(
    browser: Browser, server: ServerProcess
):
    async with visitor(browser, server.url) as ada, visitor(browser, server.url, "Grace", viewport=PHONE) as grace:
        table = await _played(ada)
        page = await ada.open(f"/replay/{table}")
        await expect(_seat(page, 2)).to_be_visible()
        await expect(_seat(page, 1)).to_have_count(0)
        # The remark with its move is shown beside the turn, and above the scene while the turn is shown.
        here = page.locator(".models-here")
        await expect(here).to_have_text("")
        await expect(page.locator(".replay-log q").first).to_have_text(SAID)
        await page.get_by_role("slider", name="Turn").fill("2")
        await expect(here).to_contain_text(SAID)
        assert not await axe_findings(page)
        await _seat(page, 2).click()
        dialog = page.get_by_role("dialog", name="AI log of talker, turn 2")
        await expect(dialog).to_contain_text("2 tries")
        await _read_the_calls(dialog)
        assert not await axe_findings(page)
        await page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)
        await expect(_seat(page, 2)).to_be_focused()
        # After the match everybody may read it, and it fits a phone.
        there = await grace.open(f"/replay/{table}#turn=2")
        await _seat(there, 2).click()
        await _read_the_calls(there.get_by_role("dialog", name="AI log of talker, turn 2"))
        assert await there.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        sums = there.get_by_role("region", name="Language models")
        turns = int(str(await there.get_by_role("slider", name="Turn").get_attribute("max")))
        calls = turns // 2 + 1  # one for each of its turns, and the failed one
        await expect(_fact(sums, "Calls")).to_have_text(str(calls))
        await expect(_fact(sums, "Cost")).to_have_text(f"${calls * 0.25:.2f}")


async def _read_the_calls(dialog: Locator) -> None:
    """Check both calls: outcome, figures and folded texts."""
    failed = dialog.get_by_role("region", name="Call 1 of 2")
    await expect(failed).to_contain_text("The reply has no readable move")
    await expect(_fact(failed, "Cost")).to_have_text("$0.25 (reported by the provider)")
    await expect(_fact(failed, "Tokens")).to_have_text(re.compile(r"^\d+ in, \d+ of them cached, \d+ out$"))
    for name in ("First token after", "Duration"):
        await expect(_fact(failed, name)).to_have_text(re.compile(r"^[\d.]+ s$"))
    reply = failed.get_by_text(PROSE)
    await expect(reply).to_be_hidden()
    await failed.get_by_text("Reply of the model").click()
    await expect(reply).to_be_visible()
    await failed.get_by_text("Instructions (system)").click()
    await expect(failed).to_contain_text("You are Player 2 of 2 in a match of Tic-tac-toe.")
    right = dialog.get_by_role("region", name="Call 2 of 2")
    await expect(right).to_contain_text("It chose a move")
    await right.get_by_text("Question (user)").click()
    await expect(right).to_contain_text("# Moves")


async def test_a_match_without_models_has_no_ai_log(browser: Browser, server: ServerProcess):
    async with visitor(browser, server.url) as ada:
        page = await against_bots(ada, "tictactoe")
        while await my_turn_or_the_end(page):
            await tap_first(page)
        replay = await ada.open(f"/replay/{match_id(page)}")
        await expect(replay.get_by_role("slider", name="Turn")).to_be_visible()
        await expect(replay.get_by_text("AI log")).to_have_count(0)
        await expect(replay.get_by_role("region", name="Language models")).to_have_count(0)
