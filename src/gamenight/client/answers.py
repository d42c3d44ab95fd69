"""The possible answers of a client, read from its view as plain data."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from gamenight.core.listing.families import count, sample
from gamenight.core.model import Family, Slot
from gamenight.core.rng import Rng
from gamenight.protocol.packing import unpacked

Answer = tuple[str, Any]
"""An action type and its payload."""

Pick = tuple[int, list[list[str]]]
"""The number of an offer, and the ids picked in each of its steps."""


def listed_answers(view: dict[str, Any]) -> list[Answer]:
    """The listed actions of a view; families are left out."""
    groups = [entry for entry in view.get("actions", ()) if not isinstance(entry, dict)]
    return [_read(group, row) for group in groups for row in group[2]]


def _read(group: Any, row: Any) -> Answer:
    """One row of an ActionGroup."""
    action_type, fields, _ = group
    return action_type, row if fields is None else dict(zip(fields, row, strict=True))


def random_answer(view: dict[str, Any], chance: random.Random) -> Answer | None:
    """A random answer, all equally likely, or None. An answer from a family that is not exact may be refused."""
    entries = view.get("actions", ())
    if not entries:
        return None
    families = [_with_texts(entry) if isinstance(entry, dict) else None for entry in entries]
    sizes = [
        len(entry[2]) if family is None else count(family) for entry, family in zip(entries, families, strict=True)
    ]
    (place,) = chance.choices(range(len(entries)), sizes)
    family = families[place]
    return _read(entries[place], chance.choice(entries[place][2])) if family is None else _member(family, chance)


def _with_texts(entry: dict[str, Any]) -> Family:
    """The family with its values as JSON texts: decoded values may be lists and objects, which are not hashable."""
    family = msgspec.convert(entry, Family)
    slots = [Slot(slot.name, tuple(map(_text, slot.of)), slot.min, slot.max, slot.each) for slot in family.slots]
    return Family(family.action_type, tuple(slots), family.repeat, family.exact)


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _member(family: Family, chance: random.Random) -> Answer:
    chosen = sample(family, Rng(f"{chance.getrandbits(128):032x}", ("client",)))
    return family.action_type, {name: [msgspec.json.decode(text) for text in texts] for name, texts in chosen.items()}


def unpacked_offers(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The offers of a view's scene as plain ShownOffers; the index is the number. Empty without scenes."""
    return unpacked(view.get("scene", {}).get("offers", ()))


def random_pick(view: dict[str, Any], chance: random.Random) -> Pick | None:
    """A random offer with random picks that fit its steps, or None. The action of a family may still be refused."""
    offers = unpacked_offers(view)
    if not offers:
        return None
    number = chance.randrange(len(offers))
    offer, picked = offers[number], list[list[str]]()
    for step in offer.get("steps", ()):
        used = {id for ids in picked for id in ids} if offer.get("distinct") else set()
        open_ids = [id for id in step["ids"] if id not in used for _ in range(step.get("each", 1))]
        least, most = step.get("min", 1), min(step.get("max", 1), len(open_ids))
        picked.append(chance.sample(open_ids, chance.randint(least, most)))
    return number, picked
