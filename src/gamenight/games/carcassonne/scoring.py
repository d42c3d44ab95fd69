"""What features are worth: at once when they are completed, and at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.model import Event, TransitionResult, seat
from gamenight.games.carcassonne.state import (
    Feature,
    Land,
    Meeple,
    Points,
    feature_of,
    next_seat,
    positions,
    root_of,
    scores_of,
)
from gamenight.games.carcassonne.tiles import Kind

POINTS_PER_CITY = 3


class Scored(Struct, frozen=True, gc=False):
    """A feature that counts: its id, what it is worth, and the seats that get it."""

    ident: int
    feature: Feature
    points: int
    seats: tuple[int, ...]


def value_when_complete(feature: Feature, two_tile_city: int) -> int:
    """The points of a completed city, road or monastery; no city of two tiles has a pennant."""
    tiles = len(feature.tiles)
    if feature.kind == "road":
        return tiles
    if feature.kind == "monastery":
        return 9
    return two_tile_city if tiles == 2 else 2 * (tiles + feature.pennants)


def value_at_the_end(land: Land, feature: Feature) -> int:
    """The points of an incomplete feature, or of a field, if the game ends now."""
    if feature.kind == "road":
        return len(feature.tiles)
    if feature.kind == "city":
        return len(feature.tiles) + feature.pennants
    if feature.kind == "monastery":
        return 9 - feature.open
    return POINTS_PER_CITY * len(completed_cities(land, feature))


def completed_cities(land: Land, field: Feature) -> set[int]:
    """The ids of the completed cities that a field borders, each once, however they came to join."""
    features, found = land.features, set()
    for city in field.cities:
        root = root_of(features, city)
        if not features[root].open:  # type: ignore[union-attr]
            found.add(root)
    return found


def majority(feature: Feature, left: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The seats with most meeples in it, all that tie; who has left still blocks, but gets nothing."""
    most = max(feature.meeples)
    return tuple([seat for seat, count in enumerate(feature.meeples) if count == most and seat not in left])


def counting_at_the_end(land: Land) -> Iterator[Scored]:
    """Every feature with meeples in it, as it would count if the game ended now; in the order of the meeples."""
    features = land.features
    for root in dict.fromkeys([root_of(features, meeple.feature) for meeple in land.meeples]):
        feature = feature_of(features, root)
        yield Scored(root, feature, value_at_the_end(land, feature), majority(feature, land.left))


def totals_if_over(land: Land) -> list[int]:
    """Each seat's score if the game ended now."""
    totals = [earned.total + final.total for earned, final in zip(land.earned, land.final, strict=True)]
    if land.stage == "game_over":
        return totals
    features, left = land.features, land.left
    for root in {root_of(features, meeple.feature) for meeple in land.meeples}:
        feature: Feature = features[root]  # type: ignore[assignment]
        points = value_at_the_end(land, feature)
        if points:
            for seat in majority(feature, left):
                totals[seat] += points
    return totals


def check_scores(land: Land) -> TransitionResult:
    """Score what the tile just placed has completed, return its meeples, and end the turn."""
    stage = "draw_tile" if land.bag else "final_scoring"
    after = replace(land, mover=next_seat(land, land.mover), stage=stage, closed=())
    return _score_completed(after, land.closed) if land.closed else TransitionResult(after)


def _score_completed(land: Land, closed: tuple[int, ...]) -> TransitionResult:
    events: list[Event] = []
    features, earned = list(land.features), list(land.earned)
    for root in closed:
        scored = _as_completed(land, root)
        events.append(Event("feature_completed", None, _told(land, scored)))
        _credit(earned, scored)
        if scored.feature.meeples:
            features[root] = replace(scored.feature, meeples=())
    stay, back = _parted(land, closed)
    events += [Event("meeple_returned", seat(meeple.player), _where(land, meeple)) for meeple in back]
    after = replace(
        land, features=tuple(features), meeples=stay, supply=_with_back(land.supply, back), earned=tuple(earned)
    )
    return TransitionResult(after, tuple(events), scores_of(after))


def _as_completed(land: Land, root: int) -> Scored:
    feature = feature_of(land.features, root)
    if not feature.meeples:
        return Scored(root, feature, 0, ())
    return Scored(root, feature, value_when_complete(feature, land.two_tile_city), majority(feature, land.left))


def _credit(table: list[Points], scored: Scored) -> None:
    for index in scored.seats:
        table[index] = _plus(table[index], scored.feature.kind, scored.points)


def _plus(points: Points, kind: Kind, more: int) -> Points:
    return replace(points, **{kind: getattr(points, kind) + more})


def _standing_in(land: Land, root: int) -> list[Meeple]:
    return [meeple for meeple in land.meeples if root_of(land.features, meeple.feature) == root]


def _parted(land: Land, closed: tuple[int, ...]) -> tuple[tuple[Meeple, ...], tuple[Meeple, ...]]:
    """The meeples that stay, and those that come back from these features."""
    features = land.features
    stay: list[Meeple] = []
    back: list[Meeple] = []
    for meeple in land.meeples:
        (back if root_of(features, meeple.feature) in closed else stay).append(meeple)
    return tuple(stay), tuple(back)


def _with_back(supply: tuple[int, ...], back: tuple[Meeple, ...]) -> tuple[int, ...]:
    counts = list(supply)
    for meeple in back:
        counts[meeple.player] += 1
    return tuple(counts)


def _told(land: Land, scored: Scored) -> dict[str, Any]:
    """A scored feature for an event: where it lies, what it brings to whom, and whose meeples stand in it."""
    return {
        "kind": scored.feature.kind,
        "tiles": positions(land, scored.feature),
        "points": scored.points,
        "scorers": [seat(index) for index in scored.seats],
        "meeples": [
            {"player_id": seat(meeple.player), **_where(land, meeple)} for meeple in _standing_in(land, scored.ident)
        ],
    }


def _where(land: Land, meeple: Meeple) -> dict[str, Any]:
    tile = land.tiles[meeple.tile]
    return {"x": tile.x, "y": tile.y, "spot": meeple.spot}


def score_the_end(land: Land) -> TransitionResult:
    """The last scoring, feature by feature; then the game is over."""
    final, events = list(land.final), []
    for scored in counting_at_the_end(land):
        _credit(final, scored)
        events.append(Event("final_scored", None, _told(land, scored)))
    after = replace(land, final=tuple(final), stage="game_over")
    return TransitionResult(after, tuple(events), scores_of(after), game_over=True)
