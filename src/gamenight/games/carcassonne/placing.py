"""Laying a tile: what its segments join, what they complete, and what the places beside it demand from now on."""

from __future__ import annotations

from bisect import bisect_left

from msgspec.structs import replace

from gamenight.games.carcassonne.joining import Beside, add_segment, fresh
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
from gamenight.games.carcassonne.tiles import SHAPES, START, Rotation, Shape


def first_land(players: int, bag: tuple[str, ...], options: Options) -> Land:
    """The start tile alone, before the first draw."""
    shape = SHAPES[START][0]
    return Land(
        tiles=(Placed(START, 0, 0, 0, 0),),
        board=(0,),
        frontier=tuple(sorted(step << 8 | demand for step, demand in zip(STEPS, shape.demands, strict=True))),
        features=tuple(fresh(segment, 0, 0) for segment in shape.segments),
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
        add_segment(features, segment, beside, len(land.tiles), tile.first, closed)
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


def _beside(land: Land, place: int) -> Beside:
    board, tiles, demand = land.board, land.tiles, number_at(land.frontier, place)
    assert demand is not None, "a tile lies beside another one"
    return [
        tiles[number_at(board, place + step)] if demand & 3 << 2 * side else None  # type: ignore[index]
        for side, step in enumerate(STEPS)
    ]


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
