"""What the remaining tiles promise: how likely an open edge is to be closed, and an empty place to be filled.

What a place demands decides which tiles fit there, and which of those would close the city or road that is open to it.
Counts of tiles are bits of one number, so that counting is one step. The constants were chosen by play.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache

from msgspec import Struct

from gamenight.games.carcassonne.places import STEPS
from gamenight.games.carcassonne.state import MOST_TILES
from gamenight.games.carcassonne.tiles import EDGES, FITS, LETTERS, ROTATIONS, SHAPES, Shape

CITY_EXTENDING, ROAD_EXTENDING = 0.12, 0.08
"""How much a tile helps to complete a feature that fits but does not close it, beside one that does."""

CITY_EFFORT, ROAD_EFFORT, FILL_EFFORT = 0.17, 0.28, 0.16
"""The share of one's own draws that serves one open edge of a city or road, or one place beside a monastery."""

FIELD_GROWTH = 1.5
"""The points of cities yet unknown that a field would get if the whole game lay ahead."""

FIRST_MEEPLE, NEXT_MEEPLE, MEEPLE_TURNS = 10.5, 0.82, 5.0
"""What the first meeple in supply is worth, each further one beside the one before, and from when on that fades."""

Edge = tuple[int, int, float]
"""The step from an empty place to a tile beside it, that tile's port, and the chance that the edge will be closed."""

_LETTER_BITS = 8
_WEIGHTS = {letter: 1 << _LETTER_BITS * number for number, letter in enumerate(LETTERS)}
_OFFSETS = {letter: MOST_TILES * number for number, letter in enumerate(LETTERS)}
_ALL = {letter: ((1 << MOST_TILES) - 1) << offset for letter, offset in _OFFSETS.items()}


class Side(Struct, frozen=True):
    """A side of an empty place beyond which a city or road is open, and the tiles that would close it, as bits."""

    side: int
    step: int
    port: int
    is_city: bool
    closing: int


class Demand(Struct, frozen=True):
    """What a code of the frontier asks for: the tiles that fit, as bits, and its sides with cities and roads."""

    fitting: int
    sides: tuple[Side, ...]


@cache
def demand_of(code: int) -> Demand:
    fitting = sum(_ALL[letter] for letter in LETTERS if FITS[letter][code])
    kinds = [(side, code >> 2 * side & 3) for side in range(4)]
    return Demand(
        fitting,
        tuple(
            Side(side, STEPS[side], (side + 2) % 4 * 3 + 1, kind == EDGES["C"], _closing(code, side))
            for side, kind in kinds
            if kind in (EDGES["C"], EDGES["R"])
        ),
    )


def _closing(code: int, side: int) -> int:
    """The tiles of which some rotation fits and closes what is open at this side."""
    return sum(
        _ALL[letter] for letter in LETTERS if any(_closes(shape, code, side) for shape in _fitting_shapes(letter, code))
    )


def _fitting_shapes(letter: str, code: int) -> list[Shape]:
    mask = FITS[letter][code]
    return [SHAPES[letter][rotation] for bit, rotation in enumerate(ROTATIONS) if mask >> bit & 1]


def _closes(shape: Shape, code: int, side: int) -> bool:
    """The part at this side leaves through no side beyond which there is nothing yet."""
    part = shape.segments[shape.ports[3 * side + 1]]
    return all(code >> 2 * way & 3 for way, _ in part.joins)


class Odds:
    """What depends only on how many tiles are left for how many players; chances by counts of tiles are kept."""

    __slots__ = ("_by_closing", "count", "draws", "growth", "meeple")

    def __init__(self, count: int, players: int) -> None:
        self.count = count
        self.draws = count / players
        self.growth = FIELD_GROWTH * count / MOST_TILES
        self.meeple = FIRST_MEEPLE * (1 - math.exp(-self.draws / MEEPLE_TURNS)) / (1 - NEXT_MEEPLE)
        self._by_closing: dict[int, float] = {}

    def supply(self, meeples: float) -> float:
        """What so many meeples in supply are worth."""
        return self.meeple * (1 - math.pow(NEXT_MEEPLE, meeples))

    def of_closing(self, closing: int, fitting: int, *, is_city: bool) -> float:
        """The chance that an edge is closed that so many tiles fit, and so many of them close."""
        key = closing << 9 | fitting << 1 | is_city
        chance = self._by_closing.get(key)
        if chance is None:
            extending, effort = (CITY_EXTENDING, CITY_EFFORT) if is_city else (ROAD_EXTENDING, ROAD_EFFORT)
            chance = self._by_closing[key] = self._chance(closing + extending * (fitting - closing), effort)
        return chance

    def of_filling(self, fitting: int) -> float:
        """The chance that any tile comes to a place that so many fit."""
        return self._chance(fitting, FILL_EFFORT)

    def _chance(self, useful: float, effort: float) -> float:
        return 1 - math.pow(1 - useful / self.count, self.draws * effort) if self.count else 0.0


odds_of = cache(Odds)


class Outlook:
    """The chances at each place with a bag like this one, worked out as they are asked for."""

    __slots__ = ("_left", "edges", "fills", "odds", "shifts")

    def __init__(self, weight: int, players: int) -> None:
        counts = weight.to_bytes(len(LETTERS), "little")
        self._left = sum(
            ((1 << count) - 1) << _OFFSETS[letter] for letter, count in zip(LETTERS, counts, strict=True) if count
        )
        self.odds = odds_of(sum(counts), players)
        self.edges: dict[int, tuple[Edge, ...]] = {}
        self.fills: dict[int, float] = {}
        self.shifts: dict[int, tuple[tuple[int, float], ...]] = {}

    def see_edges(self, code: int) -> tuple[Edge, ...]:
        """The open edges at a place with this demand."""
        demand = demand_of(code)
        fitting = (self._left & demand.fitting).bit_count()
        self.edges[code] = seen = tuple([(at.step, at.port, self._chance(at, fitting)) for at in demand.sides])
        return seen

    def see_fill(self, code: int) -> float:
        """The chance that any tile comes to a place with this demand."""
        self.fills[code] = chance = self.odds.of_filling((self._left & demand_of(code).fitting).bit_count())
        return chance

    def see_shift(self, code: int, more: int) -> tuple[tuple[int, float], ...]:
        """By which factor less one the chance changes at the sides of a place of which one side more is demanded."""
        before, after = demand_of(code), demand_of(code | more)
        fitting = (self._left & after.fitting).bit_count()
        now = {at.side: self._chance(at, fitting) for at in after.sides}
        fitting = (self._left & before.fitting).bit_count()
        changes = [(at.side, now[at.side], self._chance(at, fitting)) for at in before.sides]
        self.shifts[code << 8 | more] = seen = tuple(
            [(side, new / old - 1) for side, new, old in changes if new != old]
        )
        return seen

    def _chance(self, at: Side, fitting: int) -> float:
        return self.odds.of_closing((self._left & at.closing).bit_count(), fitting, is_city=at.is_city)


_outlook = lru_cache(maxsize=4096)(Outlook)


def outlook(bag: tuple[str, ...], drawn: str | None, players: int) -> Outlook:
    """What is to be expected of this bag and the tile in hand, in whatever order they come."""
    weight = sum(map(_WEIGHTS.__getitem__, bag))
    return _outlook(weight if drawn is None else weight + _WEIGHTS[drawn], players)
