"""How a game is likely to end: the points that each seat can expect, and from them a player's chance to win.

An unfinished feature counts by its chance of completion, which the remaining tiles tell: for every empty place beside
it, how many of them fit there, and how many of those would close it. A place that no tile fits keeps it open for ever.
Meeples in supply count for the features that they will still claim, fields for the cities that will be completed beside
them. The constants were chosen by play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamenight.core.model import PlayerId, seat_index
from gamenight.core.plugin import sigmoid
from gamenight.games.carcassonne.places import AROUND, COLUMN, number_at
from gamenight.games.carcassonne.scoring import value_when_complete
from gamenight.games.carcassonne.search.outlook import Outlook, outlook
from gamenight.games.carcassonne.state import Feature, Features, Land, next_seat, root_of
from gamenight.games.carcassonne.tiles import SHAPES

UNREACHED = 0.3
"""How much less likely a place of a monastery will be filled that no tile touches yet."""

TOGETHER = 0.7
"""The places beside a monastery are filled together rather than each by itself: the power of the product of chances."""

NEW_TILES = 0.5
"""How much the tiles count that will complete a feature."""

FIELD_POINTS = 3.0
CITY_BESIDE = 0.6
"""How much an open city beside a field counts, beside its chance to be completed if somebody works on it."""

RETURN = 0.65
"""A meeple in a feature that will be completed is so much of one in supply."""

TEMPO = 1.5
"""What it is worth to draw next."""

SCALE_AT_END, SCALE_PER_TILE, WIDEST_SCALE = 1.0, 0.36, 10.0
"""The lead that matters: at the end, and more for each tile still to come, up to a bound; fitted to who won."""

Prospect = list[float]
"""Of an open city or road: its chance of completion, and in how many places a tile is missing."""


def foresee(land: Land, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
    """A player's chance to win, as far as the land tells, from 0 to 1."""
    own, totals = seat_index(player_id), expected_totals(land, scores)
    others = [total for seat, total in enumerate(totals) if seat != own and seat not in land.left]
    lead = totals[own] - max(others, default=totals[own])
    scale = min(WIDEST_SCALE, SCALE_AT_END + SCALE_PER_TILE * (len(land.bag) + (land.drawn is not None)))
    return sigmoid(lead, scale)


def expected_totals(land: Land, scores: Mapping[PlayerId, float]) -> list[float]:
    """The points with which each seat can expect to end."""
    totals = list(scores.values())
    if land.stage == "game_over":
        return totals
    seen = outlook(land.bag, land.drawn, len(totals))
    free = free_roots(land) if land.stage == "place_meeple" else []
    occupied = {root_of(land.features, meeple.feature) for meeple in land.meeples}
    prospects = _prospects(land, seen, [*occupied, *free])
    supply = _count_promises(land, seen, prospects, occupied, totals)
    for seat, meeples in enumerate(supply):
        totals[seat] += seen.odds.supply(meeples)
    if free:
        totals[land.mover] += max(0.0, *_gains(land, seen, prospects, free, supply[land.mover]))
    if seen.odds.count:
        is_to_draw = land.stage == "place_tile" or land.stage == "draw_tile"
        totals[land.mover if is_to_draw else next_seat(land, land.mover)] += TEMPO
    return totals


def gains_of_claims(land: Land) -> list[tuple[int, float]]:
    """For each free feature of the tile just placed, what the mover expects to gain by a meeple there."""
    seen = outlook(land.bag, land.drawn, len(land.supply))
    free = free_roots(land)
    occupied = {root_of(land.features, meeple.feature) for meeple in land.meeples}
    prospects = _prospects(land, seen, [*occupied, *free])
    supply = _count_promises(land, seen, prospects, occupied, [0.0] * len(land.supply))
    return list(zip(free, _gains(land, seen, prospects, free, supply[land.mover]), strict=True))


def free_roots(land: Land) -> list[int]:
    """The features of the tile just placed that nobody has claimed."""
    tile, features = land.tiles[-1], land.features
    roots = [root_of(features, ident) for ident in range(tile.first, len(features))]
    return [
        root
        for root in roots
        if not features[root].meeples and (land.farmers or features[root].kind != "field")  # type: ignore[union-attr]
    ]


def _count_promises(
    land: Land, seen: Outlook, prospects: dict[int, Prospect], occupied: set[int], totals: list[float]
) -> list[float]:
    """Add what the occupied features promise to whom; how many meeples each seat can count on, is told."""
    features, supply = land.features, list[float](land.supply)
    for root in occupied:
        feature: Feature = features[root]  # type: ignore[assignment]
        value, back = _promise(land, seen, prospects, root, feature)
        most = max(feature.meeples)
        for seat, count in enumerate(feature.meeples):
            if count:
                supply[seat] += count * back
                if count == most:
                    totals[seat] += value
    return supply


def _gains(
    land: Land, seen: Outlook, prospects: dict[int, Prospect], free: Sequence[int], supply: float
) -> list[float]:
    """What a meeple brings to the mover in each of these features, less what it would be worth in supply."""
    features, worth = land.features, seen.odds.supply
    promises = [_promise(land, seen, prospects, root, features[root]) for root in free]  # type: ignore[arg-type]
    return [value + worth(supply - 1 + back) - worth(supply) for value, back in promises]


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
    if not feature.open:
        return value_when_complete(feature, land.two_tile_city), 1.0
    if feature.kind == "monastery":
        return _monastery_promise(land, seen, feature)
    chance, places = prospects[root]
    size, new = len(feature.tiles) + feature.pennants, NEW_TILES * places
    gain = size + 2 * new if feature.kind == "city" else new
    return size + chance * gain, chance * RETURN


def _field_promise(features: Features, seen: Outlook, prospects: dict[int, Prospect], field: Feature) -> float:
    """The cities beside it that are complete or may become so, and those that nobody has begun."""
    cities = 0.0
    for root in {root_of(features, ident) for ident in field.cities}:
        cities += CITY_BESIDE * prospects[root][0] if features[root].open else 1.0  # type: ignore[union-attr]
    return FIELD_POINTS * cities + seen.odds.growth


def _monastery_promise(land: Land, seen: Outlook, monastery: Feature) -> tuple[float, float]:
    """The tiles around it that lie there or may come, and the chance that all do."""
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
