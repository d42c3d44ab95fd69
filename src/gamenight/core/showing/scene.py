"""Pictures of views and what players can do in them: items in boxes, and offers that players make by picking items.

An id names a place (`board/3,-2`) or a face and its ordinal (`hand/5p.1`), never a physical copy. Face-down things are
a Count, so that viewers cannot follow a single one. So a scene is a pure function of the view.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from gamenight.core.model import Action, Family
from gamenight.core.text import Words, say

Flow = Literal["free", "grid", "row", "column", "fan", "stack", "wrap", "around"]

Screen = Literal["wide", "tall"]
"""A screen is `tall` if it is higher than wide, or as narrow as a phone."""

Place = tuple[float, float] | int
"""In a grid or free box: column and row, with rows counted downwards. In a box with flow `around`: the seat, and None
for the middle. In other boxes: a number to sort by."""


_CELL = re.compile(r"(-?\d{1,6}),(-?\d{1,6})")


class Sorting(Struct, frozen=True):
    """An order in which a player can display the items of a box. It has no effect on the rules."""

    name: Words
    """The name of the order. The built-in catalogue has `say("sort-suit")`, `say("sort-rank")`, `say("sort-suit_rank")`
    and `say("sort-as_dealt")`."""

    ids: tuple[str, ...] = ()
    """The items in this order; ids without an item are skipped, and items that are not listed come last. Empty: the
    order of the scene."""


class Box(Struct, frozen=True, tag="box"):
    """A container of other items.

    Flow `around` places the items of seats around the table, with the viewer's own at the bottom; a spectator sees seat
    0 there.
    """

    flow: Flow = "row"
    """How the box arranges its items."""

    tall: Flow | None = None
    """The flow on a tall screen; None: the same."""

    pan: bool = False
    """People can zoom and move the contents."""

    extent: tuple[float, float] | None = None
    """Width and height of a free box, and of any other box while it is empty, in units: a piece of size 1 is one unit
    high."""

    frame: bool = False
    """Draws a frame with the item's label."""

    unit: float | None = None
    """The size of its pieces, in multiples of the size that pieces have in rows and fans. None: grids and free boxes
    use all available room."""

    sorts: tuple[Sorting, ...] = ()
    """Display orders that a player can choose from, for a row, column, fan or wrap; pictures use the first. The page
    remembers the choice by game and id of the box, so a player's own box needs the same id for every seat."""


class Piece(Struct, frozen=True, tag="piece"):
    """A picture."""

    art: str
    """A built-in picture such as `card/QH`, `card/XR` (the red joker) or `die/5`, or a file of the game's `art/`
    folder."""

    rotation: int = 0
    """Clockwise rotation in degrees."""

    seat: int | None = None
    """Draws it in the colour of this seat."""

    badge: Words | None = None
    """A few letters in its corner."""

    dim: bool = False
    """Draws it pale."""

    size: float = 1.0
    """Its height in units."""


class Count(Struct, frozen=True, tag="count"):
    """A number of equal pieces, such as face-down cards: viewers see only how many there are."""

    art: str
    """The picture of one piece."""

    n: int
    """The number of pieces."""

    seat: int | None = None
    """Draws them in the colour of this seat."""

    size: float = 1.0
    """Its height in units."""


class Text(Struct, frozen=True, tag="text"):
    """Words; long text is broken into lines."""

    text: Words
    """The words."""

    seat: int | None = None
    """Draws them in the colour of this seat."""

    strong: bool = False
    """Bold letters."""

    fit: float | None = None
    """Maximum width in units: the text stays on one line, with smaller letters if necessary, and is then cut with an
    ellipsis. None: long text breaks into lines."""


class Plate(Struct, frozen=True, tag="plate"):
    """A seat's plate: name, score, clock, and whether it is to act. The renderer fills these in."""

    seat: int
    """The seat that the plate shows."""

    text: Words = ""
    """A text that the game adds below the name."""

    dim: bool = False
    """This seat is out of the game."""


class TextTable(Struct, frozen=True, tag="table"):
    """Words and numbers in rows and columns."""

    head: tuple[Words, ...]
    """The titles of the columns; empty: no titles."""

    rows: tuple[tuple[Words | int | float, ...], ...]
    """The cells, row by row."""


class Button(Struct, frozen=True, tag="button"):
    """A button that is not a piece of the game."""

    text: Words
    """The words on it."""


class Item(Struct, frozen=True):
    """Something at a place in a box, or in the scene itself if `container` is None.

    Keyboard, speech and painting visit the items of a box by `order`, then by place (row by row), then by id.
    """

    id: str
    """Names a place (`board/2,1`) or a face with its ordinal (`hand/5p.1`), never a physical copy. If the next scene
    has the same id elsewhere, the item slides there."""

    shows: Box | Piece | Count | Text | Plate | TextTable | Button
    """What is drawn."""

    container: str | None = None
    """The id of its box; None: the scene itself."""

    place: Place | None = None
    """In a grid or free box: (column, row), with rows counted downwards. In a box with flow `around`: the seat, and
    None for the middle. In other boxes: a number to sort by."""

    order: int = 0
    """Sorts the items for keyboard, speech and painting, before the place does."""

    label: Words = ""
    """The item's name. May be empty if the catalogue names its art (`art-NAME`) or the item has words of its own."""

    only: Screen | None = None
    """Draws the item and its contents only on wide or only on tall screens."""


class Scene(Struct, frozen=True):
    """The picture of a view."""

    items: tuple[Item, ...]
    """Everything to draw; boxes come before their contents."""

    text: Words = ""
    """The present situation in one sentence."""

    last: tuple[str, ...] = ()
    """The ids of the items that changed with the last move; the page marks them."""

    toggles: dict[str, Words] = {}
    """Switches beside the table: names with labels, such as `{"no_calls": "No calls"}`. While a player has one switched
    on, the page sends the offer that names it automatically. If a scene lacks a toggle, it is switched off. Toggles
    have no effect on the rules."""


class PickStep(Struct, frozen=True):
    """Pick `min` to `max` of these ids, in any order, each at most `each` times.

    Free cells of a grid and ghosts of the offer need no items: the renderer adds targets for them, so that the scene
    need not contain these.
    """

    ids: tuple[str, ...]
    """What can be tapped: items, free cells of a grid (`board/3,-2`), or ghosts of the offer."""

    min: int = 1
    """The smallest number of taps."""

    max: int = 1
    """The largest number of taps."""

    each: int = 1
    """How often one id may be tapped."""

    label: Words = ""
    """Says what to choose."""


class Offer(Struct, frozen=True):
    """Something that the viewer can do now. The player makes it by completing its steps.

    Several actions in one offer save room: two steps for "how many" and "of which face" are one offer instead of a
    hundred.
    """

    does: Action | Family | tuple[Action, ...]
    """A listed action, a listed family, or several listed actions of one type, of which the picks choose one."""

    label: Words
    """Its name in the list of actions."""

    steps: tuple[PickStep, ...] = ()
    """What to tap; an offer without steps is only in the list of actions."""

    values: tuple[tuple[str, dict[str, Any]], ...] = ()
    """For a family or several actions: for each step, the field of the payload that it fills, and the value of each id:
    `(field, {id: value})`."""

    ghosts: tuple[Item, ...] = ()
    """A preview of the result, drawn before the offer is sent."""

    confirm: bool = False
    """The page sends the offer only after the player has confirmed it."""

    hotkey: str | None = None
    """A key that picks the offer; if several offers begin with the same tap, the key makes that tap."""

    toggle: str | None = None
    """The name of a toggle of the scene: while the player has it switched on, the page sends this offer
    automatically."""

    names: dict[str, Words] = {}
    """Names of ids that are not items of the scene; players pick these in a form of the list of actions."""


def with_targets(scene: Scene, offers: Iterable[Offer]) -> dict[str, Item]:
    """The items of a scene by id, together with the targets that the page adds: spots of ghosts, and free cells."""
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


def grid(id: str, columns: int, pieces: Iterable[Piece]) -> tuple[Item, ...]:
    """A board with one piece on each cell, row by row; the ids of the pieces are `id/column,row`.

    A piece's label is the message of its art (`die-5` for `die/5`), with `row` and `col`, counted from 1, and the
    number of its `player`.
    """
    items = [Item(id, Box("grid"), label=say(id))]
    for number, piece in enumerate(pieces):
        row, col = divmod(number, columns)
        owner = {} if piece.seat is None else {"player": piece.seat + 1}
        label = say(piece.art.replace("/", "-"), row=row + 1, col=col + 1, **owner)
        items.append(Item(f"{id}/{col},{row}", piece, id, (col, row), label=label))
    return tuple(items)
