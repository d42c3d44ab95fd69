"""A real browser and a real server: Debian's Chromium, driven by Playwright, only on loopback."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.timeouts import TIMEOUT_S

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE_MS = 1_000 * TIMEOUT_S
expect.set_options(timeout=PATIENCE_MS)

LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


class Visitor:
    """The browser of one person: its pages share settings and seats. Errors in a page fail the test."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.faults: list[str] = []
        self.received: list[str] = []
        """Every frame that a socket of this visitor got."""
        self.sent: list[str] = []

    async def open(self, path: str = "/") -> Page:
        page = await self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("websocket", self._listen)
        await page.goto(self.address + path)
        return page

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.received.append(frame if isinstance(frame, str) else ""))
        socket.on("framesent", lambda frame: self.sent.append(frame if isinstance(frame, str) else ""))

    def _heard(self, message: ConsoleMessage) -> None:
        # The browser logs every failed request; tests that cut the network cause them on purpose.
        if message.type in ("error", "warning") and "net::ERR" not in message.text and "WebSocket" not in message.text:
            self.faults.append(f"{message.type}: {message.text}")


@asynccontextmanager
async def visitor(browser: Browser, address: str, name: str | None = "Ada", **options: Any) -> AsyncIterator[Visitor]:
    """A visitor with their own settings; by default called Ada, on a laptop, without animated moves."""
    context = await browser.new_context(**{"viewport": LAPTOP, "reduced_motion": "reduce", **options})
    context.set_default_timeout(PATIENCE_MS)
    if name is not None:
        kept = json.dumps(json.dumps({"name": name}))
        await context.add_init_script(
            f"localStorage.getItem('gamenight.settings') ?? localStorage.setItem('gamenight.settings', {kept})"
        )
    here = Visitor(context, address)
    try:
        yield here
        assert not here.faults, "\n".join(here.faults)
    finally:
        await context.close()


async def axe_findings(page: Page) -> list[str]:
    """The serious and critical findings of axe-core on the current page."""
    # Injected by the debugger, which ignores the page's content policy.
    await page.evaluate(AXE.read_text())
    found = await page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{finding['id']} ({finding['impact']}): {finding['help']}\n  "
        + "\n  ".join(node["html"] for node in finding["nodes"][:5])
        for finding in found["violations"]
        if finding["impact"] in ("serious", "critical")
    ]
