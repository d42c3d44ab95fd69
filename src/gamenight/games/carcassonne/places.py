"""Places on the board, and small numbers kept for them.

A place is one number, column by column. What is kept for places is an ascending tuple of place * 256 + number: a dict
would need numbers as keys, which JSON does not have, and this one is in order besides.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence

COLUMN = 256
"""The distance of two columns."""

STEPS = (1, COLUMN, -1, -COLUMN)
"""To the neighbours in the north, east, south and west."""

AROUND = tuple(column + row for column in (-COLUMN, 0, COLUMN) for row in (-1, 0, 1) if column or row)
"""To the eight places around one."""

Entries = tuple[int, ...]


def place_of(x: int, y: int) -> int:
    """The place in this column and row."""
    return x * COLUMN + y


def column_and_row(place: int) -> tuple[int, int]:
    x = (place + COLUMN // 2) // COLUMN
    return x, place - x * COLUMN


def number_at(entries: Sequence[int], place: int) -> int | None:
    """What is kept for a place, if anything is."""
    at = bisect_left(entries, place << 8)
    if at < len(entries) and entries[at] >> 8 == place:
        return entries[at] & 255
    return None


def keep(entries: list[int], place: int, number: int) -> None:
    """Keep a number for a place that had none."""
    insort(entries, place << 8 | number)
