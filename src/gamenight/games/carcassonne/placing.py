"""Laying a tile: what its segments join, what they complete, and what the places beside it demand from now on."""

from __future__ import annotations

from bisect import bisect_left

from msgspec.structs import replace

from gamenight.games.carcassonne.places import AROUND, STEPS, Entries, keep, number_at, place_of
from gamenight.games.carcassonne.state import (
    MEEPLES,
    Feature,
    Land,
    Meeple,
    Options,
    Placed,
    Points,
    free_spots,
    root_of,
    shape_of,
)
from gamenight.games.carcassonne.tiles import SHAPES, START, Rotation, Segment, Shape


def first_land(players: int, bag: tuple[str, ...], options: Options) -> Land:
    """The start tile alone, before the first draw."""
    shape = SHAPES[START][0]
    return Land(
        tiles=(Placed(START, 0, 0, 0, 0),),
        board=(0,),
        frontier=tuple(sorted(step << 8 | demand for step, demand in zip(STEPS, shape.demands, strict=True))),
        features=tuple(_fresh(segment, 0, 0) for segment in shape.segments),
        monasteries=(),
        meeples=(),
        supply=(MEEPLES,) * players,
        earned=(Points(),) * players,
        final=(Points(),) * players,
        bag=bag,
        drawn=None,
        set_aside=(),
        mover=0,
        stage="draw_tile" if bag else "final_scoring",
        two_tile_city=options.two_tile_city,
        farmers=options.farmers,
    )


def lay_tile(land: Land, x: int, y: int, rotation: Rotation) -> Land:
    """The land with the drawn tile in this place; then its mover may place a meeple, if there is anywhere to."""
    letter = land.drawn
    assert letter is not None
    place, shape = place_of(x, y), SHAPES[letter][rotation]
    tile = Placed(letter, x, y, rotation, len(land.features))
    beside, board = _beside(land, place), list(land.board)
    keep(board, place, len(land.tiles))
    features: list[Feature | int] = list(land.features)
    closed: list[int] = []
    for segment in shape.segments:
        _add_segment(features, _fresh(segment, len(land.tiles), tile.first), segment, beside, closed)
    monasteries = land.monasteries
    if shape.has_monastery or monasteries:
        monasteries = _visit_monasteries(land, features, shape, place, closed)
    may_stand = land.supply[land.mover] and free_spots(features, tile, farmers=land.farmers)
    return Land(
        (*land.tiles, tile),
        tuple(board),
        _frontier_after(land.frontier, shape, place, beside),
        tuple(features),
        monasteries,
        land.meeples,
        land.supply,
        land.earned,
        land.final,
        land.bag,
        None,
        land.set_aside,
        land.mover,
        "place_meeple" if may_stand else "score_check",
        tuple(closed),
        land.left,
        land.two_tile_city,
        land.farmers,
    )


Beside = list[Placed | None]
"""The tiles in the north, east, south and west of a place."""


def _beside(land: Land, place: int) -> Beside:
    board, tiles = land.board, land.tiles
    numbers = [number_at(board, place + step) for step in STEPS]
    return [None if number is None else tiles[number] for number in numbers]


def _add_segment(
    features: list[Feature | int], own: Feature, segment: Segment, beside: Beside, closed: list[int]
) -> None:
    """Give the segment the next id, and join it with what lies beside it."""
    roots: list[int] = []
    joined = 0
    for side, port in segment.joins:
        tile = beside[side]
        if tile is not None:
            root = root_of(features, tile.first + SHAPES[tile.letter][tile.rotation].ports[port])
            joined += 1
            if root not in roots:
                roots.append(root)
    if not roots:
        features.append(own)
        return
    whole = _join(features, own, roots, joined if segment.open else 0)
    if segment.open and not whole.open:
        closed.append(roots[0])


def _fresh(segment: Segment, number: int, first: int) -> Feature:
    """The segment as a feature of its own."""
    cities = tuple([first + city for city in segment.cities]) if segment.cities else ()
    return Feature(segment.kind, (number,), segment.open, segment.pennants, (), cities)


def _join(features: list[Feature | int], own: Feature, roots: list[int], joined: int) -> Feature:
    """Let the first of these features have all the others and the new segment; each edge joined closes two."""
    keeper = roots[0]
    features.append(keeper)
    whole: Feature = features[keeper]  # type: ignore[assignment]
    whole = _united(whole, own, 2 * joined)
    for other in roots[1:]:
        whole = _united(whole, features[other], 0)  # type: ignore[arg-type]
        features[other] = keeper
    features[keeper] = whole
    return whole


def _united(one: Feature, other: Feature, closed_edges: int) -> Feature:
    return Feature(
        one.kind,
        _merged(one.tiles, other.tiles),
        one.open + other.open - closed_edges,
        one.pennants + other.pennants,
        _added(one.meeples, other.meeples),
        _merged(one.cities, other.cities),
    )


def _merged(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Both ascending rows of numbers in one, each number once."""
    if not other:
        return one
    if not one or one[-1] < other[0]:
        return one + other
    return one if other == one[-1:] else tuple(sorted({*one, *other}))


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The meeples of each seat together."""
    if not one or not other:
        return one or other
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def _visit_monasteries(
    land: Land, features: list[Feature | int], shape: Shape, place: int, closed: list[int]
) -> tuple[int, ...]:
    """The monasteries still incomplete, after a tile has come beside some of them or brought one itself."""
    incomplete: list[int] = []
    for ident in land.monasteries:
        monastery: Feature = features[ident]  # type: ignore[assignment]
        tile = land.tiles[monastery.tiles[0]]
        if place_of(tile.x, tile.y) - place in AROUND:
            monastery = features[ident] = replace(monastery, open=monastery.open - 1)
        (incomplete if monastery.open else closed).append(ident)
    if shape.has_monastery:
        ident = len(features) - len(shape.segments) + _place_of_monastery(shape)
        missing = sum(number_at(land.board, place + step) is None for step in AROUND)
        features[ident] = replace(features[ident], open=missing)  # type: ignore[type-var]
        (incomplete if missing else closed).append(ident)
    return tuple(incomplete)


def _place_of_monastery(shape: Shape) -> int:
    return next(number for number, segment in enumerate(shape.segments) if segment.kind == "monastery")


def _frontier_after(frontier: Entries, shape: Shape, place: int, beside: Beside) -> Entries:
    """What the empty places demand when a tile of this shape lies there."""
    entries = list(frontier)
    del entries[bisect_left(entries, place << 8)]
    for step, demand, tile in zip(STEPS, shape.demands, beside, strict=True):
        if tile is None:
            wanted = (place + step) << 8
            at = bisect_left(entries, wanted)
            if at < len(entries) and entries[at] >> 8 == place + step:
                entries[at] |= demand
            else:
                entries.insert(at, wanted | demand)
    return tuple(entries)


def stand_meeple(land: Land, spot: str) -> Land:
    """The mover's meeple stands at this spot of the tile just placed."""
    mover, tile = land.mover, land.tiles[-1]
    segment = next(number for number, each in enumerate(shape_of(tile).segments) if each.spot == spot)
    ident = tile.first + segment
    root = root_of(land.features, ident)
    features = list(land.features)
    counts = tuple([int(seat == mover) for seat in range(len(land.supply))])
    features[root] = replace(features[root], meeples=counts)  # type: ignore[type-var]
    supply = land.supply
    return replace(
        land,
        features=tuple(features),
        meeples=(*land.meeples, Meeple(mover, len(land.tiles) - 1, spot, ident)),
        supply=(*supply[:mover], supply[mover] - 1, *supply[mover + 1 :]),
        stage="score_check",
    )
