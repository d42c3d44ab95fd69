"""Legal plays, draws and passes."""

import pytest

from tests.games.crazy_eights.positions import cards, happening, legal, play, position, refusal, told

STOCK = "2C 3C 4C 5C 6C 9C TC JC"


def test_a_card_matches_the_rank_or_the_suit_and_an_eight_everything():
    table = position("7C 9H 8S KD", "AC", pile="7H", stock=STOCK)
    assert legal(table) == {"7C", "9H", "8S", "draw"}
    assert refusal(table, "KD") == "no_match"


def test_after_an_eight_the_named_suit_or_another_eight_is_played():
    table = play(position("8S KD", "4D 8C 4S", pile="7H", stock=STOCK), "8S =D")
    assert table.asked == (1,)
    assert table.rules.named == "D"
    assert legal(table) == {"4D", "8C", "draw"}
    assert refusal(table, "4S") == "no_match"


def test_the_player_of_an_eight_names_any_suit():
    table = play(position("8S KD", "4D", pile="7H", stock=STOCK), "8S")
    assert (table.asked, table.phase) == ((0,), "name_suit")
    assert legal(table) == {"=C", "=D", "=H", "=S"}
    assert refusal(table, "=X") == "no_suit"


def test_a_named_suit_lasts_until_the_next_card():
    table = play(position("8S KD 2C", "4D 5S", pile="7H", stock=STOCK), "8S =D 4D")
    assert legal(table) == {"KD", "draw"}


def test_a_card_that_is_not_in_the_hand_is_refused():
    assert refusal(position("7C 9H", "AC", pile="7H", stock=STOCK), "7S") == "card"


def test_drawing_ends_the_turn_even_if_a_card_would_fit():
    table = play(position("7C 9H", "AC", pile="7H", stock=STOCK), "draw")
    assert table.asked == (1,)
    assert table.hand(0) == cards("7C 9H 2C")


def test_there_is_no_passing_while_there_are_cards_to_draw():
    assert refusal(position("9C", "AC", pile="7H", stock=STOCK), "pass") == "must_draw"


def test_only_the_drawn_card_may_be_played():
    table = position("7C 9H", "AC", pile="7H", stock="2H 3C", draw="one_play")
    assert legal(table) == {"7C", "9H", "draw"}
    drawn = play(table, "draw")
    assert drawn.asked == (0,)
    assert legal(drawn) == {"2H", "pass"}
    assert refusal(drawn, "9H") == "only_drawn"
    assert refusal(drawn, "draw") == "drawn"
    assert play(drawn, "2H").piles["pile"] == cards("7H 2H")
    assert play(drawn, "pass").asked == (1,)


def test_a_drawn_card_that_does_not_fit_is_kept():
    drawn = play(position("7C 9H", "AC", pile="7H", stock="2C 3C", draw="one_play"), "draw")
    assert legal(drawn) == {"pass"}


def test_drawing_until_a_card_is_played():
    table = position("9C", "AC", pile="7H", stock="2C 3C 4H 5C", draw="until_playable")
    assert legal(table) == {"draw"}
    assert legal(play(table, "draw")) == {"draw"}
    assert refusal(play(table, "draw"), "pass") == "must_draw"
    drawn = play(table, "draw draw draw")
    assert legal(drawn) == {"4H", "draw"}
    assert refusal(drawn, "pass") == "must_draw"


def test_drawing_until_the_stock_is_gone():
    drawn = play(position("9C", "AC", pile="7H", stock="2C 3C", draw="until_playable"), "draw draw")
    assert legal(drawn) == {"pass"}


def test_up_to_five_cards_are_drawn_and_then_one_passes():
    table = position("9C 9H", "AC", pile="7H", stock=STOCK, draw="up_to_five")
    for number in range(5):
        assert legal(table) == {"9H", "draw"}, number
        table = play(table, "draw")
    assert legal(table) == {"9H", "pass"}
    assert refusal(table, "draw") == "drawn"
    assert play(table, "pass").asked == (1,)


def test_how_many_are_drawn_is_an_option():
    table = play(position("9C", "AC", pile="7H", stock=STOCK, draw="up_to_five", most_draws=2), "draw draw")
    assert legal(table) == {"pass"}


def test_any_card_that_fits_may_be_played_after_some_draws():
    table = play(position("9H 9C", "AC", pile="7H", stock="2C 3H 4C", draw="up_to_five"), "draw draw")
    assert legal(table) == {"9H", "3H", "draw"}


def test_the_pile_below_its_top_card_becomes_the_new_stock():
    table = position("9C", "AC", pile="2D 3D 4D 5D 6D 7D 9D TD 7H")
    assert legal(table) == {"draw"}
    after, happened = happening(table, "draw")
    assert after.piles["pile"] == cards("7H")
    assert len(after.piles["deck"]) == 7
    assert len(after.hand(0)) == 2
    assert told(happened, "reshuffled")[0].payload == {"number": 8}


def test_the_last_card_of_the_stock_leaves_a_shuffled_one():
    after = play(position("9C", "AC", pile="2D 3D 4D 5D 6D 7D 9D TD 7H", stock="JC"), "draw")
    assert len(after.piles["deck"]) == 8
    assert set(after.piles["deck"]) == set(cards("2D 3D 4D 5D 6D 7D 9D TD"))
    assert after.piles["pile"] == cards("7H")
    assert after.hand(0) == cards("9C JC")


def test_without_a_stock_and_a_pile_one_passes():
    table = position("9C 9H", "AC", pile="7H")
    assert legal(table) == {"9H", "pass"}
    assert refusal(table, "draw") == "stock_empty"


def test_without_reshuffling_one_passes_when_the_stock_is_gone():
    table = position("9C 9H", "AC", pile="2D 3D 7H", reshuffle=False)
    assert legal(table) == {"9H", "pass"}


@pytest.mark.parametrize("block, moves", [("all_pass", "pass pass"), ("first_passes_again", "pass pass pass")])
def test_a_hand_is_blocked_when_all_pass_in_a_row(block, moves):
    table = position("9C TD", "KC", pile="7H", block=block)
    last = moves.rpartition(" ")[0]
    assert play(table, last).phase == "play"
    after, happened = happening(table, moves)
    assert told(happened, "blocked")
    assert after.is_over
    assert after.totals == (0, 19)


def test_drawing_the_last_card_and_keeping_it_is_not_a_pass():
    table = position("9C 9H", "KC", pile="7H", stock="TD", draw="one_play")
    after, happened = happening(table, "draw pass pass")
    assert not told(happened, "blocked")
    assert legal(after) == {"9H", "pass"}


def test_a_card_played_between_passes_opens_the_hand_again():
    table = position("9C TH 2D", "KC AC 9H", pile="7H", reshuffle=False)
    assert play(table, "pass 9H pass").rules.passes == 1


def test_a_hand_ends_as_if_blocked_after_the_maximum_number_of_plays():
    table = position("9H 8D", "TH 3C", pile="7H", stock=STOCK, most_plays=2)
    after = play(table, "9H TH")
    assert after.is_over
    assert after.totals == (0, 50)


def test_drawn_cards_are_seen_by_their_owner_alone():
    table, happened = happening(position("9C", "AC", pile="7H", stock=STOCK), "draw")
    assert [event.payload for event in told(happened, "draw")] == [{}]
    assert table.piles["hand/0"] == cards("9C 2C")
