"""Many offers that differ in little, as patterns with holes and rows that fill them; nothing is lost.

packed([{"label": "a1", "steps": [{"ids": ["b/1"]}]}, {"label": "a2", "steps": [{"ids": ["b/2"]}]}])
[[{"label": {"$": 0}, "steps": [{"ids": [{"$": 1}]}]}, [["a1", "b/1"], ["a2", "b/2"]]]]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

HOLE = "$"

Plain = dict[str, Any]
Group = tuple[Any, tuple[tuple[Any, ...], ...]]
"""A pattern, and a row for each of the offers that it stands for."""
Columns = dict[tuple[Any, ...], Sequence[Any]]
"""The values of each hole, one for each row; by what tells columns apart, so that equal ones share a hole."""


def packed(offers: Iterable[Plain]) -> list[Group]:
    """Neighbours of the same shape share a pattern, in which `{"$": n}` is the n-th value of the row."""
    return [_group(list(alike)) for _, alike in groupby(offers, _shape)]


def unpacked(groups: Iterable[Sequence[Any]]) -> list[Any]:
    """The offers in their order: an offer's number is its place in this list."""
    return [_filled(pattern, row) for pattern, rows in groups for row in rows]


def _shape(offer: Plain) -> tuple[Any, ...]:
    """Which fields there are, and how many values in those that are lists."""
    return tuple((name, len(value) if _is_list(value) else -1) for name, value in offer.items())


def _group(alike: list[Plain]) -> Group:
    columns: Columns = {}
    pattern = _pattern(alike, columns)
    rows = tuple(zip(*columns.values(), strict=True)) if columns else ((),) * len(alike)
    return pattern, rows


def _pattern(values: Sequence[Any], columns: Columns) -> Any:
    """What all values have in common; where they differ a hole, for which there is a column."""
    first = values[0]
    if all(isinstance(value, dict) and value.keys() == first.keys() for value in values) and HOLE not in first:
        return {key: _pattern([value[key] for value in values], columns) for key in first}
    if all(_is_list(value) and len(value) == len(first) for value in values):
        return [_pattern(column, columns) for column in zip(*values, strict=True)]
    looks = tuple(map(_look, values))
    if len(set(looks)) == 1 and not isinstance(first, dict):
        return first
    columns.setdefault(looks, values)
    return {HOLE: list(columns).index(looks)}


def _look(value: Any) -> Any:
    """What tells this value from others: Python takes True and 1.0 for 1."""
    return msgspec.json.encode(value) if _is_list(value) or isinstance(value, dict) else (type(value), value)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _filled(pattern: Any, row: Sequence[Any]) -> Any:
    if isinstance(pattern, dict):
        if HOLE in pattern:
            return row[pattern[HOLE]]
        return {key: _filled(value, row) for key, value in pattern.items()}
    if _is_list(pattern):
        return [_filled(value, row) for value in pattern]
    return pattern
