"""The land in facts, for language models. All of it comes from the view: the tiles that lie there tell the features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from gamenight.core.model import PlayerView
from gamenight.games.carcassonne.placing import first_land, lay_tile
from gamenight.games.carcassonne.scoring import Scored, counting_at_the_end, totals_if_over, value_when_complete
from gamenight.games.carcassonne.state import (
    PLAYERS,
    SEATS,
    Feature,
    Land,
    Options,
    positions,
    root_of,
)
from gamenight.games.carcassonne.tiles import SHAPES
from gamenight.games.carcassonne.view import CarcassonneView

EDGE_NAMES = {"C": "city", "R": "road", "F": "field"}


def facts(view: PlayerView) -> dict[str, Any]:
    """What a good player looks at: the tile, the features with meeples, how it would end now, what is still to come."""
    seen: CarcassonneView = view.game_data
    land = rebuilt(seen)
    totals = totals_if_over(land)
    known: dict[str, Any] = {
        "coordinates": "x grows to the east, y to the north; rotation is clockwise",
        "scores_if_the_game_ended_now": dict(zip(PLAYERS, totals, strict=False)),
        "meeples_in_supply": dict(zip(PLAYERS, seen.supply, strict=False)),
        "claimed_features": [_claimed(land, scored) for scored in counting_at_the_end(land)],
        "tiles_left": sum(seen.remaining.values()),
        "tiles_left_by_letter": seen.remaining,
    }
    if seen.tile is not None:
        known["tile_to_place"] = tile_facts(seen.tile)
    if seen.last_placed is not None:
        last = seen.last_placed
        known["last_tile"] = {"tile": last.letter, "x": last.x, "y": last.y, "rotation": last.rotation}
    return known


def tile_facts(letter: str) -> dict[str, Any]:
    """A tile that is not turned, side by side and part by part."""
    shape = SHAPES[letter][0]
    sides = {side: EDGE_NAMES[edge] for side, edge in zip(("north", "east", "south", "west"), shape.edges, strict=True)}
    parts = [segment.spot + " with pennant" * segment.pennants for segment in shape.segments]
    return {"tile": letter, "sides_if_not_turned": sides, "parts": parts}


def _claimed(land: Land, scored: Scored) -> dict[str, Any]:
    feature = scored.feature
    told: dict[str, Any] = {
        "kind": feature.kind,
        "tiles": positions(land, feature),
        "meeples": {PLAYERS[seat]: count for seat, count in enumerate(feature.meeples) if count},
        "points_now": scored.points,
        "scorers": [PLAYERS[seat] for seat in scored.seats],
    }
    if feature.kind != "field":
        told["missing"] = feature.open
        told["points_if_it_were_complete"] = value_when_complete(feature, land.two_tile_city)
    return told


def rebuilt(seen: CarcassonneView) -> Land:
    """The land that a view shows, with an empty bag: the same tiles laid and the same meeples placed again."""
    options = Options(two_tile_city=seen.two_tile_city, farmers=seen.farmers)  # type: ignore[arg-type]
    land = first_land(len(seen.supply), (), options)
    for tile in seen.tiles[1:]:
        land = lay_tile(replace(land, drawn=tile.letter), tile.x, tile.y, tile.rotation)
    return replace(
        land,
        features=tuple(_peopled(land, seen)),
        meeples=seen.meeples,
        supply=seen.supply,
        earned=seen.earned,
        final=seen.final,
        left=tuple(SEATS[player] for player in seen.left),
        stage="game_over" if seen.mover is None else "place_tile",
    )


def _peopled(land: Land, seen: CarcassonneView) -> Iterator[Feature | int]:
    """The features with their meeples counted."""
    counts: dict[int, list[int]] = {}
    for meeple in seen.meeples:
        root = root_of(land.features, meeple.feature)
        counts.setdefault(root, [0] * len(seen.supply))[meeple.player] += 1
    for ident, feature in enumerate(land.features):
        is_claimed = not isinstance(feature, int) and ident in counts
        yield replace(feature, meeples=tuple(counts[ident])) if is_claimed else feature  # type: ignore[type-var]
