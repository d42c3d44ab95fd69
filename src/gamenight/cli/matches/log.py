"""Query the match log from synchronous code.

The database libraries take a second to load, so commands import the store only where they need it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from gamenight.cli.exits import DATABASE, CliError

if TYPE_CHECKING:
    from gamenight.store import MatchStore
    from gamenight.store.hall.hall import Hall

T = TypeVar("T")


def ask(url: str, question: Callable[[MatchStore], Awaitable[T]]) -> T:
    """Ask the log at this URL."""
    check_present(url)
    return asyncio.run(_ask(url, question))


async def _ask(url: str, question: Callable[[MatchStore], Awaitable[T]]) -> T:
    from gamenight.store import open_store

    store = await open_store(url)
    try:
        return await question(store)
    finally:
        await store.close()


def ask_hall(url: str, question: Callable[[MatchStore, Hall], Awaitable[T]]) -> T:
    """Ask the log and the hall at this URL."""
    check_present(url)
    return asyncio.run(_ask_hall(url, question))


async def _ask_hall(url: str, question: Callable[[MatchStore, Hall], Awaitable[T]]) -> T:
    from gamenight.store import open_hall

    store, hall = await open_hall(url)
    try:
        return await question(store, hall)
    finally:
        await store.close()


def check_present(url: str) -> None:
    """Raise CliError if the SQLite file does not exist: opening it would create an empty database."""
    from gamenight.store import sqlite_file

    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise CliError(f"there is no database {file}", DATABASE)
