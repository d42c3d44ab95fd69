"""Which tile to discard: what the rest promises, less what the discard may cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gamenight.games.riichi.hand.hands import without
from gamenight.games.riichi.hand.tiles import counts_of, is_honour
from gamenight.games.riichi.player.danger import risk
from gamenight.games.riichi.player.plans import Holding
from gamenight.games.riichi.player.prospects import Prospect, appraise, expected_waits, prospect
from gamenight.games.riichi.player.reading import Reading
from gamenight.games.riichi.state import Meld, Tiles

SPARE = 0.1
"""How much of a hand's promise is lost with a tile of the greatest use."""
HONOUR_USE, YAKUHAI_USE, TILE_USE, DORA_USE = 0.02, 0.04, 0.05, 0.3
CANDIDATES = 3
"""How many discards are looked at twice."""


class RatedDiscard(NamedTuple):
    """A discard and what is expected of it, in points."""

    tile: int
    value: float
    prospect: Prospect


def holding(tiles: Tiles, melds: tuple[Meld, ...]) -> Holding:
    return Holding(tiles, counts_of(tiles), melds, all(meld.kind == "closed_kan" for meld in melds))


def best_discard(reading: Reading, hand: Holding, *, barred: Iterable[int] = ()) -> RatedDiscard:
    """The best discard from a hand of 14 - 3 * melds tiles, but for the kinds that are barred."""
    return max(ranked_discards(reading, hand, barred=barred), key=lambda choice: choice.value)


def ranked_discards(reading: Reading, hand: Holding, *, barred: Iterable[int] = ()) -> list[RatedDiscard]:
    """Every discard with its value; the most promising ones are looked at closely, and stand first."""
    allowed = [tile for tile in _different(reading, hand.tiles) if tile // 4 not in barred]
    choices = [_appraised(reading, _without(hand, tile), tile) for tile in allowed]
    choices.sort(key=lambda choice: -choice.value)
    if not reading.skill.looks_ahead:
        return choices
    near = [_looked_ahead(reading, hand, choice) for choice in choices[:CANDIDATES]]
    return sorted([*near, *choices[CANDIDATES:]], key=lambda choice: -choice.value)


def _different(reading: Reading, tiles: Tiles) -> list[int]:
    """One tile of each kind, a plain five and a red one apart."""
    return list({(tile // 4, tile in reading.red_fives): tile for tile in tiles}.values())


def _without(hand: Holding, tile: int) -> Holding:
    return holding(tuple(without(hand.tiles, (tile,))), hand.melds)


def _appraised(reading: Reading, rest: Holding, tile: int) -> RatedDiscard:
    found = prospect(reading, rest)
    return _valued(reading, tile, found)


def _use(reading: Reading, kind: int) -> float:
    """How much a tile may still become, from 0 to about 1: by itself and with its neighbours that nobody has seen."""
    unseen = reading.unseen
    if is_honour(kind):
        return unseen[kind] * (HONOUR_USE + YAKUHAI_USE * reading.values[kind])
    suit, rank = divmod(kind, 9)
    near = [rank + step for step in (-2, -1, 1, 2)]
    weights = (0.6, 1.0, 1.0, 0.6)
    runs = sum([unseen[suit * 9 + at] * w for at, w in zip(near, weights, strict=True) if 0 <= at <= 8])
    return (runs + unseen[kind]) * TILE_USE + DORA_USE * reading.dora[kind]


def _valued(reading: Reading, tile: int, found: Prospect) -> RatedDiscard:
    if found.plan and found.plan.distance > 0:
        found = found._replace(value=found.value * (1 - SPARE * _use(reading, tile // 4)))
    return RatedDiscard(tile, found.value - risk(reading.threats, tile // 4), found)


def _looked_ahead(reading: Reading, hand: Holding, choice: RatedDiscard) -> RatedDiscard:
    """The same discard, valued by the waits that it would lead to."""
    plan = choice.prospect.plan
    if plan is None or plan.distance != 1:
        return choice
    rest = _without(hand, choice.tile)
    width = expected_waits(reading, rest.counts, plan.helps, len(rest.melds))
    found, others = appraise(reading, plan._replace(waits=width)), choice.prospect.others
    return _valued(reading, choice.tile, found._replace(value=found.value + others, others=others))
