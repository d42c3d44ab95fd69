"""The names of tiles and hands."""

from random import Random

import pytest

from gamenight.games.riichi.hand.tiles import (
    KIND_NAMES,
    TILES,
    counts_of,
    dora_of,
    find_tile,
    read_hand,
    read_kind,
    tile_name,
    write_hand,
)


def test_every_kind_has_four_tiles_of_one_name_but_for_red_fives():
    names = [tile_name(tile) for tile in range(TILES)]
    assert [names.count(name) for name in ("1m", "5m", "5mr", "5pr", "5sr", "9s", "E", "C")] == [4, 3, 1, 1, 1, 4, 4, 4]


def test_a_table_without_red_fives_has_four_plain_ones():
    assert [tile_name(tile, red_fives=False) for tile in range(16, 20)] == ["5m"] * 4


def test_names_are_read_as_they_are_written():
    assert [read_kind(tile_name(tile)) for tile in range(TILES)] == [tile // 4 for tile in range(TILES)]


@pytest.mark.parametrize(
    ("name", "other"), [("1z", "E"), ("4z", "N"), ("5z", "P"), ("6z", "F"), ("7z", "C"), ("0p", "5p")]
)
def test_honours_may_be_numbers_and_a_red_five_may_be_zero(name, other):
    assert read_kind(name) == read_kind(other)


@pytest.mark.parametrize("name", ["", "m", "0z", "8z", "10m", "5x", "Er", "6mr", "?"])
def test_what_is_no_tile_is_refused(name):
    with pytest.raises(ValueError, match="is not a tile"):
        read_kind(name)


def test_a_tile_is_found_by_its_name():
    hand = read_hand("405m1z")
    assert [find_tile(hand, name) for name in ("5mr", "0m", "5m", "E", "W")] == [16, 16, 17, 108, None]
    assert find_tile(read_hand("5m", red_fives=False), "5m", red_fives=False) == 16


@pytest.mark.parametrize("text", ["123m406p77z", "19m19p19s1234567z", "0555m", "11112222333344p"])
def test_a_hand_is_written_as_it_was_read(text):
    assert write_hand(read_hand(text)) == text


def test_a_hand_may_have_gaps_letters_and_any_order():
    assert write_hand(read_hand("77z 340p E 5p")) == "3405p177z"


@pytest.mark.parametrize("text", ["11111m", "00m", "5555p", "123", "12q"])
def test_an_impossible_hand_is_refused(text):
    with pytest.raises(ValueError):
        read_hand(text)


def test_counts_are_by_kind():
    counts = counts_of(read_hand("11m406p7z"))
    assert {KIND_NAMES[kind]: count for kind, count in enumerate(counts) if count} == {
        "1m": 2, "4p": 1, "5p": 1, "6p": 1, "C": 1
    }  # fmt: skip


@pytest.mark.parametrize(
    ("indicator", "dora"), [("1m", "2m"), ("9p", "1p"), ("9s", "1s"), ("E", "S"), ("N", "E"), ("P", "F"), ("C", "P")]
)
def test_the_dora_follows_its_indicator(indicator, dora):
    assert KIND_NAMES[dora_of(read_kind(indicator))] == dora


def test_reading_and_writing_keep_random_hands():
    rng = Random(51)
    for _ in range(200):
        text = write_hand(rng.sample(range(TILES), 14))
        assert write_hand(read_hand(text)) == text
