"""Choose from a numbered list, and from the values of a slot, by typed words."""

import re
from contextlib import contextmanager

import pytest

from gamenight.cli.terminal import choices
from gamenight.cli.terminal.choices import NotUnderstood, even_share, narrow, pick, slot_values, slot_words, task
from gamenight.cli.terminal.words import tell_of
from gamenight.core.model import Action, PlayerId, Slot

CARDS = Slot("cards", ("2C", "QS", "AH"), 1, 2)
FIELDS = Slot("fields", (0, 1, 2), 5, 5, each=5)


def tell(words):
    return tell_of(None)(words)


@contextmanager
def not_understood(why):
    with pytest.raises(NotUnderstood) as caught:
        yield
    assert re.search(why, tell(caught.value.words))


def listed(*words):
    return choices.listed([(text, Action("move", PlayerId("p0"))) for text in words])


BOARD = [f"row {row}, column {column}" for row in (1, 2, 3) for column in (1, 2, 3)]


def values(slot, text):
    return slot_values(slot, [str(value) for value in slot.of], text)


def picked(text, *words):
    return [choice.words for choice in pick(listed(*words), text)]


def test_a_number_chooses_its_line():
    assert picked("2", "north", "east", "south") == ["east"]


def test_words_choose_the_lines_that_have_all_of_them_in_this_order():
    assert picked("low red", "low dark red", "low blue", "red low") == ["low dark red"]
    assert picked("LOW", "low red", "low blue", "high red") == ["low red", "low blue"]


def test_each_typed_word_needs_a_word_of_its_own():
    assert picked("2 2", *BOARD) == ["row 2, column 2"]
    assert picked("1 1", *BOARD) == ["row 1, column 1"]
    with not_understood("Nothing in the list has “2 2”"):
        picked("2 2", *(line for line in BOARD if line != "row 2, column 2"))


def test_after_narrowing_only_the_numbers_that_are_shown_count():
    board = listed(*BOARD)
    shown = narrow(board, board, "row 1")
    assert [choice.number for choice in shown] == [1, 2, 3]
    with not_understood("There is no number 5 in the list"):
        narrow(shown, board, "5")
    assert [choice.words for choice in narrow(shown, board, "3")] == ["row 1, column 3"]
    assert [choice.words for choice in narrow(shown, board, "2 2")] == ["row 2, column 2"]


def test_a_line_that_is_not_shown_has_no_number():
    many = [f"go {'up' if place % 2 else 'down'} {place}" for place in range(80)]
    assert picked("64", *many) == ["go up 63"]
    with pytest.raises(NotUnderstood):
        picked("65", *many)


def grouped(*groups):
    """Groups, each with its lines."""
    return [
        choices.MenuLine(number, words, tuple(listed(*(f"{words}, turned {turn}°" for turn in turns))))
        for number, (words, *turns) in enumerate(groups, 1)
    ]


def test_choosing_a_group_shows_its_lines():
    places = grouped(("0, 1", 90, 180), ("1, 0", 0))
    assert [(choice.number, choice.words) for choice in narrow(places, places, "1")] == [
        (90, "0, 1, turned 90°"),
        (180, "0, 1, turned 180°"),
    ]
    assert [choice.words for choice in narrow(places, places, "0 1")] == ["0, 1, turned 90°", "0, 1, turned 180°"]


def test_a_group_of_one_line_is_that_line():
    places = grouped(("0, 1", 90, 180), ("1, 0", 0))
    assert [choice.words for choice in narrow(places, places, "2")] == ["1, 0, turned 0°"]


def test_words_are_searched_in_all_groups():
    places = grouped(("0, 1", 90, 180), ("1, 0", 0, 90))
    assert [choice.words for choice in narrow(places, places, "1 0 90")] == ["1, 0, turned 90°"]
    found = narrow(places, places, "turned 90")
    assert [choice.words for choice in found] == ["0, 1, turned 90°", "1, 0, turned 90°"]
    assert len({choice.number for choice in found}) == 2
    opened = narrow(places, places, "1")
    assert [choice.words for choice in narrow(opened, places, "1 0 0")] == ["1, 0, turned 0°"]


def test_words_next_to_each_other_come_first():
    assert picked("row 2", "row 2, column 1", "row 1, column 2") == ["row 2, column 1"]


def test_the_start_of_a_word_is_enough_if_no_whole_word_fits():
    assert picked("chal", "bid 1", "challenge") == ["challenge"]
    assert picked("bid 1", "bid 1", "bid 10") == ["bid 1"]


def test_a_number_does_not_match_the_start_of_another():
    with pytest.raises(NotUnderstood):
        picked("bid 1", "bid 10 twos", "bid 11 twos", "challenge")


def test_lines_that_differ_by_a_number_alone_are_numbered_by_it():
    lines = ("bid 2 for the 7", "bid 4 for the 7", "bid 5 for the 7")
    assert [choice.number for choice in listed(*lines)] == [2, 4, 5]
    for text in ("4", "#4", "bid 4"):
        assert picked(text, *lines) == ["bid 4 for the 7"]
    with not_understood("no number 3"):
        picked("3", *lines)


def test_other_lines_are_numbered_in_order():
    assert picked("1", "row 2, column 3", "row 3, column 1", "row 3, column 2") == ["row 2, column 3"]
    assert picked("2", "bid five for the 2", "bid six for the 2") == ["bid six for the 2"]


@pytest.mark.parametrize("text", ["4", "#0", "west"])
def test_a_text_that_fits_no_line_is_not_understood(text):
    with pytest.raises(NotUnderstood):
        pick(listed("north", "east", "south"), text)


def test_the_values_of_a_slot_are_chosen_by_words():
    assert values(CARDS, "ah 2c") == ("AH", "2C")
    assert values(CARDS, "QS,AH") == ("QS", "AH")


def test_repeated_values_are_chosen_by_a_number_for_each():
    assert values(FIELDS, "3 0 2") == (0, 0, 0, 2, 2)


@pytest.mark.parametrize(
    "slot, text, why",
    [
        (CARDS, "KD", "not one of"),
        (CARDS, "", "that was 0"),
        (CARDS, "2C QS AH", "that was 3"),
        (CARDS, "2C 2C", "only once"),
        (FIELDS, "0x4", "“0x4” is not a number"),
        (FIELDS, "1 1 1 1 1", "3 numbers that add up to 5, as in 2 2 1; that was 5 numbers"),
        (FIELDS, "3", "that was 1 number\\."),
        (FIELDS, "3 3 3", "3 numbers that add up to 5, as in 2 2 1; those add up to 9"),
        (FIELDS, f"0 0 {'9' * 5000}", "is not a number"),
    ],
)
def test_invalid_values_of_a_slot_are_explained(slot, text, why):
    with not_understood(why):
        values(slot, text)


def test_values_without_short_names_are_numbered():
    pairs = Slot("routes", (("north", 1), ("south", 2)), 1, 1)
    assert slot_values(pairs, ["north 1", "south 2"], "2") == (("south", 2),)


def test_the_request_for_a_slot_is_in_words():
    assert tell(slot_words(CARDS)) == "1 to 2 of 3 cards"
    assert tell(slot_words(FIELDS)) == "5 among 3 fields"
    assert even_share(FIELDS) == "2 2 1"
    assert tell(task(FIELDS)) == "3 numbers that add up to 5, as in 2 2 1"
    assert (
        tell(task(Slot("chests", (1, 2), 0, 3, each=2))) == "2 numbers that add up to 0 to 3, none above 2, as in 2 1"
    )
    assert tell(slot_words(Slot("tiles", (1, 2), 0, 1))) == "up to 1 of 2 tiles"
