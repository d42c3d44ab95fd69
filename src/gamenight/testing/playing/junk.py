"""Junk that a broken or hostile client may send as an action's payload."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

HUGE = 10**40


def _nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


ODDITIES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 0.5, HUGE, -HUGE, math.nan, math.inf, 1e308, "", "0", "x" * 10_000, "\x00", "p0",
    b"\x00", [], [[]], [None], [0] * 1000, {}, {"": None}, {1: 2}, {"a": {"b": [None, {}]}}, _nested(60),
)  # fmt: skip


def junk_payloads(model: Any) -> Iterator[Any]:
    """Payloads similar to this one, but wrong: a field is missing, added, of another type or out of range."""
    if not isinstance(model, dict):
        yield from ODDITIES
        return
    yield {**model, "no_such_field": 1}
    yield [*model.values()]
    for name, value in model.items():
        yield {other: kept for other, kept in model.items() if other != name}
        yield {("x" + other if other == name else other): kept for other, kept in model.items()}
        yield from ({**model, name: twisted} for twisted in (*ODDITIES, *_twisted(value)))


def _twisted(value: Any) -> Iterator[Any]:
    """Values similar to this one."""
    match value:
        case bool():
            yield from (int(value), str(value).lower())
        case int():
            yield from (value + 1, value - 1, -value - 1, value + 0.5, str(value), value + HUGE)
        case str():
            yield from (value + "x", value[:-1], value.swapcase(), [value], value * 2)
        case list():
            yield from (value[::-1], value[:-1], value + value, [*value, None], [value], value[:1] * 3)
            yield from ([twisted, *value[1:]] for first in value[:1] for twisted in _twisted(first))
        case dict():
            yield from junk_payloads(value)


def truth_for_numbers(value: Any) -> Iterator[Any]:
    """Copies of the value, each with one of its numbers 0 and 1 written as False or True."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from ({**value, name: lie} for lie in truth_for_numbers(inner))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from ([*value[:at], lie, *value[at + 1 :]] for lie in truth_for_numbers(inner))
    elif type(value) is int and value in (0, 1):
        yield bool(value)
