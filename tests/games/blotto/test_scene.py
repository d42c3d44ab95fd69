"""The fields on the page. An allocation is written as the units on each field, so 433 is 4, 3 and 3."""

from typing import Any

import msgspec
import pytest

from gamenight.core.listing.families import sample
from gamenight.core.match import Match
from gamenight.core.model import Abandon, Action, Family, Forfeit, PlayerId, seat
from gamenight.core.rng import Rng
from gamenight.core.showing.scene import Item
from tests.games.seeing import art, highlighted, items, look_at_all, offers, rows, said, scene, tap, text

NAMES = ("Ann", "Bo", "Cy", "Di")


def start(players: int = 2, **options: Any) -> Match:
    return Match.start("blotto", NAMES[:players], seed="blotto", options=options)


def send(match: Match, player: str, units: str) -> None:
    fields = [field for field, count in enumerate(units) for _ in range(int(count))]
    match.act(Action("allocate", PlayerId(player), {"fields": fields}))


def battle(match: Match, allocations: str) -> None:
    """One allocation for each seat, joined by colons."""
    for index, units in enumerate(allocations.split(":")):
        send(match, f"p{index}", units)


def fields(match: Match, viewer: str | None) -> dict[str, Item]:
    return {id: item for id, item in items(match, viewer).items() if id.startswith("field/")}


def badges(match: Match, viewer: str | None) -> list[str | None]:
    return [item.shows.badge for item in fields(match, viewer).values()]  # type: ignore[misc]


def flags(match: Match) -> list[int | None]:
    """Whose flag is on each field."""
    return [item.shows.seat for item in fields(match, None).values()]


def taps_for(units: str) -> list[str]:
    return [f"field/{field}" for field, count in enumerate(units) for _ in range(int(count))]


def test_the_fields_stand_in_a_row_and_count_from_1():
    match = start(fields=3)
    assert [said(match, item.label) for item in fields(match, None).values()] == [
        "field 1",
        "field 2",
        "field 3",
    ]


def test_each_tap_sends_a_unit_until_all_are_sent():
    match = start(fields=3, units=4)
    everywhere = {"field/0", "field/1", "field/2"}
    assert highlighted(match, "p0") == highlighted(match, "p0", "field/1", "field/1", "field/0") == everywhere
    assert highlighted(match, "p0", *taps_for("121")) == set()
    tap(match, "p0", *taps_for("301"))
    assert badges(match, "p0") == ["3", "0", "1"]


def test_taps_in_any_order_send_the_same():
    one, other = start(fields=3, units=4), start(fields=3, units=4)
    tap(one, "p0", "field/0", "field/2", "field/0", "field/0")
    tap(other, "p0", *taps_for("301"))
    assert one.view("p0") == other.view("p0")


def test_an_allocation_goes_out_only_when_its_player_says_so():
    (offer,) = offers(start(), "p0")
    assert offer.confirm


def test_the_units_i_have_sent_are_shown_to_me_and_to_nobody_else():
    match = start(fields=3, units=10)
    before = [msgspec.json.encode(scene(match, viewer)) for viewer in ("p1", None)]
    send(match, "p0", "433")
    assert badges(match, "p0") == ["4", "3", "3"]
    assert said(match, items(match, "p0")["field/0"].label) == "field 1: 4 of your units"
    assert [msgspec.json.encode(scene(match, viewer)) for viewer in ("p1", None)] == before


def test_second_thoughts_are_offered_and_shown():
    match = start(fields=3, units=10)
    send(match, "p0", "433")
    tap(match, "p0", *taps_for("910"))
    assert badges(match, "p0") == ["9", "1", "0"]


def test_before_the_first_battle_there_are_points_alone():
    match = start(3)
    assert rows(match, None, "battle") == [["Player", "Points"], ["Ann", "0"], ["Bo", "0"], ["Cy", "0"]]
    assert flags(match) == [None, None, None]


def test_the_last_battle_is_told_in_a_table_that_marks_who_took_what():
    match = start(fields=3, units=10, rounds=2)
    battle(match, "532:433")
    assert text(match, None, "caption") == "Battle 1 of 2 (* took the field)"
    assert rows(match, None, "battle") == [
        ["Player", "1", "2", "3", "Points"],
        ["Ann", "5*", "3", "2", "1"],
        ["Bo", "4", "3", "3*", "1"],
    ]


def test_a_field_has_the_flag_of_whoever_took_it_last_and_none_after_a_tie():
    match = start(fields=3, units=10, rounds=2)
    battle(match, "532:433")
    assert flags(match) == [0, None, 1]
    assert [art(item) for item in fields(match, None).values()] == ["field-taken", "field", "field-taken"]


def test_a_new_round_begins_without_units():
    match = start(fields=3, units=10, rounds=2)
    battle(match, "532:433")
    assert badges(match, "p0") == [None, None, None]


def test_somebody_who_left_is_marked_and_has_sent_nothing_since():
    match = start(3, fields=2, units=2, rounds=2)
    match.submit(Forfeit(seat(0)))
    send(match, "p1", "20")
    send(match, "p2", "11")
    assert rows(match, None, "battle")[1] == ["Ann", "–", "–", "left"]
    assert offers(match, "p0") == []


def test_nothing_is_offered_to_a_spectator_or_after_the_end():
    match = start(fields=2, units=2, rounds=1)
    assert match.plugin.offers(match.view(None)) == []
    battle(match, "20:11")
    assert offers(match, "p0") == []
    assert text(match) == "Nobody has the most points alone: Ann and Bo."


@pytest.mark.parametrize("input", [Forfeit(seat(0), "resignation"), Forfeit(seat(1)), Abandon("nobody came")], ids=repr)
def test_of_a_match_that_ends_early_nobody_is_said_to_have_the_most_points(input):
    match = start(fields=3, units=10, rounds=3)
    battle(match, "532:433")
    match.submit(input)
    assert text(match) == ""
    look_at_all(match)


@pytest.mark.parametrize(
    "players, options",
    [(2, {}), (4, {"fields": 10, "units": 100, "rounds": 3}), (3, {"fields": 2, "units": 1, "rounds": 1})],
)
def test_every_picture_of_a_match_is_whole(players, options):
    match = Match.start("blotto", [f"{name} of the long name" for name in NAMES[:players]], seed=3, options=options)
    rng = Rng("22" * 16)
    look_at_all(match)
    while not match.is_over:
        for player in match.to_act:
            (family,) = match.valid_actions(player)
            assert isinstance(family, Family)
            match.act(Action("allocate", player, sample(family, rng)))
            look_at_all(match)


def test_a_player_may_be_called_like_a_text_of_the_game():
    match = Match.start("blotto", ["gone", "points"], seed=1)
    assert [row[0] for row in rows(match, None, "battle")] == ["Player", "gone", "points"]
