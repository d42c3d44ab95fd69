"""Melds of gin: sets, runs, the least deadwood, layoffs; against other engines and a slow search."""

import json
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.cards.deck import FRENCH, SUITS
from gamenight.cards.library.melds import (
    GIN,
    GIN_VALUES,
    Layoff,
    MeldRules,
    arrangements,
    best_arrangement,
    best_layoff,
    can_lay_off,
    is_meld,
    least_deadwood,
    runs_in,
    sets_in,
)
from tests.conftest import ORACLES

needs_oracles = pytest.mark.skipif(ORACLES is None, reason="no ../shared/oracles, and GAMENIGHT_ORACLES is not set")

KNOCKER = "7C 7D 7H, 3S 4S 5S 6S"
ACE_BOTH_WAYS = "A23456789TJQKA"
OTHER_RULES = MeldRules(ACE_BOTH_WAYS, shortest_run=4, values={**GIN_VALUES, "A": 15})


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def melds(text: str) -> list[tuple[str, ...]]:
    return [cards(meld) for meld in text.split(",")]


def meld_text(found) -> str:
    """Melds in one line, whatever their order."""
    return ", ".join(sorted(" ".join(meld) for meld in found))


def laid_off(layoff: Layoff) -> set[str]:
    return {card for card, _ in layoff.laid_off}


def test_a_set_has_three_or_four_cards_of_a_rank():
    assert is_meld(cards("7C 7D 7H"))
    assert is_meld(cards("7C 7D 7H 7S"))
    assert not is_meld(cards("7C 7D"))
    assert not is_meld(cards("7C 7D 8H"))


def test_a_run_has_at_least_three_cards_of_a_suit_in_any_order():
    assert is_meld(cards("6S 4S 5S"))
    assert not is_meld(cards("4S 5S"))
    assert not is_meld(cards("4S 5S 6H"))
    assert not is_meld(cards("4S 5S 7S"))


def test_one_card_twice_is_not_a_meld():
    assert not is_meld(cards("7C 7C 7D 7H"))
    assert not is_meld(cards("AC AC 3C 4C"))


def test_the_ace_is_low_in_gin():
    assert is_meld(cards("AS 2S 3S"))
    assert not is_meld(cards("QS KS AS"))
    assert not is_meld(cards("KS AS 2S"))


def test_other_rules_have_a_high_ace_too_and_longer_runs():
    assert is_meld(cards("JS QS KS AS"), OTHER_RULES)
    assert is_meld(cards("AS 2S 3S 4S"), OTHER_RULES)
    assert not is_meld(cards("QS KS AS 2S"), OTHER_RULES)
    assert not is_meld(cards("AS 2S 3S"), OTHER_RULES)
    assert least_deadwood(cards("AS KD"), OTHER_RULES) == 25


def test_all_sets_and_runs_of_a_hand():
    hand = cards("5C 5D 5H 5S 6S 7S 8S")
    assert meld_text(sets_in(hand)) == "5C 5D 5H, 5C 5D 5H 5S, 5C 5D 5S, 5C 5H 5S, 5D 5H 5S"
    assert meld_text(runs_in(hand)) == "5S 6S 7S, 5S 6S 7S 8S, 6S 7S 8S"


def test_a_card_counts_in_one_meld_only():
    best = best_arrangement(cards("5C 5D 5H 5S 6S 7S 8S"))
    assert (best.deadwood, best.points) == ((), 0)
    assert best_arrangement(cards("5C 5D 5S 6S 7S 2H")).points == 2 + 5 + 5
    assert best_arrangement(cards("KC KD KS QS JS 2H")).points == 2 + 20


def test_faces_and_tens_count_ten_and_the_ace_one():
    assert best_arrangement(cards("TC JD QH KS AC")).points == 41
    assert best_arrangement(()).points == 0


def test_the_arrangements_within_a_limit_leave_the_knocker_the_choice():
    found = [(meld_text(way.melds), way.points) for way in arrangements(cards("3C 3D 3H 4H 5H KS KD KC"), at_most=9)]
    assert found == [("3C 3D 3H, KC KD KS", 9), ("3H 4H 5H, KC KD KS", 6)][::-1]
    assert arrangements(cards("TC JD QH"), at_most=10) == []


def test_a_card_is_laid_off_where_it_makes_a_larger_meld():
    assert can_lay_off("7S", cards("7C 7D 7H"))
    assert can_lay_off("2S", cards("3S 4S 5S 6S"))
    assert can_lay_off("7S", cards("3S 4S 5S 6S"))
    assert not can_lay_off("8S", cards("3S 4S 5S 6S"))
    assert not can_lay_off("AS", cards("JS QS KS"))
    assert not can_lay_off("7C", cards("7C 7D 7H"))
    assert not can_lay_off("8C", cards("7C 7D 7H"))


@pytest.mark.parametrize(
    "hand, points",
    [
        ("7S 2S KC KD KH 8C 9C TC QD 5D", 15),
        ("7S 2S KC KD KH 8C 9C TC 5D AC", 6),
        ("7S 2S KC KD KH 8C 9C TC 5D 2D", 7),
    ],
)
def test_the_defender_lays_off_on_a_set_and_a_run(hand, points):
    layoff = best_layoff(melds(KNOCKER), cards(hand))
    assert laid_off(layoff) == {"7S", "2S"}
    assert layoff.rest.points == points
    assert meld_text(layoff.rest.melds) == "8C 9C TC, KC KD KH"


def test_layoffs_on_a_run_may_chain():
    layoff = best_layoff(melds("3S 4S 5S"), cards("7S 6S AS 2S KD"))
    assert laid_off(layoff) == {"AS", "2S", "6S", "7S"}
    assert layoff.rest.deadwood == ("KD",)


def test_a_chain_may_stop_where_the_hand_needs_the_next_card():
    layoff = best_layoff(melds("3S 4S 5S"), cards("6S 7S 7C 7D"))
    assert (laid_off(layoff), layoff.rest.points) == ({"6S"}, 0)


def test_the_defender_breaks_a_meld_if_that_leaves_less():
    hand = cards("4S 5S 6S 7S 5C 5D")
    assert best_arrangement(hand).points == 10
    layoff = best_layoff(melds("6C 6D 6H, 7C 7D 7H"), hand)
    assert (laid_off(layoff), layoff.rest.deadwood) == ({"6S", "7S"}, ("4S",))


def test_the_defender_keeps_a_meld_if_laying_off_gains_nothing():
    layoff = best_layoff(melds("5C 5D 5H"), cards("5S 6S 7S KD"))
    assert (layoff.laid_off, layoff.rest.points) == ((), 10)


def test_two_melds_may_take_the_same_card_and_one_gets_it():
    layoff = best_layoff(melds("6C 6D 6H, 3S 4S 5S"), cards("6S 7S KD"))
    assert set(layoff.laid_off) == {("6S", 1), ("7S", 1)}


class Slow:
    """The same rules in the words of the rule book, by trying everything."""

    def __init__(self, run_ranks="A23456789TJQK", shortest_run=3, values=GIN_VALUES):
        self.run_ranks, self.shortest_run, self.values = run_ranks, shortest_run, values

    def is_meld(self, chosen) -> bool:
        ranks, suits = {card[0] for card in chosen}, {card[1] for card in chosen}
        if len(chosen) >= 3 and len(ranks) == 1:
            return True
        windows = [set(self.run_ranks[start : start + len(chosen)]) for start in range(len(self.run_ranks))]
        return len(suits) == 1 and len(chosen) >= self.shortest_run and len(ranks) == len(chosen) and ranks in windows

    def melds(self, hand):
        sizes = range(3, len(hand) + 1)
        return [frozenset(meld) for size in sizes for meld in combinations(hand, size) if self.is_meld(meld)]

    def disjoint(self, melds):
        """All collections of these melds in which no card is used twice."""
        if not melds:
            return [frozenset()]
        first, rest = melds[0], melds[1:]
        apart = self.disjoint([meld for meld in rest if not meld & first])
        return [*self.disjoint(rest), *[chosen | {first} for chosen in apart]]

    def points(self, hand) -> int:
        return sum(self.values[card[0]] for card in hand)

    def arrangements(self, hand):
        """All ways to meld, with the points that each leaves."""
        return {chosen: self.points(set(hand).difference(*chosen)) for chosen in self.disjoint(self.melds(hand))}

    def least_after_layoffs(self, melds, hand) -> tuple[int, int]:
        """The least deadwood after laying off one card after the other, and how few cards that takes."""
        least = min(self.arrangements(hand).values()), 0
        for card in hand:
            left = [other for other in hand if other != card]
            for meld in filter(lambda meld: self.is_meld([*meld, card]), melds):
                grown = [[*other, card] if other is meld else other for other in melds]
                points, count = self.least_after_layoffs(grown, left)
                least = min(least, (points, count + 1))
        return least


RULES = {"gin": (GIN, Slow()), "other": (OTHER_RULES, Slow(ACE_BOTH_WAYS, 4, {**GIN_VALUES, "A": 15}))}


@st.composite
def crowded_hands(draw, least, most):
    """Hands of a few neighbouring ranks, where melds compete for cards."""
    first, width = draw(st.integers(0, 12)), draw(st.integers(3, 6))
    ranks = (ACE_BOTH_WAYS[:-1] * 2)[first : first + width]
    pool = draw(st.permutations([rank + suit for rank in ranks for suit in SUITS]))
    return pool[: draw(st.integers(least, most))]


hands = st.one_of(crowded_hands(0, 9), st.lists(st.sampled_from(FRENCH), max_size=11, unique=True))


@pytest.mark.parametrize("name", RULES)
@given(hand=hands)
def test_melds_of_a_hand_are_all_those_of_a_slow_search(name, hand):
    rules, slow = RULES[name]
    found = [frozenset(meld) for meld in (*sets_in(hand, rules), *runs_in(hand, rules))]
    assert len(found) == len(set(found))
    assert set(found) == set(slow.melds(hand))


@pytest.mark.parametrize("name", RULES)
@given(hand=hands, limit=st.integers(0, 110))
def test_arrangements_are_all_those_of_a_slow_search(name, hand, limit):
    rules, slow = RULES[name]
    found = arrangements(hand, limit, rules)
    within = {chosen: points for chosen, points in slow.arrangements(hand).items() if points <= limit}
    assert len(found) == len(within)
    assert {frozenset(map(frozenset, way.melds)): way.points for way in found} == within
    assert [way.points for way in found] == sorted(within.values())


@pytest.mark.parametrize("name", RULES)
@given(hand=hands)
def test_the_best_arrangement_leaves_the_least_of_a_slow_search(name, hand):
    rules, slow = RULES[name]
    best = best_arrangement(hand, rules)
    assert best.points == least_deadwood(hand, rules) == min(slow.arrangements(hand).values())
    assert best.points == slow.points(best.deadwood)
    assert all(map(slow.is_meld, best.melds))
    assert sorted([*best.deadwood, *sum(best.melds, ())]) == sorted(hand)


@given(hand=hands, rng=st.randoms())
def test_the_best_arrangement_does_not_depend_on_the_order_of_the_hand(hand, rng):
    assert best_arrangement(hand) == best_arrangement(rng.sample(hand, len(hand)))


@pytest.mark.parametrize("name", RULES)
@given(dealt=crowded_hands(8, 17))
def test_the_best_layoff_leaves_the_least_of_a_slow_search(name, dealt):
    rules, slow = RULES[name]
    knocker, hand = best_arrangement(dealt[:10], rules).melds, dealt[10:]
    layoff = best_layoff(knocker, hand, rules)
    assert (layoff.rest.points, len(layoff.laid_off)) == slow.least_after_layoffs(knocker, hand)
    assert_fits(layoff, knocker, hand, rules)


def assert_fits(layoff: Layoff, knocker, hand, rules=GIN) -> None:
    """Each card fits where it is laid off, in that order, and the other cards are arranged."""
    grown = list(knocker)
    for card, place in layoff.laid_off:
        assert can_lay_off(card, grown[place], rules)
        grown[place] = (*grown[place], card)
    used = [*laid_off(layoff), *layoff.rest.deadwood, *sum(layoff.rest.melds, ())]
    assert sorted(used) == sorted(hand)


@needs_oracles
def test_deadwood_as_three_other_engines_count_it():
    rows = json.loads((ORACLES / "cards" / "gin_deadwood.json").read_text())["rows"]
    assert len(rows) == 3000
    assert [row for row in rows if best_arrangement(cards(row[0])).points != row[1]] == []


@needs_oracles
def test_layoffs_as_an_exhaustive_search_finds_them():
    rows = json.loads((ORACLES / "cards" / "gin_knock.json").read_text())["rows"]
    assert len(rows) == 400
    for row in rows:
        knocker, hand = [cards(meld) for meld in row["knocker_melds"]], cards(row["defender"])
        layoff = best_layoff(knocker, hand)
        assert all(map(is_meld, knocker))
        assert least_deadwood(hand) == row["defender_deadwood_no_layoff"], row
        assert layoff.rest.points == row["defender_deadwood_best"], row
        assert_fits(layoff, knocker, hand)
