"""How good a land is for a player, as a weighted sum of four parts: points, unfinished features, meeples and fields.

The weights shift as the game goes on. The presets differ in what each part weighs at the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec import Struct

from gamenight.core.model import PlayerId, seat_index
from gamenight.core.plugin import Evaluator, sigmoid
from gamenight.games.carcassonne.state import MEEPLES, Feature, Features, Land, feature_of, root_of

FIELD_POINTS = 3
WASTED_MEEPLE = 1.5
"""What a meeple costs that stands in a feature which another player will score."""

LIKELY = 0.3
"""A city beside a field counts from this chance of completion on."""


class EvalWeights(Struct, frozen=True):
    """What each part weighs at the start, what is added until the end, and the difference that matters in it.

    From `meeple_hoard_threshold` meeples in supply on, the value of one's own shrinks by `meeple_hoard_penalty` once
    more than `meeple_hoard_progress_gate` of the game has been played.
    """

    score_base: float = 0.35
    score_delta: float = 0.10
    score_scale: float = 25.0
    potential_base: float = 0.35
    potential_delta: float = -0.15
    potential_scale: float = 15.0
    meeple_base: float = 0.20
    meeple_delta: float = -0.05
    meeple_hoard_threshold: int = 6
    meeple_hoard_penalty: float = 0.8
    meeple_hoard_progress_gate: float = 0.2
    field_base: float = 0.10
    field_delta: float = 0.10
    field_scale: float = 10.0


PRESETS = {
    "default": EvalWeights(),
    "aggressive": EvalWeights(score_base=0.45, potential_base=0.30, meeple_base=0.10, field_base=0.15),
    "field_heavy": EvalWeights(score_base=0.30, potential_base=0.30, meeple_base=0.15, field_base=0.25),
    "conservative": EvalWeights(score_base=0.30, potential_base=0.30, meeple_base=0.30, field_base=0.10),
}


def weighed(weights: EvalWeights, land: Land, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
    """The value of a land with these scores for a player, from 0 to 1."""
    progress, own = game_progress(land), seat_index(player_id)
    occupied = occupied_features(land)
    value = (
        (weights.score_base + weights.score_delta * progress) * score_part(weights, scores, player_id)
        + (weights.potential_base + weights.potential_delta * progress) * potential_part(weights, land, occupied, own)
        + (weights.meeple_base + weights.meeple_delta * progress) * meeple_part(weights, land, own)
        + (weights.field_base + weights.field_delta * progress) * field_part(weights, land, occupied, own)
    )
    return max(0.0, min(1.0, value))


EVALUATORS: dict[str, Evaluator] = {name: partial(weighed, weights) for name, weights in PRESETS.items()}


def tiles_remaining(land: Land) -> int:
    """The tiles that will still be placed: the bag and the one in hand."""
    return len(land.bag) + (land.drawn is not None)


def game_progress(land: Land) -> float:
    """From 0 to 1: which share of the tiles lies on the board; those set aside do not count."""
    remaining = tiles_remaining(land)
    return 1 - remaining / (remaining + len(land.tiles))


def completion_chance(open_edges: int, remaining: int) -> float:
    """How likely a feature with so many open edges will be completed with the remaining tiles."""
    if open_edges == 0:
        return 1.0
    return min(1.0, remaining / (open_edges * 3) * 0.5)


def occupied_features(land: Land) -> list[Feature]:
    """The features with meeples, each once."""
    features = land.features
    roots = {root_of(features, meeple.feature) for meeple in land.meeples}
    return [feature_of(features, root) for root in sorted(roots)]


def score_part(weights: EvalWeights, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
    """The lead over the best other player."""
    best_other = max((score for player, score in scores.items() if player != player_id), default=0.0)
    return sigmoid(scores[player_id] - best_other, weights.score_scale)


def potential_part(weights: EvalWeights, land: Land, occupied: list[Feature], own: int) -> float:
    """What the occupied cities, roads and monasteries will bring to this seat, and what to others.

    A feature that was completed a moment ago and awaits its scoring is one that will be completed for certain.
    """
    remaining, difference = tiles_remaining(land), 0.0
    for feature in occupied:
        if feature.kind == "field":
            continue
        value = feature_potential(feature, remaining)
        if controls(feature, own):
            difference += value
        else:
            difference -= value + WASTED_MEEPLE * feature.meeples[own]
    return sigmoid(difference, weights.potential_scale)


def feature_potential(feature: Feature, remaining: int) -> float:
    """The points to expect of a city, road or monastery."""
    chance, tiles = completion_chance(feature.open, remaining), len(feature.tiles)
    if feature.kind == "city":
        return (1 + chance) * (tiles + feature.pennants)
    if feature.kind == "road":
        return tiles
    return chance * 9 + (1 - chance) * (9 - feature.open)


def controls(feature: Feature, own: int) -> bool:
    """Nobody has more meeples in it than this seat, which has some."""
    return feature.meeples[own] == max(feature.meeples)


def meeple_part(weights: EvalWeights, land: Land, own: int) -> float:
    """The supply of this seat, by itself and beside the others' average; too few and too many are bad."""
    supply, progress = land.supply[own], game_progress(land)
    others = len(land.supply) - 1
    average = (sum(land.supply) - supply) / others if others else 0.0
    value = min(supply / MEEPLES, 1.0)
    if supply >= weights.meeple_hoard_threshold and progress > weights.meeple_hoard_progress_gate:
        value *= weights.meeple_hoard_penalty
    if supply == 0 and progress < 0.85:
        value *= 0.3
    elif supply <= 1 and progress < 0.7:
        value *= 0.6
    return 0.5 * sigmoid((supply - average) * 0.5, 3.0) + 0.5 * value


def field_part(weights: EvalWeights, land: Land, occupied: list[Feature], own: int) -> float:
    """What the fields will bring to this seat, and to the best other."""
    remaining, values = tiles_remaining(land), [0.0] * len(land.supply)
    for field in occupied:
        if field.kind != "field":
            continue
        value = field_potential(land.features, field, remaining)
        for index in range(len(values)):
            if controls(field, index):
                values[index] += value
    best_other = max((value for index, value in enumerate(values) if index != own), default=0.0)
    return sigmoid(values[own] - best_other, weights.field_scale)


def field_potential(features: Features, field: Feature, remaining: int) -> float:
    """The points to expect of a field for the cities that it borders."""
    cities = {root_of(features, ident) for ident in field.cities}
    chances = [completion_chance(feature_of(features, city).open, remaining) for city in cities]
    return FIELD_POINTS * sum(chance for chance in chances if chance > LIKELY)
