"""The texts of a page in the pseudo-language, where every text of a catalogue has accents; the others are found."""

import re
import time
from typing import Any

from playwright.async_api import Page, expect

from gamenight.core.text import say
from gamenight.looks.textfiles import PSEUDO
from gamenight.looks.texts import texts_of
from tests.looks.escapes import escapes
from tests.timeouts import TIMEOUT_S

NAMES = (
    "Bot (random), Bot 2 (random), and Bot 3 (random)",
    "Bot (random) and Bot 2 (random)",
    "Ada",
    "Bot (random)",
    "Bot 1 (random)",
    "Bot 2 (random)",
    "Bot 3 (random)",
    "SHA-256",
    "English",
)
"""Names that are the same in every language."""

NOT_SAID = re.compile(r"https?://\S+|Bot (\d )?\([a-z]*…")
"""Addresses, and a shortened name in a scene."""

SHOWN = """() => {
    const shown = [document.title];
    // Rules are a document of their own, and raw data is for programs.
    const foreign = "script, style, noscript, pre, code, .prose";
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode())
        if (!node.parentElement.closest(foreign)) shown.push(node.data);
    for (const name of ["aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt"])
        for (const element of document.querySelectorAll(`[${name}]`))
            if (!element.closest(foreign)) shown.push(element.getAttribute(name));
    for (const field of document.querySelectorAll("input[readonly]")) shown.push(field.value);
    return shown;
}"""


def told(key: str, **args: Any) -> str:
    """The page's text for this key."""
    return texts_of(None, PSEUDO).tell(say(key, **args))


async def escaped(page: Page) -> set[str]:
    """The texts of the page that are in no catalogue, after all catalogues are loaded."""
    give_up = time.monotonic() + TIMEOUT_S
    while True:
        found = {text for text in await page.evaluate(SHOWN) if escapes(NOT_SAID.sub("", text), *NAMES)}
        if not found or time.monotonic() > give_up:
            return found
        await page.wait_for_timeout(50)


async def expect_words(page: Page, key: str, **args: Any) -> None:
    """Expect these texts on the page, and nothing in English."""
    await expect(page.get_by_text(told(key, **args)).first).to_be_attached()
    assert await escaped(page) == set()


async def press(page: Page, key: str, **args: Any) -> None:
    await page.get_by_role("button", name=told(key, **args), exact=True).first.click()
