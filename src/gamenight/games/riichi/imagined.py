"""Hands in tenpai, made at random from tiles that are at hand."""

from __future__ import annotations

from gamenight.core import Rng
from gamenight.games.riichi.hand.tiles import EAST, KINDS, counts_of
from gamenight.games.riichi.state import Tiles

SETS = 4
PAIRS = 7
PAIRS_IN = 10
"""One of so many hands is seven pairs, about as often as in play."""


def tenpai_hand(tiles: list[int], melds: int, rng: Rng) -> Tiles | None:
    """A complete hand of these tiles less one of its tiles; None if luck was out."""
    counts = list(counts_of(tiles))
    if not melds and rng.below(PAIRS_IN) == 0:
        kinds = _seven_pairs(counts, rng)
    else:
        kinds = _sets_and_pair(counts, SETS - melds, rng)
    if kinds is None:
        return None
    kinds.remove(rng.choice(kinds))
    return _picked(tiles, kinds)


def _sets_and_pair(counts: list[int], sets: int, rng: Rng) -> list[int] | None:
    kinds: list[int] = []
    for _ in range(sets):
        found = _sets(counts)
        if not found:
            return None
        for kind in rng.choice(found):
            counts[kind] -= 1
            kinds.append(kind)
    pairs = [kind for kind in range(KINDS) if counts[kind] >= 2]
    return [*kinds, *[rng.choice(pairs)] * 2] if pairs else None


def _sets(counts: list[int]) -> list[Tiles]:
    """Every run and triplet that can be made; runs are met as often as there are ways to make them."""
    runs = [
        (kind, kind + 1, kind + 2) for kind in range(EAST) if kind % 9 < 7 for _ in range(min(counts[kind : kind + 3]))
    ]
    return [*runs, *[(kind,) * 3 for kind in range(KINDS) if counts[kind] >= 3]]


def _seven_pairs(counts: list[int], rng: Rng) -> list[int] | None:
    pairs = [kind for kind in range(KINDS) if counts[kind] >= 2]
    return [kind for kind in rng.sample(pairs, PAIRS) for _ in range(2)] if len(pairs) >= PAIRS else None


def _picked(tiles: list[int], kinds: list[int]) -> Tiles:
    """A tile of each of these kinds, in the order of the tiles."""
    wanted = list(kinds)
    picked = []
    for tile in tiles:
        if tile // 4 in wanted:
            wanted.remove(tile // 4)
            picked.append(tile)
    return tuple(picked)
