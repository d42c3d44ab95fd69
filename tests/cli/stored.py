"""Write matches to a database before a command runs."""

import asyncio
from pathlib import Path
from typing import Any

from gamenight.core.match import Match
from gamenight.store import Recorder, open_store


def store_match(database: Path, match: Match) -> None:
    asyncio.run(_store(f"sqlite:///{database}", match))


async def _store(url: str, match: Match) -> None:
    store = await open_store(url)
    try:
        await Recorder(store, match).write()
    finally:
        await store.close()


def played(game: str, seed: str, turns: int | None = None, **settings: Any) -> Match:
    """A match in which all players take their last listed action, to the end or for some turns."""
    match = Match.start(game, 2, seed, match_id=f"{game}-{seed}", **settings)
    while not match.is_over and (turns is None or len(match.turns) < turns):
        player = match.to_act[0]
        match.act(match.legal_actions(player)[-1])
    return match
