"""The land in facts and as a recap, for language models: the tiles that lie there tell the features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from gamenight.core.model import Event, PlayerView, seat, seat_index
from gamenight.core.showing.recap import RecapLine, parted
from gamenight.games.carcassonne.placing import first_land, lay_tile, stand_meeple
from gamenight.games.carcassonne.presentation.words import COMPASS, EDGE_NAMES
from gamenight.games.carcassonne.scoring import Scored, counting_at_the_end, totals_if_over, value_when_complete
from gamenight.games.carcassonne.state import Land, Options, positions
from gamenight.games.carcassonne.tiles import SHAPES, Shape
from gamenight.games.carcassonne.view import CarcassonneView

RECAP_TURNS = 15
"""How many turns a recap tells whole."""

ON_THE_TABLE = {
    "game.tile_drawn",
    "game.tile_placed",
    "game.meeple_placed",
    "game.meeple_skipped",
    "game.meeple_returned",
}


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
    }
    if seen.tile is not None:
        known["tile_to_place"] = tile_facts(seen.tile)
    elif view.valid_actions:
        known["parts_of_your_tile"] = _parts(SHAPES[seen.tiles[-1].letter][seen.tiles[-1].rotation])
    return known


def recap(history: Sequence[Event], view: PlayerView) -> Sequence[RecapLine]:
    """A turn on a line; of older turns what lies on the table is left out, and what was scored is told."""
    turns = parted(history, begins=("game.tile_drawn",))
    return [*map(_scored, turns[:-RECAP_TURNS]), *map(_without_draw, turns[-RECAP_TURNS:])]


def _scored(turn: tuple[Event, ...]) -> tuple[Event, ...]:
    return tuple(event for event in turn if event.event_type not in ON_THE_TABLE)


def _without_draw(turn: tuple[Event, ...]) -> tuple[Event, ...]:
    """A tile that was placed has been drawn."""
    is_placed = any(event.event_type == "game.tile_placed" for event in turn)
    return turn[1:] if is_placed and turn[0].event_type == "game.tile_drawn" else turn


def tile_facts(letter: str) -> dict[str, Any]:
    """A tile that is not turned, side by side and part by part."""
    shape = SHAPES[letter][0]
    sides = {side: EDGE_NAMES[edge] for side, edge in zip(COMPASS.values(), shape.edges, strict=True)}
    return {"tile": letter, "sides_if_not_turned": sides, "parts": _parts(shape)}


def _parts(shape: Shape) -> list[str]:
    return [segment.spot + " with pennant" * segment.pennants for segment in shape.segments]


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
