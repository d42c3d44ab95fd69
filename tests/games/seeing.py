"""Look at a match as the page shows it, and tap there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from gamenight.core.match import Match
from gamenight.core.model import Action, Event, PlayerId
from gamenight.core.showing.offers import made
from gamenight.core.showing.scene import Button, Item, Offer, Piece, Plate, Scene, Text, TextTable
from gamenight.core.showing.taps import completed, continues, picks, tapped
from gamenight.core.text import Message, Words
from gamenight.looks.texts import texts_of
from gamenight.server.presentation.scenes import plain_scene

LARGEST = 4_096


def scene(match: Match, viewer: str | None = None) -> Scene:
    shown = match.plugin.scene(match.view(viewer))
    assert shown is not None
    return shown


def items(match: Match, viewer: str | None = None) -> dict[str, Item]:
    return {item.id: item for item in scene(match, viewer).items}


def held(match: Match, viewer: str | None, box: str) -> dict[str, Item]:
    """The items in this box."""
    return {item.id: item for item in scene(match, viewer).items if item.container == box}


def art(item: Item) -> str:
    assert isinstance(item.shows, Piece)
    return item.shows.art


def bright(shown: dict[str, Item]) -> set[str]:
    return {id for id, item in shown.items() if isinstance(item.shows, Piece) and not item.shows.dim}


def rows(match: Match, viewer: str | None, id: str) -> list[list[str]]:
    """A table's cells in words, its head first."""
    table = items(match, viewer)[id].shows
    assert isinstance(table, TextTable)
    return [[said(match, cell) for cell in row] for row in (table.head, *table.rows)]


def text(match: Match, viewer: str | None = None, id: str | None = None) -> str:
    """The text of the scene, or of this item."""
    if id is None:
        return said(match, scene(match, viewer).text)
    shows = items(match, viewer)[id].shows
    assert isinstance(shows, Text | Plate | Button)
    return said(match, shows.text)


def said(match: Match, words: Words | int | float) -> str:
    """In English; a message must be in the game's catalogue, with all that its text asks for."""
    if isinstance(words, int | float):
        return str(words)
    texts = texts_of(match.plugin)
    if isinstance(words, Message):
        assert texts.has(words.key), words
        assert not texts.missing(words), words
    return texts.tell(words)


# Tapping


def offers(match: Match, player: str) -> list[Offer]:
    return list(match.plugin.offers(match.view(player)))


def highlighted(match: Match, player: str, *taps: str) -> set[str]:
    return continues(offers(match, player), taps)


def tap(match: Match, player: str, *ids: str) -> tuple[Event, ...]:
    """Tap these, one after the other, each of which must be highlighted; what they make is done."""
    open_offers = offers(match, player)
    taps: tuple[str, ...] = ()
    for id in ids:
        assert id in continues(open_offers, taps), f"{id} is not highlighted after {taps}"
        taps = tapped(open_offers, taps, id)
    (number,) = completed(open_offers, taps)
    assert not continues(open_offers, taps)
    action_type, payload = made(open_offers[number], picks(open_offers[number], taps))
    return match.act(Action(action_type, PlayerId(player), payload))


def reachable(match: Match, player: str) -> Iterator[tuple[str, object]]:
    """What every way through the highlighted ids ends in; none of them ends in nothing."""
    open_offers = offers(match, player)
    ways: list[tuple[str, ...]] = [()]
    while ways:
        taps = ways.pop()
        onward = continues(open_offers, taps)
        ways += [(*taps, id) for id in onward]
        if not onward:
            (number,) = completed(open_offers, taps)
            yield made(open_offers[number], picks(open_offers[number], taps))


# What holds of every picture


def look_at_all(match: Match) -> None:
    """Everybody's picture can be sent, is light, has words for all that it says, and shows what it lets one tap."""
    for viewer in (None, *(player.player_id for player in match.state.players)):
        shown, open_offers = items(match, viewer), list(match.plugin.offers(match.view(viewer)))
        assert {id for offer in open_offers for step in offer.steps for id in step.ids} <= shown.keys()
        for message in _messages(scene(match, viewer), open_offers):
            said(match, message)
        weight = len(msgspec.json.encode(plain_scene(match.plugin, match.view(viewer))))
        assert weight < LARGEST, f"{weight} bytes for {viewer} at turn {match.state.turn_index}"


def _messages(shown: Scene, open_offers: Iterable[Offer]) -> Iterator[Words | int | float]:
    yield shown.text
    for item in shown.items:
        yield item.label
        if isinstance(item.shows, Text | Plate | Button):
            yield item.shows.text
        if isinstance(item.shows, Piece):
            yield item.shows.badge or ""
        if isinstance(item.shows, TextTable):
            yield from (cell for row in (item.shows.head, *item.shows.rows) for cell in row)
    for offer in open_offers:
        yield offer.label
        yield from (step.label for step in offer.steps)
