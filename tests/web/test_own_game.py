"""A game from `gamenight new` in the browser, while its author changes it."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.cli.author import Author
from tests.web.browsing import visitor
from tests.web.tables import buttons, item, my_turn, prompt_bar, quick_play


@pytest.mark.long
async def test_a_new_game_is_played_by_tapping_and_the_page_shows_what_its_author_changes(
    browser: Browser, tmp_path: Path
):
    assert Author(tmp_path).gamenight("new", "river_stones").code == 0
    with Author(tmp_path / "river_stones") as author:
        author.serve("--game", "river_stones:GAME", "--reload", "--bot-pace-ms", "0")
        author.until(lambda: author.urls)
        async with visitor(browser, author.urls[0]) as ada:
            page = await quick_play(ada, "River Stones")
            await my_turn(page)
            stone = str(await buttons(page).first.get_attribute("data-id"))
            await item(page, stone).click()
            await expect(item(page, stone)).to_have_count(0)
            await my_turn(page)
            await expect(prompt_bar(page)).to_contain_text("stones are left")
            texts = author.folder / "river_stones" / "texts" / "en.ftl"
            texts.write_text(texts.read_text().replace("stones are left", "pebbles are left"))
            await expect(prompt_bar(page)).to_contain_text("pebbles are left")
            await my_turn(page)
