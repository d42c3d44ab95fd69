"""Checks of offers: they offer exactly the listed actions, and taps on highlighted items can make every one of them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gamenight.core.advancing.matching import match_action
from gamenight.core.engine import advance
from gamenight.core.listing.actions import find
from gamenight.core.model import Act, Action, Family, PlayerId, Refusal
from gamenight.core.showing.offers import BadPicks, made
from gamenight.core.showing.scene import Offer
from gamenight.core.showing.taps import Taps, chosen, completed, continues, is_distinct, is_open, picks, tapped
from gamenight.testing.playing.picking import Picked, picks_for, some_picks
from gamenight.testing.playing.playouts import instant_now, some_actions, typed
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.compare import encoded
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.reporting.texts import texts
from gamenight.testing.worlds.viewer_screens import ViewerScreen, viewer_screens

SAMPLES = 200
"""Number of members of a family to try, for one seat, at the opening and at every second position."""
FEW = 20
"""Number of members of a family to try in all other cases."""
WALKS = 2
ORDERS = 5
ACCEPTED = 4
"""Number of actions made at one prompt that are also sent to the engine."""


# Completeness of the offers


def offers_complete(position: Position) -> int:
    """Every listed action and every family has exactly one offer; nothing else is offered.

    A listed action that repeats another one, according to `is_repeat`, may have no offer.
    """
    cases = 0
    for viewer_screen in viewer_screens(position):
        listed = {encoded(entry): entry for entry in viewer_screen.view.valid_actions}
        offered: set[bytes] = set()
        for entry in (entry for offer in viewer_screen.offers for entry in _entries(offer)):
            own = encoded(entry)
            if own not in listed:
                raise BrokenRule(f"{viewer_screen.who} is offered {_told(entry)}, which is not listed")
            if own in offered:
                raise BrokenRule(f"{viewer_screen.who} is offered {_told(entry)} twice")
            offered.add(own)
        for entry in (listed[own] for own in listed.keys() - offered):
            if isinstance(entry, Family) or not position.game.is_repeat(entry, viewer_screen.view):
                raise BrokenRule(f"{viewer_screen.who} may do {_told(entry)}, which is in no offer")
        cases += 1 + len(offered)
    return cases


def _entries(offer: Offer) -> tuple[Action | Family, ...]:
    return offer.does if isinstance(offer.does, tuple) else (offer.does,)


def _told(entry: Action | Family) -> str:
    if isinstance(entry, Family):
        return f"the family {entry.action_type!r}"
    return f"{entry.action_type!r} {msgspec.json.encode(entry.payload).decode()[:200]}"


# Taps


def offers_reachable(position: Position) -> int:
    """Every offered action can be made from highlighted items, in any order inside a step, and is accepted."""
    return sum(
        _look_at(OfferedSeat(position, viewer_screen))
        for viewer_screen in viewer_screens(position)
        if viewer_screen.offers
    )


class OfferedSeat:
    """The offers of one seat at a position."""

    def __init__(self, position: Position, viewer_screen: ViewerScreen) -> None:
        self.position = position
        self.game = position.game
        self.viewer_screen = viewer_screen
        self.items = viewer_screen.items
        self.rng = position.rng(f"taps {viewer_screen.who}")
        assert viewer_screen.view.viewer_id is not None
        self.seat: PlayerId = viewer_screen.view.viewer_id

    def name(self, offer: Offer) -> str:
        return f"the offer {texts(self.game).tell(offer.label)!r} of {self.seat}"

    def listed(self, action: Action) -> Action | None:
        return find(self.viewer_screen.view.valid_actions, action)

    def is_accepted(self, action: Action) -> bool:
        listing = self.viewer_screen.view.valid_actions
        return not isinstance(match_action(self.game, self.position.state.game_data, action, listing), Refusal)

    def is_tappable(self, offer: Offer) -> bool:
        """Whether the offer can be made in the scene, and not only in the list of actions."""
        return any(id in self.items for step in offer.steps for id in step.ids)


def _look_at(prompt: OfferedSeat) -> int:
    cases, trials = 0, ACCEPTED
    for offer in prompt.viewer_screen.offers:
        _check_steps(prompt, offer)
        for action in _samples(prompt, offer):
            if trials and _is_exact(offer):
                trials -= 1
                _check_accepted(prompt, offer, action)
            cases += 1
    tappable = [offer for offer in prompt.viewer_screen.offers if prompt.is_tappable(offer)]
    return cases + sum(_walk(prompt, tappable) for _ in range(WALKS if tappable else 0))


def _is_exact(offer: Offer) -> bool:
    return not isinstance(offer.does, Family) or offer.does.exact


def _check_steps(prompt: OfferedSeat, offer: Offer) -> None:
    """The steps can be completed; their ids are items of the scene, or all of them belong to the offer's form alone."""
    is_single = isinstance(offer.does, Action)
    if not offer.steps:
        if prompt.viewer_screen.scene is not None or not is_single:
            raise BrokenRule(f"{prompt.name(offer)} has no steps, so there is nothing to tap")
        return
    if not is_open(offer, ()):
        raise BrokenRule(f"{prompt.name(offer)} cannot be completed by any picks")
    missing = [id for step in offer.steps for id in step.ids if id not in prompt.items]
    if missing and (is_single or prompt.items.keys() & {id for step in offer.steps for id in step.ids}):
        raise BrokenRule(f"{prompt.name(offer)} picks {missing[0]!r}, which is not an item of the scene")
    if not is_single:
        _check_values(prompt, offer)


def _check_values(prompt: OfferedSeat, offer: Offer) -> None:
    """Every step fills a field of the payload, and every id of a step has a value."""
    if len(offer.values) != len(offer.steps):
        raise BrokenRule(
            f"{prompt.name(offer)} has {len(offer.steps)} steps, but values for {len(offer.values)} of them"
        )
    payload_type = prompt.game.action_types[_entries(offer)[0].action_type]
    fields = {field.name for field in msgspec.structs.fields(payload_type)}
    for step, (name, by_id) in zip(offer.steps, offer.values, strict=True):
        if name not in fields:
            raise BrokenRule(f"{prompt.name(offer)} fills {name!r}, which is not a field of {payload_type.__name__}")
        for id in step.ids:
            if id not in by_id:
                raise BrokenRule(f"{prompt.name(offer)} has no value for {id!r}")
    if is_distinct(offer):
        _check_ids_are_values(prompt, offer)


def _check_ids_are_values(prompt: OfferedSeat, offer: Offer) -> None:
    """Taps only know ids. So where a value must not be used twice, each id has one value, and each value one id."""
    pairs = {
        (id, encoded(by_id[id])) for step, (_, by_id) in zip(offer.steps, offer.values, strict=True) for id in step.ids
    }
    for id, value in sorted(pairs):
        if sum(id == other or value == meant for other, meant in pairs) > 1:
            raise BrokenRule(
                f"{prompt.name(offer)} is of a family without repeat, but {id!r} and the value {value.decode()} do not "
                "belong to each other alone: the same value could be picked in two steps"
            )


# The actions that picks make


def _samples(prompt: OfferedSeat, offer: Offer) -> Iterator[Action]:
    """Actions that were made by picks: all actions of the offer, or many members of its family; also random picks."""
    if not offer.steps:
        return
    if not isinstance(offer.does, Action):
        for action in offer.does if isinstance(offer.does, tuple) else _members(prompt, offer.does):
            yield _reached(prompt, offer, action)
    for _ in range(1 if prompt.is_tappable(offer) else WALKS):
        yield _made(prompt, offer, some_picks(offer, prompt.rng))


def _members(prompt: OfferedSeat, family: Family) -> Iterator[Action]:
    """Random members of a family, or all of a small one; if it is not exact, only those that the rules allow."""
    for drawn in some_actions([family], prompt.seat, prompt.rng, _many(prompt.position, prompt.seat)):
        action = typed(prompt.game, drawn)
        if family.exact or prompt.is_accepted(action):
            yield action


def _many(position: Position, seat: PlayerId) -> int:
    rng = position.rng("samples")
    is_chosen = seat == rng.choice(position.state.expected) and (position.at == 0 or rng.below(2) == 0)
    return SAMPLES if is_chosen else FEW


def _reached(prompt: OfferedSeat, offer: Offer, action: Action) -> Action:
    """Make the action by picks in random order. Several orders are tried: a tap may also fit an earlier step."""
    picked = picks_for(offer, action.payload)
    if picked is None:
        raise BrokenRule(f"no picks of {prompt.name(offer)} make {_told(action)}")
    wanted = encoded(prompt.listed(action))
    for _ in range(ORDERS):
        in_order = tuple(prompt.rng.shuffle(part) for part in picked)
        found = _made(prompt, offer, _dealt_out(prompt, offer, in_order))
        if encoded(found) == wanted:
            return found
    raise BrokenRule(f"the picks {picked} of {prompt.name(offer)} make {_told(found)}, not {_told(action)}")


def _dealt_out(prompt: OfferedSeat, offer: Offer, picked: Picked) -> Picked:
    """The picks of each step when these are made by taps; a form leaves the picks as they are.

    If the taps complete the offer, each of them was highlighted at its turn.
    """
    if not prompt.is_tappable(offer):
        return picked
    taps = [id for part in picked for id in part]
    if not completed((offer,), taps):
        raise BrokenRule(f"the taps {taps} do not complete {prompt.name(offer)}")
    return picks(offer, taps)


def _made(prompt: OfferedSeat, offer: Offer, picked: Picked) -> Action:
    """The listed action that these picks make."""
    try:
        action_type, payload = made(offer, picked)
        action = typed(prompt.game, Action(action_type, prompt.seat, payload))
    except (BadPicks, msgspec.ValidationError) as bad:
        raise BrokenRule(f"the picks {picked} of {prompt.name(offer)} make nothing: {bad}") from None
    listed = prompt.listed(action)
    if listed is None:
        raise BrokenRule(f"the picks {picked} of {prompt.name(offer)} make {_told(action)}, which is not listed")
    return listed


def _check_accepted(prompt: OfferedSeat, offer: Offer, action: Action) -> None:
    state = prompt.position.state
    step = advance(prompt.game, state, Act(action, state.prompt), instant_now(state))
    if isinstance(step, Refusal):
        raise BrokenRule(f"{prompt.name(offer)} makes {_told(action)}, which is refused: {step.message}")


def _walk(prompt: OfferedSeat, offers: list[Offer]) -> int:
    """Tap random highlighted items until an offer is complete; then each complete offer can be chosen and made."""
    taps: Taps = ()
    while onward := sorted(continues(offers, taps)):
        if taps and completed(offers, taps) and prompt.rng.below(3) == 0:
            break
        taps = tapped(offers, taps, prompt.rng.choice(onward))
        offers = [offer for offer in offers if is_open(offer, taps)]
    complete = completed(offers, taps)
    if not complete:
        raise BrokenRule(f"{prompt.seat} is stuck after the taps {list(taps)}: nothing is complete or highlighted")
    for number in complete:
        if chosen(offers, taps) != number:
            raise BrokenRule(f"repeated taps on {taps[-1]!r} do not choose {prompt.name(offers[number])}")
        _made(prompt, offers[number], picks(offers[number], taps))
        taps = tapped(offers, taps, taps[-1]) if len(complete) > 1 else taps
    return len(complete)
