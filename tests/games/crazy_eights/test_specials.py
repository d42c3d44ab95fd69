"""Queens, aces, twos and the last card, where these are special."""

import pytest

from tests.games.crazy_eights.positions import cards, happening, legal, play, position, refusal, told

STOCK = "3C 4C 5C 6C 9C TC JC KC"


def special(*hands: str, pile: str = "7H", stock: str = STOCK, **options):
    return position(*hands, pile=pile, stock=stock, specials=True, **{"announce_last": False, **options})


def test_a_queen_skips_the_next_player():
    assert play(special("QH 3D", "4D", "5D"), "QH").asked == (2,)
    assert play(position("QH 3D", "4D", "5D", pile="7H", stock=STOCK), "QH").asked == (1,)


def test_between_two_a_queen_gives_the_same_player_another_turn():
    assert play(special("QH 3D", "4D"), "QH").asked == (0,)


def test_a_queen_as_last_card_just_ends_the_hand():
    after = play(special("QH", "4D"), "QH")
    assert after.is_over
    assert after.totals == (4, 0)


def test_an_ace_reverses_the_direction():
    table = play(special("AH 3D", "4D", "5H 6D"), "AH")
    assert table.asked == (2,)
    assert play(table, "5H").asked == (1,)


@pytest.mark.parametrize("rule, asked", [("skip", 0), ("plain", 1)])
def test_an_ace_between_two(rule, asked):
    assert play(special("AH 3D", "4D", two_player_ace=rule), "AH").asked == (asked,)


def test_twos_add_up_and_a_player_without_one_draws_and_loses_the_turn():
    table = play(special("2H 3D", "2S 3S", "8C 4S 5S", "2D"), "2H 2S")
    assert table.asked == (2,)
    assert legal(table) == {"draw"}
    assert refusal(table, "8C") == "stack_two"
    assert refusal(table, "4S") == "stack_two"
    assert refusal(table, "pass") == "penalty"
    after, happened = happening(table, "draw")
    assert after.hand(2) == cards("8C 4S 5S 3C 4C 5C 6C")
    assert after.asked == (3,)
    assert after.rules.penalty == 0
    assert told(happened, "took_penalty")[0].payload == {"number": 4}


def test_after_the_penalty_a_two_is_a_card_as_any_other():
    table = play(special("2H 3D", "4H", "5H 3S"), "2H draw")
    assert legal(table) == {"5H", "draw"}


def test_a_two_may_be_answered_by_a_two_of_any_suit():
    assert legal(play(special("2H 3D", "2S 2C 4H"), "2H")) == {"2S", "2C", "draw"}


def test_a_penalty_takes_no_more_than_there_is():
    after = play(special("2H 3D", "4S", stock="3C", reshuffle=False), "2H draw")
    assert after.hand(1) == cards("4S 3C")
    assert after.asked == (0,)


def test_a_two_without_a_stock_costs_nothing():
    table = play(special("2H 3D", "4H", stock="", reshuffle=False), "2H")
    assert table.rules.penalty == 0
    assert legal(table) == {"4H", "pass"}


def test_a_penalty_continues_with_the_shuffled_pile():
    after = play(special("2H 3D", "4S", pile="TD JD 7H", stock="3C"), "2H draw")
    assert len(after.hand(1)) == 3
    assert after.piles["pile"] == cards("2H")


def announcing(*hands: str, **options):
    return special(*hands, announce_last=True, **options)


def test_the_last_card_has_to_be_announced():
    after, happened = happening(announcing("9H 3D", "4D"), "9H")
    assert after.hand(0) == cards("3D 3C 4C")
    assert told(happened, "forgot")[0].player_id == "p0"


def test_everybody_sees_the_card_played_also_if_a_copy_of_it_is_drawn_as_a_penalty():
    _, happened = happening(announcing("3H 4C", "4S 5S", stock="3H 9C", packs=2), "3H")
    assert [event.payload for event in told(happened, "play")] == [{"card": "3H"}]
    assert not told(happened, "play")[0].secret


def test_twos_cost_nothing_once_the_stock_is_gone():
    table = play(announcing("2H 3D 4D", "2S 4H", "5S", stock="3C 9C", reshuffle=False), "2H 2S")
    assert table.rules.penalty == 0
    assert legal(table) == {"5S", "pass"}


def test_an_announced_last_card_costs_nothing():
    table = announcing("9H 3D", "4D")
    assert "last" in legal(table)
    announced, happened = happening(table, "last")
    assert announced.asked == (0,)
    assert told(happened, "announce_last")
    assert refusal(announced, "last") == "not_last"
    assert play(announced, "9H").hand(0) == cards("3D")


def test_an_announcement_lapses_with_the_turn():
    table = play(announcing("9H 3D", "4D 5D"), "last draw draw")
    assert not table.rules.is_announced


@pytest.mark.parametrize("hand", ["9H", "9H 3D 4S"])
def test_only_the_last_card_but_one_is_announced(hand):
    assert refusal(announcing(hand, "4D"), "last") == "not_last"


def test_without_specials_nothing_is_announced():
    table = position("9H 3D", "4D", pile="7H", stock=STOCK)
    assert refusal(table, "last") == "no_announcing"
    assert play(table, "9H").hand(0) == cards("3D")


def test_going_out_needs_no_announcement():
    assert play(announcing("9H", "4D"), "9H").is_over
