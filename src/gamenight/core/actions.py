"""Which actions there are: strict decoding, matching against a listing, and families of actions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from gamenight.core.errors import TooManyActions
from gamenight.core.model import Action, Family, PlayerId, Slot
from gamenight.core.rng import Rng

LISTING_LIMIT = 10_000

Listing = Sequence[Action | Family]


class Malformed(ValueError):
    """The payload does not have the shape of its action type; the message says where."""


def decode_payload(payload_type: type[Any], payload: Any) -> Any:
    """The payload as the game's own Struct, checked strictly: True is not 1, an unknown field is an error."""
    try:
        plain = msgspec.to_builtins(payload)
        if isinstance(plain, dict):
            unknown = plain.keys() - {*payload_type.__struct_encode_fields__, payload_type.__struct_config__.tag_field}
            if unknown:
                raise Malformed(f"unknown field {min(map(str, unknown))!r}")
        return msgspec.convert(plain, payload_type, strict=True)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        raise Malformed(str(error)) from None


def find(listing: Listing, action: Action) -> Action | None:
    """The listed action that equals this decoded one, or the family's canonical form of it; None if neither."""
    for entry in listing:
        if entry.action_type != action.action_type:
            continue
        if isinstance(entry, Action):
            if entry.payload == action.payload and _encoded(entry.payload) == _encoded(action.payload):
                return entry
        elif (payload := canonical(entry, action.payload)) is not None:
            return Action(action.action_type, action.player_id, payload)
    return None


def _encoded(payload: Any) -> bytes:
    """Python takes True for 1; their JSON differs."""
    return msgspec.json.encode(payload, order="deterministic")


def canonical(family: Family, payload: Any) -> Any | None:
    """The member of the family with these choices, in the order of its slots' values; None if it is no member."""
    chosen: dict[str, tuple[Any, ...]] = {}
    for slot in family.slots:
        try:
            wanted = Counter((type(value), value) for value in getattr(payload, slot.name))
        except TypeError:  # something that cannot be a value, such as a list
            return None
        if not _fits(slot, wanted):
            return None
        chosen[slot.name] = tuple(value for value in _values((slot,)) for _ in range(wanted[type(value), value]))
    if not family.repeat and _overlaps(chosen.values()):
        return None
    return type(payload)(**chosen)


def _fits(slot: Slot, wanted: Counter[tuple[type, Any]]) -> bool:
    if not slot.min <= wanted.total() <= slot.max:
        return False
    offered = {(type(value), value) for value in slot.of}
    return wanted.keys() <= offered and max(wanted.values(), default=0) <= slot.each


def _overlaps(chosen: Iterable[tuple[Any, ...]]) -> bool:
    used = [value for values in chosen for value in set(values)]
    return len(used) != len(set(used))


def count(family: Family) -> int:
    """How many members the family has; for an inexact one, how many candidates."""
    return math.prod(_table(group)[0].get((0,) * len(group), 0) for group in _groups(family))


def members(family: Family) -> Iterator[dict[str, tuple[Any, ...]]]:
    """The members' payloads, lazily, in the order of the slots' values."""
    groups = _groups(family)
    for parts in _product(groups):
        slots = [slot.name for group in groups for slot in group]
        yield dict(zip(slots, [values for part in parts for values in part], strict=True))


def sample(family: Family, rng: Rng) -> dict[str, tuple[Any, ...]]:
    """One member's payload, uniformly; the family must not be empty."""
    chosen: dict[str, tuple[Any, ...]] = {}
    for group in _groups(family):
        for slot, values in zip(group, _draw(group, rng), strict=True):
            chosen[slot.name] = values
    return chosen


def size(listing: Listing) -> int:
    """How many actions a listing stands for."""
    return sum(1 if isinstance(entry, Action) else count(entry) for entry in listing)


def any_family(listing: Listing) -> bool:
    return Family in map(type, listing)


def expand(listing: Listing, player_id: PlayerId, payload_types: Mapping[str, type[Any]]) -> list[Action]:
    """Every action of a listing, families written out; TooManyActions beyond 10,000."""
    total = size(listing)
    if total > LISTING_LIMIT:
        raise TooManyActions(
            f"{total} actions, more than the {LISTING_LIMIT} that are listed: test or sample the families"
        )
    actions: list[Action] = []
    for entry in listing:
        if isinstance(entry, Action):
            actions.append(entry)
            continue
        payload_type = payload_types[entry.action_type]
        actions.extend(Action(entry.action_type, player_id, payload_type(**payload)) for payload in members(entry))
    return actions


def pick(listing: Listing, player_id: PlayerId, rng: Rng) -> Action:
    """One action, uniformly over the listing with its families written out; the listing must not be empty."""
    entry = listing[weighted([1 if isinstance(entry, Action) else count(entry) for entry in listing], rng)]
    return entry if isinstance(entry, Action) else Action(entry.action_type, player_id, sample(entry, rng))


# A group is a set of slots whose choices depend on each other: one slot, or all of them in a family without `repeat`.
# Values are decided one after the other; `sizes` counts what each slot of the group holds so far.

Group = tuple[Slot, ...]
Sizes = tuple[int, ...]
Chosen = tuple[tuple[Any, ...], ...]
Table = list[dict[Sizes, int]]


def _groups(family: Family) -> list[Group]:
    return [(slot,) for slot in family.slots] if family.repeat else [family.slots]


def _values(group: Group) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(value for slot in group for value in slot.of))


def _uses(group: Group, value: Any, sizes: Sizes) -> Iterator[tuple[int, int]]:
    """The ways to use one value: in which slot, and how often."""
    for index, slot in enumerate(group):
        if value in slot.of:
            for times in range(1, min(slot.each, slot.max - sizes[index]) + 1):
                yield index, times


def _after(sizes: Sizes, index: int, times: int) -> Sizes:
    return (*sizes[:index], sizes[index] + times, *sizes[index + 1 :])


def _is_complete(group: Group, sizes: Sizes) -> bool:
    return all(slot.min <= size <= slot.max for slot, size in zip(group, sizes, strict=True))


@lru_cache(maxsize=1024)
def _table(group: Group) -> Table:
    """For each place in the values and each reachable size: in how many ways the rest completes the selection."""
    values = _values(group)
    reachable: list[set[Sizes]] = [{(0,) * len(group)}]
    for value in values:
        grown = {_after(sizes, *use) for sizes in reachable[-1] for use in _uses(group, value, sizes)}
        reachable.append(reachable[-1] | grown)
    table: Table = [{} for _ in reachable]
    table[-1] = {sizes: 1 for sizes in reachable[-1] if _is_complete(group, sizes)}
    for at in range(len(values) - 1, -1, -1):
        for sizes in reachable[at]:
            uses = _uses(group, values[at], sizes)
            table[at][sizes] = table[at + 1].get(sizes, 0) + sum(table[at + 1].get(_after(sizes, *u), 0) for u in uses)
    return table


def _use(chosen: Chosen, index: int, value: Any, times: int) -> Chosen:
    return (*chosen[:index], chosen[index] + (value,) * times, *chosen[index + 1 :])


def _selections(group: Group) -> Iterator[Chosen]:
    """The selections in the order of a dictionary, by taking one more value at a time."""
    values, table = _values(group), _table(group)
    slots_of = [[index for index, slot in enumerate(group) if value in slot.of] for value in values]
    stack: list[tuple[int, int, int, Chosen]] = [(-1, 0, group[0].each, ((),) * len(group))]
    while stack:
        place, index, times, chosen = stack.pop()
        if _is_complete(group, tuple(map(len, chosen))):
            yield chosen
        again = [(place, index, times + 1)] if times < group[index].each else []
        later = [(at, slot, 1) for at in range(place + 1, len(values)) for slot in slots_of[at]]
        further = [(*step, _use(chosen, step[1], values[step[0]], 1)) for step in again + later]
        stack += reversed([step for step in further if _can_be_completed(group, table, *step)])


def _can_be_completed(group: Group, table: Table, place: int, index: int, times: int, chosen: Chosen) -> bool:
    """Some selection begins like this one; the value taken last may be taken again."""
    sizes = tuple(map(len, chosen))
    return any(table[place + 1].get(_after(sizes, index, more)) for more in range(group[index].each - times + 1))


def _draw(group: Group, rng: Rng) -> Chosen:
    chosen: Chosen = ((),) * len(group)
    table = _table(group)
    for at, value in enumerate(_values(group)):
        sizes = tuple(map(len, chosen))
        uses = list(_uses(group, value, sizes))
        weights = [table[at + 1].get(_after(sizes, *use), 0) for use in uses] + [table[at + 1].get(sizes, 0)]
        taken = weighted(weights, rng)
        if taken < len(uses):
            chosen = _use(chosen, uses[taken][0], value, uses[taken][1])
    return chosen


def weighted(weights: Sequence[int], rng: Rng) -> int:
    """A place in the weights, as likely as its weight."""
    at = rng.below(sum(weights))
    for index, weight in enumerate(weights):
        if at < weight:
            return index
        at -= weight
    raise AssertionError("unreachable: the weights add up to the bound")


def _product(groups: list[Group]) -> Iterator[tuple[Chosen, ...]]:
    """Like itertools.product over the groups' selections, but lazy in every factor."""
    if not groups:
        yield ()
        return
    for first in _selections(groups[0]):
        for rest in _product(groups[1:]):
            yield (first, *rest)
