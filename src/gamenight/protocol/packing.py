"""Offers that differ in a few values, packed without loss into patterns with holes and rows that fill the holes.

packed([{"label": "a1", "steps": [{"ids": ["b/1"]}]}, {"label": "a2", "steps": [{"ids": ["b/2"]}]}])
[[{"label": {"$": 0}, "steps": [{"ids": [{"$": 1}]}]}, [["a1", "b/1"], ["a2", "b/2"]]]]

Many ids end with a position that the offer also has in its label or ghosts. `{"$": "b/{0},{1}"}` is this text with
whole numbers of the row filled in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

HOLE = "$"
BY_ID = ("ghosts", "names")
"""Fields whose keys are ids."""

_COUNT = "0|[1-9][0-9]{0,14}"
_WHOLE = "0|-?[1-9][0-9]{0,14}"
_PAIRS, _ALONE = (rf"({_WHOLE}),({_WHOLE})\Z", rf"({_COUNT}),({_WHOLE})\Z"), (rf"({_WHOLE})\Z", rf"({_COUNT})\Z")
ENDS = tuple(map(re.compile, (*_PAIRS, *_ALONE)))
"""Tried in order: two numbers at the end of a text before one; a dash before a number may belong to it (`tile-4`)."""

LISTS = {list, tuple}
COMPOUND = {dict, *LISTS}

Plain = dict[str, Any]
OfferPattern = tuple[Any, tuple[tuple[Any, ...], ...]]
"""A pattern, and one row for each of its offers."""
Columns = dict[tuple[Any, ...], tuple[int, Sequence[Any]]]
"""The number of each hole and its values, one per row. The key identifies a column, so equal columns share a hole."""
Ending = tuple[str, tuple[int, ...]]
"""The common start of some texts, and the columns of the whole numbers at their ends."""


def packed(offers: Iterable[Plain]) -> list[OfferPattern]:
    """Pack the offers: consecutive ones of the same shape share a pattern, in which `{"$": n}` is row value n."""
    return [group for _, alike in groupby(offers, _shape) for group in _groups(list(alike))]


def unpacked(groups: Iterable[Sequence[Any]]) -> list[Any]:
    """The offers in order; the number of an offer is its index in this list."""
    return [_filled(pattern, row) for pattern, rows in groups for row in rows]


def _shape(value: Any, field: str = "") -> Any:
    """What must be equal within a group: the fields at any depth and the lengths of lists, but not the ids."""
    kind = type(value)
    if kind is dict:
        if field in BY_ID:
            return tuple([_shape(inner) for inner in value.values()])
        return tuple([(name, _shape(inner, name)) for name, inner in value.items()])
    if field == "ids" or (kind is not list and kind is not tuple):
        return None
    return tuple([_shape(inner) for inner in value])


def _groups(alike: list[Plain]) -> list[OfferPattern]:
    """One group, or one group per key of the labels, whichever is shorter."""
    parts = [list(under) for _, under in groupby(alike, _text)]
    ways = [[alike], parts] if 1 < len(parts) <= len(alike) / 2 else [[alike]]
    return min([list(map(_group, way)) for way in ways], key=lambda groups: len(msgspec.json.encode(groups)))


def _text(offer: Plain) -> Any:
    label = offer["label"]
    return label[0] if _is_list(label) and label else None


def _group(alike: list[Plain]) -> OfferPattern:
    columns: Columns = {}
    pattern = _pattern(alike, columns)
    values = [column for _, column in columns.values()]
    endings = _endings(values)
    kept = [number for number in range(len(values)) if number not in endings]
    places = {number: place for place, number in enumerate(kept)}
    holes = [_hole(number, places, endings) for number in range(len(values))]
    rows = tuple(zip(*(values[number] for number in kept), strict=True)) if kept else ((),) * len(alike)
    return _with_holes(pattern, holes), rows


def _endings(columns: Sequence[Sequence[Any]]) -> dict[int, Ending]:
    """The text columns whose texts end with the whole numbers of other columns."""
    numbers = {
        tuple(column): number for number, column in enumerate(columns) if all(type(value) is int for value in column)
    }
    texts = [number for number, column in enumerate(columns) if all(type(value) is str for value in column)]
    found = {text: _ending(columns[text], numbers) for text in texts} if numbers else {}
    return {text: ending for text, ending in found.items() if ending is not None}


def _ending(texts: Sequence[str], numbers: dict[tuple[int, ...], int]) -> Ending | None:
    """Columns are looked up by their values, not tried one by one: an offer may have hundreds of ids and ghosts."""
    for end in ENDS:
        ends = [found for found in map(end.search, texts) if found]
        starts = {found.string[: found.start()] for found in ends}
        if len(ends) < len(texts) or len(starts) > 1:
            continue
        (start,) = starts
        columns = [numbers.get(column) for column in zip(*(map(int, found.groups()) for found in ends), strict=True)]
        known = tuple([column for column in columns if column is not None])
        if len(known) == len(columns) and "{" not in start and "}" not in start:
            return start, known
    return None


def _hole(number: int, places: dict[int, int], endings: dict[int, Ending]) -> int | str:
    if number not in endings:
        return places[number]
    start, columns = endings[number]
    return start + ",".join(f"{{{places[column]}}}" for column in columns)


def _with_holes(pattern: Any, holes: Sequence[int | str]) -> Any:
    if isinstance(pattern, dict):
        if HOLE in pattern:
            return {HOLE: holes[pattern[HOLE]]}
        return {key: _with_holes(value, holes) for key, value in pattern.items()}
    return [_with_holes(value, holes) for value in pattern] if _is_list(pattern) else pattern


def _pattern(values: Sequence[Any], columns: Columns) -> Any:
    """The common part of all values, with a hole and a column where they differ."""
    first, kinds = values[0], set(map(type, values))
    if kinds == {dict} and HOLE not in first and all(value.keys() == first.keys() for value in values):
        return {key: _pattern([value[key] for value in values], columns) for key in first}
    if kinds <= LISTS and len(set(map(len, values))) == 1:
        return [_pattern(column, columns) for column in zip(*values, strict=True)]
    plain = tuple(map(msgspec.json.encode, values)) if kinds & COMPOUND else tuple(values)
    if len(kinds) == len(set(plain)) == 1 and not isinstance(first, dict):
        return first
    # In Python True and 1.0 are equal to 1.
    looks = (*map(type, values), *plain)
    return {HOLE: columns.setdefault(looks, (len(columns), values))[0]}


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
