"""The 24 tiles of the base game, and what each looks like in its four rotations.

A side has three ports, left, middle and right as seen from the tile's centre: twelve, clockwise from the north-west
corner. Cities and roads leave a tile through middle ports. A field leaves through the middle of a side of its own, and
through the halves beside a road: the left half meets the neighbour's right one.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Kind = Literal["city", "road", "monastery", "field"]
Rotation = Literal[0, 90, 180, 270]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
START = "D"
ROTATIONS: tuple[Rotation, ...] = (0, 90, 180, 270)

SIDES = "NESW"
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
PORTS = 12
EDGES = {"C": 1, "R": 2, "F": 3}
"""The code of a side; 0 is that of one that nothing lies beside."""

# How many there are, and the parts: `+` has a pennant, `*` borders every city of the tile.
_TABLE = """
A 2 road:S monastery field:NL.NR.EL.ER.SL.SR.WL.WR
B 4 monastery field:NL.NR.EL.ER.SL.SR.WL.WR
C 1 city+:N.E.S.W
D 4 city:N road:E.W field*:EL.WR field:ER.SL.SR.WL
E 5 city:N field*:EL.ER.SL.SR.WL.WR
F 2 city+:E.W field*:NL.NR field*:SL.SR
G 1 city:E.W field*:NL.NR field*:SL.SR
H 3 city:N city:S field*:EL.ER.WL.WR
I 2 city:N city:W field*:EL.ER.SL.SR
J 3 city:N road:E.S field*:EL.SR.WL.WR field:ER.SL
K 3 city:N road:S.W field*:EL.ER.SL.WR field:SR.WL
L 3 city:N road:E road:S road:W field*:EL.WR field:ER.SL field:SR.WL
M 2 city+:N.W field*:EL.ER.SL.SR
N 3 city:N.W field*:EL.ER.SL.SR
O 2 city+:N.W road:E.S field*:EL.SR field:ER.SL
P 3 city:N.W road:E.S field*:EL.SR field:ER.SL
Q 1 city+:N.E.W field*:SL.SR
R 3 city:N.E.W field*:SL.SR
S 2 city+:N.E.W road:S field*:SL field*:SR
T 1 city:N.E.W road:S field*:SL field*:SR
U 8 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL
V 9 road:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL
W 4 road:E road:S road:W field:NL.NR.EL.WR field:ER.SL field:SR.WL
X 1 road:N road:E road:S road:W field:NR.EL field:ER.SL field:SR.WL field:NL.WR
"""


class Segment(Struct, frozen=True):
    """One part of a turned tile.

    `spot` is its name on the board; `cities` are the places, among the tile's segments, of those that a field borders;
    `joins` are the neighbours that it reaches: over which side, and at which port of theirs.
    """

    kind: Kind
    spot: str
    open: int
    pennants: int
    cities: tuple[int, ...]
    joins: tuple[tuple[int, int], ...]


class Shape(Struct, frozen=True):
    """A turned tile: its sides, its segments, which of them lies at each port, what it demands of its neighbours.

    A code has two bits for each side, from the north on. `code` is of all sides of this shape; `demands` are the bits
    that each side adds to the code of the place beside it. `is_repeat` tells that a smaller rotation looks the same.
    """

    letter: str
    rotation: Rotation
    edges: str
    code: int
    segments: tuple[Segment, ...]
    ports: tuple[int, ...]
    demands: tuple[int, ...]
    has_monastery: bool
    is_repeat: bool


Part = tuple[Kind, int, bool, tuple[int, ...]]
"""Kind, pennants, whether it borders the tile's cities, and its ports."""


def _parts(words: list[str]) -> tuple[Part, ...]:
    return tuple(_part(*word.partition(":")[::2]) for word in words)


def _part(head: str, where: str) -> Part:
    kind: Kind = head.rstrip("+*")  # type: ignore[assignment]
    names = where.split(".") if where else []
    return kind, int("+" in head), "*" in head, tuple(_port(name) for name in names)


def _port(name: str) -> int:
    """The port of a half, or the middle one of a side."""
    return SIDES.index(name[0]) * 3 + (1 if len(name) == 1 else 0 if name[1] == "L" else 2)


def _turned(parts: tuple[Part, ...], rotation: int) -> tuple[Part, ...]:
    step = rotation // 90 * 3
    return tuple(
        (kind, pennants, borders, tuple(sorted((port + step) % PORTS for port in ports)))
        for kind, pennants, borders, ports in parts
    )


def _shape(letter: str, rotation: Rotation) -> Shape:
    parts = _turned(_PARTS[letter], rotation)
    edges = _edges(parts)
    kinds = [EDGES[edge] for edge in edges]
    cities = tuple(number for number, part in enumerate(parts) if part[0] == "city")
    return Shape(
        letter,
        rotation,
        edges,
        sum(kind << 2 * side for side, kind in enumerate(kinds)),
        tuple(_segment(part, edges, cities) for part in parts),
        tuple(_owner(port, parts, edges) for port in range(PORTS)),
        tuple(kind << 2 * ((side + 2) % 4) for side, kind in enumerate(kinds)),
        any(part[0] == "monastery" for part in parts),
        any(set(_turned(_PARTS[letter], less)) == set(parts) for less in range(0, rotation, 90)),
    )


def _edges(parts: tuple[Part, ...]) -> str:
    letters = {port: "C" if kind == "city" else "R" for kind, _, _, ports in parts for port in ports if kind != "field"}
    return "".join(letters.get(3 * side + 1, "F") for side in range(4))


def _segment(part: Part, edges: str, cities: tuple[int, ...]) -> Segment:
    kind, pennants, borders, ports = part
    is_passage = kind in ("city", "road")
    names = [SIDES[port // 3] + ("" if is_passage else "LMR"[port % 3]) for port in ports]
    joins = [_across(port) for port in ports] if is_passage else [_across(port) for port in _exits(ports, edges)]
    spot = f"{kind}:{'.'.join(names)}" if names else kind
    return Segment(kind, spot, len(ports) if is_passage else 0, pennants, cities if borders else (), tuple(joins))


def _exits(halves: tuple[int, ...], edges: str) -> list[int]:
    """Where a field leaves: the middle of a side without road, else its halves."""
    ports = [port if edges[port // 3] == "R" else port // 3 * 3 + 1 for port in halves]
    return list(dict.fromkeys(ports))


def _across(port: int) -> tuple[int, int]:
    """The side that a port is on, and the neighbour's port that lies there."""
    side, third = divmod(port, 3)
    return side, (side + 2) % 4 * 3 + 2 - third


def _owner(port: int, parts: tuple[Part, ...], edges: str) -> int:
    """The number of the segment at a port; -1 beside a city."""
    wanted = port - 1 if edges[port // 3] == "F" and port % 3 == 1 else port
    return next((number for number, part in enumerate(parts) if wanted in part[3]), -1)


def _fits(letter: str) -> tuple[int, ...]:
    """For each code of demands the rotations that meet it, as bits."""
    masks = [0] * 256
    for quarter, rotation in enumerate(ROTATIONS):
        for sides in range(16):
            kept = sum(3 << 2 * side for side in range(4) if sides >> side & 1)
            masks[SHAPES[letter][rotation].code & kept] |= 1 << quarter
    return tuple(masks)


_ROWS = [line.split() for line in _TABLE.split("\n") if line]
_PARTS = {letter: _parts(words) for letter, _, *words in _ROWS}

COUNTS = {letter: int(count) for letter, count, *_ in _ROWS}
"""How many tiles of each letter there are, the start tile included."""

SHAPES = {letter: {rotation: _shape(letter, rotation) for rotation in ROTATIONS} for letter in LETTERS}

FITS = {letter: _fits(letter) for letter in LETTERS}
"""FITS[letter][code]: the rotations in which a tile meets these demands; bit 0 is 0 degrees, bit 3 is 270."""

BAG = "".join(letter * (COUNTS[letter] - (letter == START)) for letter in LETTERS)
"""Every tile that is drawn."""
