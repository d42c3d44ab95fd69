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
from gamenight.core.text import Words, say

Flow = Literal["free", "grid", "row", "column", "fan", "stack", "wrap", "around"]

Screen = Literal["wide", "tall"]
"""A screen is tall if it is higher than wide, or as narrow as a phone."""

Place = tuple[float, float] | int
"""Column and row (which grows downwards) in a grid or a free box; the seat in one that is `around` whoever looks, None
being its middle; how many come before, in the others."""


_CELL = re.compile(r"(-?\d{1,6}),(-?\d{1,6})")


class Sorting(Struct, frozen=True):
    """An order in which a player may look at the items of a box. For the rules nothing changes."""

    name: Words
    """What the order is called: `say("sort-suit")`, `say("sort-rank")` and `say("sort-suit_rank")` are in the house's
    catalogue, `say("sort-as_dealt")` too."""

    ids: tuple[str, ...] = ()
    """The items in this order; ids without an item are skipped, and items that are not named come last. Empty: as the
    scene has them."""


class Box(Struct, frozen=True, tag="box"):
    """Holds other items. `tall` is its flow where the screen is higher than wide; one with `pan` can be zoomed.

    Flow `around` places what belongs to seats around the viewer, whose own is below (a spectator sees seat 0 there).

    `extent` is the width and height of a free box, and of any other while it is empty, in units: a piece of size 1 is
    one unit high. A grid or free box is as large as there is room; with `unit` its pieces, and those of any other box,
    have so many times the size that pieces have in rows and fans, wherever they are.

    A row, column, fan or wrap may have `sorts`: the page remembers which of them a player has chosen for this box of
    this game, so a box of the viewer's own has the same id for every seat.
    """

    flow: Flow = "row"
    """How it arranges its items."""

    tall: Flow | None = None
    """The flow on a tall screen; None: the same."""

    pan: bool = False
    """People can zoom and move what it holds."""

    extent: tuple[float, float] | None = None
    """Width and height of a free box, and of any other box while it is empty, in units: a piece of size 1 is one unit
    high."""

    frame: bool = False
    """Draws a frame with the item's label."""

    unit: float | None = None
    """The size of its pieces, in multiples of what pieces have in rows and fans; None: as large as there is room, for
    grids and free boxes."""

    sorts: tuple[Sorting, ...] = ()
    """Orders for display that a player chooses between, the usual one first: pictures have that one."""


class Piece(Struct, frozen=True, tag="piece"):
    """A picture, turned clockwise by so many degrees; `seat` gives its colour."""

    art: str
    """A built-in picture such as `card/QH`, `card/XR` (the red joker) or `die/5`, or a file of the game's `art/`
    folder."""

    rotation: int = 0
    """Degrees, clockwise."""

    seat: int | None = None
    """Gives the seat's colour."""

    badge: Words | None = None
    """A few letters in its corner."""

    dim: bool = False
    """Draws it pale."""

    size: float = 1.0
    """Its height in units."""


class Count(Struct, frozen=True, tag="count"):
    """So many of the same, of which nobody sees more than their number."""

    art: str
    """The picture of one of them."""

    n: int
    """How many there are."""

    seat: int | None = None
    """Gives the seat's colour."""

    size: float = 1.0
    """Its height in units."""


class Text(Struct, frozen=True, tag="text"):
    """Words, broken into lines where they are long.

    With `fit` they are one line of at most so many units: smaller letters if need be, then shortened with an ellipsis.
    """

    text: Words
    """What it says."""

    seat: int | None = None
    """Gives the seat's colour."""

    strong: bool = False
    """Bold letters."""

    fit: float | None = None
    """One line of at most so many units: the letters get smaller, then an ellipsis cuts the end. None: long text
    breaks into lines."""


class Plate(Struct, frozen=True, tag="plate"):
    """A seat's plate: name, score, clock, and whether it is to act. Whoever draws it fills these in; `text` is added.

    `dim` is for a seat that plays no part any more.
    """

    seat: int
    """Whose plate it is."""

    text: Words = ""
    """What the game adds below the name."""

    dim: bool = False
    """This seat plays no part any more."""


class Table(Struct, frozen=True, tag="table"):
    """Words and numbers in rows and columns."""

    head: tuple[Words, ...]
    """The titles of the columns; empty for none."""

    rows: tuple[tuple[Words | int | float, ...], ...]
    """The cells, row by row."""


class Button(Struct, frozen=True, tag="button"):
    """Something to press that is no piece of the game."""

    text: Words
    """What it says."""


class Item(Struct, frozen=True):
    """Something at a place of a box, or of the scene itself if `container` is None.

    In a box the order for keyboard, speech and paint is by `order`, then by place (rows first), then by id.
    `label` is what it is called; empty where the catalogue names its art (`art-NAME`), or it has words of its own.
    An item that is `only` for wide or tall screens is not there on the others, with all that is in it.
    """

    id: str
    """Names a place (`board/2,1`) or a face with its ordinal (`hand/5p.1`), never a physical copy. The same id in the
    next scene slides to its new place."""

    shows: Box | Piece | Count | Text | Plate | Table | Button
    """What is drawn."""

    container: str | None = None
    """The id of its box; None: the scene itself."""

    place: Place | None = None
    """(column, row) in a grid or free box, rows growing downwards; the seat in a box that is `around`, None being its
    middle; a number to order by in the others."""

    order: int = 0
    """The order for keyboard, speech and paint, before the place."""

    label: Words = ""
    """What it is called. May be empty where the catalogue names its art (`art-NAME`) or it has words of its own."""

    only: Screen | None = None
    """Only on wide or only on tall screens, with all that is in it."""


class Scene(Struct, frozen=True):
    """`text` tells what is going on; `last` are the ids that the last move touched.

    `toggles` are switches beside the table, by name. While a player has one switched on, the page sends the offer that
    names it by itself. One that a scene does not have is switched off.
    """

    items: tuple[Item, ...]
    """Everything to be seen; boxes come before what they hold."""

    text: Words = ""
    """What is going on, in one sentence."""

    last: tuple[str, ...] = ()
    """The ids that the last move touched; the page marks them."""

    toggles: dict[str, Words] = {}
    """Switches by name, with what each is called: `{"no_calls": "No calls"}`. For the rules nothing changes."""


class Step(Struct, frozen=True):
    """Pick `min` to `max` of these ids, in any order, each at most `each` times.

    An id may be no item: where one of the offer's ghosts would stand (of the ghost's id), or a free cell of a grid,
    `board/3,-2`. Whoever draws the scene makes it something to tap, so that it need not be sent to and fro.
    """

    ids: tuple[str, ...]
    """What can be tapped: items, free cells of a grid (`board/3,-2`), or ghosts of the offer."""

    min: int = 1
    """The fewest taps."""

    max: int = 1
    """The most taps."""

    each: int = 1
    """How often one id may be tapped."""

    label: Words = ""
    """What is to be chosen."""


class Offer(Struct, frozen=True):
    """One way to do something now, made by going through its steps; without steps it is in the list of actions alone.

    `does` may also be several listed actions of one type, of which the picks choose one: two steps for "how many" and
    "of which face" are one offer instead of a hundred. For these and for a family, `values` says for each step which
    field of the payload it fills and what each id means there: (slot, {id: value}). With `confirm` it is sent only when
    the player has said so. `ghosts` show how it would look. Ids of steps that are no items of the scene are picked in
    the list's form alone, under `names`.
    """

    does: Action | Family | tuple[Action, ...]
    """A listed action, a listed family, or several listed actions of one type of which the picks choose one."""

    label: Words
    """What it is called in the list of actions."""

    steps: tuple[Step, ...] = ()
    """What to tap; without steps it is in the list of actions alone."""

    values: tuple[tuple[str, dict[str, Any]], ...] = ()
    """For a family or several actions: for each step the field that it fills, and what each id means there."""

    ghosts: tuple[Item, ...] = ()
    """How it would look; shown before it is sent."""

    confirm: bool = False
    """It is sent only when the player has said so."""

    hotkey: str | None = None
    """A key that picks it; where several offers begin with the same tap, it makes that tap."""

    toggle: str | None = None
    """The name of a toggle of the scene: while the player has that switched on, the page sends this offer by
    itself."""

    names: dict[str, Words] = {}
    """What ids are called that are no items of the scene; they are picked in a form."""


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


def grid(id: str, columns: int, pieces: Iterable[Piece]) -> tuple[Item, ...]:
    """A board with one piece on each cell, row by row; those that can be tapped are `id/column,row`.

    The catalogue names a piece by its art, with `row` and `col`, counted from 1, and the number of its `player`.
    """
    items = [Item(id, Box("grid"), label=say(id))]
    for number, piece in enumerate(pieces):
        row, col = divmod(number, columns)
        owner = {} if piece.seat is None else {"player": piece.seat + 1}
        label = say(piece.art.replace("/", "-"), row=row + 1, col=col + 1, **owner)
        items.append(Item(f"{id}/{col},{row}", piece, id, (col, row), label=label))
    return tuple(items)
