"""Tricks: following suit, who takes them, bowers and jacks that change suit; and who draws after a bout."""

from hypothesis import given
from hypothesis import strategies as st

from gamenight.cards.deck import FRENCH, SUITS
from gamenight.cards.library.tricks import (
    ace_high,
    followers,
    led_suit,
    plain_suit,
    refill_order,
    refills,
    strength_by_rank,
    suit_with,
    winning_index,
)

# Euchre with hearts as trumps, and with clubs; skat with hearts as trumps, and grand, where only the jacks are trumps.
SUIT_IN_HEARTS = suit_with(["JD"], "H")
SUIT_IN_CLUBS = suit_with(["JS"], "C")
STRENGTH_IN_CLUBS = strength_by_rank("9TJQKA", top=["JS", "JC"])
JACKS = ["JD", "JH", "JS", "JC"]
SUIT_IN_GRAND = suit_with(JACKS, "J")
STRENGTH_IN_SKAT = strength_by_rank("789QKTA", top=JACKS)

tricks = st.lists(st.sampled_from(FRENCH), min_size=1, max_size=7, unique=True)


def winner(trick: str, **rules) -> str:
    cards = trick.split()
    return cards[winning_index(cards, **rules)]


def follow(hand: str, led: str, suit_of=plain_suit) -> str:
    return " ".join(followers(hand.split(), led, suit_of))


def test_nothing_is_led_before_the_first_card():
    assert led_suit([]) is None
    assert led_suit(["QS", "2H"]) == "S"


def test_the_cards_of_the_suit_led_follow():
    assert follow("QS AH 5D 2S", "S") == "QS 2S"
    assert follow("QS AH 5D", "C") == ""


def test_the_highest_card_of_the_suit_led_takes_the_trick():
    assert winner("9C KC 2C AH") == "KC"
    assert winner("2D AC AS AH") == "2D"


def test_the_highest_trump_takes_the_trick():
    assert winner("AC 2H KC 5H", trump="H") == "5H"
    assert winner("AC KC", trump="H") == "AC"


def test_briscola_ranks_the_three_next_to_the_ace():
    briscola = strength_by_rank("24567JQK3A")
    assert winner("KC 3C", strength=briscola) == "3C"
    assert winner("KC 3D", trump="H", strength=briscola) == "KC"
    assert winner("AC 2H", trump="H", strength=briscola) == "2H"


def test_of_two_equal_cards_the_first_one_wins():
    assert winning_index(["3C", "AC", "AC"]) == 1


def test_euchre_left_bower_follows_trumps_and_not_its_printed_suit():
    assert follow("JD 9D AS", "D", SUIT_IN_HEARTS) == "9D"
    assert follow("JD 9D AS", "H", SUIT_IN_HEARTS) == "JD"
    assert led_suit(["JD"], SUIT_IN_HEARTS) == "H"


def test_euchre_bowers_are_the_highest_trumps():
    euchre = {"trump": "C", "suit_of": SUIT_IN_CLUBS, "strength": STRENGTH_IN_CLUBS}
    assert winner("KC JS AC JC", **euchre) == "JC"
    assert winner("KC JS AC QC", **euchre) == "JS"
    assert winner("AS JS 9S TS", **euchre) == "JS"
    assert winner("AD JD QH JH", **euchre) == "AD"


def test_skat_jacks_are_a_suit_of_their_own_in_grand():
    assert led_suit(["JH"], SUIT_IN_GRAND) == "J"
    assert follow("JD AH 7C", "J", SUIT_IN_GRAND) == "JD"
    assert follow("JS KH", "H", SUIT_IN_GRAND) == "KH"


def test_skat_ranks_the_ten_next_to_the_ace_and_jacks_as_clubs_spades_hearts_diamonds():
    grand = {"trump": "J", "suit_of": SUIT_IN_GRAND, "strength": STRENGTH_IN_SKAT}
    assert winner("KH TH 9H", **grand) == "TH"
    assert winner("JD JS JH", **grand) == "JS"
    hearts = {"trump": "H", "suit_of": suit_with(JACKS, "H"), "strength": STRENGTH_IN_SKAT}
    assert winner("AH JD TH", **hearts) == "JD"


def beats(card: str, other: str, led: str, trump: str | None, suit_of, strength) -> bool:
    if suit_of(card) == suit_of(other):
        return strength(card) > strength(other)
    return suit_of(card) == trump or (suit_of(card) == led and suit_of(other) != trump)


@given(tricks, st.sampled_from([*SUITS, None]), st.sets(st.sampled_from(FRENCH), max_size=8), st.randoms())
def test_the_winner_beats_every_other_card(trick, trump, moved, rng):
    suit_of = suit_with(moved, trump or "J")
    strength = strength_by_rank("23456789TJQKA", top=rng.sample(sorted(moved), len(moved)))
    best = trick[winning_index(trick, trump=trump, suit_of=suit_of, strength=strength)]
    led = suit_of(trick[0])
    relevant = [card for card in trick if card != best and suit_of(card) in (led, trump)]
    assert suit_of(best) in (led, trump)
    assert all(beats(best, card, led, trump, suit_of, strength) for card in relevant)


@given(tricks, st.sampled_from([*SUITS, None]))
def test_a_card_that_follows_neither_lead_nor_trump_never_wins(trick, trump):
    best = winning_index(trick, trump=trump)
    assert trick[best][1] in (trick[0][1], trump)
    assert all(ace_high(card) <= ace_high(trick[best]) for card in trick if card[1] == trick[best][1])


def test_durak_refills_the_attacker_first_and_the_defender_last():
    assert refill_order(attacker=0, defender=1, seats=3) == (0, 2, 1)
    assert refill_order(attacker=3, defender=1, seats=4) == (3, 0, 2, 1)
    assert refills((0, 2, 1), sizes=(3, 4, 5), full=6, stock=4) == {0: 3, 2: 1}


def test_a_player_with_enough_cards_draws_nothing():
    assert refills((0, 1), sizes=(9, 2), full=6, stock=24) == {1: 4}
    assert refills((0, 1), sizes=(0, 2), full=6, stock=0) == {}


def drawn_one_by_one(order, sizes, full, stock):
    """Every seat in turn takes cards from the stock, one at a time, until it is full or nothing is left."""
    counts = dict.fromkeys(order, 0)
    for seat in order:
        while stock and sizes[seat] + counts[seat] < full:
            counts[seat] += 1
            stock -= 1
    return {seat: count for seat, count in counts.items() if count}


@given(st.lists(st.integers(0, 12), min_size=2, max_size=6), st.integers(0, 8), st.integers(0, 40), st.randoms())
def test_refills_are_what_drawing_one_card_after_the_other_gives(sizes, full, stock, rng):
    order = rng.sample(range(len(sizes)), len(sizes))
    counts = refills(order, sizes, full, stock)
    assert list(counts.items()) == list(drawn_one_by_one(order, sizes, full, stock).items())
