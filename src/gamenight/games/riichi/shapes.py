"""How far a hand is from complete, what completes it, and what each discard leaves. Shapes only: no yaku, no furiten.

The tiles of a suit that a hand lacks depend on that suit alone. So each suit has a row of costs: how many tiles it must
draw to hold so many sets, without and with the pair. Rows are cached by the counts of the suit; a hand is the cheapest
way to share four sets and one pair among its four rows.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from gamenight.games.riichi.tiles import ORPHANS, Counts, with_tile

SETS = 4
Row = bytes
"""Costs of 0 to 4 sets without the pair, then of 0 to 4 sets with it. Bytes, because they remember their hash."""

TOO_DEAR = 60
FREE = bytes([0, *[TOO_DEAR] * 9])
IMPOSSIBLE = bytes([TOO_DEAR] * 10)
DEARER_BY = [bytes([min(TOO_DEAR, min(cost, TOO_DEAR) + more) for cost in range(256)]) for more in range(5)]
ALL_KINDS = range(34)
_orphans = itemgetter(*sorted(ORPHANS))


def shanten(counts: Counts, melds: int = 0) -> int:
    """How many useful draws a hand of 13 - 3 * melds (or one more) tiles is from tenpai; -1 if it is complete.

    A hand is four sets and a pair or, without melds, seven pairs or thirteen orphans. No kind has a fifth tile, so a
    hand that waits for one is not tenpai. Tiles in melds are not counted here.
    """
    regular = regular_shanten(counts, melds)
    return regular if melds else min(regular, _special(counts))


def regular_shanten(counts: Counts, melds: int = 0) -> int:
    """The shanten towards four sets and a pair."""
    man, pin, sou, honours = _rows(counts)
    return _last(_joined(man, pin), _joined(sou, honours), melds)


def is_complete(counts: Counts, melds: int = 0) -> bool:
    return shanten(counts, melds) == -1


@lru_cache(maxsize=1 << 14)
def waits(counts: Counts, melds: int = 0) -> tuple[int, ...]:
    """The kinds that complete a hand of 13 - 3 * melds tiles; none if it is not tenpai.

    A kind of which the hand holds all four is no wait. Of a kind that lies in melds the caller has to know.
    """
    return accepted(counts, melds) if shanten(counts, melds) == 0 else ()


@lru_cache(maxsize=1 << 15)
def accepted(counts: Counts, melds: int = 0) -> tuple[int, ...]:
    """The kinds that bring a hand of 13 - 3 * melds tiles closer to complete."""
    man, pin, sou, honours = _rows(counts)
    best = shanten(counts, melds)
    upper, lower = _joined(man, pin), _joined(sou, honours)
    after = (
        *_each(_joined(pin, lower), _grown(counts[:9]), melds),
        *_each(_joined(man, lower), _grown(counts[9:18]), melds),
        *_each(_joined(honours, upper), _grown(counts[18:27]), melds),
        *_each(_joined(sou, upper), _grown_honours(counts[27:]), melds),
    )
    if melds or _special(counts) > best:
        return tuple([kind for kind in ALL_KINDS if after[kind] < best])
    return tuple([kind for kind in ALL_KINDS if after[kind] < best or _special(with_tile(counts, kind)) < best])


class Cut(NamedTuple):
    """What is left of a hand after the discard of one kind."""

    kind: int
    shanten: int
    accepted: tuple[int, ...]


@lru_cache(maxsize=1 << 12)
def cuts(counts: Counts, melds: int = 0) -> tuple[Cut, ...]:
    """For a hand of 14 - 3 * melds tiles, every discard with the shanten and the accepted kinds it leaves."""
    left = [(kind, with_tile(counts, kind, -1)) for kind in ALL_KINDS if counts[kind]]
    return tuple([Cut(kind, shanten(rest, melds), accepted(rest, melds)) for kind, rest in left])


def seven_pairs(counts: Counts) -> int:
    """The shanten towards seven different pairs."""
    kinds = 34 - counts.count(0)
    pairs = kinds - counts.count(1)
    return 6 - pairs + max(0, 7 - kinds)


def thirteen_orphans(counts: Counts) -> int:
    """The shanten towards one of each terminal and honour, and one of them twice."""
    held: Counts = _orphans(counts)
    missing = held.count(0)
    return missing - int(missing + held.count(1) < 13)


def _special(counts: Counts) -> int:
    return min(seven_pairs(counts), thirteen_orphans(counts))


def _rows(counts: Counts) -> tuple[Row, Row, Row, Row]:
    return _suit(counts[:9]), _suit(counts[9:18]), _suit(counts[18:27]), _honours(counts[27:])


def _each(others: Row, rows: tuple[Row, ...], melds: int) -> list[int]:
    return [_last(others, row, melds) for row in rows]


@lru_cache(maxsize=1 << 16)
def _last(one: Row, other: Row, melds: int) -> int:
    """The shanten of two halves of a hand: four sets less the melds, and the pair in one half."""
    sets = SETS - melds
    return min(min(one[m] + other[5 + sets - m], one[5 + m] + other[sets - m]) for m in range(sets + 1)) - 1


@lru_cache(maxsize=1 << 16)
def _joined(one: Row, other: Row) -> Row:
    """The row of two parts of a hand together."""
    bare = [min(one[m] + other[sets - m] for m in range(sets + 1)) for sets in range(5)]
    paired = [
        min(min(one[m] + other[5 + sets - m], one[5 + m] + other[sets - m]) for m in range(sets + 1))
        for sets in range(5)
    ]
    return bytes(min(cost, TOO_DEAR) for cost in (*bare, *paired))


@lru_cache(maxsize=1 << 16)
def _suit(counts: Counts) -> Row:
    return _ranks(counts, 0, 0)


@lru_cache(maxsize=1 << 16)
def _ranks(counts: Counts, begun: int, begun_last: int) -> Row:
    """The row of the ranks that remain, with runs that began two ranks ago and one rank ago."""
    if not counts:
        return IMPOSSIBLE if begun or begun_last else FREE
    held, rest = counts[0], counts[1:]
    ways = []
    # Three equal runs are three triplets, so two that begin at one rank are enough.
    for runs in range(3 if len(rest) >= 2 else 1):
        after = _ranks(rest, begun_last, runs)
        for triplets, pairs in ((0, 0), (0, 1), (1, 0)):
            need = begun + begun_last + runs + 3 * triplets + 2 * pairs
            if need <= 4:
                ways.append(_with(after, sets=runs + triplets, pairs=pairs, cost=max(0, need - held)))
    return bytes(map(min, IMPOSSIBLE, *ways))


def _with(after: Row, *, sets: int, pairs: int, cost: int) -> Row:
    """The row of the ranks that follow together with these sets and this pair, which cost so much."""
    dearer, dear = after.translate(DEARER_BY[cost]), IMPOSSIBLE[:sets]
    bare = dear + dearer[: 5 - sets]
    return IMPOSSIBLE[:5] + bare if pairs else bare + dear + dearer[5 : 10 - sets]


@lru_cache(maxsize=1 << 13)
def _honours(counts: Counts) -> Row:
    row = FREE
    for held in counts:
        row = _joined(row, _honour(held))
    return row


@lru_cache(maxsize=8)
def _honour(held: int) -> Row:
    best = [TOO_DEAR] * 10
    best[0], best[1], best[5] = 0, max(0, 3 - held), max(0, 2 - held)
    return bytes(best)


@lru_cache(maxsize=1 << 15)
def _grown(counts: Counts) -> tuple[Row, ...]:
    """The rows of a suit with one tile more of each rank."""
    return tuple([_suit(with_tile(counts, rank)) for rank in range(9)])


@lru_cache(maxsize=1 << 13)
def _grown_honours(counts: Counts) -> tuple[Row, ...]:
    return tuple([_honours(with_tile(counts, rank)) for rank in range(7)])
