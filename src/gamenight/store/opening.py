"""A store by URL."""

from __future__ import annotations

from gamenight.store.log import MatchStore
from gamenight.store.memory import MemoryStore
from gamenight.store.schema import upgrade
from gamenight.store.sql import SqlStore


async def open_store(url: str) -> MatchStore:
    """The store at memory://, sqlite:///FILE or postgresql://..., with the newest schema; close it when done."""
    if url == "memory://":
        return MemoryStore()
    await upgrade(url)
    return SqlStore(url)
