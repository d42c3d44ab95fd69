"""Decode actions strictly, match them against a listing, and expand families of actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from gamenight.core.errors import TooManyActions
from gamenight.core.listing.families import count, members, sample
from gamenight.core.model import Action, Family, PlayerId, Slot
from gamenight.core.rng import Rng

LISTING_LIMIT = 10_000

Listing = Sequence[Action | Family]


class Malformed(ValueError):
    """The payload does not have the shape of its action type; the message says where."""


def decode_payload(payload_type: type[Any], payload: Any) -> Any:
    """Convert the payload to the game's own Struct, strictly: True is not 1, an unknown field is an error."""
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
    """The listed action that equals this decoded one, or its canonical form if it belongs to a family; else None."""
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
    """JSON, because Python says that True == 1, while their JSON differs."""
    return msgspec.json.encode(payload, order="deterministic")


def canonical(family: Family, payload: Any) -> Any | None:
    """The member of the family with these choices, in the order of its slots' values; None if there is none."""
    chosen: dict[str, tuple[Any, ...]] = {}
    for slot in family.slots:
        try:
            wanted = Counter((type(value), value) for value in getattr(payload, slot.name))
        except TypeError:  # something that cannot be a value, such as a list
            return None
        if not _fits(slot, wanted):
            return None
        chosen[slot.name] = tuple(value for value in dict.fromkeys(slot.of) for _ in range(wanted[type(value), value]))
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


def size(listing: Listing) -> int:
    """The number of actions in a listing, with the members of its families."""
    return sum(1 if isinstance(entry, Action) else count(entry) for entry in listing)


def any_family(listing: Listing) -> bool:
    return Family in map(type, listing)


def expand(listing: Listing, player_id: PlayerId, payload_types: Mapping[str, type[Any]]) -> list[Action]:
    """Every action of a listing, with families expanded; raises TooManyActions above 10,000."""
    total = size(listing)
    if total > LISTING_LIMIT:
        raise too_many(total)
    actions: list[Action] = []
    for entry in listing:
        if isinstance(entry, Action):
            actions.append(entry)
            continue
        payload_type = payload_types[entry.action_type]
        actions.extend(Action(entry.action_type, player_id, payload_type(**payload)) for payload in members(entry))
    return actions


def too_many(total: int) -> TooManyActions:
    return TooManyActions(
        f"{total} actions, more than the {LISTING_LIMIT} that are listed: test or sample the families"
    )


def pick(listing: Listing, player_id: PlayerId, rng: Rng) -> Action:
    """One action, drawn uniformly from the listing with its families expanded; the listing must not be empty."""
    entry = listing[weighted([1 if isinstance(entry, Action) else count(entry) for entry in listing], rng)]
    return entry if isinstance(entry, Action) else Action(entry.action_type, player_id, sample(entry, rng))


def weighted(weights: Sequence[int], rng: Rng) -> int:
    """A random index into the weights; the probability of each is proportional to its weight."""
    at = rng.below(sum(weights))
    for index, weight in enumerate(weights):
        if at < weight:
            return index
        at -= weight
    raise AssertionError("unreachable: the weights add up to the bound")
