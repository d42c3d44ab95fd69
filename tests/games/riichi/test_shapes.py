"""How far hands are from complete, against another library and against a search of all decompositions."""

from random import Random

import pytest
from mahjong.shanten import Shanten

from gamenight.games.riichi.hand.shapes import accepted, is_complete, shanten, waits
from gamenight.games.riichi.hand.tiles import KINDS, TILES, Counts, counts_of, read_hand, read_kind, with_tile


def counts(text: str) -> Counts:
    return counts_of(read_hand(text))


def kinds(text: str) -> tuple[int, ...]:
    return tuple(read_kind(name) for name in text.split())


def random_hands(seed: int, number: int, extra: int) -> list[tuple[Counts, int]]:
    """Hands of 13 - 3 * melds tiles and so many extra, of one to four suits: fewer suits make better hands."""
    rng = Random(seed)
    hands = []
    for _ in range(number):
        melds = rng.choice([0, 0, 0, 1, 2, 3, 4])
        suits = rng.sample(range(4), rng.randint(1, 4))
        deck = [tile for tile in range(TILES) if tile // 36 in suits]
        hands.append((counts_of(rng.sample(deck, 13 - 3 * melds + extra)), melds))
    return hands


def splits_into_sets(left: Counts) -> bool:
    first = next((kind for kind in range(KINDS) if left[kind]), None)
    if first is None:
        return True
    is_triplet = left[first] >= 3
    if is_triplet and splits_into_sets(with_tile(left, first, -3)):
        return True
    is_run = first < 27 and first % 9 < 7 and left[first + 1] and left[first + 2]
    if not is_run:
        return False
    return splits_into_sets(with_tile(with_tile(with_tile(left, first, -1), first + 1, -1), first + 2, -1))


def is_won(hand: Counts, melds: int) -> bool:
    """By trying every pair and every split of the rest."""
    if max(hand) > 4:
        return False
    if any(hand[pair] >= 2 and splits_into_sets(with_tile(hand, pair, -2)) for pair in range(KINDS)):
        return True
    return not melds and (sorted(hand)[-7:] == [2] * 7 or Shanten.calculate_shanten_for_kokushi_hand(hand) == -1)


@pytest.mark.parametrize(
    ("hand", "melds", "distance"),
    [
        ("123456789m1234p1z", 0, 0),
        ("123456789m11222p", 0, -1),
        ("1133557799m1133p", 0, -1),
        ("1133557799m113p", 0, 0),
        ("1111335577m113p", 0, 2),
        ("19m19p19s1234567z", 0, 0),
        ("19m19p19s12345677z", 0, -1),
        ("159m159p159s1234z", 0, 3),
        ("147m258p369s1234z", 0, 6),
        ("11m", 4, -1),
        ("1m", 4, 0),
        ("1133557799m3p", 1, 2),
        ("1111m", 3, 1),
        ("1111m222z444p", 1, 1),
        ("2345m", 3, 0),
    ],
)
def test_the_distance_of_worked_hands(hand, melds, distance):
    assert shanten(counts(hand), melds) == distance


@pytest.mark.parametrize("extra", [0, 1])
def test_distances_agree_with_another_library(extra):
    for hand, melds in random_hands(seed=11 + extra, number=4000, extra=extra):
        assert shanten(hand, melds) == Shanten.calculate_shanten(hand), (hand, melds)


def test_waits_agree_with_a_search_of_all_splits():
    hands = [(hand, melds) for hand, melds in random_hands(seed=21, number=3000, extra=0) if shanten(hand, melds) <= 1]
    assert len(hands) > 700
    for hand, melds in hands:
        won = tuple(kind for kind in range(KINDS) if is_won(with_tile(hand, kind), melds))
        assert waits(hand, melds) == won, (hand, melds)


def test_accepted_kinds_are_those_that_lower_the_distance():
    for hand, melds in random_hands(seed=31, number=200, extra=0):
        now = Shanten.calculate_shanten(hand)
        useful = [k for k in range(KINDS) if hand[k] < 4 and Shanten.calculate_shanten(with_tile(hand, k)) < now]
        assert list(accepted(hand, melds)) == useful, (hand, melds)


@pytest.mark.parametrize(
    ("hand", "melds", "kinds_waited_for"),
    [
        ("1112345678999m", 0, "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("123456789m1234p", 0, "1p 4p"),
        ("123456789m1122p", 0, "1p 2p"),
        ("123456789m13p11z", 0, "2p"),
        ("19m19p19s1234567z", 0, "1m 9m 1p 9p 1s 9s E S W N P F C"),
        ("19m19p19s1234566z", 0, "C"),
        ("1133557799m113p", 0, "3p"),
        ("3334m", 3, "2m 4m 5m"),
        ("5z", 4, "P"),
        ("23m44p", 3, "1m 4m"),
        ("123456789m147p1z", 0, ""),
        ("1111m", 3, ""),
    ],
)
def test_the_waits_of_worked_hands(hand, melds, kinds_waited_for):
    assert waits(counts(hand), melds) == kinds(kinds_waited_for)


def test_a_hand_that_holds_all_it_waits_for_is_not_tenpai():
    hand = "1111m234p567p789p"
    assert waits(counts(hand)) == ()
    assert shanten(counts(hand)) == 1


def test_seven_pairs_and_thirteen_orphans_have_no_melds():
    assert is_complete(counts("1133557799m1133p"))
    assert not is_complete(counts("1133557799m3p"), melds=1)
