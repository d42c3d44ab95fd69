"""Scenes and offers of any game as plain data for the wire.

If a game's scene, offers or words fail, its matches continue: the view is shown in words and the actions as a list.
For rules that fail see `LiveMatch`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from gamenight.core.advancing.continue_prompt import is_continue
from gamenight.core.model import Action, Event, Family, PlayerView
from gamenight.core.plugin import Game, GamePlugin
from gamenight.core.showing.offers import check_offers, listed_offers
from gamenight.core.showing.scene import Item, Offer, Scene, TextTable
from gamenight.core.showing.words import action_words, event_words, view_rows
from gamenight.core.text import Message, Words
from gamenight.looks.items import shown_item
from gamenight.protocol.messages import LogLine, SeenEvent, ShownOffer, ShownStep
from gamenight.protocol.packing import packed

T = TypeVar("T")
LOG = logging.getLogger("gamenight.server")

PLAIN_GAME: GamePlugin = Game()
"""Default words, for a game whose own words fail."""

_faults: set[tuple[str, str]] = set()
"""The faults that were logged already. Each is logged once, as it would recur in every match, at every move."""


def plain_scene(plugin: GamePlugin, seen: PlayerView) -> dict[str, Any]:
    """The ShownScene of this view."""
    picture = _call_game_safely(plugin, "scene", lambda: _picture(plugin.scene(seen) or view_in_words(seen)))
    shown = picture or _picture(view_in_words(seen))
    if seen.seat is not None:
        shown["viewer"] = seen.seat
    if seen.valid_actions:
        shown["offers"] = packed(_plain_offers(plugin, offers_of(plugin, seen)))
    if seen.committed is not None:
        shown["answered"] = msgspec.to_builtins(_action_words(plugin, seen.committed, seen))
    return shown


def offers_of(plugin: GamePlugin, seen: PlayerView) -> tuple[Offer, ...]:
    """The offers for this viewer. An offer's number is its index."""
    if not seen.valid_actions:
        return ()

    def listed() -> tuple[Offer, ...]:
        return listed_offers(seen.valid_actions, lambda action: _action_words(plugin, action, seen))

    return (
        _call_game_safely(plugin, "offers", lambda: _usable(_offered(plugin, seen)))
        or _call_game_safely(plugin, "the list of its actions", lambda: _usable(listed()))
        or ()
    )


def _offered(plugin: GamePlugin, seen: PlayerView) -> Iterable[Offer]:
    """The game's offers. The engine's action `continue` is listed here, as games do not know it."""
    if is_continue(seen.phase):
        return listed_offers(seen.valid_actions, lambda action: action_words(plugin, action, seen))
    return plugin.offers(seen)


def log_lines(plugin: GamePlugin, events: Iterable[SeenEvent], seen: PlayerView) -> tuple[LogLine, ...]:
    """The events in words for this viewer, without those whose words are empty."""
    lines = [LogLine(event.player_id, _event_words(plugin, event, seen)) for event in events]
    return tuple([line for line in lines if line.text])


def view_in_words(seen: PlayerView) -> Scene:
    """The scene of a game without one of its own: a table of its view, field by field."""
    table = TextTable((), tuple(view_rows(seen)))
    return Scene((Item("view", table),), text=Message(f"phase-{seen.phase.name}"))


# Calls of the game that may fail


def _call_game_safely(plugin: GamePlugin, what: str, ask: Callable[[], T]) -> T | None:
    """The result of a call of the game; None if it raises or the result cannot be sent."""
    try:
        return ask()
    except Exception:
        if (plugin.game_id, what) not in _faults:
            _faults.add((plugin.game_id, what))
            LOG.exception("%s: %s failed; its matches continue in plain words", plugin.game_id, what)
        return None


def _event_words(plugin: GamePlugin, event: SeenEvent, seen: PlayerView) -> Words:
    happened = Event(event.event_type, event.player_id, event.payload)
    told = _call_game_safely(plugin, "describe_event", lambda: _sendable(event_words(plugin, happened, seen)))
    return event_words(PLAIN_GAME, happened, seen) if told is None else told


def _action_words(plugin: GamePlugin, action: Action, seen: PlayerView) -> Words:
    told = _call_game_safely(plugin, "describe_action", lambda: _sendable(action_words(plugin, action, seen)))
    return PLAIN_GAME.describe_action(action, seen) if told is None else told


def _sendable(words: Words) -> Words:
    told: Words = msgspec.convert(msgspec.to_builtins(words), Words)
    return told


# The wire format


def _picture(scene: Scene) -> dict[str, Any]:
    shown: dict[str, Any] = {"items": {item.id: shown_item(item) for item in scene.items}}
    if scene.text:
        shown["text"] = scene.text
    if scene.last:
        shown["last"] = scene.last
    if scene.toggles:
        shown["toggles"] = scene.toggles
    plain: dict[str, Any] = msgspec.to_builtins(shown)
    return plain


def _usable(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """These offers; BadOffer if there are none, or one cannot be answered or sent."""
    known = tuple(offers)
    check_offers(known)
    return known


def _plain_offers(plugin: GamePlugin, offers: tuple[Offer, ...]) -> list[Any]:
    """These offers as plain ShownOffers, without ghosts if those cannot be sent: an answer must mean the same."""
    shown = _call_game_safely(plugin, "the ghosts of its offers", lambda: _plain(offers))
    return _plain([replace(offer, ghosts=()) for offer in offers]) if shown is None else shown


def _plain(offers: Iterable[Offer]) -> list[Any]:
    plain: list[Any] = msgspec.json.decode(msgspec.json.encode([shown_offer(offer) for offer in offers]))
    return plain


def shown_offer(offer: Offer) -> ShownOffer:
    does = offer.does
    return ShownOffer(
        offer.label,
        tuple([ShownStep(step.ids, step.min, step.max, step.each, step.label) for step in offer.steps]),
        {ghost.id: shown_item(ghost) for ghost in offer.ghosts},
        offer.confirm,
        offer.hotkey,
        offer.toggle,
        offer.names,
        distinct=isinstance(does, Family) and not does.repeat,
        is_family=not isinstance(does, Action),
    )
