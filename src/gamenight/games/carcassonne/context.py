"""The land in facts, for language models. All of it comes from the view: the tiles that lie there tell the features."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gamenight.core.model import PlayerView, seat, seat_index
from gamenight.games.carcassonne.placing import first_land, lay_tile, stand_meeple
from gamenight.games.carcassonne.scoring import Scored, counting_at_the_end, totals_if_over, value_when_complete
from gamenight.games.carcassonne.state import Land, Options, positions
from gamenight.games.carcassonne.tiles import SHAPES
from gamenight.games.carcassonne.view import CarcassonneView
from gamenight.games.carcassonne.words import COMPASS, EDGE_NAMES


def facts(view: PlayerView) -> dict[str, Any]:
    """What a good player looks at: the tile, the features with meeples, how it would end now, what is still to come."""
    seen: CarcassonneView = view.game_data
    land = rebuilt(seen)
    totals = totals_if_over(land)
    known: dict[str, Any] = {
        "coordinates": "x grows to the east, y to the north; rotation is clockwise",
        "scores_if_the_game_ended_now": {seat(index): total for index, total in enumerate(totals)},
        "meeples_in_supply": {seat(index): supply for index, supply in enumerate(seen.supply)},
        "claimed_features": [_claimed(land, scored) for scored in counting_at_the_end(land)],
        "tiles_left": sum(seen.remaining.values()),
        "tiles_left_by_letter": seen.remaining,
    }
    if seen.tile is not None:
        known["tile_to_place"] = tile_facts(seen.tile)
    return known


def tile_facts(letter: str) -> dict[str, Any]:
    """A tile that is not turned, side by side and part by part."""
    shape = SHAPES[letter][0]
    sides = {side: EDGE_NAMES[edge] for side, edge in zip(COMPASS.values(), shape.edges, strict=True)}
    parts = [segment.spot + " with pennant" * segment.pennants for segment in shape.segments]
    return {"tile": letter, "sides_if_not_turned": sides, "parts": parts}


def _claimed(land: Land, scored: Scored) -> dict[str, Any]:
    feature = scored.feature
    told: dict[str, Any] = {
        "kind": feature.kind,
        "tiles": positions(land, feature),
        "meeples": {seat(index): count for index, count in enumerate(feature.meeples) if count},
        "points_now": scored.points,
        "scorers": [seat(index) for index in scored.seats],
    }
    if feature.kind != "field":
        told["missing"] = feature.open
        told["points_of_these_tiles_if_complete"] = value_when_complete(feature, land.two_tile_city)
    return told


def rebuilt(seen: CarcassonneView) -> Land:
    """The land that a view shows, with an empty bag: the same tiles laid and the same meeples placed again."""
    options = Options(two_tile_city=seen.two_tile_city, farmers=seen.farmers)  # type: ignore[arg-type]
    land = first_land(len(seen.supply), (), options)
    standing = {(meeple.x, meeple.y): meeple for meeple in seen.meeples}
    for tile in seen.tiles[1:]:
        land = lay_tile(replace(land, drawn=tile.letter), tile.x, tile.y, tile.rotation)
        if meeple := standing.get((tile.x, tile.y)):
            land = stand_meeple(replace(land, mover=seat_index(meeple.player_id)), meeple.spot)
    return replace(
        land,
        earned=seen.earned,
        final=seen.final,
        left=tuple(seat_index(player) for player in seen.left),
        stage="game_over" if seen.mover is None else "place_tile",
    )
