"""Checks of words: everything that a player can tap, do or read has a name, and every message has a text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeGuard

from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.scene import Box, Button, Count, Item, Offer, Piece, Plate, Text, TextTable
from gamenight.core.text import Message, Words, as_message, is_message
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.compare import encoded
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.reporting.texts import has_texts, own_keys, texts
from gamenight.testing.worlds.viewer_screens import ViewerScreen, look, viewer_screens

MOST_KEPT = 20_000
_SAYABLE: dict[tuple[GamePlugin, bytes], None] = {}
"""Messages that are known to be valid: the same ones occur again and again, for every viewer of every position."""


def labels(position: Position) -> int:
    """Everything that can be picked has a name, every offer has a label of its own, every key has a text."""
    tell = Telling(position)
    cases = 0
    for viewer_screen in viewer_screens(position):
        for what, words in spoken(viewer_screen):
            tell.check(what, words)
        for id in sorted(_pickable(viewer_screen) & viewer_screen.items.keys()):
            tell.check_has_name(viewer_screen.items[id])
        _check_offers(viewer_screen, tell)
        cases += 1 + len(viewer_screen.offers)
    return cases


class Telling:
    """Renders a game's words with its catalogue, and checks them."""

    def __init__(self, position: Position) -> None:
        self.game = position.game
        self.art = look(position.game).art
        self.texts = texts(position.game)
        self.has_texts = has_texts(position.game)

    def check(self, what: str, words: Words) -> None:
        """Raise a Fault if the words cannot be rendered; a game without a catalogue has plain words for everything."""
        if isinstance(words, Message) and self.has_texts:
            self._check_message(what, words)

    def _check_message(self, what: str, message: Message) -> None:
        key = (self.game, encoded(message))
        if key not in _SAYABLE:
            self._say(what, message)
            _SAYABLE[key] = None
            if len(_SAYABLE) > MOST_KEPT:
                del _SAYABLE[next(iter(_SAYABLE))]

    def _say(self, what: str, message: Message) -> None:
        if not self.texts.has(message.key):
            raise BrokenRule(f"{what} is {message.key!r}, which texts/en.ftl does not have")
        missing = self.texts.missing(message)
        if missing:
            given = sorted(message.args)
            raise BrokenRule(f"{what} is {message.key!r} of texts/en.ftl, with the arguments {given}: {missing[0]}")
        # The arguments of a message with an empty text do not matter.
        for value in message.args.values() if self.tell(message) else ():
            for inner in value if isinstance(value, list | tuple) and not is_message(value) else (value,):
                if is_message(inner):
                    self._check_message(what, as_message(inner))

    def check_has_name(self, item: Item) -> None:
        if not self.tell(item.label).strip() and not self._own_name(item).strip():
            raise BrokenRule(f"{item.id!r} can be picked, but has no label, no text and no art with a name")

    def tell(self, words: Words) -> str:
        return self.texts.tell(words)

    def _own_name(self, item: Item) -> str:
        shows = item.shows
        if isinstance(shows, Text | Button):
            return self.tell(shows.text)
        if isinstance(shows, Plate):
            return f"seat {shows.seat}"
        return self._name_of_art(shows.art) if isinstance(shows, Piece | Count) else ""

    def _name_of_art(self, art: str) -> str:
        """The name of art in the game's catalogue. Built-in art needs none there, except `cell` and `spot`: all cells
        of a board would have the same name."""
        if art in self.art or art in ("cell", "spot"):
            return self.tell(Message(f"art-{art}")) if f"art-{art}" in own_keys(self.game) else ""
        return art


def _pickable(viewer_screen: ViewerScreen) -> set[str]:
    return {id for offer in viewer_screen.offers for step in offer.steps for id in step.ids}


# Every message


def spoken(viewer_screen: ViewerScreen) -> Iterator[tuple[str, Words]]:
    """All words that the viewer is shown, each with a description of its place."""
    for words in viewer_screen.news:
        yield "an event", words
    if viewer_screen.scene is not None:
        yield "the scene's text", viewer_screen.scene.text
        yield from ((f"the toggle {name!r}", words) for name, words in viewer_screen.scene.toggles.items())
        for item in viewer_screen.scene.items:
            yield from _of_item(item)
    for number, offer in enumerate(viewer_screen.offers):
        yield from _of_offer(number, offer)


def _of_item(item: Item) -> Iterator[tuple[str, Words]]:
    yield f"the label of {item.id!r}", item.label
    shows = item.shows
    if isinstance(shows, Text | Plate | Button):
        yield f"the text of {item.id!r}", shows.text
    if isinstance(shows, Box):
        yield from ((f"the name of an order of {item.id!r}", sorting.name) for sorting in shows.sorts)
    if isinstance(shows, Piece) and shows.badge is not None:
        yield f"the badge of {item.id!r}", shows.badge
    if isinstance(shows, TextTable):
        cells = (*shows.head, *(cell for row in shows.rows for cell in row))
        yield from ((f"a cell of {item.id!r}", cell) for cell in cells if _is_words(cell))


def _is_words(cell: Any) -> TypeGuard[Words]:
    return isinstance(cell, str | Message)


def _of_offer(number: int, offer: Offer) -> Iterator[tuple[str, Words]]:
    yield f"the label of offer {number}", offer.label
    yield from ((f"a step's label of offer {number}", step.label) for step in offer.steps)
    yield from ((f"the name of {id!r}", name) for id, name in offer.names.items())
    for ghost in offer.ghosts:
        yield from _of_item(ghost)


# Offers


def _check_offers(viewer_screen: ViewerScreen, tell: Telling) -> None:
    taken: dict[str, int] = {}
    for number, offer in enumerate(viewer_screen.offers):
        label = tell.tell(offer.label).strip()
        if not label:
            raise BrokenRule(f"offer {number} of {viewer_screen.who} has no label")
        other = taken.setdefault(label, number)
        if other != number:
            raise BrokenRule(f"offers {other} and {number} of {viewer_screen.who} have the same label {label!r}")
        _check_form(viewer_screen, number, offer, tell)


def _check_form(viewer_screen: ViewerScreen, number: int, offer: Offer, tell: Telling) -> None:
    """Each id that is picked only in the list's form has a name, and the names within a step differ."""
    items = viewer_screen.items
    for step in offer.steps:
        taken: dict[str, str] = {}
        for id in (id for id in step.ids if id not in items):
            name = tell.tell(offer.names.get(id, "")).strip()
            if not name:
                raise BrokenRule(
                    f"{id!r} of offer {number} of {viewer_screen.who} is not an item of the scene, and has no name"
                )
            if taken.setdefault(name, id) != id:
                raise BrokenRule(
                    f"{taken[name]!r} and {id!r} of offer {number} of {viewer_screen.who} have the same name {name!r}"
                )
