"""Checks of words: what can be tapped, done or read has a name, and every key is in the game's catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeGuard

from gamenight.core.scene import Button, Count, Item, Message, Offer, Piece, Table, Text
from gamenight.looks import Look
from gamenight.testing.position import Position
from gamenight.testing.report import Fault
from gamenight.testing.sights import Sight, look, sights

HOLE = re.compile(r"\{(\d+)\}")
KEY = re.compile(r"[a-z][\w-]*(\.[\w-]+)+|[a-z]\w*_\w+", re.ASCII)
"""What nobody would say: a key that should be in the catalogue."""


def labels(position: Position) -> int:
    """Everything that can be picked is called something, every offer has words of its own, every key has a text.

    Players are called like keys.
    """
    texts, cases = look(position.game), 0
    names = [f"name_of.{player.player_id}" for player in position.state.players]
    for sight in sights(position, names):
        for what, message in _messages(sight):
            _check_is_no_name(what, message, names)
            _check_can_be_said(what, message, texts)
        for id in sorted(_pickable(sight) & sight.items.keys()):
            _check_has_name(sight.items[id], texts)
        _check_offers(sight, texts)
        cases += 1 + len(sight.offers)
    return cases


def said(message: Message, texts: Look) -> str:
    """The message as a person reads it."""
    key, *values = (message,) if isinstance(message, str) else message
    if key == "":
        return " ".join(map(str, values))
    text = texts.texts.get(str(key))
    if text is None:
        return " ".join(map(str, (key, *values)))
    return HOLE.sub(lambda hole: str(values[int(hole[1])]) if int(hole[1]) < len(values) else hole[0], text)


def _pickable(sight: Sight) -> set[str]:
    return {id for offer in sight.offers for step in offer.steps for id in step.ids}


# Every message


def _messages(sight: Sight) -> Iterator[tuple[str, Message]]:
    for message in sight.news:
        yield "an event", message
    if sight.scene is not None:
        yield "the scene's text", sight.scene.text
        for item in sight.scene.items:
            yield from _of_item(item)
    for number, offer in enumerate(sight.offers):
        yield from _of_offer(number, offer)


def _of_item(item: Item) -> Iterator[tuple[str, Message]]:
    yield f"the label of {item.id!r}", item.label
    shows = item.shows
    if isinstance(shows, Text | Button):
        yield f"the text of {item.id!r}", shows.text
    if isinstance(shows, Piece) and shows.badge is not None:
        yield f"the badge of {item.id!r}", shows.badge
    if isinstance(shows, Table):
        cells = (*shows.head, *(cell for row in shows.rows for cell in row))
        yield from ((f"a cell of {item.id!r}", cell) for cell in cells if _is_message(cell))


def _is_message(cell: Any) -> TypeGuard[Message]:
    return isinstance(cell, str | tuple)


def _of_offer(number: int, offer: Offer) -> Iterator[tuple[str, Message]]:
    yield f"the label of offer {number}", offer.label
    yield from ((f"a step's label of offer {number}", step.label) for step in offer.steps)
    yield from ((f"the name of {id!r}", name) for id, name in offer.names.items())
    for ghost in offer.ghosts:
        yield from _of_item(ghost)


def _check_is_no_name(what: str, message: Message, names: list[str]) -> None:
    """A name by itself has to be said as it is."""
    if message in names:
        raise Fault(f"{what} is a player's name, which may also be a key of a text: say literal(name)")


def _check_can_be_said(what: str, message: Message, texts: Look) -> None:
    key, *values = (message,) if isinstance(message, str) else message
    if not isinstance(key, str):
        raise Fault(f"{what} begins with {key!r}, which is no key of a text")
    if not key:
        return
    text = texts.texts.get(key)
    if text is None:
        if isinstance(message, tuple) or KEY.fullmatch(key):
            raise Fault(f"{what} is {key!r}, which texts/en.json does not have")
        return
    for hole in HOLE.findall(text):
        if int(hole) >= len(values):
            raise Fault(f"{what} is {key!r} with {len(values)} arguments, but its text {text!r} has {{{hole}}}")


# Names


def _check_has_name(item: Item, texts: Look) -> None:
    if not said(item.label, texts).strip() and not _own_name(item, texts).strip():
        raise Fault(f"{item.id!r} can be picked, but has no label, no words of its own and no art with a name")


def _own_name(item: Item, texts: Look) -> str:
    shows = item.shows
    if isinstance(shows, Text | Button):
        return said(shows.text, texts)
    if isinstance(shows, Piece | Count):
        return _name_of_art(shows.art, texts)
    return ""


def _name_of_art(art: str, texts: Look) -> str:
    """By the game's catalogue; of built-in art by the client's, though an empty cell is called like any other."""
    if f"art.{art}" in texts.texts:
        return texts.texts[f"art.{art}"]
    return "" if art in texts.art or art in ("cell", "spot") else art


# Offers


def _check_offers(sight: Sight, texts: Look) -> None:
    taken: dict[str, int] = {}
    for number, offer in enumerate(sight.offers):
        label = said(offer.label, texts).strip()
        if not label:
            raise Fault(f"offer {number} of {sight.who} has no label")
        other = taken.setdefault(label, number)
        if other != number:
            raise Fault(f"offers {other} and {number} of {sight.who} are both called {label!r}")
        _check_form(sight, number, offer, texts)


def _check_form(sight: Sight, number: int, offer: Offer, texts: Look) -> None:
    """What is picked in the list's form alone has a name there, and no two of a step the same."""
    items = sight.items
    for step in offer.steps:
        taken: dict[str, str] = {}
        for id in (id for id in step.ids if id not in items):
            name = said(offer.names.get(id, ""), texts).strip()
            if not name:
                raise Fault(f"{id!r} of offer {number} of {sight.who} is no item of the scene, and has no name")
            if taken.setdefault(name, id) != id:
                raise Fault(f"{taken[name]!r} and {id!r} of offer {number} of {sight.who} are both called {name!r}")
