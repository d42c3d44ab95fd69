"""Captures by value: Scopa's equal card or set, Kasino's sets at once; and all subsets against a slow search."""

import json
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.cards.deck import FRENCH, ranked_pack
from gamenight.cards.library.captures import disjoint_captures, scopa_captures, scopa_value, subsets_by_sum
from tests.conftest import ORACLES

needs_oracles = pytest.mark.skipif(ORACLES is None, reason="no ../shared/oracles, and GAMENIGHT_ORACLES is not set")

KASINO_RANKS = "A23456789TJQK"
FROM_HAND = {"AC": 14, "AD": 14, "AH": 14, "AS": 14, "2S": 15, "TD": 16}

tables = st.lists(st.sampled_from(FRENCH), max_size=9, unique=True)
scopa_tables = st.lists(st.sampled_from(ranked_pack("A234567JQK")), min_size=1, max_size=9, unique=True)


def on_table(card: str) -> int:
    """Kasino's value of a card on the table."""
    return KASINO_RANKS.index(card[0]) + 1


def scopa(card: str, table: str) -> set[str]:
    return texts(scopa_captures(card, table.split()))


def kasino(card: str, table: str) -> set[str]:
    return texts(disjoint_captures(table.split(), FROM_HAND.get(card, on_table(card)), on_table))


def texts(captures) -> set[str]:
    found = [" ".join(sorted(capture)) for capture in captures]
    assert len(set(found)) == len(found), "each capture once"
    return set(found)


def test_scopa_takes_an_equal_card_before_any_set():
    assert scopa("7D", "2H 5C 7S") == {"7S"}
    assert scopa("JC", "JD AS 7H") == {"JD"}
    assert scopa("JC", "AS 7H") == {"7H AS"}


def test_scopa_lets_the_player_choose_one_equal_card():
    assert scopa("KC", "KD 6S KH 4D") == {"KD", "KH"}


def test_scopa_lets_the_player_choose_one_set():
    assert scopa("7D", "2H 5C 3S 4D") == {"2H 5C", "3S 4D"}
    assert scopa("7H", "3C 4D") == {"3C 4D"}


def test_a_card_of_scopa_stays_if_nothing_adds_up_to_it():
    assert scopa("2D", "QH AH") == set()
    assert scopa("7H", "") == set()


def test_kasino_has_other_values_in_the_hand_than_on_the_table():
    assert kasino("AH", "AC KD") == {"AC KD"}
    assert kasino("AH", "AC") == set()
    assert kasino("TD", "6C TC") == {"6C TC"}
    assert kasino("TC", "TD") == {"TD"}
    assert kasino("TD", "") == set()


def test_kasino_takes_several_sets_at_once_or_fewer():
    assert kasino("AD", "5C 9D 2S QH") == {"5C 9D", "2S QH", "2S 5C 9D QH"}
    assert kasino("2H", "AC AS") == {"AC AS"}


def test_casino_takes_equal_cards_together_with_sets():
    captures = kasino("8H", "8S 5C 3H 8D")
    assert "3H 5C 8D 8S" in captures
    assert captures == {"8S", "8D", "8D 8S", "3H 5C", "3H 5C 8S", "3H 5C 8D", "3H 5C 8D 8S"}


def subsets(cards):
    return chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1))


def adds_up(cards, target, value_of) -> bool:
    """Whether the cards can be split into sets that each add up to the target."""
    if not cards:
        return True
    sets = [chosen for chosen in subsets(cards) if cards[0] in chosen and sum(map(value_of, chosen)) == target]
    return any(adds_up([card for card in cards if card not in chosen], target, value_of) for chosen in sets)


@given(tables, st.integers(0, 40))
def test_subsets_by_sum_are_all_those_of_a_slow_search(table, target):
    slow = [chosen for chosen in subsets(table) if sum(map(on_table, chosen)) == target]
    assert sorted(subsets_by_sum(table, target, on_table)) == sorted(slow)


@given(st.lists(st.sampled_from(FRENCH), max_size=7, unique=True), st.integers(1, 16))
def test_disjoint_captures_are_all_those_of_a_slow_search(table, target):
    slow = [chosen for chosen in subsets(table) if adds_up(chosen, target, on_table)]
    assert sorted(disjoint_captures(table, target, on_table)) == sorted(slow)


@given(scopa_tables)
def test_scopa_takes_single_cards_or_sets_but_never_both(cards):
    card, *table = cards
    captures = scopa_captures(card, table)
    assert all(sum(map(scopa_value, capture)) == scopa_value(card) for capture in captures)
    assert any(scopa_value(other) == scopa_value(card) for other in table) == any(len(taken) == 1 for taken in captures)
    assert len({len(taken) == 1 for taken in captures}) <= 1


@needs_oracles
def test_scopa_captures_as_two_enumerations_list_them():
    rows = json.loads((ORACLES / "cards" / "scopa.json").read_text())["captures"]
    assert len(rows) == 400
    assert [row for row in rows if scopa(row[0], row[1]) != set(row[2])] == []


@needs_oracles
def test_kasino_captures_as_two_enumerations_list_them():
    rows = json.loads((ORACLES / "cards" / "kasino.json").read_text())["rows"]
    assert len(rows) == 400
    assert [row for row in rows if kasino(row[0], row[1]) != set(row[2])] == []
