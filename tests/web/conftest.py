"""A server for each test module, and one browser for all of them: every visitor has their own settings and seats."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.sittings import UNLIMITED
from tests.web.browsing import Visitor, visitor
from tools.chromium import chromium

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser belongs to an event loop, so tests that share it share the loop."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with QuickServer(tmp_path_factory.mktemp("web"), bot_pace_ms=50, **UNLIMITED) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One browser for all tests, because its start takes longer than most tests."""
    async with chromium() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def ada(browser: Browser, server: ServerProcess) -> AsyncIterator[Visitor]:
    """A visitor on a laptop."""
    async with visitor(browser, server.url) as here:
        yield here
