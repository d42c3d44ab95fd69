"""How far a hand is from complete, and what completes it. Shapes only: no yaku, no furiten.

The tiles of a suit that a hand lacks depend on that suit alone. So each suit has a row of costs: how many tiles it must
draw to hold so many sets, without and with the pair. Rows are cached by the counts of the suit; a hand is the cheapest
way to share four sets and one pair among its four rows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from operator import add, itemgetter
from typing import TypeVar

from gamenight.games.riichi.hand.tiles import ORPHANS, Counts, with_tile

SETS = 4
Row = bytes
"""Costs of 0 to 4 sets without the pair, then of 0 to 4 sets with it."""
Ranks = bytes
"""Counts of the last ranks of a suit, behind the runs that have begun before them: three times those that need two more
tiles, and those that need one. A whole suit follows a zero."""
Found = TypeVar("Found", bytes, int)
MOST_REMEMBERED = 1 << 16

TOO_DEAR = 60
FREE = bytes([0, *[TOO_DEAR] * 9])
IMPOSSIBLE = bytes([TOO_DEAR] * 10)
DEARER_BY = [bytes([min(TOO_DEAR, min(cost, TOO_DEAR) + more) for cost in range(256)]) for more in range(5)]
ALL_KINDS = range(34)
_NEVER = 99
_BYTE = [bytes([number]) for number in range(10)]
_KINDS = [[tuple([9 * suit + at for at in range(9) if bits >> at & 1]) for bits in range(1 << 9)] for suit in range(4)]
"""For each suit the kinds that bits mean."""
_orphans = itemgetter(*sorted(ORPHANS))


def _remembered(work: Callable[[bytes], Found]) -> Callable[[bytes], Found]:
    """The function with a cache that the garbage collector has no work with: it holds nothing but bytes and numbers.

    With `lru_cache` for so many results one decision in a thousand took 90 ms, as the collector went through them.
    """
    known: dict[bytes, Found] = {}

    def look_up(key: bytes) -> Found:
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            found = known[key] = work(key)
        return found

    return look_up


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
    return _last(_joined(man + pin) + _joined(sou + honours) + _BYTE[melds])


def is_complete(counts: Counts, melds: int = 0) -> bool:
    return shanten(counts, melds) == -1


@lru_cache(maxsize=1 << 11)
def waits(counts: Counts, melds: int = 0) -> tuple[int, ...]:
    """The kinds that complete a hand of 13 - 3 * melds tiles; none if it is not tenpai.

    A kind of which the hand holds all four is no wait. Of a kind that lies in melds the caller has to know.
    """
    return accepted(counts, melds) if shanten(counts, melds) == 0 else ()


@lru_cache(maxsize=1 << 11)
def accepted(counts: Counts, melds: int = 0) -> tuple[int, ...]:
    """The kinds that bring a hand of 13 - 3 * melds tiles closer to complete."""
    regular, special = regular_shanten(counts, melds), _NEVER if melds else _special(counts)
    found = _regular_missing(counts, melds) if regular <= special else ()
    return tuple(sorted({*found, *_special_missing(counts)})) if special <= regular else found


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


def _special_missing(counts: Counts) -> list[int]:
    """The kinds that bring the nearer of seven pairs and thirteen orphans closer; of both if they are equally near."""
    pairs, orphans = seven_pairs(counts), thirteen_orphans(counts)
    found: list[int] = []
    if pairs <= orphans:
        useful = (1,) if 34 - counts.count(0) >= 7 else (0, 1)
        found += [kind for kind in ALL_KINDS if counts[kind] in useful]
    if orphans <= pairs:
        has_pair = any(counts[kind] > 1 for kind in ORPHANS)
        found += [kind for kind in ORPHANS if counts[kind] < (1 if has_pair else 2)]
    return found


def _regular_missing(counts: Counts, melds: int) -> tuple[int, ...]:
    """The kinds that bring the hand closer to four sets and a pair."""
    held = bytes(counts)
    man, pin, sou, honours = _rows(counts)
    upper, lower = _joined(man + pin), _joined(sou + honours)
    return (
        *_KINDS[0][_in_suit(held[:9], man, _joined(pin + lower), melds)],
        *_KINDS[1][_in_suit(held[9:18], pin, _joined(man + lower), melds)],
        *_KINDS[2][_in_suit(held[18:27], sou, _joined(honours + upper), melds)],
        *_KINDS[3][_in_honours(counts[27:], honours, _joined(sou + upper), melds)],
    )


def _in_suit(suit: bytes, own: Row, others: Row, melds: int) -> int:
    """The ranks of a suit that help, as bits: what is missing in each of the cheapest ways to share sets and pair."""
    found = 0
    for share in _shares(own + others + _BYTE[melds]):
        found |= _missing(_BYTE[share] + _BYTE[0] + suit)
    return found


def _in_honours(suit: Counts, own: Row, others: Row, melds: int) -> int:
    found = 0
    for share in _shares(own + others + _BYTE[melds]):
        found |= _missing_honours(suit, share)
    return found


@_remembered
def _shares(rows_and_melds: bytes) -> bytes:
    """The entries of the first of two rows that some cheapest way to complete the hand has."""
    own, others, sets = rows_and_melds[:10], rows_and_melds[10:20], SETS - rows_and_melds[20]
    costs = {share: own[share] + others[5 + sets - share] for share in range(sets + 1)}
    costs |= {5 + share: own[5 + share] + others[sets - share] for share in range(sets + 1)}
    cheapest = min(costs.values())
    return bytes([share for share, cost in costs.items() if cost == cheapest])


def _rows(counts: Counts) -> tuple[Row, Row, Row, Row]:
    held, none = bytes(counts), _BYTE[0]
    return _ranks(none + held[:9]), _ranks(none + held[9:18]), _ranks(none + held[18:27]), _honours(counts[27:])


@_remembered
def _last(rows_and_melds: bytes) -> int:
    """The shanten of two halves of a hand: four sets less the melds, and the pair in one half."""
    return _paired(rows_and_melds[:10], rows_and_melds[10:20], SETS - rows_and_melds[20]) - 1


@_remembered
def _joined(rows: bytes) -> Row:
    """The row of two parts of a hand together, of their rows."""
    one, other = rows[:10], rows[10:]
    bare = [min(map(add, one[: sets + 1], other[sets::-1])) for sets in range(5)]
    return bytes([min(cost, TOO_DEAR) for cost in (*bare, *[_paired(one, other, sets) for sets in range(5)])])


def _paired(one: Row, other: Row, sets: int) -> int:
    """The cost of so many sets and the pair in two parts of a hand."""
    pair_there: int = min(map(add, one[: sets + 1], other[5 + sets : 4 : -1]))
    pair_here: int = min(map(add, one[5 : 6 + sets], other[sets::-1]))
    return min(pair_there, pair_here)


@_remembered
def _ranks(ranks: Ranks) -> Row:
    if len(ranks) == 1:
        return IMPOSSIBLE if ranks[0] else FREE
    held, rest = ranks[1], ranks[2:]
    ways = [
        _with(_ranks(begun + rest), sets, pairs, max(0, need - held))
        for begun, sets, pairs, need in _ways(ranks[0], len(rest))
    ]
    return bytes(map(min, IMPOSSIBLE, *ways))


@cache
def _ways(begun: int, ranks_left: int) -> tuple[tuple[bytes, int, int, int], ...]:
    """What may be made at a rank: the runs begun then, the sets and pairs, and the tiles that all of it needs."""
    before, last = divmod(begun, 3)
    # Three equal runs are three triplets, so two that begin at one rank are enough.
    return tuple([
        (_BYTE[3 * last + runs], runs + triplets, pairs, need)
        for runs in range(3 if ranks_left >= 2 else 1)
        for triplets, pairs in ((0, 0), (0, 1), (1, 0))
        if (need := before + last + runs + 3 * triplets + 2 * pairs) <= 4
    ])  # fmt: skip


def _with(after: Row, sets: int, pairs: int, cost: int) -> Row:
    """The row of the ranks that follow together with these sets and this pair, which cost so much."""
    dearer, dear = after.translate(DEARER_BY[cost]) if cost else after, IMPOSSIBLE[:sets]
    bare = dear + dearer[: 5 - sets]
    return IMPOSSIBLE[:5] + bare if pairs else bare + dear + dearer[5 : 10 - sets]


@_remembered
def _missing(share_of_ranks: bytes) -> int:
    """The ranks of which one tile more makes an entry of a row cheaper, as bits; the entry stands before the ranks."""
    share, ranks, found = share_of_ranks[0], share_of_ranks[1:], 0
    if len(ranks) == 1:
        return 0
    held, rest, cheapest = ranks[1], ranks[2:], _ranks(ranks)[share]
    for begun, sets, pairs, need in _ways(ranks[0], len(rest)):
        left = share - sets - 5 * pairs
        if left >= 0 and share % 5 >= sets and max(0, need - held) + _ranks(begun + rest)[left] == cheapest:
            found |= _missing(_BYTE[left] + begun + rest) << 1 | (need > held)
    return found


def _honours(counts: Counts) -> Row:
    return _honours_in_order(tuple(sorted(counts)))


@cache
def _honours_in_order(counts: Counts) -> Row:
    return _joined(_honours_in_order(counts[1:]) + _honour(counts[0])) if counts else FREE


def _honour(held: int) -> Row:
    return bytes([0, max(0, 3 - held), *[TOO_DEAR] * 3, max(0, 2 - held), *[TOO_DEAR] * 4])


@lru_cache(maxsize=1 << 11)
def _missing_honours(counts: Counts, share: int) -> int:
    cost = _honours(counts)[share]
    return sum([1 << kind for kind in range(7) if _honours(with_tile(counts, kind))[share] < cost])
