"""Work that must be done even if the database is unavailable for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from gamenight.store.errors import StoreUnavailable

T = TypeVar("T")

RETRY_SECONDS = 1.0


async def in_the_end(ask: Callable[[], Awaitable[T]]) -> T:
    """Retry until the database answers: for work that no client waits for and that no other code would repeat."""
    while True:
        with suppress(StoreUnavailable):
            return await ask()
        await asyncio.sleep(RETRY_SECONDS)
