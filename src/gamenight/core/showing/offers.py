"""Turn listed actions into offers, and an offer with its picks back into an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.core.model import Action, Family, Slot
from gamenight.core.showing.scene import Item, Offer, PickStep
from gamenight.core.text import Message, Words

Picks = Sequence[Sequence[str]]
"""The ids that a player picked, step by step."""


class BadPicks(ValueError):
    """The picks do not complete this offer; the message says why."""


class BadOffer(ValueError):
    """Some picks that an offer asks for would not make an action; the message says which."""


Taps = str | tuple[str, ...] | None
"""The ids to tap for an action, one after the other; None: the action is only in the list of actions."""


def listed_offers(
    entries: Iterable[Action | Family],
    describe: Callable[[Action], Words],
    taps: Callable[[Action], Taps] = lambda action: None,
) -> tuple[Offer, ...]:
    """An offer for each entry: an action with its description and its taps, a family as a form."""
    return tuple(
        form(entry) if isinstance(entry, Family) else Offer(entry, describe(entry), _one_by_one(taps(entry)))
        for entry in entries
    )


def _one_by_one(taps: Taps) -> tuple[PickStep, ...]:
    if taps is None:
        return ()
    return tuple(PickStep((id,)) for id in ((taps,) if isinstance(taps, str) else taps))


def form(family: Family) -> Offer:
    """An offer of a family as a form, in which the player fills the slots value by value."""
    meanings = [_meanings(family, slot) for slot in family.slots]
    steps = tuple(map(_step, family.slots, meanings))
    values = tuple((slot.name, meant) for slot, meant in zip(family.slots, meanings, strict=True))
    names: dict[str, Words] = {id: str(value) for meant in meanings for id, value in meant.items()}
    return Offer(family, Message(f"form-{family.action_type}"), steps, values, names=names)


def _step(slot: Slot, meant: dict[str, Any]) -> PickStep:
    return PickStep(tuple(meant), slot.min, slot.max, slot.each, Message(f"slot-{slot.name}"))


def _meanings(family: Family, slot: Slot) -> dict[str, Any]:
    """The value of each id. Without `repeat`, a value has the same id in all slots, so that it can be picked once."""
    if family.repeat:
        return {f"{slot.name}/{number}": value for number, value in enumerate(slot.of)}
    # Values may be lists and the like, which have no hash.
    keys = dict.fromkeys(_key(value) for each in family.slots for value in each.of)
    numbers = {key: number for number, key in enumerate(keys)}
    return {f"value/{numbers[_key(value)]}": value for value in slot.of}


def _key(value: Any) -> bytes:
    return msgspec.json.encode(value)


class _StepShape(Struct, frozen=True):
    ids: tuple[str, ...]
    min: int
    max: int
    each: int
    label: Words


class _Shape(Struct, frozen=True):
    """The parts of an offer that are shown, with their types: games are not checked by a compiler."""

    label: Words
    steps: tuple[_StepShape, ...]
    ghosts: tuple[Item, ...]
    confirm: bool
    hotkey: str | None
    toggle: str | None
    names: dict[str, Words]


def check_offers(offers: Sequence[Offer]) -> None:
    """BadOffer if nothing is offered, if an offer cannot be shown, or if picks through its steps would mean nothing."""
    if not offers:
        raise BadOffer("there are legal actions but no offers")
    try:
        shapes = msgspec.convert(offers, tuple[_Shape, ...], from_attributes=True)
        msgspec.json.encode([(shape.label, shape.steps, shape.names) for shape in shapes])
    except (TypeError, ValueError) as error:
        raise BadOffer(f"the offers cannot be shown: {error}") from error
    for offer in offers:
        _check_meaning(offer)


def _check_meaning(offer: Offer) -> None:
    """BadOffer if `made` could not tell what picks that go through the steps mean."""
    does = offer.does
    if isinstance(does, Action):
        return
    if offer.toggle is not None:
        raise BadOffer(f"{str(offer.label)!r} has a toggle, but a player has to choose what it does")
    if not isinstance(does, Family) and not (does and all(isinstance(action, Action) for action in does)):
        raise BadOffer(f"{str(offer.label)!r} does nothing")
    if len(offer.values) != len(offer.steps):
        raise BadOffer(f"{str(offer.label)!r} has {len(offer.steps)} steps, and values for {len(offer.values)}")
    for step, (field, by_id) in zip(offer.steps, offer.values, strict=True):
        if not _has_field(does, field):
            raise BadOffer(f"{str(offer.label)!r} fills {field!r}, which is not a field of what it does")
        if not by_id.keys() >= set(step.ids):
            raise BadOffer(f"{str(offer.label)!r} has no value for {min(set(step.ids) - by_id.keys())!r}")


def _has_field(does: Family | tuple[Action, ...], field: str) -> bool:
    if isinstance(does, Family):
        return any(slot.name == field for slot in does.slots)
    return all(hasattr(action.payload, field) for action in does)


def made(offer: Offer, picks: Picks) -> tuple[str, Any]:
    """The action type and payload of an offer with these picks; raises BadPicks if they do not fit its steps.

    An offer of one action needs no picks, as players may take it from the list. If there are several actions, the picks
    choose one. The engine checks later whether the rules allow a member of a family.
    """
    does = offer.does
    if isinstance(does, Action):
        if picks:
            _check(offer, picks)
        return does.action_type, does.payload
    _check(offer, picks)
    if not isinstance(does, Family):
        action = _chosen(does, offer, picks)
        return action.action_type, action.payload
    chosen: dict[str, list[Any]] = {slot.name: [] for slot in does.slots}
    for (slot_name, by_id), picked in zip(offer.values, picks, strict=True):
        chosen[slot_name] += [by_id[id] for id in picked]
    return does.action_type, chosen


def _chosen(actions: tuple[Action, ...], offer: Offer, picks: Picks) -> Action:
    fields = {name: by_id[id] for (name, by_id), picked in zip(offer.values, picks, strict=True) for id in picked}
    for action in actions:
        if all(getattr(action.payload, name) == value for name, value in fields.items()):
            return action
    raise BadPicks("none of these actions has all of these values")


def _check(offer: Offer, picks: Picks) -> None:
    if len(picks) != len(offer.steps):
        raise BadPicks(f"this offer has {len(offer.steps)} steps, not {len(picks)}")
    for number, (step, picked) in enumerate(zip(offer.steps, picks, strict=True), 1):
        counts = Counter(picked)
        if not counts.keys() <= set(step.ids):
            raise BadPicks(f"step {number} offers no {min(counts.keys() - set(step.ids))!r}")
        if not step.min <= counts.total() <= step.max:
            raise BadPicks(f"step {number} takes {step.min} to {step.max} picks, not {counts.total()}")
        if max(counts.values(), default=0) > step.each:
            raise BadPicks(f"step {number} takes each id at most {step.each} times")
