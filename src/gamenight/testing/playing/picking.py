"""Picks for an offer: random ones, as a player taps, or those that make a given payload."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from gamenight.core.model import Family
from gamenight.core.rng import Rng
from gamenight.core.showing.scene import Offer, PickStep
from gamenight.core.showing.taps import Taps, completed, continues, picks, tapped
from gamenight.testing.reporting.compare import encoded

Picked = tuple[Taps, ...]
Wanted = dict[str, list[bytes]]
"""The missing values of each field of the payload, as JSON, because True is not 1 there."""


def some_picks(offer: Offer, rng: Rng) -> Picked:
    """Random picks among what is highlighted; as soon as the offer is complete, they may stop."""
    taps: Taps = ()
    while onward := sorted(continues((offer,), taps)):
        if completed((offer,), taps) and rng.below(3) == 0:
            break
        taps = tapped((offer,), taps, rng.choice(onward))
    return picks(offer, taps)


def picks_for(offer: Offer, payload: Any) -> Picked | None:
    """Picks that make this payload; None if there are none."""
    fields = dict.fromkeys(name for name, _ in offer.values)
    is_family = isinstance(offer.does, Family)
    wanted: Wanted = {}
    for name in fields:
        value = getattr(payload, name)
        wanted[name] = [encoded(each) for each in (value if is_family else (value,))]
    return next(_filled(offer, 0, wanted), None)


def _filled(offer: Offer, at: int, wanted: Wanted) -> Iterator[Picked]:
    """The ways to fill the steps from this one on with all wanted values."""
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


def _selections(step: PickStep, values: list[bytes], *, is_last: bool) -> Iterator[tuple[bytes, ...]]:
    """The selections of these values that the step may take; all of them if no later step can take the rest."""
    if is_last:
        yield from (tuple(values),) if step.min <= len(values) <= step.max else ()
        return
    for size in range(min(step.max, len(values)), step.min - 1, -1):
        yield from dict.fromkeys(combinations(values, size))


def _ids(step: PickStep, meanings: dict[bytes, list[str]], values: tuple[bytes, ...]) -> Taps | None:
    """Ids that stand for these values, each at most as often as it may be picked; None if there are too few."""
    picked: list[str] = []
    for value, times in Counter(values).items():
        copies = [id for id in meanings[value] for _ in range(step.each)]
        if len(copies) < times:
            return None
        picked += copies[:times]
    return tuple(picked)
