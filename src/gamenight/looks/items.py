"""Items of a scene as plain data, for the page and for pictures."""

from __future__ import annotations

from typing import Literal, assert_never

from msgspec import Struct

from gamenight.core.showing.scene import (
    Box,
    Button,
    Count,
    Flow,
    Item,
    Piece,
    Place,
    Plate,
    Screen,
    Sorting,
    Text,
    TextTable,
)
from gamenight.core.text import Words

ItemKind = Literal["piece", "box", "count", "text", "plate", "table", "button"]


class ShownItem(Struct, frozen=True, omit_defaults=True, rename={"container": "in", "place": "at", "rotation": "turn"}):
    """An item of a scene, stored under its id, with the fields of all kinds of items.

    `in` is left out if it is the id up to its last slash, and `at` if it is the last part of the id: `3,-2` is
    column 3 and row -2, `7` the place 7. An item that is in no box has neither `in` nor a slash in its id. Each of the
    `sorts` is a name and ids separated by spaces; an id that starts with the box's own id is written without that part.
    """

    kind: ItemKind = "piece"
    container: str | None = None
    place: tuple[float, float] | int | None = None
    order: int = 0
    label: Words = ""
    only: Screen | None = None
    art: str = ""
    rotation: int = 0
    seat: int | None = None
    badge: Words | None = None
    dim: bool = False
    size: float = 1.0
    n: int = 0
    text: Words = ""
    strong: bool = False
    head: tuple[Words, ...] = ()
    rows: tuple[tuple[Words | int | float, ...], ...] = ()
    flow: Flow = "row"
    tall: Flow | None = None
    pan: bool = False
    extent: tuple[float, float] | None = None
    frame: bool = False
    unit: float | None = None
    fit: float | None = None
    sorts: tuple[tuple[Words, str], ...] = ()


SIZE = ShownItem().size


def shown_item(item: Item) -> ShownItem:
    """The item without its id, and without the fields that follow from its id."""
    shows = item.shows
    common = _box(item), _place(item), item.order, item.label, item.only
    if isinstance(shows, Piece):
        art, turn, seat, badge, dim = shows.art, shows.rotation, shows.seat, shows.badge, shows.dim
        return ShownItem("piece", *common, art, turn, seat, badge, dim, _size(shows.size))
    if isinstance(shows, Count):
        return ShownItem("count", *common, shows.art, seat=shows.seat, size=_size(shows.size), n=shows.n)
    if isinstance(shows, Text):
        text, seat, strong, fit = shows.text, shows.seat, shows.strong, shows.fit
        return ShownItem("text", *common, seat=seat, text=text, strong=strong, fit=fit)
    if isinstance(shows, Plate):
        return ShownItem("plate", *common, seat=shows.seat, dim=shows.dim, text=shows.text)
    if isinstance(shows, TextTable):
        return ShownItem("table", *common, head=shows.head, rows=shows.rows)
    if isinstance(shows, Button):
        return ShownItem("button", *common, text=shows.text)
    if isinstance(shows, Box):
        flow, tall, pan, extent, frame = shows.flow, shows.tall, shows.pan, shows.extent, shows.frame
        sorts = tuple([_sorting(item.id, sorting) for sorting in shows.sorts])
        return ShownItem(
            "box", *common, flow=flow, tall=tall, pan=pan, extent=extent, frame=frame, unit=shows.unit, sorts=sorts
        )
    assert_never(shows)


def _sorting(box: str, sorting: Sorting) -> tuple[Words, str]:
    """The name of an order, with its ids as one text."""
    if any(" " in id for id in sorting.ids):
        raise ValueError(f"{box}: an id of its sorts has a space in it")
    return sorting.name, " ".join([id.removeprefix(f"{box}/") for id in sorting.ids])


def _size(size: float) -> float:
    """The size; for the default, the very object of the default, as msgspec leaves out only that."""
    return SIZE if size == 1 else size


def _box(item: Item) -> str | None:
    """The container; None if it follows from the id."""
    above = item.id.rpartition("/")[0]
    if item.container is None and above:
        raise ValueError(f"{item.id}: an item that is in no box has no slash in its id")
    return None if item.container == above else item.container


def _place(item: Item) -> Place | None:
    """The place; None if it follows from the id."""
    place = item.place
    if isinstance(place, tuple):
        place = _short(place[0]), _short(place[1])
    text = ",".join(map(str, place)) if isinstance(place, tuple) else str(place)
    # The page cannot read a number like 1e-7 from an id.
    return None if text == item.id.rpartition("/")[2] and "e" not in text else place


def _short(number: float) -> float:
    """A whole number as an int: in JSON, `3` is shorter than `3.0`."""
    return int(number) if number == int(number) else number
