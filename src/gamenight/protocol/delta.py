"""The difference between two documents of plain data, small enough to send after every move.

A delta is `[value]` (the new value), 0 (the key was removed; in objects only), or an object of deltas: by key for an
object, by index for a list. For a list whose length has changed it has one key, "@": [start, number of removed values,
[new values]]. None means no change.
"""

from __future__ import annotations

from typing import Any

import msgspec

_json = msgspec.json.Encoder().encode
_MISSING: Any = object()


def difference(old: Any, new: Any) -> Any:
    """The delta that turns `old` into `new`, or None if they are equal."""
    if old is new:
        return None
    kind = type(new)
    if type(old) is not kind:
        return [new]
    if kind is dict:
        return _between_objects(old, new)
    if kind is list or kind is tuple:
        return _between_lists(old, new)
    return None if old == new else [new]


def _between_objects(old: dict[str, Any], new: dict[str, Any]) -> Any:
    changes: dict[str, Any] = {}
    for key, value in new.items():
        before = old.get(key, _MISSING)
        # Most values are the same object (small numbers, None, shared values), so this check is fast.
        if before is value:
            continue
        change = [value] if before is _MISSING else difference(before, value)
        if change is not None:
            changes[key] = change
    is_new = len(changes) == len(new)
    for key in old:
        if key not in new:
            changes[key] = 0
    # If every value is new, the whole object is shorter than one delta per key.
    if is_new and len(changes) > 1 and dict not in map(type, changes.values()):
        return [new]
    return _shorter(changes, new) if is_new and len(changes) > 2 else changes or None


def _between_lists(old: Any, new: Any) -> Any:
    if len(old) == len(new):
        changes = {}
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            if before is not after and (change := difference(before, after)) is not None:
                changes[str(index)] = change
        if len(changes) == len(new) and dict not in map(type, changes.values()):
            return [new] if new else None
        return _shorter(changes, new) if len(changes) * 2 > len(new) > 2 else changes or None
    return _splice(old, new)


def _splice(old: Any, new: Any) -> Any:
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and _same(old[start], new[start]):
        start += 1
    end = 0
    while end < shorter - start and _same(old[-1 - end], new[-1 - end]):
        end += 1
    if not start and not end:
        return [new]
    return {"@": [start, len(old) - start - end, list(new[start : len(new) - end])]}


def _shorter(changes: dict[str, Any], new: Any) -> Any:
    """The changes or the whole value, whichever is shorter as JSON."""
    return [new] if len(_json(new)) + len("[]") < len(_json(changes)) else changes


def _same(one: Any, other: Any) -> bool:
    return one is other or difference(one, other) is None


def patched(old: Any, delta: Any) -> Any:
    """The document after this delta."""
    if delta is None:
        return old
    if type(delta) is list:
        return delta[0]
    if type(old) is dict:
        return _patched_object(old, delta)
    return _patched_list(old, delta)


def _patched_object(old: dict[str, Any], delta: dict[str, Any]) -> dict[str, Any]:
    new = {key: value for key, value in old.items() if delta.get(key) != 0 or type(delta[key]) is not int}
    for key, change in delta.items():
        if type(change) is not int:
            new[key] = patched(old.get(key), change)
    return new


def _patched_list(old: Any, delta: dict[str, Any]) -> list[Any]:
    if "@" in delta:
        start, gone, come = delta["@"]
        return [*old[:start], *come, *old[start + gone :]]
    new = list(old)
    for index, change in delta.items():
        new[int(index)] = patched(new[int(index)], change)
    return new
