"""Carcassonne once more, slow and plain: nothing is remembered, every question walks over the whole board.

A part is a cell with the name of a feature on it, as (0, 1), "city:E.S"; sides are those of the board, after rotation.
A feature is the set of all parts that can be walked to from one of them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

# letter, how many, edges N E S W, cities (+ pennant), roads, fields (* borders every city of the tile)
TABLE = """
A 2 FFRF -    S     NL.NR.EL.ER.SL.SR.WL.WR
B 4 FFFF -    -     NL.NR.EL.ER.SL.SR.WL.WR
C 1 CCCC NESW+ -    -
D 4 CRFR N    EW    EL.WR* ER.SL.SR.WL
E 5 CFFF N    -     EL.ER.SL.SR.WL.WR*
F 2 FCFC EW+  -     NL.NR* SL.SR*
G 1 FCFC EW   -     NL.NR* SL.SR*
H 3 CFCF N,S  -     EL.ER.WL.WR*
I 2 CFFC N,W  -     EL.ER.SL.SR*
J 3 CRRF N    ES    EL.SR.WL.WR* ER.SL
K 3 CFRR N    SW    EL.ER.SL.WR* SR.WL
L 3 CRRR N    E,S,W EL.WR* ER.SL SR.WL
M 2 CFFC NW+  -     EL.ER.SL.SR*
N 3 CFFC NW   -     EL.ER.SL.SR*
O 2 CRRC NW+  ES    EL.SR* ER.SL
P 3 CRRC NW   ES    EL.SR* ER.SL
Q 1 CCFC NEW+ -     SL.SR*
R 3 CCFC NEW  -     SL.SR*
S 2 CCRC NEW+ S     SL* SR*
T 1 CCRC NEW  S     SL* SR*
U 8 FRFR -    EW    NL.NR.EL.WR ER.SL.SR.WL
V 9 FFRR -    SW    NL.NR.EL.ER.SL.WR SR.WL
W 4 FRRR -    E,S,W NL.NR.EL.WR ER.SL SR.WL
X 1 RRRR -    N,E,S,W NR.EL ER.SL SR.WL NL.WR
"""

EDGES = "NESW"
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = dict(zip("NESW", "SWNE", strict=True)) | {
    half: other + third for half, other, third in zip(HALVES, "SSWWNNEE", "RLRLRLRL", strict=True)
}

Cell = tuple[int, int]
Part = tuple[Cell, str]
Feature = frozenset[Part]
Board = dict[Cell, tuple[str, int]]
"""The letter and the rotation of the tile on each cell."""


class Tile(NamedTuple):
    """One tile as printed: sides of each feature on it."""

    count: int  # type: ignore[assignment]
    edges: str
    cities: tuple[tuple[str, ...], ...]
    pennants: int
    roads: tuple[tuple[str, ...], ...]
    fields: tuple[tuple[str, ...], ...]
    fields_at_city: tuple[bool, ...]
    monastery: bool


def read_tile(line: str) -> tuple[str, Tile]:
    letter, count, edges, cities, roads, *fields = line.split()
    return letter, Tile(
        int(count),
        edges,
        tuple(tuple(city.strip("+")) for city in cities.split(",") if city != "-"),
        cities.count("+"),
        tuple(tuple(road) for road in roads.split(",") if road != "-"),
        tuple(tuple(field.strip("*").split(".")) for field in fields if field != "-"),
        tuple(field.endswith("*") for field in fields if field != "-"),
        letter in "AB",
    )


TILES = dict(read_tile(line) for line in TABLE.strip().splitlines())


def turned(side: str, rotation: int) -> str:
    """Where a side of a tile points after a clockwise rotation."""
    return EDGES[(EDGES.index(side[0]) + rotation // 90) % 4] + side[1:]


@cache
def edge(letter: str, rotation: int, side: str) -> str:
    """What lies on this side of a rotated tile: C, R or F."""
    return TILES[letter].edges[(EDGES.index(side) - rotation // 90) % 4]


def name(kind: str, sides: tuple[str, ...], rotation: int) -> str:
    """A spot's name: board sides in their order."""
    order = (*EDGES, *HALVES)
    return f"{kind}:{'.'.join(sorted((turned(side, rotation) for side in sides), key=order.index))}"


@cache
def spots_on(letter: str, rotation: int) -> tuple[str, ...]:
    """Every feature on a rotated tile."""
    tile = TILES[letter]
    named = [("city", tile.cities), ("road", tile.roads), ("field", tile.fields)]
    spots = tuple(name(kind, sides, rotation) for kind, several in named for sides in several)
    return (*spots, "monastery") if tile.monastery else spots


@cache
def cities_at(letter: str, rotation: int, field: str) -> tuple[str, ...]:
    """The cities of a tile that one of its fields borders."""
    tile = TILES[letter]
    bordering = {
        name("field", sides, rotation)
        for sides, at_city in zip(tile.fields, tile.fields_at_city, strict=True)
        if at_city
    }
    return tuple(name("city", sides, rotation) for sides in tile.cities) if field in bordering else ()


def kind_of(spot: str) -> str:
    return spot.partition(":")[0]


@cache
def sides_of(spot: str) -> tuple[str, ...]:
    return tuple(side for side in spot.partition(":")[2].split(".") if side)


def beside(cell: Cell, side: str) -> Cell:
    dx, dy = STEP[side[0]]
    return cell[0] + dx, cell[1] + dy


@cache
def around(cell: Cell) -> tuple[Cell, ...]:
    """The eight cells about this one."""
    x, y = cell
    return tuple((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def fits(board: Board, letter: str, x: int, y: int, rotation: int) -> bool:
    """The cell is free, touches a tile, and every edge meets its like."""
    if (x, y) in board:
        return False
    touching = [side for side in EDGES if beside((x, y), side) in board]
    return bool(touching) and all(
        edge(letter, rotation, side) == edge(*board[beside((x, y), side)], OPPOSITE[side]) for side in touching
    )


def placements(board: Board, letter: str) -> set[tuple[int, int, int]]:
    """Every legal (x, y, rotation); rotations that look alike all count."""
    cells = {beside(cell, side) for cell in board for side in EDGES}
    return {(*cell, turn) for cell in cells for turn in (0, 90, 180, 270) if fits(board, letter, *cell, turn)}


def neighbours(board: Board, part: Part) -> Iterator[Part]:
    """The parts on other tiles that this one continues in."""
    cell, spot = part
    for side in sides_of(spot):
        other = beside(cell, side)
        if other in board:
            wanted = OPPOSITE[side]
            yield next(
                (other, found)
                for found in spots_on(*board[other])
                if kind_of(found) == kind_of(spot) and wanted in sides_of(found)
            )


def feature_of(board: Board, part: Part) -> Feature:
    """All parts that can be walked to."""
    reached, ahead = {part}, deque([part])
    while ahead:
        for other in neighbours(board, ahead.popleft()):
            if other not in reached:
                reached.add(other)
                ahead.append(other)
    return frozenset(reached)


def is_complete(board: Board, feature: Feature) -> bool:
    """No side is open; about a monastery no cell is empty; a field is never complete."""
    kind = kind_of(next(iter(feature))[1])
    if kind == "field":
        return False
    if kind == "monastery":
        return all(cell in board for ((place, _),) in [tuple(feature)] for cell in around(place))
    return all(beside(cell, side) in board for cell, spot in feature for side in sides_of(spot))


def worth(board: Board, feature: Feature, *, two_tile_city: int = 4) -> int:
    """The points of a feature as it is now, complete or not."""
    kind = kind_of(next(iter(feature))[1])
    cells = {cell for cell, _ in feature}
    if kind == "monastery":
        return 1 + sum(cell in board for cell in around(*cells))
    if kind == "road":
        return len(cells)
    if kind == "field":
        return 3 * len(completed_cities(board, feature))
    each = 2 if is_complete(board, feature) else 1
    if each == 2 and len(cells) == 2:
        return two_tile_city
    return each * (len(cells) + sum(TILES[board[cell][0]].pennants for cell in cells))


def completed_cities(board: Board, field: Feature) -> set[Feature]:
    """The complete cities that a field borders, each once."""
    parts = {(cell, city) for cell, spot in field for city in cities_at(*board[cell], spot)}
    return {city for part in parts if is_complete(board, city := feature_of(board, part))}


class SlowGame:
    """One game so far: the board, the meeples on it, the supply, the scores and who has left."""

    def __init__(self, players: int, *, two_tile_city: int = 4, farmers: bool = True) -> None:
        self.board: Board = {(0, 0): ("D", 0)}
        self.meeples: dict[Part, int] = {}
        self.supply = [7] * players
        self.scores = [0] * players
        self.gone: set[int] = set()
        self.two_tile_city, self.farmers = two_tile_city, farmers

    def spots(self, cell: Cell, player: int) -> set[str]:
        """Where on this tile the player may put a meeple."""
        if not self.supply[player]:
            return set()
        offered = [spot for spot in spots_on(*self.board[cell]) if self.farmers or kind_of(spot) != "field"]
        return {spot for spot in offered if not feature_of(self.board, (cell, spot)) & self.meeples.keys()}

    def put(self, letter: str, x: int, y: int, rotation: int) -> None:
        assert fits(self.board, letter, x, y, rotation), f"{letter}({x},{y},{rotation}) does not fit"
        self.board[x, y] = letter, rotation

    def claim(self, player: int, cell: Cell, spot: str) -> None:
        assert spot in self.spots(cell, player), f"{spot} is not free"
        self.supply[player] -= 1
        self.meeples[cell, spot] = player

    def occupied(self) -> dict[Feature, list[int]]:
        """Every feature with meeples in it, and whose they are."""
        found: dict[Feature, list[int]] = {}
        for part, player in self.meeples.items():
            found.setdefault(feature_of(self.board, part), []).append(player)
        return found

    def scorers(self, owners: list[int]) -> list[int]:
        """Who has most of these meeples; theirs count who have left, but score nothing."""
        counts = Counter(owners)
        most = max(counts.values())
        return [player for player, count in counts.items() if count == most and player not in self.gone]

    def score_complete(self) -> None:
        for feature, owners in self.occupied().items():
            if is_complete(self.board, feature):
                for player in self.scorers(owners):
                    self.scores[player] += worth(self.board, feature, two_tile_city=self.two_tile_city)
                for part in feature & self.meeples.keys():
                    self.supply[self.meeples.pop(part)] += 1

    def final_parts(self) -> dict[str, list[int]]:
        """What the final scoring brings each player, by the kind of feature."""
        parts = {kind: [0] * len(self.scores) for kind in ("city", "road", "monastery", "field")}
        for feature, owners in self.occupied().items():
            kind = kind_of(next(iter(feature))[1])
            for player in self.scorers(owners):
                parts[kind][player] += worth(self.board, feature)
        return parts

    def final(self) -> list[int]:
        return [score + sum(more) for score, *more in zip(self.scores, *self.final_parts().values(), strict=True)]
