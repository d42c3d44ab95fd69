"""Divide the events of a recap into lines; a game decides which events belong together."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gamenight.core.model import Event
from gamenight.core.text import Words

RecapLine = Words | tuple[Event, ...]
"""Words, or several events that share one line."""


def parted(
    history: Iterable[Event], begins: Collection[str] = (), ends: Collection[str] = ()
) -> list[tuple[Event, ...]]:
    """Split the history: a part begins with an event of a type in `begins`, and ends after one of a type in `ends`."""
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
