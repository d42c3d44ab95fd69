"""Riichi games of other programs, imported into a running server's database and watched in the replay page."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from gamenight.cli.main import main
from tests.server.server_process import ServerProcess

SIZES = {"a phone": {"width": 390, "height": 844}, "a laptop": {"width": 1280, "height": 800}}


def import_riichi(server: ServerProcess, log: bytes, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Import a game and return the id of the match. Must not run inside an event loop: the command has its own."""
    file = folder / "game.log"
    file.write_bytes(log)
    assert main(["import", "riichi", str(file), "--db", server.db]) == 0
    found = re.search(r"match (\w+):", capsys.readouterr().out)
    assert found is not None
    return found[1]


async def watch(page: Page) -> None:
    """Watch the replay with all hands open, by steps and jumps, to the end and the results."""
    turn, slider = page.locator(".replay-turn"), page.get_by_role("slider", name="Turn")
    await expect(turn).to_contain_text("Turn 0 of")
    last = int(str(await slider.get_attribute("max")))
    assert sorted(await tiles_in_hands(page)) == [13, 13, 13, 14]
    await page.get_by_role("button", name="One step forward").click()
    await expect(turn).to_contain_text("Turn 1 of")
    await page.keyboard.press("ArrowRight")
    await expect(turn).to_contain_text("Turn 2 of")
    await slider.fill(str(last // 2))
    await expect(turn).to_contain_text(f"Turn {last // 2} of {last}")
    assert len(await tiles_in_hands(page)) == 4
    await page.get_by_role("button", name="To the end").click()
    await expect(turn).to_contain_text(f"Turn {last} of {last}")
    results = page.locator(".replay-scene").get_by_role("table").first
    await expect(results.get_by_role("columnheader")).to_have_text(["", "Player", "Points", "Result"])
    await expect(page.get_by_role("img", name="won")).to_have_count(1)


async def tiles_in_hands(page: Page) -> list[int]:
    """The number of open tiles in each open hand: the label of each tile ends with a full stop."""
    hands = await page.get_by_role("group", name="open hand").all_text_contents()
    return [hand.count(".") for hand in hands]
