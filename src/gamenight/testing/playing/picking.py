"""Picks for an offer: some by chance, as a player taps, or those that mean a given payload."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from gamenight.core.model import Family
from gamenight.core.rng import Rng
from gamenight.core.scene import Offer, Step
from gamenight.core.taps import Taps, completed, continues, picks, tapped
from gamenight.testing.reporting.compare import encoded

Picked = tuple[Taps, ...]
Wanted = dict[str, list[bytes]]
"""The values that each field of the payload still lacks, as JSON: True is not 1."""


def some_picks(offer: Offer, rng: Rng) -> Picked:
    """What somebody picks who taps whatever is highlighted; once it is enough, perhaps no more."""
    taps: Taps = ()
    while onward := sorted(continues((offer,), taps)):
        if completed((offer,), taps) and rng.below(3) == 0:
            break
        taps = tapped((offer,), taps, rng.choice(onward))
    return picks(offer, taps)


def picks_for(offer: Offer, payload: Any) -> Picked | None:
    """Picks that mean this payload; None if there are none."""
    fields = dict.fromkeys(name for name, _ in offer.values)
    is_family = isinstance(offer.does, Family)
    wanted: Wanted = {}
    for name in fields:
        value = getattr(payload, name)
        wanted[name] = [encoded(each) for each in (value if is_family else (value,))]
    return next(_filled(offer, 0, wanted), None)


def _filled(offer: Offer, at: int, wanted: Wanted) -> Iterator[Picked]:
    """The ways to fill the steps from this one on with all that is wanted."""
    if at == len(offer.steps):
        yield from () if any(wanted.values()) else ((),)
        return
    step, (name, by_id) = offer.steps[at], offer.values[at]
    meanings: dict[bytes, list[str]] = {}
    for id in step.ids:
        meanings.setdefault(encoded(by_id[id]), []).append(id)
    is_last = all(other != name for other, _ in offer.values[at + 1 :])
    for values in _selections(step, [value for value in wanted[name] if value in meanings], is_last=is_last):
        picked = _ids(step, meanings, values)
        if picked is not None:
            left = list((Counter(wanted[name]) - Counter(values)).elements())
            yield from ((picked, *rest) for rest in _filled(offer, at + 1, {**wanted, name: left}))


def _selections(step: Step, values: list[bytes], *, is_last: bool) -> Iterator[tuple[bytes, ...]]:
    """What the step may take of these values: all of them if no other step is there to take the rest."""
    if is_last:
        yield from (tuple(values),) if step.min <= len(values) <= step.max else ()
        return
    for size in range(min(step.max, len(values)), step.min - 1, -1):
        yield from dict.fromkeys(combinations(values, size))


def _ids(step: Step, meanings: dict[bytes, list[str]], values: tuple[bytes, ...]) -> Taps | None:
    """Ids that mean these values, none more often than it may be picked."""
    picked: list[str] = []
    for value, times in Counter(values).items():
        copies = [id for id in meanings[value] for _ in range(step.each)]
        if len(copies) < times:
            return None
        picked += copies[:times]
    return tuple(picked)
