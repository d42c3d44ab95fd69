"""The small scenes of docs/reference.md, for each thing that a scene may show, with the code that makes it."""

from __future__ import annotations

import msgspec

from gamenight.core.showing.scene import Box, Button, Count, Flow, Item, Piece, Plate, Text, TextTable
from gamenight.looks.items import shown_item
from gamenight.looks.plates import PlateShown
from gamenight.looks.renderer import NO_LOOK, picture

SIZE = (420, 150)
LARGE = (420, 300)
SEATS = (PlateShown("Ada", 12, turn=True, mine=True), PlateShown("Bo", 7), PlateShown("Cleo", 9))

Items = tuple[Item, ...]


def _cards(box: str, *faces: str) -> Items:
    return tuple(Item(f"{box}/{face}", Piece(f"card/{face}"), box, place) for place, face in enumerate(faces))


def _row(*shows: Piece | Count | Text | Plate | Button) -> Items:
    return Item("row", Box("row")), *(Item(f"row/{place}", one, "row", place) for place, one in enumerate(shows))


def _flow(flow: Flow) -> Items:
    return Item("box", Box(flow)), *_cards("box", "AS", "KH", "7D", "2C")


def _grid() -> Items:
    cells = [(column, row) for row in range(2) for column in range(3)]
    marks = {(0, 0): Piece("cross", seat=0), (1, 1): Piece("ring", seat=1)}
    return (
        Item("board", Box("grid")),
        *(Item(f"board/{column},{row}", Piece("cell"), "board", (column, row)) for column, row in cells),
        *(Item(f"mark/{place[0]}", piece, "board", place, order=1) for place, piece in marks.items()),
    )


def _free() -> Items:
    places = {"AS": (0.5, 0.2), "KH": (2.0, 0.5), "7D": (4.5, 0.8)}
    cards = (Item(f"box/{face}", Piece(f"card/{face}"), "box", place) for face, place in places.items())
    return Item("box", Box("free", extent=(6, 2))), *cards


def _units() -> Items:
    rows = (Item("one", Box("row"), "all", 0), Item("half", Box("row", unit=0.5), "all", 1))
    return Item("all", Box("row")), *rows, *_cards("one", "AS", "KH"), *_cards("half", "7D", "2C")


def _around() -> Items:
    plates = (Item(f"table/{seat}", Plate(seat), "table", seat) for seat in range(len(SEATS)))
    return Item("table", Box("around")), *plates, Item("trick", Box("row"), "table"), *_cards("trick", "QS", "9S")


PICTURES: dict[str, tuple[str, Items]] = {
    "Box-row": ('Box("row")', _flow("row")),
    "Box-fan": ('Box("fan")', _flow("fan")),
    "Box-stack": ('Box("stack")', _flow("stack")),
    "Box-frame": (
        'Box("row", frame=True), label="Your hand"',
        (Item("box", Box("row", frame=True), label="Your hand"), *_cards("box", "AS", "KH")),
    ),
    "Box-column": ('Box("column")', _flow("column")),
    "Box-wrap": ('Box("wrap")', (Item("box", Box("wrap")), *_cards("box", *(f"{rank}D" for rank in "A23456789KQJ")))),
    "Box-free": ('Box("free", extent=(6, 2)), at (0.5, 0.2), (2, 0.5) and (4.5, 0.8)', _free()),
    "Box-grid": ('Box("grid")', _grid()),
    "Box-unit": ('Box("row"), Box("row", unit=0.5)', _units()),
    "Box-around": ('Box("around")', _around()),
    "Piece": (
        'Piece("card/QH"), Piece("die/5"), Piece("disc", seat=0), Piece("ring", seat=1), Piece("number/7", badge="3")',
        _row(
            Piece("card/QH"), Piece("die/5"), Piece("disc", seat=0), Piece("ring", seat=1), Piece("number/7", badge="3")
        ),
    ),
    "Piece-fields": (
        'Piece("card/QH", rotation=90), Piece("card/KS", dim=True), Piece("die/2", size=0.5)',
        _row(
            Piece("card/QH", rotation=90),
            Piece("card/KS", dim=True),
            Piece("die/2", size=0.5),
        ),
    ),
    "Count": (
        'Count("card/back", 12), Count("disc", 5, seat=1)',
        _row(Count("card/back", 12), Count("disc", 5, seat=1)),
    ),
    "Count-size": (
        'Count("card/back", 12, size=0.5)',
        _row(Count("card/back", 12), Count("card/back", 12, size=0.5)),
    ),
    "Text": (
        'Text("Trump: hearts"), Text("Ada", seat=0, strong=True)',
        _row(Text("Trump: hearts"), Text("Ada", seat=0, strong=True)),
    ),
    "Text-fit": (
        'Text("Maximiliane von Wommersdorf", fit=3), in a row with a card',
        _row(Text("Maximiliane von Wommersdorf", fit=3), Piece("card/QH")),
    ),
    "Plate": ('Plate(0), Plate(1, text="2 dice left")', _row(Plate(0), Plate(1, text="2 dice left"))),
    "Plate-dim": ("Plate(2, dim=True)", _row(Plate(1), Plate(2, dim=True))),
    "TextTable": (
        'TextTable(("Player", "Points"), (("Ada", 12), ("Bo", 7)))',
        (Item("table", TextTable(("Player", "Points"), (("Ada", 12), ("Bo", 7)))),),
    ),
    "Button": ('Button("Pass")', _row(Button("Pass"))),
}


def drawn(name: str) -> str:
    """The picture of this name as an SVG."""
    items = {item.id: msgspec.to_builtins(shown_item(item)) for item in PICTURES[name][1]}
    size = LARGE if name == "Box-around" else SIZE
    return picture({"items": items}, NO_LOOK, size, "light", seats=SEATS) + "\n"
