"""Decide which taps make which offers. The page has the same rule; this copy in Python serves checks without a page.

Taps fill an offer's steps one after the other, in any order within a step; the next step may begin when the present one
has its `min`. In a family without `repeat` no id may be picked in two steps. A tap is accepted only if some offer can
still be completed after it, so players cannot get stuck. If several offers are complete, another tap on the last id
selects the next of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from gamenight.core.model import Family
from gamenight.core.showing.scene import Offer, PickStep

Taps = tuple[str, ...]
Way = tuple[Taps, ...]
"""The taps that each step gets; the last step that has any may still need more."""


def continues(offers: Sequence[Offer], taps: Sequence[str]) -> set[str]:
    """The ids that can be tapped next; the page highlights them."""
    kept = without_repeats(offers, taps)
    return {
        id
        for offer in offers
        if is_open(offer, kept)
        for id in {id for step in offer.steps for id in step.ids}
        if is_open(offer, (*kept, id))
    }


def completed(offers: Sequence[Offer], taps: Sequence[str]) -> tuple[int, ...]:
    """The indices of the offers that these taps complete, ignoring repeated taps at the end."""
    kept = without_repeats(offers, taps)
    return tuple(number for number, offer in enumerate(offers) if _complete_way(offer, kept) is not None)


def chosen(offers: Sequence[Offer], taps: Sequence[str]) -> int | None:
    """The index of the offer that the repeated taps at the end have selected; None if no offer is complete."""
    kept = without_repeats(offers, taps)
    complete = completed(offers, kept)
    repeats = [id for id in taps[len(kept) :] if (id,) == kept[-1:]]
    return complete[len(repeats) % len(complete)] if complete else None


def tapped(offers: Sequence[Offer], taps: Sequence[str], id: str) -> Taps:
    """The taps after one more: it continues an offer, or selects the next complete offer, or replaces the last taps, or
    is ignored."""
    kept = without_repeats(offers, taps)
    if _is_open(offers, (*kept, id)):
        return (*kept, id)
    if kept and kept[-1] == id and len(completed(offers, kept)) > 1:
        return (*taps, id)
    for length in range(len(kept) - 1, -1, -1):
        if _is_open(offers, (*kept[:length], id)):
            return (*kept[:length], id)
    return tuple(taps)


def picks(offer: Offer, taps: Sequence[str]) -> Way:
    """The taps of each step of a completed offer; if there are several ways, the earlier steps get more."""
    way = _complete_way(offer, without_repeats((offer,), taps))
    if way is None:
        raise ValueError(f"the taps {list(taps)} do not make this offer")
    return way


def without_repeats(offers: Sequence[Offer], taps: Sequence[str]) -> Taps:
    """The taps up to the last one that continued something."""
    kept = tuple(taps)
    while kept and not _is_open(offers, kept):
        kept = kept[:-1]
    return kept


def _is_open(offers: Sequence[Offer], taps: Taps) -> bool:
    return any(is_open(offer, taps) for offer in offers)


def is_open(offer: Offer, taps: Sequence[str]) -> bool:
    """The offer can be completed by these taps and perhaps more; never if it has no steps."""
    if not offer.steps or not all(map(_can_be_filled, offer.steps)):
        return False
    distinct = is_distinct(offer)
    ways = _ways(offer.steps, tuple(taps), distinct)
    return any(not distinct or _has_enough_left(offer.steps, way) for way in ways)


def is_distinct(offer: Offer) -> bool:
    """An id may be picked in only one step."""
    return isinstance(offer.does, Family) and not offer.does.repeat


def _can_be_filled(step: PickStep) -> bool:
    return step.min <= min(step.max, len(set(step.ids)) * step.each)


def _complete_way(offer: Offer, taps: Taps) -> Way | None:
    if not offer.steps:
        return None
    ways = _ways(offer.steps, taps, is_distinct(offer))
    return next((way for way in ways if _is_complete(offer.steps, way)), None)


def _is_complete(steps: Sequence[PickStep], way: Way) -> bool:
    return all(len(got) >= step.min for step, got in zip(steps, way, strict=True))


def _ways(steps: tuple[PickStep, ...], taps: Taps, distinct: bool) -> Iterator[Way]:
    """Yield the ways to distribute the taps to the steps; ways in which earlier steps get more come first."""
    if not steps:
        yield from () if taps else ((),)
        return
    for length in range(min(steps[0].max, len(taps)), -1, -1):
        got, rest = taps[:length], taps[length:]
        if rest and length < steps[0].min:
            return
        if _takes(steps[0], got) and not (distinct and set(got) & set(rest)):
            for way in _ways(steps[1:], rest, distinct):
                yield (got, *way)


def _takes(step: PickStep, got: Taps) -> bool:
    counts = Counter(got)
    return counts.keys() <= set(step.ids) and max(counts.values(), default=0) <= step.each


def _has_enough_left(steps: Sequence[PickStep], way: Way) -> bool:
    """Each step can get its `min` from ids that no other step uses."""
    used = {id for got in way for id in got}
    wanted = [number for number, step in enumerate(steps) for _ in range(_lacks(step, way[number]))]
    taken: dict[str, int] = {}
    return all(_take_another(steps, used, wanted, number, taken, set()) for number in range(len(wanted)))


def _lacks(step: PickStep, got: Taps) -> int:
    """The number of further ids that the step needs, if each is picked as often as allowed."""
    return max(0, -(-(step.min - len(set(got)) * step.each) // step.each))


def _take_another(
    steps: Sequence[PickStep], used: set[str], wanted: list[int], number: int, taken: dict[str, int], tried: set[str]
) -> bool:
    """Find an id for entry `number` of `wanted`, possibly by moving another entry to another id (bipartite
    matching)."""
    for id in steps[wanted[number]].ids:
        if id in used or id in tried:
            continue
        tried.add(id)
        if id not in taken or _take_another(steps, used, wanted, taken[id], taken, tried):
            taken[id] = number
            return True
    return False
