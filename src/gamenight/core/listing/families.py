"""The members of a family of actions: count them, iterate over them, get the nth, or draw one at random.

Members come in lexicographic order of the slots' values. All of this depends only on the shape of a family: how many
values there are and how many may be chosen, not which values. So the tables are the same for every hand of 13 cards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from gamenight.core.model import Family, Slot
from gamenight.core.rng import Rng

Payload = dict[str, tuple[Any, ...]]
SlotGroup = tuple[Slot, ...]
"""Slots whose choices depend on each other: one slot, or all of them in a family without `repeat`."""

Limits = tuple[tuple[int, int, int], ...]
"""For each slot of a group: the minimum, the maximum, and how often one value may be chosen."""
Homes = tuple[tuple[int, ...], ...]
"""For each value of a group: the slots that offer it."""
Sizes = tuple[int, ...]
"""The number of values that each slot of a group holds so far."""
Pick = tuple[int, int]
"""The index of a value in its group, and the slot it goes to."""
Prefix = tuple[int, int, int, Sizes]
"""The beginning of a selection: index, slot and number of uses of the value taken last, and the sizes so far."""
Grown = tuple[bool, list[tuple[Prefix, int]]]
"""Whether a beginning is a complete selection, and its continuations, each with the number of selections in it."""
SelectionCounts = list[dict[Sizes, int]]

KEPT_VALUES = 64
"""Maximum number of values of a group whose continuations are cached; more would take too much memory."""


def count(family: Family) -> int:
    """The number of members of the family; for an inexact one, the number of candidates."""
    if len(family.slots) == 1:  # nearly all families; every listing is counted
        return _shape_of(family.slots)[1].total
    return math.prod(_shape_of(group)[1].total for group in _groups(family))


def members(family: Family) -> Iterator[Payload]:
    """Yield the payloads of the members, in order."""
    groups = _groups(family)
    for parts in _product([_shape_of(group) for group in groups]):
        yield {name: part for group, values in zip(groups, parts, strict=True) for name, part in _named(group, values)}


def nth(family: Family, index: int) -> Payload:
    """The payload of the member with this index."""
    if index >= count(family):
        raise IndexError(f"the family has {count(family)} members")
    payload: list[tuple[str, tuple[Any, ...]]] = []
    for group in reversed(_groups(family)):
        values, shape = _shape_of(group)
        index, own = divmod(index, shape.total)
        payload[:0] = _named(group, _chosen(values, shape, shape.nth(own)))
    return dict(payload)


def sample(family: Family, rng: Rng) -> Payload:
    """The payload of one member, drawn uniformly; the family must not be empty."""
    return nth(family, rng.below(count(family)))


def _groups(family: Family) -> list[SlotGroup]:
    return [(slot,) for slot in family.slots] if family.repeat else [family.slots]


def _shape_of(group: SlotGroup) -> tuple[tuple[Any, ...], Shape]:
    """The group's values in order, and its shape, which other groups may share."""
    if len(group) == 1:
        (slot,) = group
        values = tuple(dict.fromkeys(slot.of))
        return values, _shape(((slot.min, slot.max, slot.each),), ((0,),) * len(values))
    values = tuple(dict.fromkeys(value for slot in group for value in slot.of))
    homes = tuple(tuple(index for index, slot in enumerate(group) if value in slot.of) for value in values)
    return values, _shape(tuple((slot.min, slot.max, slot.each) for slot in group), homes)


def _chosen(values: tuple[Any, ...], shape: Shape, picks: list[Pick]) -> tuple[tuple[Any, ...], ...]:
    """The values that each slot of the group holds."""
    if len(shape.limits) == 1:
        return (tuple([values[place] for place, _ in picks]),)
    return tuple(tuple(values[place] for place, slot in picks if slot == own) for own in range(len(shape.limits)))


def _named(group: SlotGroup, chosen: tuple[tuple[Any, ...], ...]) -> list[tuple[str, tuple[Any, ...]]]:
    return [(slot.name, values) for slot, values in zip(group, chosen, strict=True)]


def _product(parts: list[tuple[tuple[Any, ...], Shape]]) -> Iterator[tuple[tuple[tuple[Any, ...], ...], ...]]:
    """Like itertools.product over the groups' selections, but lazy in every factor."""
    if not parts:
        yield ()
        return
    values, shape = parts[0]
    for picks in shape.selections():
        first = _chosen(values, shape, picks)
        for rest in _product(parts[1:]):
            yield (first, *rest)


class Shape:
    """All selections of the groups with these limits. A selection grows by one value at a time."""

    def __init__(self, limits: Limits, homes: Homes) -> None:
        self.limits = limits
        self.homes = homes
        self.table = _ways(limits, homes)
        self.total = self.table[0].get((0,) * len(limits), 0)
        self._root: Prefix = (-1, 0, limits[0][2] if limits else 0, (0,) * len(limits))
        self._kept: dict[Prefix, Grown] | None = {} if len(homes) <= KEPT_VALUES else None

    def nth(self, rank: int) -> list[Pick]:
        """The selection with this index."""
        picks: list[Pick] = []
        prefix = self._root
        while True:
            is_whole, further = self._after(prefix)
            if is_whole:
                if rank == 0:
                    return picks
                rank -= 1
            for longer, number in further:
                if rank < number:
                    prefix = longer
                    picks.append((prefix[0], prefix[1]))
                    break
                rank -= number

    def selections(self) -> Iterator[list[Pick]]:
        """All selections, in order."""
        stack: list[tuple[Prefix, list[Pick]]] = [(self._root, [])]
        while stack:
            prefix, picks = stack.pop()
            is_whole, further = self._after(prefix)
            if is_whole:
                yield picks
            stack += [(longer, [*picks, (longer[0], longer[1])]) for longer, _ in reversed(further)]

    def _after(self, prefix: Prefix) -> Grown:
        if self._kept is None:
            return self._grown(prefix)
        known = self._kept.get(prefix)
        if known is None:
            known = self._kept[prefix] = self._grown(prefix)
        return known

    def _grown(self, prefix: Prefix) -> Grown:
        place, slot, times, sizes = prefix
        again = [(place, slot, times + 1)] if self.limits and times < self.limits[slot][2] else []
        later = [(at, home, 1) for at in range(place + 1, len(self.homes)) for home in self.homes[at]]
        longer: list[Prefix] = [(*step, _with(sizes, step[1], 1)) for step in again + later]
        counted = [(each, self._beginning_with(each)) for each in longer]
        return _is_whole(self.limits, sizes), [(each, number) for each, number in counted if number]

    def _beginning_with(self, prefix: Prefix) -> int:
        """The number of selections with this beginning; the value taken last may be taken again."""
        place, slot, times, sizes = prefix
        rest = self.table[place + 1]
        return sum(rest.get(_with(sizes, slot, more), 0) for more in range(self.limits[slot][2] - times + 1))


_shape = lru_cache(maxsize=1024)(Shape)


def _ways(limits: Limits, homes: Homes) -> SelectionCounts:
    """For each index in the values and all reachable sizes: in how many ways the rest completes the selection."""
    reachable: list[set[Sizes]] = [{(0,) * len(limits)}]
    for slots in homes:
        grown = {_with(sizes, *use) for sizes in reachable[-1] for use in _uses(limits, slots, sizes)}
        reachable.append(reachable[-1] | grown)
    table: SelectionCounts = [{} for _ in reachable]
    table[-1] = {sizes: 1 for sizes in reachable[-1] if _is_whole(limits, sizes)}
    for at in range(len(homes) - 1, -1, -1):
        rest = table[at + 1]
        for sizes in reachable[at]:
            used = sum(rest.get(_with(sizes, *use), 0) for use in _uses(limits, homes[at], sizes))
            table[at][sizes] = rest.get(sizes, 0) + used
    return table


def _uses(limits: Limits, slots: tuple[int, ...], sizes: Sizes) -> Iterator[tuple[int, int]]:
    """Yield the ways to use one value: the slot, and how often it is used there."""
    for slot in slots:
        _, most, each = limits[slot]
        for times in range(1, min(each, most - sizes[slot]) + 1):
            yield slot, times


def _with(sizes: Sizes, slot: int, more: int) -> Sizes:
    if len(sizes) == 1:
        return (sizes[0] + more,)
    return (*sizes[:slot], sizes[slot] + more, *sizes[slot + 1 :])


def _is_whole(limits: Limits, sizes: Sizes) -> bool:
    return all(least <= size <= most for (least, most, _), size in zip(limits, sizes, strict=True))
