"""What a card may take, must take and may not take."""

import pytest

from tests.games.scopa.positions import cards, legal, play, position, refusal


def test_a_single_card_of_the_same_value_must_be_taken():
    table = position("7D", "AC", table="2H 5C 7S", deck="KC")
    assert legal(table) == {"7D x 7S"}
    assert refusal(table, "7D x 2H 5C") == "equal_first"
    assert refusal(table, "7D") == "must_capture"


def test_of_two_cards_of_the_same_value_the_player_chooses_one():
    table = position("7D", "AC", table="7H 7S", deck="KC")
    assert legal(table) == {"7D x 7H", "7D x 7S"}
    assert refusal(table, "7D x 7H 7S") == "sum"


def test_one_of_several_sets_is_taken():
    table = position("7D", "AC", table="2H 5C 3S 4D", deck="KC")
    assert legal(table) == {"7D x 2H 5C", "7D x 3S 4D"}
    assert refusal(table, "7D x 2H 5C 3S 4D") == "sum"
    assert refusal(table, "7D") == "must_capture"


def test_a_jack_must_take_the_jack_and_not_the_ace_and_seven():
    table = position("JC", "AC", table="JD AH 7S", deck="KC")
    assert legal(table) == {"JC x JD"}
    assert legal(position("JC", "AC", table="AH 7S", deck="KC")) == {"JC x AH 7S"}


def test_a_card_that_takes_nothing_stays_on_the_table():
    table, _ = play(position("2C", "AC", table="KD 4S", deck="KC"), "2C")
    assert table.piles["table"] == cards("KD 4S 2C")
    assert table.piles["won/0"] == ()


def test_the_played_card_and_what_it_takes_are_won():
    table, _ = play(position("7D", "AC", table="2H 5C 3S", deck="KC"), "7D x 2H 5C")
    assert table.piles["won/0"] == cards("7D 2H 5C")
    assert table.piles["table"] == cards("3S")
    assert table.rules.last_capturer == 0


def test_any_card_of_the_hand_may_be_played():
    table = position("7D KC 2S", "AC AD AH", table="7S 4D 3C")
    assert legal(table) == {"7D x 7S", "KC x 7S 3C", "2S"}


@pytest.mark.parametrize(
    "move, reason",
    [
        ("6C", "card"),
        ("6C x 2H 4D", "card"),
        ("7D x 2H 4D", "sum"),
        ("7D x 2H 5S", "not_there"),
    ],
)
def test_refusals_have_reasons(move, reason):
    assert refusal(position("7D", "AC", table="2H 5C 4D", deck="KC"), move) == reason


def test_a_capture_names_its_cards_in_any_order():
    assert refusal(position("7D", "AC", table="2H 5C 4D", deck="KC"), "7D x 5C 2H") == ""


def test_sweeping_the_table_is_a_scopa():
    table, happened = play(position("7H 2C", "AC", table="3C 4D", deck="KC"), "7H x 3C 4D")
    assert table.rules.scope == (1, 0)
    assert "scopa" in [event.event_type for event in happened]
    assert table.piles["table"] == ()


def test_taking_a_part_of_the_table_is_not_a_scopa():
    table, happened = play(position("7H 2C", "AC", table="3C 4D KC"), "7H x 3C 4D")
    assert table.rules.scope == (0, 0)
    assert "scopa" not in [event.event_type for event in happened]


def test_the_last_card_of_a_hand_may_sweep_while_the_deck_has_cards():
    table, _ = play(position("7H", "", table="3C 4D", deck="AC 2C 3D 5C 6C 7C"), "7H x 3C 4D")
    assert table.rules.scope == (1, 0)
