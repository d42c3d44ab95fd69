"""Work that must be done although the database is away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from gamenight.store.errors import StoreUnavailable

T = TypeVar("T")

RETRY_SECONDS = 1.0


async def in_the_end(ask: Callable[[], Awaitable[T]]) -> T:
    """Retry until the database is there: for work that nobody waits for, and nobody would do again."""
    while True:
        with suppress(StoreUnavailable):
            return await ask()
        await asyncio.sleep(RETRY_SECONDS)
