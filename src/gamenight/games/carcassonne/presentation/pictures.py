"""Tiles as pictures in text, five columns by three rows, as they lie turned."""

from __future__ import annotations

from gamenight.games.carcassonne.tiles import SIDES, Segment, Shape

WIDTH, HEIGHT = 5, 3
CITY, FIELD, PENNANT, MONASTERY, CROSSING = "▒·*Mo"
BENDS = {"E.W": "─", "N.S": "│", "N.E": "└", "E.S": "┌", "S.W": "┐", "N.W": "┘"}

Where = tuple[int, int]
"""A row and a column of a picture, from the top and from the left."""

Picture = list[list[str]]

CENTRE = (1, 2)
MIDDLES = {"N": (0, 2), "E": (1, 4), "S": (2, 2), "W": (1, 0)}
INNER = {"E": (1, 3), "W": (1, 1)}
"""Between the middle of a side and the centre; north and south have nothing there."""

HALVES = {
    "NL": (0, 1),
    "NR": (0, 3),
    "EL": (0, 4),
    "ER": (2, 4),
    "SL": (2, 3),
    "SR": (2, 1),
    "WL": (2, 0),
    "WR": (0, 0),
}
CORNERS = {(0, 0): "NW", (0, 4): "NE", (2, 4): "SE", (2, 0): "SW"}
WALLS = {"N": ((0, 1), (0, 3)), "S": ((2, 1), (2, 3))}
"""Beside the middle of a side; the east and the west have their corners there."""


def draw(shape: Shape, field: str = FIELD) -> Picture:
    """A turned tile, its field made of this sign."""
    picture = [[field] * WIDTH for _ in range(HEIGHT)]
    for segment in shape.segments:
        if segment.kind == "city":
            _draw_city(picture, segment, shape.edges)
    roads = [segment for segment in shape.segments if segment.kind == "road"]
    for road in roads:
        _draw_road(picture, road)
    if len(roads) > 1:
        _put(picture, CENTRE, CROSSING)
    if shape.has_monastery:
        _put(picture, CENTRE, MONASTERY)
    if any(segment.pennants for segment in shape.segments):
        _draw_pennant(picture)
    return picture


def spot_at(spot: str) -> Where:
    """Where in the picture a meeple stands: in the monastery, or where the feature first leaves the tile."""
    kind, _, where = spot.partition(":")
    first = where.split(".")[0]
    return CENTRE if kind == "monastery" else HALVES[first] if kind == "field" else MIDDLES[first]


def _put(picture: Picture, at: Where, sign: str) -> None:
    row, column = at
    picture[row][column] = sign


def _draw_city(picture: Picture, city: Segment, edges: str) -> None:
    sides = _sides(city)
    filled = [at for side in sides for at in (MIDDLES[side], *WALLS.get(side, ()))]
    filled += [at for at, corner in CORNERS.items() if _fills_corner(corner, sides, edges)]
    if len(sides) > 1:
        filled += [INNER[side] for side in sides if side in INNER]
    if {"N", "S"} <= set(sides) or {"E", "W"} <= set(sides):
        filled += [CENTRE, *INNER.values()]
    for at in filled:
        _put(picture, at, CITY)


def _draw_pennant(picture: Picture) -> None:
    """Every city with a pennant has two sides or more, so it reaches the middle row."""
    _put(picture, next((row, column) for row, column in INNER.values() if picture[row][column] == CITY), PENNANT)


def _fills_corner(corner: str, sides: list[str], edges: str) -> bool:
    """A city in the east or west is as high as the tile, unless another one comes near."""
    beside = corner[0]
    return corner[1] in sides and (beside in sides or edges[SIDES.index(beside)] != "C")


def _draw_road(picture: Picture, road: Segment) -> None:
    for side in _sides(road):
        _put(picture, MIDDLES[side], "│" if side in "NS" else "─")
        if side in INNER:
            _put(picture, INNER[side], "─")
    bend = BENDS.get(".".join(_sides(road)))
    if bend:
        _put(picture, CENTRE, bend)


def _sides(segment: Segment) -> list[str]:
    return segment.spot.partition(":")[2].split(".")
