"""How a view looks and what can be done in it, as plain data that goes over the wire: for any game.

A game that fails while it shows itself is played on: then the view is shown in plain words, its actions as a list.
The rules are another matter; see `LiveMatch`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, assert_never

import msgspec

from gamenight.core.model import Action, Event, Family, PlayerId, PlayerView
from gamenight.core.offers import BadOffer, check_offer, listed_offers
from gamenight.core.plugin import Game, GamePlugin
from gamenight.core.scene import Box, Button, Count, Item, Message, Offer, Piece, Place, Scene, Table, Text, literal
from gamenight.core.words import event_words, name_of, plain, said, spaced
from gamenight.server.packing import packed
from gamenight.server.protocol import LogLine, SeenEvent, ShownItem, ShownOffer, ShownStep

T = TypeVar("T")
LOG = logging.getLogger("gamenight.server")

SIZE = ShownItem().size

PLAIN_GAME: GamePlugin = Game()
"""What can be said of any game without asking it."""

_faults: set[tuple[str, str]] = set()
"""What has failed already, and was told to the operator: it will fail in every match, at every move."""


def plain_scene(plugin: GamePlugin, seen: PlayerView) -> dict[str, Any]:
    """The ShownScene of this view."""
    picture = _else(plugin, "scene", lambda: _picture(plugin.scene(seen) or view_in_words(seen)))
    shown = picture or _picture(view_in_words(seen))
    if seen.valid_actions:
        shown["offers"] = packed(offers_of(plugin, seen)[1])
    if seen.committed is not None:
        shown["answered"] = _action_words(plugin, seen.committed, seen)
    return shown


def offers_of(plugin: GamePlugin, seen: PlayerView) -> tuple[tuple[Offer, ...], list[Any]]:
    """What this viewer may do now, and the same as plain ShownOffers; an offer's number is its place."""
    if not seen.valid_actions:
        return (), []

    def listed() -> tuple[Offer, ...]:
        return listed_offers(seen, lambda action: _action_words(plugin, action, seen))

    return (
        _else(plugin, "offers", lambda: _usable(plugin.offers(seen)))
        or _else(plugin, "the list of its actions", lambda: _usable(listed()))
        or ((), [])
    )


def log_lines(plugin: GamePlugin, events: Iterable[SeenEvent], seen: PlayerView) -> tuple[LogLine, ...]:
    """What happened in words for this viewer, without what goes without saying."""
    lines = [LogLine(event.player_id, _event_words(plugin, event, seen)) for event in events]
    return tuple([line for line in lines if line.text])


def view_in_words(seen: PlayerView) -> Scene:
    """The scene of a game that has no picture: what its view says, field by field."""
    fields = plain(seen.game_data).items()
    rows = tuple((literal(_field_name(name, seen)), literal(said(value, seen))) for name, value in fields)
    return Scene((Item("view", Table((), rows)),), text=literal(spaced(seen.phase.name)))


def _field_name(name: str, seen: PlayerView) -> str:
    known = name_of(seen, PlayerId(name))
    return spaced(name) if known == name else known


# What may fail


def _else(plugin: GamePlugin, what: str, ask: Callable[[], T]) -> T | None:
    """What the game says; None if it raises, or if that cannot be sent."""
    try:
        return ask()
    except Exception:
        if (plugin.game_id, what) not in _faults:
            _faults.add((plugin.game_id, what))
            LOG.exception("%s: %s failed; its matches go on in plain words", plugin.game_id, what)
        return None


def _event_words(plugin: GamePlugin, event: SeenEvent, seen: PlayerView) -> Message:
    happened = Event(event.event_type, event.player_id, event.payload)
    told = _else(plugin, "describe_event", lambda: _sendable(event_words(plugin, happened, seen)))
    return event_words(PLAIN_GAME, happened, seen) if told is None else told


def _action_words(plugin: GamePlugin, action: Action, seen: PlayerView) -> Message:
    told = _else(plugin, "describe_action", lambda: _sendable(plugin.describe_action(action, seen)))
    return PLAIN_GAME.describe_action(action, seen) if told is None else told


def _sendable(message: Message) -> Message:
    told: Message = msgspec.convert(message, Message)
    return told


# The wire's form


def _picture(scene: Scene) -> dict[str, Any]:
    shown: dict[str, Any] = {"items": {item.id: shown_item(item) for item in scene.items}}
    if scene.text:
        shown["text"] = scene.text
    if scene.last:
        shown["last"] = scene.last
    plain: dict[str, Any] = msgspec.to_builtins(shown)
    return plain


def _usable(offers: Iterable[Offer]) -> tuple[tuple[Offer, ...], list[Any]]:
    """These offers and their ShownOffers, if they can be sent and answered: somebody may do something, and is asked."""
    known = tuple(offers)
    if not known:
        raise BadOffer("nothing is offered, though something may be done")
    for offer in known:
        check_offer(offer)
    sent = msgspec.json.encode([shown_offer(offer) for offer in known])
    msgspec.json.decode(sent, type=list[ShownOffer])
    return known, msgspec.json.decode(sent)


def shown_offer(offer: Offer) -> ShownOffer:
    does = offer.does
    return ShownOffer(
        offer.label,
        tuple([ShownStep(step.ids, step.min, step.max, step.each, step.label) for step in offer.steps]),
        {ghost.id: shown_item(ghost) for ghost in offer.ghosts},
        offer.confirm,
        offer.hotkey,
        offer.names,
        distinct=isinstance(does, Family) and not does.repeat,
        is_family=not isinstance(does, Action),
    )


def shown_item(item: Item) -> ShownItem:
    """The item without its id, and without what its id says already."""
    box, at, order, label, shows = _box(item), _place(item), item.order, item.label, item.shows
    if isinstance(shows, Piece):
        # What equals a default is left out only if it is the same object.
        size = SIZE if shows.size == 1 else shows.size
        art, turn, seat, badge, dim = shows.art, shows.rotation, shows.seat, shows.badge, shows.dim
        return ShownItem("piece", box, at, order, label, art, turn, seat, badge, dim, size)
    if isinstance(shows, Count):
        return ShownItem("count", box, at, order, label, shows.art, seat=shows.seat, n=shows.n)
    if isinstance(shows, Text):
        return ShownItem("text", box, at, order, label, seat=shows.seat, text=shows.text, strong=shows.strong)
    if isinstance(shows, Table):
        return ShownItem("table", box, at, order, label, head=shows.head, rows=shows.rows)
    if isinstance(shows, Button):
        return ShownItem("button", box, at, order, label, text=shows.text)
    if isinstance(shows, Box):
        flow, tall, pan, extent, frame = shows.flow, shows.tall, shows.pan, shows.extent, shows.frame
        return ShownItem("box", box, at, order, label, flow=flow, tall=tall, pan=pan, extent=extent, frame=frame)
    assert_never(shows)


def _box(item: Item) -> str | None:
    """The container, where the id does not name it."""
    above = item.id.rpartition("/")[0]
    if item.container is None and above:
        raise ValueError(f"{item.id}: an item that is in no box has no slash in its id")
    return None if item.container == above else item.container


def _place(item: Item) -> Place | None:
    """The place, where the id does not say it."""
    place = item.place
    if isinstance(place, tuple):
        place = _short(place[0]), _short(place[1])
    told = ",".join(map(str, place)) if isinstance(place, tuple) else str(place)
    # A number like 1e-7 is no place that an id can say.
    return None if told == item.id.rpartition("/")[2] and "e" not in told else place


def _short(number: float) -> float:
    """A whole number as one: `3` is shorter than `3.0`, and the same to whoever reads it."""
    return int(number) if number == int(number) else number
