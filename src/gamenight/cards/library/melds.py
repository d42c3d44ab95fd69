"""Melds of one pack without jokers: sets of a rank, runs of a suit, and the arrangement with the least deadwood.

Internally, a hand is an int with one bit for each card: 13 bits per suit, in the order of a run. Once the sets are
chosen, the runs of a suit depend only on its 13 bits, so they are cached in a table. A gin hand has at most three ranks
with three or four cards, so there are few choices of sets to try.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, product

from msgspec import Struct

from gamenight.cards.deck import SUITS, Cards

GIN_VALUES: Mapping[str, int] = {rank: min(number, 10) for number, rank in enumerate("A23456789TJQK", 1)}

_SUIT_BITS = 13
_WHOLE_SUIT = (1 << _SUIT_BITS) - 1
_SHIFTS = tuple(_SUIT_BITS * number for number in range(len(SUITS)))


class Arrangement(Struct, frozen=True):
    """A hand split into melds and deadwood; `points` is the value of the deadwood."""

    melds: tuple[Cards, ...]
    deadwood: Cards
    points: int


class Layoff(Struct, frozen=True):
    """The cards that a hand adds to another player's melds, and the arrangement of the remaining hand.

    `laid_off` holds each card with the index of its meld, in an order in which each card fits when it is added.
    """

    laid_off: tuple[tuple[str, int], ...]
    rest: Arrangement


class MeldRules:
    """Defines which cards form melds, and the value of each rank as deadwood (at least 1). Sets have three or four
    cards.

    `run_ranks` is the order of a run: with `A23456789TJQKA` an ace is low or high, but no run continues beyond it.
    """

    def __init__(
        self, run_ranks: str = "A23456789TJQK", shortest_run: int = 3, values: Mapping[str, int] = GIN_VALUES
    ) -> None:
        ranks = tuple(dict.fromkeys(run_ranks))
        self.values = dict(values)
        self.bits = {
            rank + suit: 1 << shift + place
            for suit, shift in zip(SUITS, _SHIFTS, strict=True)
            for place, rank in enumerate(ranks)
        }
        self.cards = {bit: card for card, bit in self.bits.items()}
        self.columns = tuple(self.mask_of(rank + suit for suit in SUITS) for rank in ranks)
        self.sets = {self.mask_of(cards): cards for rank in ranks for cards in _sets(rank)}
        self.runs = {self.mask_of(cards): cards for suit in SUITS for cards in _runs(run_ranks, shortest_run, suit)}
        self.melds = self.sets | self.runs
        self.set_choices = {held: self._sets_among(held) for held in self.sets}
        self.suit_runs = _SuitRuns([run for run in self.runs if run <= _WHOLE_SUIT], [values[rank] for rank in ranks])

    def mask_of(self, cards: Iterable[str]) -> int:
        bits, mask = self.bits, 0
        for card in cards:
            mask |= bits[card]
        return mask

    def _sets_among(self, held: int) -> tuple[int, ...]:
        """The sets among these cards of one rank, the largest first, and 0 (no set) at the end."""
        sets = sorted((mask for mask in self.sets if mask & held == mask), key=int.bit_count, reverse=True)
        return (*sets, 0)


def _sets(rank: str) -> list[Cards]:
    return [tuple(rank + suit for suit in suits) for size in (4, 3) for suits in combinations(SUITS, size)]


def _runs(ranks: str, shortest: int, suit: str) -> Iterator[Cards]:
    """All runs of a suit, longest first."""
    for length in range(len(set(ranks)), shortest - 1, -1):
        for start in range(len(ranks) - length + 1):
            yield tuple(rank + suit for rank in ranks[start : start + length])


class _SuitRuns(dict[int, tuple[int, tuple[int, ...]]]):
    """For the cards of one suit: the smallest value that remains unmelded, and the runs in that case.

    An entry is made when it is first needed: all 8,192 take 13 ms, which other games should not have to spend.
    """

    def __init__(self, runs: Iterable[int], values: Iterable[int]) -> None:
        super().__init__({0: (0, ())})
        self.points = {1 << place: value for place, value in enumerate(values)}
        self.runs_from: dict[int, list[int]] = {low: [] for low in self.points}
        for run in runs:
            self.runs_from[run & -run].append(run)

    def __missing__(self, held: int) -> tuple[int, tuple[int, ...]]:
        low = held & -held
        points, runs = self[held ^ low]
        best = (points + self.points[low], runs)
        for run in self.runs_from[low]:
            if run & held == run:
                points, runs = self[held ^ run]
                best = min(best, (points, (run, *runs)), key=_points_of)
        self[held] = best
        return best


def _points_of(entry: tuple[int, tuple[int, ...]]) -> int:
    return entry[0]


GIN = MeldRules()


def sets_in(hand: Iterable[str], rules: MeldRules = GIN) -> tuple[Cards, ...]:
    """All sets in the hand, including those that are part of a larger one."""
    held = rules.mask_of(hand)
    return tuple([cards for mask, cards in rules.sets.items() if mask & held == mask])


def runs_in(hand: Iterable[str], rules: MeldRules = GIN) -> tuple[Cards, ...]:
    """All runs in the hand, including those that are part of a longer one."""
    held = rules.mask_of(hand)
    return tuple([cards for mask, cards in rules.runs.items() if mask & held == mask])


def is_meld(cards: Collection[str], rules: MeldRules = GIN) -> bool:
    """Whether these cards, in any order, are one set or one run."""
    mask = rules.mask_of(cards)
    return mask in rules.melds and mask.bit_count() == len(cards)


def least_deadwood(hand: Iterable[str], rules: MeldRules = GIN) -> int:
    """The value of the hand's deadwood in its best arrangement."""
    return _least(rules.mask_of(hand), rules)


def best_arrangement(hand: Iterable[str], rules: MeldRules = GIN) -> Arrangement:
    """An arrangement with the least deadwood; it does not depend on the order of the hand."""
    return _best(rules.mask_of(hand), rules)


def arrangements(hand: Iterable[str], at_most: int, rules: MeldRules = GIN) -> list[Arrangement]:
    """All arrangements whose deadwood is worth at most `at_most` points, those with the least first."""
    held = rules.mask_of(hand)
    melds = [mask for mask in rules.melds if mask & held == mask]
    found = [_arrangement(split, held, rules) for split in _splits(held, melds, at_most, rules)]
    return sorted(found, key=lambda arrangement: arrangement.points)


def can_lay_off(card: str, meld: Iterable[str], rules: MeldRules = GIN) -> bool:
    """Whether this card extends the meld."""
    mask, bit = rules.mask_of(meld), rules.bits[card]
    return not mask & bit and mask | bit in rules.melds


def best_layoff(melds: Iterable[Iterable[str]], hand: Iterable[str], rules: MeldRules = GIN) -> Layoff:
    """The layoff on these melds that leaves the least deadwood, with as few cards as possible."""
    held = rules.mask_of(hand)
    plans = _layoff_plans([rules.mask_of(meld) for meld in melds], held, rules)
    laid = min(plans, key=lambda laid: (_least(held ^ laid, rules), laid.bit_count()))
    return Layoff(tuple((rules.cards[bit], place) for bit, place in plans[laid]), _best(held ^ laid, rules))


def _choices_of_sets(held: int, rules: MeldRules) -> Iterator[tuple[int, ...]]:
    """All ways to choose disjoint sets from the hand; 0 means no set of a rank."""
    known = rules.set_choices
    return product(*[known[same] for column in rules.columns if (same := held & column) in known])


def _run_deadwood(held: int, runs: _SuitRuns) -> int:
    """The smallest deadwood of these cards if they form only runs."""
    # Unrolled for the four suits, as a loop takes twice as long and bots spend their time here.
    return (
        runs[held & _WHOLE_SUIT][0]
        + runs[held >> 13 & _WHOLE_SUIT][0]
        + runs[held >> 26 & _WHOLE_SUIT][0]
        + runs[held >> 39][0]
    )


def _least(held: int, rules: MeldRules) -> int:
    runs = rules.suit_runs
    return min([_run_deadwood(held - sum(sets), runs) for sets in _choices_of_sets(held, rules)])


def _best(held: int, rules: MeldRules) -> Arrangement:
    runs = rules.suit_runs
    sets = min(_choices_of_sets(held, rules), key=lambda sets: _run_deadwood(held - sum(sets), runs))
    left = held - sum(sets)
    chosen = [run << shift for shift in _SHIFTS for run in runs[left >> shift & _WHOLE_SUIT][1]]
    return _arrangement([*filter(None, sets), *chosen], held, rules)


def _arrangement(melds: Collection[int], held: int, rules: MeldRules) -> Arrangement:
    """The arrangement of the hand with these melds."""
    deadwood = [rules.cards[bit] for bit in _single_bits(held - sum(melds))]
    points = sum([rules.values[card[0]] for card in deadwood])
    return Arrangement(tuple([rules.melds[meld] for meld in melds]), tuple(deadwood), points)


def _single_bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def _splits(held: int, melds: Collection[int], at_most: int, rules: MeldRules) -> Iterator[list[int]]:
    """Yield the disjoint melds of each arrangement whose deadwood is within the limit."""
    if not held:
        yield []
        return
    low = held & -held
    points = rules.values[rules.cards[low][0]]
    if points <= at_most:
        yield from _splits(held ^ low, melds, at_most - points, rules)
    for meld in melds:
        if meld & low and meld & held == meld:
            yield from ([meld, *others] for others in _splits(held ^ meld, melds, at_most, rules))


def _layoff_plans(melds: Iterable[int], held: int, rules: MeldRules) -> dict[int, tuple[tuple[int, int], ...]]:
    """All layoffs on the melds: maps each set of cards to its steps, which are cards with their melds in order."""
    plans: dict[int, tuple[tuple[int, int], ...]] = {0: ()}
    for place, meld in enumerate(melds):
        growths = _growths(meld, held, rules)
        plans = {
            laid | added: (*steps, *[(bit, place) for bit in order])
            for laid, steps in plans.items()
            for added, order in growths.items()
            if not laid & added
        }
    return plans


def _growths(meld: int, held: int, rules: MeldRules) -> dict[int, tuple[int, ...]]:
    """All sets of cards that the hand can add to one meld, each with the order in which they are added."""
    orders: dict[int, tuple[int, ...]] = {0: ()}
    waiting = [0]
    for added in waiting:
        for bit in _single_bits(held & ~added):
            if added | bit not in orders and meld | added | bit in rules.melds:
                orders[added | bit] = (*orders[added], bit)
                waiting.append(added | bit)
    return orders
