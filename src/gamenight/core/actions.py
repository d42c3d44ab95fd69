"""Which actions there are: strict decoding, matching against a listing, and families of actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
            unknown = plain.keys() - {field.encode_name for field in msgspec.structs.fields(payload_type)}
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
            if entry.payload == action.payload:
                return entry
        elif (payload := canonical(entry, action.payload)) is not None:
            return Action(action.action_type, action.player_id, payload)
    return None


def canonical(family: Family, payload: Any) -> Any | None:
    """The member of the family with these choices, in the order of its slots' values; None if it is no member."""
    chosen: dict[str, tuple[Any, ...]] = {}
    for slot in family.slots:
        values = getattr(payload, slot.name)
        if not _fits(slot, values):
            return None
        wanted = Counter(values)
        chosen[slot.name] = tuple(value for value in _values((slot,)) for _ in range(wanted[value]))
    if not family.repeat and _overlaps(chosen.values()):
        return None
    return type(payload)(**chosen)


def _fits(slot: Slot, values: Sequence[Any]) -> bool:
    if not slot.min <= len(values) <= slot.max:
        return False
    counts = Counter(values)
    return counts.keys() <= set(slot.of) and max(counts.values(), default=0) <= slot.each


def _overlaps(chosen: Any) -> bool:
    used = [value for values in chosen for value in set(values)]
    return len(used) != len(set(used))


def count(family: Family) -> int:
    """How many members the family has; for an inexact one, how many candidates."""
    total = 1
    for group in _groups(family):
        total *= _ways(group, 0, (0,) * len(group))
    return total


def members(family: Family) -> Iterator[dict[str, tuple[Any, ...]]]:
    """The members' payloads, lazily, in canonical order."""
    groups = _groups(family)
    for parts in _products([lambda group=group: _selections(group, 0, ((),) * len(group)) for group in groups]):
        yield {
            slot.name: values
            for group, part in zip(groups, parts, strict=True)
            for slot, values in zip(group, part, strict=True)
        }


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
    for entry in listing:  # noqa: SIM110 (the hot path: three times faster than any())
        if type(entry) is Family:
            return True
    return False


def expand(listing: Listing, player_id: PlayerId, payload_types: Mapping[str, type[Any]]) -> list[Action]:
    """Every action of a listing, families written out; TooManyActions beyond 10,000."""
    if not any_family(listing) and len(listing) <= LISTING_LIMIT:
        return list(listing)  # type: ignore[arg-type]
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
    weights = [1 if isinstance(entry, Action) else count(entry) for entry in listing]
    at = rng.below(sum(weights))
    for entry, weight in zip(listing, weights, strict=True):
        if at < weight:
            return entry if isinstance(entry, Action) else Action(entry.action_type, player_id, sample(entry, rng))
        at -= weight
    raise AssertionError("unreachable: the weights add up to the bound")


# A group is a set of slots whose choices depend on each other: one slot, or all of them in a family without `repeat`.
# Values are decided one after the other; `sizes` counts what each slot of the group holds so far.

Group = tuple[Slot, ...]


def _groups(family: Family) -> list[Group]:
    return [(slot,) for slot in family.slots] if family.repeat else [family.slots]


@lru_cache(maxsize=4096)
def _values(group: Group) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(value for slot in group for value in slot.of))


def _options(group: Group, value: Any, sizes: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """The ways to use one value: (slot, how often), most first so that listings are in canonical order; then not."""
    for index, slot in enumerate(group):
        if value in slot.of:
            for times in range(min(slot.each, slot.max - sizes[index]), 0, -1):
                yield index, times
    yield 0, 0


def _after(sizes: tuple[int, ...], index: int, times: int) -> tuple[int, ...]:
    return (*sizes[:index], sizes[index] + times, *sizes[index + 1 :])


@lru_cache(maxsize=65536)
def _ways(group: Group, at: int, sizes: tuple[int, ...]) -> int:
    """In how many ways the values from place `at` on complete this selection."""
    values = _values(group)
    if at == len(values):
        return int(all(slot.min <= size for slot, size in zip(group, sizes, strict=True)))
    return sum(_ways(group, at + 1, _after(sizes, *option)) for option in _options(group, values[at], sizes))


def _selections(group: Group, at: int, chosen: tuple[tuple[Any, ...], ...]) -> Iterator[tuple[tuple[Any, ...], ...]]:
    sizes = tuple(map(len, chosen))
    if not _ways(group, at, sizes):
        return
    values = _values(group)
    if at == len(values):
        yield chosen
        return
    for index, times in _options(group, values[at], sizes):
        more = (*chosen[:index], chosen[index] + (values[at],) * times, *chosen[index + 1 :])
        yield from _selections(group, at + 1, more)


def _draw(group: Group, rng: Rng) -> tuple[tuple[Any, ...], ...]:
    chosen: tuple[tuple[Any, ...], ...] = ((),) * len(group)
    for at, value in enumerate(_values(group)):
        sizes = tuple(map(len, chosen))
        options = list(_options(group, value, sizes))
        weights = [_ways(group, at + 1, _after(sizes, *option)) for option in options]
        index, times = options[_weighted(weights, rng)]
        chosen = (*chosen[:index], chosen[index] + (value,) * times, *chosen[index + 1 :])
    return chosen


def _weighted(weights: list[int], rng: Rng) -> int:
    at = rng.below(sum(weights))
    for index, weight in enumerate(weights):
        if at < weight:
            return index
        at -= weight
    raise AssertionError("unreachable: the weights add up to the bound")


def _products(makers: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Like itertools.product, but lazy in every factor."""
    if not makers:
        yield ()
        return
    for first in makers[0]():
        for rest in _products(makers[1:]):
            yield (first, *rest)
