"""How tiles look: names by id, made once for tables with red fives and for those without."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from gamenight.games.riichi.hand.tiles import TILES, tile_name

_NAMES = {red: tuple([tile_name(tile, red_fives=red) for tile in range(TILES)]) for red in (False, True)}


def faces(*, red_fives: bool) -> tuple[str, ...]:
    """The name of each tile at such a table."""
    return _NAMES[red_fives]


@cache
def looks(*, red_fives: bool) -> tuple[int, ...]:
    """For each tile the lowest id that looks the same at such a table."""
    of = _NAMES[red_fives]
    return tuple([of.index(name) for name in of])


def names(tiles: Iterable[int], *, red_fives: bool) -> tuple[str, ...]:
    of = _NAMES[red_fives]
    return tuple([of[tile] for tile in tiles])
