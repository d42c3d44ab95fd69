"""How a game is likely to end: the points that each seat can expect, and from them a player's chance to win.

An unfinished feature counts by its chance of completion, which the remaining tiles tell: for every empty place beside
it, how many of them fit there, and how many of those would close it. A place that no tile fits keeps it open for ever.
Meeples in supply count for the features that they will still claim, fields for the cities that will be completed beside
them. The constants were chosen by play.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from gamenight.core.model import PlayerId
from gamenight.games.carcassonne.places import AROUND, COLUMN, STEPS, number_at
from gamenight.games.carcassonne.state import MOST_TILES, SEATS, Feature, Features, Land, next_seat, root_of
from gamenight.games.carcassonne.tiles import EDGES, FITS, LETTERS, ROTATIONS, SHAPES, Segment

CITY_EXTENDING, ROAD_EXTENDING = 0.12, 0.08
"""How much a tile helps to complete a feature that fits but does not close it, beside one that does."""

CITY_EFFORT, ROAD_EFFORT, FILL_EFFORT = 0.17, 0.28, 0.16
"""The share of one's own draws that serves one open edge of a city or road, or one place beside a monastery."""

UNREACHED = 0.3
"""How much less likely a place of a monastery will be filled that no tile touches yet."""

TOGETHER = 0.7
"""The places beside a monastery are filled together rather than each by itself: the power of the product of chances."""

NEW_TILES = 0.5
"""How much the tiles count that will complete a feature."""

FIELD_POINTS = 3.0
CITY_BESIDE = 0.6
"""How much an open city beside a field counts, beside its chance to be completed if somebody works on it."""

FIELD_GROWTH = 1.5
"""The points of cities yet unknown that a field would get if the whole game lay ahead."""

FIRST_MEEPLE, NEXT_MEEPLE = 10.5, 0.82
"""What the first meeple in supply is worth with many turns ahead, and each further one beside the one before."""

MEEPLE_TURNS = 5.0
RETURN = 0.65
"""A meeple in a feature that will be completed is so much of one in supply."""

TEMPO = 1.5
"""What it is worth to draw next."""

SCALE_AT_END, SCALE_PER_ROOT = 1.5, 1.6
"""The lead that matters: at the end, and more for the square root of the tiles still to come."""


class Demand(Struct, frozen=True):
    """Of a code of demands: the tiles that fit, as bits, and for each side with city or road those that close it."""

    fitting: int
    sides: tuple[tuple[int, int, bool, int], ...]
    """The step to the neighbour, its port, whether it is a city, and the closing tiles."""


class Outlook:
    """What the remaining tiles promise; chances are computed when they are asked for."""

    __slots__ = ("_tiles", "count", "draws", "edges", "fills", "meeple", "unknown_cities")

    def __init__(self, bag: tuple[str, ...], players: int) -> None:
        self.count = len(bag)
        self.draws = self.count / players
        self._tiles = sum(((1 << bag.count(letter)) - 1) << _OFFSETS[letter] for letter in set(bag))
        self.edges: dict[int, tuple[tuple[int, int, float], ...]] = {}
        self.fills: dict[int, float] = {}
        self.meeple = FIRST_MEEPLE * (1 - math.exp(-self.draws / MEEPLE_TURNS))
        self.unknown_cities = FIELD_GROWTH * self.count / MOST_TILES

    def see_edges(self, code: int) -> tuple[tuple[int, int, float], ...]:
        """For each side with a city or road: the step to it, its port, and the chance that a tile closes it there."""
        demand = demand_of(code)
        fitting = (self._tiles & demand.fitting).bit_count()
        seen = tuple(
            (step, port, self._closing_chance((self._tiles & closing).bit_count(), fitting, is_city=is_city))
            for step, port, is_city, closing in demand.sides
        )
        self.edges[code] = seen
        return seen

    def see_fill(self, code: int) -> float:
        """The chance that any tile comes to a place with this demand."""
        chance = self._chance((self._tiles & demand_of(code).fitting).bit_count(), FILL_EFFORT)
        self.fills[code] = chance
        return chance

    def supply(self, meeples: float) -> float:
        """What so many meeples are worth."""
        return self.meeple * (1 - math.pow(NEXT_MEEPLE, meeples)) / (1 - NEXT_MEEPLE)

    def _closing_chance(self, closing: int, fitting: int, *, is_city: bool) -> float:
        extending = CITY_EXTENDING if is_city else ROAD_EXTENDING
        return self._chance(closing + extending * (fitting - closing), CITY_EFFORT if is_city else ROAD_EFFORT)

    def _chance(self, useful: float, effort: float) -> float:
        if not self.count:
            return 0.0
        return 1 - math.pow(1 - useful / self.count, self.draws * effort)


_OFFSETS = {letter: number * MOST_TILES for number, letter in enumerate(LETTERS)}
_ALL = {letter: ((1 << MOST_TILES) - 1) << offset for letter, offset in _OFFSETS.items()}
outlook = lru_cache(maxsize=2048)(Outlook)


@cache
def demand_of(code: int) -> Demand:
    """What the codes of the frontier ask for."""
    fitting = sum(_ALL[letter] for letter in LETTERS if FITS[letter][code])
    passages = [side for side in range(4) if code >> 2 * side & 3 in (EDGES["C"], EDGES["R"])]
    sides = tuple(
        (STEPS[side], (side + 2) % 4 * 3 + 1, code >> 2 * side & 3 == EDGES["C"], _closing(code, side))
        for side in passages
    )
    return Demand(fitting, sides)


def _closing(code: int, side: int) -> int:
    return sum(
        _ALL[letter] for letter in LETTERS if any(_closes(code, shape, side) for shape in _fitting(letter, code))
    )


def _fitting(letter: str, code: int) -> list[tuple[Segment, ...]]:
    """The sides of the letter's rotations that meet the demands."""
    mask = FITS[letter][code]
    shapes = [SHAPES[letter][rotation] for bit, rotation in enumerate(ROTATIONS) if mask >> bit & 1]
    return [tuple(shape.segments[shape.ports[3 * side + 1]] for side in range(4)) for shape in shapes]


def _closes(code: int, sides: tuple[Segment, ...], side: int) -> bool:
    """The part at this side leaves through no side beyond which there is nothing yet."""
    return all(code >> 2 * way & 3 for way, _ in sides[side].joins)


Prospect = list[float]
"""Of an open city or road: its chance of completion, and in how many places a tile is missing."""


def foresee(land: Land, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
    """A player's chance to win, as far as the land tells, from 0 to 1."""
    own, totals = SEATS[player_id], expected_totals(land, scores)
    others = [total for seat, total in enumerate(totals) if seat != own and seat not in land.left]
    lead = totals[own] - max(others, default=totals[own])
    remaining = len(land.bag) + (land.drawn is not None)
    scale = SCALE_AT_END + SCALE_PER_ROOT * math.sqrt(remaining)
    return 1 / (1 + math.exp(max(-60.0, min(60.0, -lead / scale))))


def expected_totals(land: Land, scores: Mapping[PlayerId, float]) -> list[float]:
    """The points with which each seat can expect to end."""
    totals = list(scores.values())
    if land.stage == "game_over":
        return totals
    bag = land.bag if land.drawn is None else (*land.bag, land.drawn)
    seen = outlook(tuple(sorted(bag)), len(totals))
    features = land.features
    occupied = {root_of(features, meeple.feature): 0.0 for meeple in land.meeples}
    free = _free_roots(land) if land.stage == "place_meeple" else ()
    prospects = _prospects(land, seen, (*occupied, *free))
    supply: list[float] = list(land.supply)
    for root in occupied:
        feature: Feature = features[root]  # type: ignore[assignment]
        value, back = _promise(land, seen, prospects, root, feature)
        most = max(feature.meeples)
        for seat, count in enumerate(feature.meeples):
            if count:
                supply[seat] += count * back
                if count == most:
                    totals[seat] += value
    for seat, meeples in enumerate(supply):
        totals[seat] += seen.supply(meeples)
    if free:
        totals[land.mover] += _best_claim(land, seen, prospects, free, supply[land.mover])
    drawing = land.stage == "place_tile" or land.stage == "draw_tile"
    if seen.count:
        totals[land.mover if drawing else next_seat(land, land.mover)] += TEMPO
    return totals


def _free_roots(land: Land) -> list[int]:
    """Where the mover may put a meeple now."""
    tile, features = land.tiles[-1], land.features
    roots = [root_of(features, ident) for ident in range(tile.first, len(features))]
    return [
        root
        for root in roots
        if not features[root].meeples and (land.farmers or features[root].kind != "field")  # type: ignore[union-attr]
    ]


def _best_claim(land: Land, seen: Outlook, prospects: dict[int, Prospect], free: Sequence[int], supply: float) -> float:
    """What the mover gains by the best meeple that can be placed now, or by none."""
    best, without = 0.0, seen.supply(supply)
    for root in free:
        value, back = _promise(land, seen, prospects, root, land.features[root])  # type: ignore[arg-type]
        best = max(best, value + seen.supply(supply - 1 + back) - without)
    return best


def _prospects(land: Land, seen: Outlook, roots: Sequence[int]) -> dict[int, Prospect]:
    """Of these features, and of the cities beside those that are fields; from one walk along the frontier."""
    features, tiles = land.features, land.tiles
    board = {entry >> 8: tiles[entry & 255] for entry in land.board}
    prospects: dict[int, Prospect] = {}
    for root in roots:
        feature: Feature = features[root]  # type: ignore[assignment]
        if feature.kind == "field":
            for ident in feature.cities:
                city = root_of(features, ident)
                if city not in prospects:
                    prospects[city] = [1.0, 0]
        elif feature.kind != "monastery":
            prospects[root] = [1.0, 0]
    edges = seen.edges
    for entry in land.frontier:
        place, code, last = entry >> 8, entry & 255, -1
        for step, port, chance in edges[code] if code in edges else seen.see_edges(code):
            tile = board[place + step]
            root = tile.first + SHAPES[tile.letter][tile.rotation].ports[port]
            link = features[root]
            while type(link) is int:
                root = link
                link = features[root]
            prospect = prospects.get(root)
            if prospect is not None and root != last:
                last = root
                prospect[0] *= chance
                prospect[1] += 1
    return prospects


def _promise(
    land: Land, seen: Outlook, prospects: dict[int, Prospect], root: int, feature: Feature
) -> tuple[float, float]:
    """The points to expect of a feature, and how much of a meeple in it is as good as in supply."""
    if feature.kind == "field":
        return _field_promise(land.features, seen, prospects, feature), 0.0
    if feature.kind == "monastery":
        return _monastery_promise(land, seen, feature)
    chance, places = prospects[root]
    back = chance * RETURN if feature.open else 1.0
    size, new = len(feature.tiles) + feature.pennants, NEW_TILES * places
    if feature.kind == "city":
        return size + chance * (size + 2 * new), back
    return size + chance * new, back


def _field_promise(features: Features, seen: Outlook, prospects: dict[int, Prospect], field: Feature) -> float:
    """The cities beside it that are complete or may become so, and those that nobody has begun."""
    cities = 0.0
    for root in {root_of(features, ident) for ident in field.cities}:
        cities += CITY_BESIDE * prospects[root][0] if features[root].open else 1.0  # type: ignore[union-attr]
    return FIELD_POINTS * cities + seen.unknown_cities


def _monastery_promise(land: Land, seen: Outlook, monastery: Feature) -> tuple[float, float]:
    """The tiles around it that lie there or may come, and the chance that all do."""
    if not monastery.open:
        return 9.0, 1.0
    tile, fills = land.tiles[monastery.tiles[0]], seen.fills
    place, chance, filled = tile.x * COLUMN + tile.y, 1.0, 9.0 - monastery.open
    for step in AROUND:
        if number_at(land.board, place + step) is not None:
            continue
        code = number_at(land.frontier, place + step) or 0
        fill = fills.get(code)
        if fill is None:
            fill = seen.see_fill(code)
        if not code:
            fill *= UNREACHED
        chance *= fill
        filled += fill
    chance **= TOGETHER
    return chance * 9 + (1 - chance) * min(filled, 8.0), chance * RETURN
