"""What a search should look at first: the meeple that promises most, and a quick guess at what a placement changes.

The guess knows of a feature how large, how open and whose it is, and what becomes of the open edges around the tile:
far less than the evaluation, in a tenth of its time. The evaluation's choice is mostly among the guess's first three.
"""

from __future__ import annotations

from functools import cache

from gamenight.games.carcassonne.places import AROUND, STEPS, place_of
from gamenight.games.carcassonne.search.foresight import RETURN, gains_of_claims
from gamenight.games.carcassonne.search.outlook import demand_of, outlook
from gamenight.games.carcassonne.state import Feature, Land, root_of, shape_of
from gamenight.games.carcassonne.tiles import SHAPES, Rotation

HOPE, HOPEFUL_TILES = 0.45, 30
"""The chance of an open edge to be closed; before the end, when fewer tiles are left, it shrinks."""

MEEPLE, BUSY_TILES = 5.0, 20
"""What a meeple is worth; before the end, when fewer tiles are left, it shrinks."""

NEIGHBOUR = 0.35
"""What a missing neighbour of a monastery promises."""

MANY = 12

Part = tuple[bool, int, tuple[int, ...], int]
"""A city or road of a tile to be placed: whether a city, its size, the sides where it joins others, the other exits."""


class Known:
    """A feature at a glance: its worth to the mover, less than nothing if others have it, and what completion adds."""

    __slots__ = ("at_stake", "meeples", "open", "size", "worth")

    def __init__(self, feature: Feature) -> None:
        self.size = len(feature.tiles) + feature.pennants
        self.open = feature.open
        self.meeples = feature.meeples
        self.worth = self.at_stake = 0.0


class Glance:
    """A land in which a tile is to be placed, and the guess at each placement."""

    def __init__(self, land: Land) -> None:
        assert land.drawn is not None
        tiles = land.tiles
        self.letter, self.mover, self.features = land.drawn, land.mover, land.features
        self.board = {entry >> 8: tiles[entry & 255] for entry in land.board}
        self.frontier = {entry >> 8: entry & 255 for entry in land.frontier}
        self.seen = outlook(land.bag, land.drawn, len(land.supply))
        left = len(land.bag) + 1
        hope = HOPE * min(1.0, left / HOPEFUL_TILES)
        self.hopes = [hope**count for count in range(MANY)]
        self.meeple = MEEPLE * min(1.0, left / BUSY_TILES)
        self.has_meeples = land.supply[land.mover] > 0
        self.monks = [self._monk(land, ident) for ident in land.monasteries if land.features[ident].meeples]  # type: ignore[union-attr]
        self._known: dict[int, Known] = {}
        self._beside: dict[int, dict[int, Known]] = {}

    def gain(self, place: int, rotation: Rotation) -> float:
        """What the mover might gain by the tile in this place, with a meeple on it or without."""
        parts, new_demands = _laid(self.letter, rotation, self.frontier[place])
        total, claim = self._join(parts, self._look_beside(place))
        for step, more in new_demands:
            if place + step in self.frontier:
                total += self._shift(place + step, more)
        for where, value in self.monks:
            if where - place in _NEIGHBOURS:
                total += value
        if not self.has_meeples:
            return total
        if self.letter in _MONASTERIES:
            claim = max(claim, self._monastery(place))
        return total + max(0.0, claim - self.meeple)

    def _shift(self, place: int, more: int) -> float:
        """What changes for the features that are open to an empty place of which one side more is demanded."""
        code = self.frontier[place]
        change = self.seen.shifts.get(code << 8 | more)
        if change is None:
            change = self.seen.see_shift(code, more)
        if not change:
            return 0.0
        beside = self._look_beside(place)
        return sum([factor * beside[side].at_stake for side, factor in change])

    def _join(self, parts: tuple[Part, ...], beside: dict[int, Known]) -> tuple[float, float]:
        """What the tile changes in occupied features, and the best that it has for a new meeple."""
        total = claim = 0.0
        for is_city, size, sides, open_edges in parts:
            meeples: tuple[int, ...] = ()
            for known in dict.fromkeys([beside[side] for side in sides]):
                size += known.size
                open_edges += known.open
                total -= known.worth
                if known.meeples:
                    both = zip(meeples, known.meeples, strict=True)
                    meeples = tuple([one + other for one, other in both]) if meeples else known.meeples
            worth = self._worth(size, open_edges - len(sides), is_city=is_city)
            if meeples:
                total += worth * self._lead(meeples)
            elif worth > claim:
                claim = worth
        return total, claim

    def _worth(self, size: int, open_edges: int, *, is_city: bool) -> float:
        """The points of a feature and its meeple to who has it."""
        if not open_edges:
            return (2 * size if is_city else size) + self.meeple
        hope = self.hopes[open_edges if open_edges < MANY else -1]
        return size + hope * (size + RETURN * self.meeple if is_city else RETURN * self.meeple)

    def _lead(self, meeples: tuple[int, ...]) -> int:
        own, other = meeples[self.mover], max(meeples[: self.mover] + meeples[self.mover + 1 :])
        return (own > other) - (own < other)

    def _look_beside(self, place: int) -> dict[int, Known]:
        """By side, the cities and roads that are open to an empty place."""
        beside = self._beside.get(place)
        if beside is None:
            self._beside[place] = beside = {}
            for at in demand_of(self.frontier[place]).sides:
                tile = self.board[place + at.step]
                root = root_of(self.features, tile.first + SHAPES[tile.letter][tile.rotation].ports[at.port])
                beside[at.side] = self._known.get(root) or self._look_at(root)
        return beside

    def _look_at(self, root: int) -> Known:
        feature: Feature = self.features[root]  # type: ignore[assignment]
        self._known[root] = known = Known(feature)
        if feature.meeples:
            is_city, lead = feature.kind == "city", self._lead(feature.meeples)
            hope = self.hopes[min(feature.open, MANY - 1)]
            known.worth = lead * self._worth(known.size, feature.open, is_city=is_city)
            known.at_stake = lead * hope * (known.size * is_city + self.meeple)
        return known

    def _monk(self, land: Land, ident: int) -> tuple[int, float]:
        """Where an occupied monastery lies, and what a tile beside it is worth to the mover."""
        monastery: Feature = land.features[ident]  # type: ignore[assignment]
        tile, lead = land.tiles[monastery.tiles[0]], self._lead(monastery.meeples)
        return place_of(tile.x, tile.y), lead * (1.0 if monastery.open > 1 else 1.0 + self.meeple)

    def _monastery(self, place: int) -> float:
        present = sum([place + step in self.board for step in AROUND])
        return 1 + present + NEIGHBOUR * (8 - present) + (1 - RETURN) * self.meeple


_NEIGHBOURS = frozenset(AROUND)
_MONASTERIES = [letter for letter, shapes in SHAPES.items() if shapes[0].has_monastery]


@cache
def _laid(letter: str, rotation: Rotation, code: int) -> tuple[tuple[Part, ...], tuple[tuple[int, int], ...]]:
    """A tile in a place with these demands: its cities and roads, and what it demands of the empty places beside it."""
    shape, parts = SHAPES[letter][rotation], []
    for segment in shape.segments:
        if segment.kind == "city" or segment.kind == "road":
            sides = tuple([side for side, _ in segment.joins if code >> 2 * side & 3])
            parts.append((segment.kind == "city", 1 + segment.pennants, sides, len(segment.joins) - len(sides)))
    demands = [(STEPS[side], shape.demands[side]) for side in range(4) if not code >> 2 * side & 3]
    return tuple(parts), tuple(demands)


_latest_glance: tuple[Land, Glance] | None = None
_latest_claims: tuple[Land, dict[str | None, float]] | None = None


def tile_priority(land: Land, x: int, y: int, rotation: Rotation) -> float:
    """A search asks for all placements of a land in a row: one glance serves them all."""
    global _latest_glance
    latest = _latest_glance
    if latest is None or latest[0] is not land:
        latest = _latest_glance = land, Glance(land)
    return latest[1].gain(place_of(x, y), rotation)


def meeple_priority(land: Land, spot: str | None) -> float:
    """What a meeple at this spot promises, less what it is worth in supply; none is worth nothing."""
    global _latest_claims
    latest = _latest_claims
    if latest is None or latest[0] is not land:
        latest = _latest_claims = land, _claims(land)
    return latest[1][spot]


def _claims(land: Land) -> dict[str | None, float]:
    tile, gains = land.tiles[-1], dict(gains_of_claims(land))
    spots = [
        (segment.spot, root_of(land.features, tile.first + i)) for i, segment in enumerate(shape_of(tile).segments)
    ]
    return {None: 0.0} | {spot: gains[root] for spot, root in spots if root in gains}
