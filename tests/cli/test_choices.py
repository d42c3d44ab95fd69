"""What typed words pick from a numbered list, and from the values of a slot."""

import pytest

from gamenight.cli.choices import Choice, NotUnderstood, even_share, pick, slot_values, slot_words
from gamenight.core.model import Action, PlayerId, Slot

CARDS = Slot("cards", ("2C", "QS", "AH"), 1, 2)
FIELDS = Slot("fields", (0, 1, 2), 5, 5, each=5)


def listed(*words):
    return [Choice(number, text, Action("move", PlayerId("p0"))) for number, text in enumerate(words, 1)]


def values(slot, text):
    return slot_values(slot, [str(value) for value in slot.of], text)


def picked(text, *words):
    return [choice.words for choice in pick(listed(*words), text)]


def test_a_number_takes_its_line():
    assert picked("2", "north", "east", "south") == ["east"]


def test_words_leave_the_lines_that_have_all_of_them():
    assert picked("red low", "low red", "low blue", "high red") == ["low red"]
    assert picked("LOW", "low red", "low blue", "high red") == ["low red", "low blue"]


def test_words_in_a_row_come_first():
    assert picked("row 2", "row 2, column 1", "row 1, column 2") == ["row 2, column 1"]


def test_the_beginning_of_a_word_is_enough_if_no_word_is_whole():
    assert picked("chal", "bid 1", "challenge") == ["challenge"]
    assert picked("bid 1", "bid 1", "bid 10") == ["bid 1"]


def test_a_number_that_is_another_line_s_own_word_is_asked_about():
    lines = ("bid 2 for the 7", "bid 3 for the 7", "bid 4 for the 7")
    with pytest.raises(NotUnderstood, match="Which"):
        pick(listed(*lines), "3")
    assert picked("#3", *lines) == ["bid 4 for the 7"]
    assert picked("bid 3", *lines) == ["bid 3 for the 7"]
    assert picked("4", *lines) == ["bid 4 for the 7"]


def test_a_number_is_a_line_s_number_where_lines_differ_by_more_than_one_word():
    assert picked("1", "row 2, column 3", "row 3, column 1", "row 3, column 2") == ["row 2, column 3"]


def test_a_word_that_all_lines_share_means_nothing():
    assert picked("2", "bid 5 for the 2", "bid 6 for the 2") == ["bid 6 for the 2"]


@pytest.mark.parametrize("text", ["4", "#0", "west"])
def test_what_is_not_in_the_list_is_not_understood(text):
    with pytest.raises(NotUnderstood):
        pick(listed("north", "east", "south"), text)


def test_a_slot_s_values_are_named_by_words():
    assert values(CARDS, "ah 2c") == ("AH", "2C")
    assert values(CARDS, "QS,AH") == ("QS", "AH")


def test_where_values_repeat_one_number_for_each_says_how_often():
    assert values(FIELDS, "3 0 2") == (0, 0, 0, 2, 2)


def test_a_value_may_also_be_named_so_many_times():
    assert values(FIELDS, "0x3 2*2") == (0, 0, 0, 2, 2)
    assert values(FIELDS, "0 0 1 1 1") == (0, 0, 1, 1, 1)


@pytest.mark.parametrize(
    "slot, text, why",
    [
        (CARDS, "KD", "not among"),
        (CARDS, "", "that was 0"),
        (CARDS, "2C QS AH", "that was 3"),
        (CARDS, "2C 2C", "only once"),
        (FIELDS, "0x4", "that was 4"),
        (FIELDS, "0x99999999", "not among"),
        (FIELDS, "3 3 3", "Share 5 among 3 fields, each at most 5; that was 9"),
        (FIELDS, "3 3", "not among"),
    ],
)
def test_what_a_slot_does_not_take_is_told(slot, text, why):
    with pytest.raises(NotUnderstood, match=why):
        values(slot, text)


def test_values_without_short_names_are_numbered():
    pairs = Slot("routes", (("north", 1), ("south", 2)), 1, 1)
    assert slot_values(pairs, ["north 1", "south 2"], "2") == (("south", 2),)
    assert slot_values(FIELDS, ["field 1", "field 2", "field 3"], "1x3 3x2") == (0, 0, 0, 2, 2)


def test_what_a_slot_asks_for_reads_as_words():
    assert slot_words(CARDS) == "1 to 2 of 3 cards"
    assert slot_words(FIELDS) == "5 among 3 fields"
    assert even_share(FIELDS) == "2 2 1"
    assert slot_words(Slot("tiles", (1, 2), 0, 1)) == "up to 1 of 2 tiles"
