"""Throwing in early, passing the attack on, swapping the lowest trump."""

from typing import Any

from tests.games.durak.bouts import asked, do, hand, legal, pile, piles, position, refusal, start, table

PASSING: dict[str, Any] = {"trump": "S", "passing": True}
EAGER: dict[str, Any] = {"trump": "S", "eager_throw_in": True}
SWAP: dict[str, Any] = {"trump": "S", "trump_six_swap": True}


# Passing on


def test_the_defender_may_pass_the_attack_on_with_a_card_of_the_same_rank():
    match = position("7C 9C | 7D TC | 8C 8D | 6H 6D", "7C", **PASSING)
    assert legal(match, 1) == {"TC/7C", ">7D", "take"}
    assert refusal(match, 1, "pass_on", card="TC") == "other_rank"
    do(match, ">7D")
    rules = table(match).rules
    assert (rules.attacker, rules.defender, rules.limit) == (1, 2, 2)
    assert asked(match) == "defend 2"
    assert legal(match, 2) == {"8C/7C", "8D/7D", "take"}


def test_the_new_defender_beats_the_cards_in_any_order():
    match = position("7C 9C | 7D TC | 8C 8D KS | 6H 6D", "7C >7D 8D/7D", **PASSING)
    assert asked(match) == "defend 2"
    assert legal(match, 2) == {"8C/7C", "KS/7C", "take"}
    do(match, "8C/7C")
    assert table(match).rules.pairs == {"7D": "8D", "7C": "8C"}
    assert asked(match) == "throw_in 1 3 0"


def test_a_defender_who_takes_after_a_pass_is_skipped():
    match = position("7C 9C | 7D TC | 8C 8D KS | 6H 6D", "7C >7D take -", **PASSING)
    assert hand(match, 2) == {"8C", "8D", "KS", "7C", "7D"}
    assert asked(match) == "attack 3"


def test_an_attack_may_be_passed_on_again_and_again():
    match = position("7C 9C 9D 9H | 7D TC | 7H 8D KS", "7C >7D >7H", **PASSING)
    assert piles(match, "attacks") == "7C 7D 7H"
    assert (table(match).rules.attacker, table(match).rules.defender, asked(match)) == (2, 0, "defend 0")


def test_the_next_seat_needs_enough_cards():
    match = position("7C 9C | 7D TC | 8C | 6H 6D", "7C", **PASSING)
    assert legal(match, 1) == {"TC/7C", "take"}
    assert refusal(match, 1, "pass_on", card="7D") == "too_few_cards"


def test_between_two_the_attack_goes_back():
    match = position("7C 9C 9D | 7D TC", "7C >7D", **PASSING)
    rules = table(match).rules
    assert (rules.attacker, rules.defender) == (1, 0)
    assert asked(match) == "defend 0"


def test_an_attack_cannot_be_passed_on_without_another_player():
    match = position("7C | 7D TC", "7C", **PASSING)
    assert refusal(match, 1, "pass_on", card="7D") == "too_few_cards"


def test_nothing_is_passed_on_once_a_card_is_beaten():
    match = position("7C 9C 7H | 8C 7D TC 8D | 8H 6C 6D 6H", "7C 8C 0+7H", **PASSING)
    assert ">7D" not in legal(match, 1)
    assert refusal(match, 1, "pass_on", card="7D") == "has_beaten"


def test_a_player_who_passes_on_with_the_last_card_is_out():
    match = position("7C 9C 9D | 7D | 8C 8D KS", "7C >7D", **PASSING)
    assert table(match).rules.places == (1,)
    do(match, "take -")
    assert asked(match) == "attack 0"


def test_without_the_option_nothing_is_passed_on():
    match = position("7C 9C | 7D TC | 8C 8D", "7C", trump="S")
    assert legal(match, 1) == {"TC/7C", "take"}
    assert refusal(match, 1, "pass_on", card="7D") == "type"


# Throwing in before cards are beaten


def test_eager_attackers_throw_in_before_the_defender_answers():
    match = position("7C 9C | 8C 9D 8D | 7D 6H", "7C", **EAGER)
    assert asked(match) == "throw_in 0 2"
    do(match, "2+7D")
    assert asked(match) == "throw_in 0 2"
    do(match, "-")
    assert asked(match) == "defend 1"
    assert legal(match, 1) == {"8C/7C", "9D/7D", "8D/7D", "take"}


def test_eager_attackers_are_asked_after_each_card_that_beats():
    match = position("7C 9C | 8C 9D 8D | 7D 8H", "7C 2+7D - 8C/7C", **EAGER)
    assert asked(match) == "throw_in 0 2"
    assert legal(match, 2) == {"8H", "done"}
    do(match, "-")
    assert asked(match) == "defend 1"
    do(match, "9D -")
    assert pile(match, "attacks") == ()
    assert asked(match) == "attack 1"


def test_eager_attackers_keep_to_the_limit():
    match = position("7C 9C | 8C 9D | 7D 7H", "7C 2+7D", **EAGER)
    assert asked(match) == "defend 1"


# Swapping the lowest trump


def test_the_lowest_trump_may_be_swapped_for_the_turn_up():
    match = position("6S 7C | 8C 9C", talon="AD AS", **SWAP)
    assert legal(match, 0) == {"6S", "7C", "swap"}
    do(match, "swap")
    assert (hand(match, 0), pile(match, "trump")) == ({"AS", "7C"}, ("6S",))
    assert asked(match) == "attack 0"
    assert legal(match, 0) == {"AS", "7C"}
    assert refusal(match, 0, "swap_six") == "no_six"


def test_only_the_holder_of_the_lowest_trump_may_swap_it():
    match = position("7S 7C | 6S 9C", talon="AD AS", **SWAP)
    assert legal(match, 0) == {"7S", "7C"}
    assert refusal(match, 0, "swap_six") == "no_six"


def test_without_a_turn_up_there_is_nothing_to_swap_for():
    match = position("6S 7C | 8C 9C", **SWAP)
    assert refusal(match, 0, "swap_six") == "no_turn_up"


def test_the_two_is_the_lowest_trump_of_52_cards():
    match = start("2S | 3C", "AS", deck_size=52, trump_six_swap=True)
    do(match, "swap")
    assert pile(match, "trump") == ("2S",)


def test_without_the_option_nothing_is_swapped():
    match = position("6S 7C | 8C 9C", trump="S", talon="AD AS")
    assert legal(match, 0) == {"6S", "7C"}
