"""A fake provider for each test, without any state of the test before."""

from collections.abc import AsyncIterator

import pytest

from gamenight.llm.calls.refusals import forget_refusals
from tests.llm.provider import Provider, provider


@pytest.fixture
async def fake(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Provider]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    forget_refusals()
    async with provider() as running:
        yield running
