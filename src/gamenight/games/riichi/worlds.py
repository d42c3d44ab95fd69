"""What a viewer may imagine: the tiles that it has not seen, dealt anew."""

from __future__ import annotations

from gamenight.core import PlayerId, Rng
from gamenight.games.riichi.state import Table


def imagine(table: Table, viewer: PlayerId | None, rng: Rng) -> Table:
    return table


def contradiction(table: Table, viewer: PlayerId | None) -> str | None:
    return None
