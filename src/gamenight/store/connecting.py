"""Open a store by URL, alone or together with the hall of the same database."""

from __future__ import annotations

from gamenight.store.database.schema import upgrade
from gamenight.store.database.transactions import database_at
from gamenight.store.errors import StoreError
from gamenight.store.hall.hall import Hall
from gamenight.store.log.contract import MatchStore
from gamenight.store.log.memory import MemoryStore
from gamenight.store.log.sql import SqlStore

IN_MEMORY = "memory://"


async def open_store(url: str) -> MatchStore:
    """Open the store at memory://, sqlite:///FILE or postgresql://..., with the newest schema; close it when done."""
    if url == IN_MEMORY:
        return MemoryStore()
    await upgrade(url)
    return SqlStore(database_at(url))


async def open_hall(url: str) -> tuple[MatchStore, Hall]:
    """Open the store and the hall of one database, with the newest schema; closing the store closes both."""
    if url == IN_MEMORY:
        raise StoreError("tables are kept in a database: use sqlite:///FILE or postgresql://...")
    await upgrade(url)
    database = database_at(url)
    return SqlStore(database), Hall(database)
