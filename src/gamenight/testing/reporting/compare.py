"""Compare values as JSON trees: find where two of them differ, and list the value at each path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

ABSENT = "(nothing)"


def encoded(value: Any) -> bytes:
    """Equal bytes for equal values, like `digest`, but without the cost of a hash."""
    return msgspec.json.encode(value, order="sorted")


def plain(value: Any) -> Any:
    """The value as dicts, lists, texts and numbers, as JSON has it."""
    return msgspec.json.decode(encoded(value))


def difference(left: Any, right: Any) -> str | None:
    """The first place where two values differ, with both values in words; None if they are equal."""
    if encoded(left) == encoded(right):
        return None
    path, one, other = next(_differences(plain(left), plain(right), ""), ("", left, right))
    return f"{path or 'the value'} is {_short(one)} in one and {_short(other)} in the other"


def difference_in_order(left: Any, right: Any) -> str | None:
    """Like `difference`, but the order of keys must be equal, too: a client can see it in a message."""
    unlike = difference(left, right)
    if unlike is None and msgspec.json.encode(left) != msgspec.json.encode(right):
        return "the keys are the same, but in a different order"
    return unlike


def _differences(left: Any, right: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(left, dict) and isinstance(right, dict):
        for key in sorted(left.keys() | right.keys()):
            yield from _differences(left.get(key, ABSENT), right.get(key, ABSENT), f"{path}.{key}".lstrip("."))
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for index, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from _differences(one, other, f"{path}[{index}]")
    elif left != right or type(left) is not type(right):
        yield path, left, right


def _short(value: Any) -> str:
    text = value if value == ABSENT else msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else text[:197] + "..."


def leaves(value: Any) -> dict[str, Any]:
    """Every number, text, truth value and null of a value by its path; also the length of every list."""
    return dict(_leaves(plain(value), ""))


def _leaves(tree: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(tree, dict):
        yield f"{path}.keys()".lstrip("."), tuple(tree)
        for key, value in tree.items():
            yield from _leaves(value, f"{path}.{key}".lstrip("."))
    elif isinstance(tree, list):
        yield f"len({path})", len(tree)
        for index, value in enumerate(tree):
            yield from _leaves(value, f"{path}[{index}]")
    else:
        yield path, tree


def changed_leaves(one: Any, other: Any) -> dict[str, Any]:
    """The paths at which two plain trees have different leaves, with the leaf of the other tree, or ABSENT."""
    return dict(_changed(one, other, ""))


def _changed(one: Any, other: Any, path: str) -> Iterator[tuple[str, Any]]:
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict) and tuple(one) == tuple(other):
        for key, value in one.items():
            yield from _changed(value, other[key], f"{path}.{key}".lstrip("."))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _changed(left, right, f"{path}[{index}]")
    else:
        here, there = dict(_leaves(one, path)), dict(_leaves(other, path))
        both = here.keys() | there.keys()
        yield from (
            (each, there.get(each, ABSENT)) for each in both if here.get(each, ABSENT) != there.get(each, ABSENT)
        )


def contains(tree: Any, wanted: Any) -> bool:
    """Whether a plain tree contains this subtree."""
    if tree == wanted:
        return True
    inside = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return any(contains(part, wanted) for part in inside)
