"""How a view looks, and what can be done in it: items in boxes, and offers that are made by picking some of them.

An id names a place (`board/3,-2`) or a face and its ordinal (`hand/5p.1`), never a physical copy. What is seen only
from behind is a Count, without anything that could be followed. So a scene is a pure function of the view.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from gamenight.core.model import Action, Family

Message = str | tuple[str | int | float, ...]
"""A sentence, or a key of the game's catalogue with its arguments; what comes after an empty key is said as it is."""

Flow = Literal["free", "grid", "row", "column", "fan", "stack", "wrap"]

Place = tuple[float, float] | int
"""Column and row (which grows downwards) in a grid or a free box; how many come before, in the others."""


def literal(text: str) -> Message:
    """What players chose, or a view says, as it is: a player may be called like a key of the catalogue."""
    return "", text


_CELL = re.compile(r"(-?\d{1,6}),(-?\d{1,6})")


class Box(Struct, frozen=True, tag="box"):
    """Holds other items. `tall` is its flow where the screen is higher than wide; one with `pan` can be zoomed.

    `extent` is the width and height of a free box, and of any other while it is empty, in units: a piece of size 1 is
    one unit high.
    """

    flow: Flow = "row"
    tall: Flow | None = None
    pan: bool = False
    extent: tuple[float, float] | None = None
    frame: bool = False


class Piece(Struct, frozen=True, tag="piece"):
    """A picture, turned clockwise by so many degrees; `seat` gives its colour."""

    art: str
    rotation: int = 0
    seat: int | None = None
    badge: Message | None = None
    dim: bool = False
    size: float = 1.0


class Count(Struct, frozen=True, tag="count"):
    """So many of the same, of which nobody sees more than their number."""

    art: str
    n: int
    seat: int | None = None


class Text(Struct, frozen=True, tag="text"):
    text: Message
    seat: int | None = None
    strong: bool = False


class Table(Struct, frozen=True, tag="table"):
    head: tuple[Message, ...]
    rows: tuple[tuple[Message | int | float, ...], ...]


class Button(Struct, frozen=True, tag="button"):
    text: Message


class Item(Struct, frozen=True):
    """Something at a place of a box, or of the scene itself if `container` is None.

    In a box the order for keyboard, speech and paint is by `order`, then by place (rows first), then by id.
    `label` is what it is called; empty where the catalogue names its art (`art.NAME`), or it has words of its own.
    """

    id: str
    shows: Box | Piece | Count | Text | Table | Button
    container: str | None = None
    place: Place | None = None
    order: int = 0
    label: Message = ""


class Scene(Struct, frozen=True):
    """`text` tells what is going on; `last` are the ids that the last move touched."""

    items: tuple[Item, ...]
    text: Message = ""
    last: tuple[str, ...] = ()


class Step(Struct, frozen=True):
    """Pick `min` to `max` of these ids, in any order, each at most `each` times.

    An id may be no item: where one of the offer's ghosts would stand (of the ghost's id), or a free cell of a grid,
    `board/3,-2`. Whoever draws the scene makes it something to tap, so that it need not be sent to and fro.
    """

    ids: tuple[str, ...]
    min: int = 1
    max: int = 1
    each: int = 1
    label: Message = ""


class Offer(Struct, frozen=True):
    """One way to do something now, made by going through its steps; without steps it is in the list of actions alone.

    `does` may also be several listed actions of one type, of which the picks choose one: two steps for "how many" and
    "of which face" are one offer instead of a hundred. For these and for a family, `values` says for each step which
    field of the payload it fills and what each id means there: (slot, {id: value}). With `confirm` it is sent only when
    the player has said so. `ghosts` show how it would look. Ids of steps that are no items of the scene are picked in
    the list's form alone, under `names`.
    """

    does: Action | Family | tuple[Action, ...]
    label: Message
    steps: tuple[Step, ...] = ()
    values: tuple[tuple[str, dict[str, Any]], ...] = ()
    ghosts: tuple[Item, ...] = ()
    confirm: bool = False
    hotkey: str | None = None
    names: dict[str, Message] = {}


def with_targets(scene: Scene, offers: Iterable[Offer]) -> dict[str, Item]:
    """The items of a scene by their ids, with what the page makes to be tapped: spots of ghosts, and free cells."""
    items = {item.id: item for item in scene.items}
    grids = {item.id for item in scene.items if isinstance(item.shows, Box) and item.shows.flow == "grid"}
    for offer in offers:
        ghosts = {ghost.id: ghost for ghost in offer.ghosts}
        for id in (id for step in offer.steps for id in step.ids if id not in items):
            box, _, words = id.rpartition("/")
            if (ghost := ghosts.get(id)) is not None:
                items[id] = Item(id, Piece("spot"), ghost.container, ghost.place, ghost.order)
            elif box in grids and (place := _CELL.fullmatch(words)):
                items[id] = Item(id, Piece("cell"), box, (int(place[1]), int(place[2])))
    return items
