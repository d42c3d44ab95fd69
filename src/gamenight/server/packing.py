"""Many offers that differ in little, as patterns with holes and rows that fill them; nothing is lost.

packed([{"label": "a1", "steps": [{"ids": ["b/1"]}]}, {"label": "a2", "steps": [{"ids": ["b/2"]}]}])
[[{"label": {"$": 0}, "steps": [{"ids": [{"$": 1}]}]}, [["a1", "b/1"], ["a2", "b/2"]]]]

Many an id ends with a place that the offer tells anyway, in its label or for its ghosts: `{"$": "b/{0},{1}"}` is this
text with whole numbers of the row in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, permutations, product
from typing import Any

import msgspec

HOLE = "$"
BY_ID = ("ghosts", "names")
"""Fields whose keys are ids."""

LISTS = {list, tuple}
COMPOUND = {dict, *LISTS}

Plain = dict[str, Any]
Group = tuple[Any, tuple[tuple[Any, ...], ...]]
"""A pattern, and a row for each of the offers that it stands for."""
Columns = dict[tuple[Any, ...], Sequence[Any]]
"""The values of each hole, one for each row; by what tells columns apart, so that equal ones share a hole."""
Ending = tuple[str, tuple[int, ...]]
"""How texts begin, and the columns of whole numbers that they end with."""


def packed(offers: Iterable[Plain]) -> list[Group]:
    """Neighbours of the same shape share a pattern, in which `{"$": n}` is the n-th value of the row."""
    return [group for _, alike in groupby(offers, _shape) for group in _groups(list(alike))]


def unpacked(groups: Iterable[Sequence[Any]]) -> list[Any]:
    """The offers in their order: an offer's number is its place in this list."""
    return [_filled(pattern, row) for pattern, rows in groups for row in rows]


def _shape(value: Any, field: str = "") -> Any:
    """What must be alike: which fields there are, at any depth, and how long lists are; not the ids in it."""
    kind = type(value)
    if kind is dict:
        if field in BY_ID:
            return tuple([_shape(inner) for inner in value.values()])
        return tuple([(name, _shape(inner, name)) for name, inner in value.items()])
    if field == "ids" or (kind is not list and kind is not tuple):
        return None
    return tuple([_shape(inner) for inner in value])


def _groups(alike: list[Plain]) -> list[Group]:
    """One group, or one for each text that labels begin with, whichever is shorter."""
    parts = [list(under) for _, under in groupby(alike, _text)]
    ways = [[alike], parts] if 1 < len(parts) <= len(alike) / 2 else [[alike]]
    return min([list(map(_group, way)) for way in ways], key=lambda groups: len(msgspec.json.encode(groups)))


def _text(offer: Plain) -> Any:
    label = offer["label"]
    return label[0] if _is_list(label) and label else None


def _group(alike: list[Plain]) -> Group:
    columns: Columns = {}
    pattern = _pattern(alike, columns)
    values = list(columns.values())
    endings = _endings(values)
    kept = [number for number in range(len(values)) if number not in endings]
    holes: list[int | str] = [_hole(number, kept, endings) for number in range(len(values))]
    rows = tuple(zip(*(values[number] for number in kept), strict=True)) if kept else ((),) * len(alike)
    return _with_holes(pattern, holes), rows


def _endings(columns: Sequence[Sequence[Any]]) -> dict[int, Ending]:
    """The columns of texts that end with whole numbers of other columns."""
    numbers = [number for number, column in enumerate(columns) if all(type(value) is int for value in column)]
    texts = [number for number, column in enumerate(columns) if all(type(value) is str for value in column)]
    endings: dict[int, Ending] = {}
    # Two numbers tell more than one, so they come last and win.
    for text, way in product(texts, (*permutations(numbers, 1), *permutations(numbers, 2))):
        start = _start(columns[text], [columns[number] for number in way])
        if start is not None:
            endings[text] = start, way
    return endings


def _start(texts: Sequence[str], columns: Sequence[Sequence[int]]) -> str | None:
    """How these texts begin, if they all begin so and go on with the numbers of their row."""
    start = texts[0].removesuffix(_written([column[0] for column in columns]))
    if start == texts[0] or "{" in start or "}" in start:
        return None
    ends = map(_written, zip(*columns, strict=True))
    return start if all(text == start + end for text, end in zip(texts, ends, strict=True)) else None


def _written(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))


def _hole(number: int, kept: list[int], endings: dict[int, Ending]) -> int | str:
    if number not in endings:
        return kept.index(number)
    start, columns = endings[number]
    return start + ",".join(f"{{{kept.index(column)}}}" for column in columns)


def _with_holes(pattern: Any, holes: Sequence[int | str]) -> Any:
    if isinstance(pattern, dict):
        if HOLE in pattern:
            return {HOLE: holes[pattern[HOLE]]}
        return {key: _with_holes(value, holes) for key, value in pattern.items()}
    return [_with_holes(value, holes) for value in pattern] if _is_list(pattern) else pattern


def _pattern(values: Sequence[Any], columns: Columns) -> Any:
    """What all values have in common; where they differ a hole, for which there is a column."""
    first, kinds = values[0], set(map(type, values))
    if kinds == {dict} and HOLE not in first and all(value.keys() == first.keys() for value in values):
        return {key: _pattern([value[key] for value in values], columns) for key in first}
    if kinds <= LISTS and len(set(map(len, values))) == 1:
        return [_pattern(column, columns) for column in zip(*values, strict=True)]
    plain = tuple(map(msgspec.json.encode, values)) if kinds & COMPOUND else tuple(values)
    if len(kinds) == len(set(plain)) == 1 and not isinstance(first, dict):
        return first
    # Python takes True and 1.0 for 1.
    looks = (*map(type, values), *plain)
    columns.setdefault(looks, values)
    return {HOLE: list(columns).index(looks)}


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _filled(pattern: Any, row: Sequence[Any]) -> Any:
    if isinstance(pattern, dict):
        if HOLE in pattern:
            return _in_hole(pattern[HOLE], row)
        return {key: _filled(value, row) for key, value in pattern.items()}
    if _is_list(pattern):
        return [_filled(value, row) for value in pattern]
    return pattern


def _in_hole(hole: int | str, row: Sequence[Any]) -> Any:
    if isinstance(hole, int):
        return row[hole]
    return re.sub(r"\{(\d+)\}", lambda found: str(row[int(found[1])]), hole)
