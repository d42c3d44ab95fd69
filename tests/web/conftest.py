"""A server and a browser for each test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.server.nursery import QuickServer
from tests.server.server_process import ServerProcess
from tests.web.browsing import Visitor, visitor
from tools.chromium import chromium


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with QuickServer(tmp_path, bot_pace_ms=50) as running:
        yield running


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as opened:
        yield opened


@pytest.fixture
async def ada(browser: Browser, server: ServerProcess) -> AsyncIterator[Visitor]:
    """Somebody on a laptop."""
    async with visitor(browser, server.url) as here:
        yield here
