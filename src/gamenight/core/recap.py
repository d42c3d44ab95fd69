"""How a recap is divided into lines: a game says which events belong together."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gamenight.core.model import Event
from gamenight.core.text import Words

RecapLine = Words | tuple[Event, ...]
"""Words, or events that are told one after the other on one line."""


def parted(
    history: Iterable[Event], begins: Collection[str] = (), ends: Collection[str] = ()
) -> list[tuple[Event, ...]]:
    """The history in parts: a part begins with an event of some types, and ends after one of others."""
    parts: list[list[Event]] = []
    is_open = False
    for event in history:
        if not is_open or event.event_type in begins:
            parts.append([])
        parts[-1].append(event)
        is_open = event.event_type not in ends
    return [tuple(part) for part in parts]


def one_each(history: Iterable[Event]) -> list[tuple[Event, ...]]:
    """Every event by itself."""
    return [(event,) for event in history]
