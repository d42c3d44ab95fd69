"""Tiles side by side that nobody taps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamenight.core.showing.scene import Box, Item, Piece
from gamenight.core.text import Words

PITCH, GAP = 0.74, 0.3


def tile_row(
    id: str, groups: Sequence[Sequence[str]], box: str, place: int, unit: float, label: Words = ""
) -> Iterator[Item]:
    """One row of so many units a tile, with a gap between the groups. Tiles never lie on each other, as in a fan."""
    yield Item(id, Box("free", unit=unit), box, place, label=label)
    left = 0.0
    for group in groups:
        for tile in group:
            x = round(left + PITCH / 2, 2)
            yield Item(f"{id}/{x:g},0", Piece(tile), id, (x, 0))
            left += PITCH
        left += GAP if group else 0
