"""Debian's Chromium at the page that was built, on loopback alone, for tests, benchmarks and pictures."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, async_playwright

PAGE = Path(__file__).parents[1] / "src" / "gamenight" / "page" / "index.html"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


class NoBrowser(Exception):
    """Chromium is not installed, or the page is not built."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser of its own, closed at the end."""
    program = shutil.which("chromium-headless-shell")
    if program is None:
        raise NoBrowser("there is no chromium: tools/install_services.sh installs it")
    if not PAGE.exists():
        raise NoBrowser("the page is not built: run `make web`")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()
