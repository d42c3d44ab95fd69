"""Families of actions: membership, size, order and sampling."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice, product
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, defstruct

from gamenight.core.errors import TooManyActions
from gamenight.core.listing.actions import (
    Malformed,
    canonical,
    decode_payload,
    expand,
    find,
    pick,
    size,
)
from gamenight.core.listing.families import count, members, nth, sample
from gamenight.core.model import NO_PAYLOAD, Action, Family, NoPayload, Slot, seat
from gamenight.core.rng import Rng, seed_text

P0 = seat(0)
HAND = tuple("2C 5C TC QC 3D 8D JD 2H 9H AH 4S QS KS".split())
PASS_THREE = Family("pass_cards", (Slot("cards", HAND, 3, 3),))


class Cards(Struct, frozen=True):
    cards: tuple[str, ...]


class Fields(Struct, frozen=True):
    fields: tuple[int, ...]


def blotto(soldiers: int, fields: int) -> Family:
    """All soldiers go to some field."""
    return Family("allocate", (Slot("fields", tuple(range(fields)), soldiers, soldiers, each=soldiers),))


def chance(text: str = "families") -> Rng:
    return Rng(seed_text(text))


# Two well-known games


def test_the_hearts_pass_is_one_family_of_286():
    assert count(PASS_THREE) == comb(13, 3) == 286
    assert [payload["cards"] for payload in members(PASS_THREE)] == list(combinations(HAND, 3))


@pytest.mark.parametrize("soldiers, fields", [(5, 3), (10, 4), (1, 1), (12, 5)])
def test_blotto_has_as_many_allocations_as_stars_and_bars(soldiers, fields):
    assert count(blotto(soldiers, fields)) == comb(soldiers + fields - 1, fields - 1)


def test_a_value_repeats_in_the_payload_as_often_as_it_is_chosen():
    family = blotto(5, 3)
    assert canonical(family, Fields((2, 0, 0, 2, 0))) == Fields((0, 0, 0, 2, 2))
    assert {"fields": (0, 0, 0, 2, 2)} in list(members(family))


# Against brute force

letters = st.integers(0, 3).map(lambda size: tuple("abc"[:size]))


@st.composite
def slots(draw: st.DrawFn, name: str) -> Slot:
    of = draw(letters)
    least = draw(st.integers(0, 3))
    return Slot(name, of, least, draw(st.integers(least, 4)), draw(st.integers(1, 3)))


families = st.builds(
    lambda parts, repeat: Family("choose", parts, repeat=repeat),
    st.integers(1, 3).flatmap(lambda n: st.tuples(*(slots("xyz"[i]) for i in range(n)))),
    st.booleans(),
)


def selections(slot: Slot) -> list[tuple[Any, ...]]:
    """Every selection of one slot, by trying each number of each value."""
    found = []
    for times in product(range(slot.each + 1), repeat=len(slot.of)):
        if slot.min <= sum(times) <= slot.max:
            found.append(tuple(v for v, n in zip(slot.of, times, strict=True) for _ in range(n)))
    return found


def brute_force(family: Family) -> set[tuple[tuple[Any, ...], ...]]:
    """Every member, by trying everything."""
    together = set(product(*map(selections, family.slots)))
    if family.repeat:
        return together
    return {parts for parts in together if sum(len(set(p)) for p in parts) == len(set().union(*parts))}


def payload_type(family: Family) -> type[Any]:
    return defstruct("Choice", [(slot.name, tuple[str, ...]) for slot in family.slots], frozen=True)


@given(families)
def test_a_family_has_the_members_that_trying_everything_finds(family):
    found = [tuple(payload[slot.name] for slot in family.slots) for payload in members(family)]
    assert len(found) == len(set(found)) == count(family)
    assert set(found) == brute_force(family)


@given(families, st.data())
def test_a_choice_belongs_to_the_family_in_any_order_and_comes_back_in_the_canonical_one(family, data):
    parts = data.draw(st.tuples(*(st.lists(st.sampled_from("abcd"), max_size=5) for _ in family.slots)))
    choice = payload_type(family)(*map(tuple, parts))
    in_order = tuple(tuple(sorted(part)) for part in parts)
    found = canonical(family, choice)
    if in_order in brute_force(family):
        assert found is not None
        assert tuple(getattr(found, slot.name) for slot in family.slots) == in_order
    else:
        assert found is None


@given(families)
def test_the_nth_member_is_the_nth_in_their_order(family):
    listed = list(members(family))
    assert [nth(family, index) for index in range(count(family))] == listed
    with pytest.raises(IndexError):
        nth(family, len(listed))


@settings(max_examples=30)
@given(families, st.integers(0, 10**6))
def test_every_sample_is_a_member(family, seed):
    if count(family):
        drawn = sample(family, chance(str(seed)))
        assert tuple(drawn[slot.name] for slot in family.slots) in brute_force(family)


@given(families, families, st.booleans())
def test_a_listing_is_as_large_as_its_parts(one, other, with_pass):
    listing = [one, other, *([Action("pass", P0)] if with_pass else [])]
    assert size(listing) == count(one) + count(other) + with_pass


@given(families)
def test_members_come_in_the_order_of_the_slots_values_as_words_in_a_dictionary(family):
    listed = [tuple(payload[slot.name] for slot in family.slots) for payload in members(family)]
    if family.repeat or len(family.slots) == 1:
        assert listed == sorted(listed)


def test_the_slot_s_own_order_of_values_counts():
    family = Family("choose", (Slot("x", ("c", "a", "b"), 1, 2), Slot("y", (2, 1), 0, 1)))
    listed = [(payload["x"], payload["y"]) for payload in members(family)]
    xs = [("c",), ("c", "a"), ("c", "b"), ("a",), ("a", "b"), ("b",)]
    assert listed == [(x, y) for x in xs for y in [(), (2,), (1,)]]


def test_without_repeat_a_value_is_chosen_in_one_slot_only():
    family = Family("arrange", (Slot("left", (1, 2, 3), 1, 2), Slot("right", (2, 3, 4), 1, 1)), repeat=False)
    sides = defstruct("Sides", [("left", tuple[int, ...]), ("right", tuple[int, ...])], frozen=True)
    assert canonical(family, sides((1, 2), (3,))) is not None
    assert canonical(family, sides((1, 2), (2,))) is None
    right_ways = {(1,): 3, (2,): 2, (3,): 2, (1, 2): 2, (1, 3): 2, (2, 3): 1}
    assert Counter(payload["left"] for payload in members(family)) == right_ways
    assert count(family) == 12


# Size


def test_the_first_members_of_a_family_of_billions_come_at_once():
    family = Family("march", (Slot("fields", tuple(range(60)), 12, 12), Slot("reserve", tuple(range(9)), 0, 9)))
    assert count(family) == comb(60, 12) * 2**9 > 10**12
    first = next(members(family))
    assert first == {"fields": tuple(range(12)), "reserve": ()}
    assert len(list(islice(members(family), 1000))) == 1000


def test_a_family_of_billions_can_be_drawn_from():
    family = blotto(100, 10)
    assert count(family) == comb(109, 9) > 10**12
    drawn = sample(family, chance())
    assert len(drawn["fields"]) == 100
    assert canonical(family, Fields(drawn["fields"])) == Fields(drawn["fields"])


def test_a_slot_may_offer_thousands_of_values():
    points = tuple(range(2500))
    family = Family("mark", (Slot("fields", points, 2, 2),))
    assert count(family) == comb(2500, 2)
    assert next(members(family)) == {"fields": (0, 1)}
    assert len(set(sample(family, chance())["fields"])) == 2


def test_ten_thousand_actions_are_listed_and_one_more_is_too_many():
    digits = tuple(range(10))
    full = Family("dial", tuple(Slot(name, digits, 1, 1) for name in "abcd"))
    dial = defstruct("Dial", [(name, tuple[int, ...]) for name in "abcd"], frozen=True)
    assert len(expand([full], P0, {"dial": dial})) == 10_000
    with pytest.raises(TooManyActions, match="10001"):
        expand([full, Action("pass", P0)], P0, {"dial": dial, "pass": NoPayload})


def test_plain_actions_alone_can_be_too_many():
    listing = [Action("pick", P0, Fields((n,))) for n in range(10_001)]
    with pytest.raises(TooManyActions):
        expand(listing, P0, {"pick": Fields})


def test_an_expanded_listing_keeps_its_order_and_has_typed_payloads():
    pass_ = Action("pass", P0)
    family = Family("pass_cards", (Slot("cards", ("2C", "3D"), 1, 1),))
    listed = expand([pass_, family], P0, {"pass": NoPayload, "pass_cards": Cards})
    assert listed == [pass_, Action("pass_cards", P0, Cards(("2C",))), Action("pass_cards", P0, Cards(("3D",)))]


def test_an_empty_choice_is_a_member_where_nothing_must_be_chosen():
    assert list(members(Family("discard", (Slot("cards", (), 0, 3),)))) == [{"cards": ()}]
    assert count(Family("discard", (Slot("cards", (), 1, 3),))) == 0


# Chance


def chi_square(drawn: Counter[Any], outcomes: int) -> float:
    expected = drawn.total() / outcomes
    missing = outcomes - len(drawn)
    return sum((n - expected) ** 2 / expected for n in drawn.values()) + missing * expected


@pytest.mark.parametrize(
    "family",
    [
        Family("pass_cards", (Slot("cards", HAND[:6], 3, 3),)),
        blotto(4, 3),
        Family("choose", (Slot("x", ("a", "b"), 0, 2), Slot("y", (1, 2, 3), 1, 2, each=2))),
        Family("choose", (Slot("x", ("a", "b", "c"), 1, 2), Slot("y", ("b", "c", "d"), 1, 2)), repeat=False),
    ],
    ids=["one slot", "each", "two slots", "no repeat"],
)
def test_samples_are_uniform(family):
    outcomes = count(family)
    rng = chance("uniform")
    drawn = Counter(tuple(sample(family, rng).values()) for _ in range(200 * outcomes))
    assert len(drawn) == outcomes
    # The mean of chi-square is its degrees of freedom, its variance twice that: five deviations is one in a million.
    freedom = outcomes - 1
    assert chi_square(drawn, outcomes) < freedom + 5 * (2 * freedom) ** 0.5


def test_a_pick_is_uniform_over_actions_and_members():
    family = Family("pass_cards", (Slot("cards", ("2C", "3D", "4H"), 1, 1),))
    rng = chance("pick")
    drawn = Counter(repr(pick([Action("pass", P0), family], P0, rng).payload) for _ in range(4000))
    assert len(drawn) == 4
    assert chi_square(drawn, 4) < 3 + 5 * 6**0.5


# Decoding what a client sent


class Steps(Struct, frozen=True):
    count: int
    note: str = ""


@pytest.mark.parametrize(
    "payload",
    [
        {"count": True},
        {"count": 1.5},
        {"count": "1"},
        {"count": None},
        {"count": [1]},
        {},
        {"count": 1, "extra": 2},
        {"Count": 1},
        {"count": 1, "note": 3},
        None,
        1,
        "count",
        [1],
        {1: 1},
        {"count": {"count": 1}},
        {"count": float("nan")},
        ...,
        {"count": ...},
        Steps(True),
        Steps("1"),  # type: ignore[arg-type]
        Cards(("2C",)),
    ],
    ids=repr,
)
def test_a_payload_of_another_shape_is_malformed(payload):
    with pytest.raises(Malformed):
        decode_payload(Steps, payload)


@pytest.mark.parametrize("payload", [{"count": 1}, {"count": 1, "note": ""}, Steps(1)], ids=repr)
def test_a_payload_of_the_right_shape_is_read(payload):
    assert decode_payload(Steps, payload) == Steps(1)


def test_a_payload_that_is_nested_too_deeply_is_malformed():
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Malformed):
        decode_payload(Steps, {"count": deep})


@pytest.mark.parametrize(
    "payload",
    [
        {"cards": ["QS", "2C", "AH"]},
        {"cards": ("AH", "QS", "2C")},
        Cards(("2C", "AH", "QS")),
        Cards(["QS", "AH", "2C"]),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_lists_tuples_and_permutations_are_the_same_member(payload):
    decoded = Action("pass_cards", P0, decode_payload(Cards, payload))
    assert find([PASS_THREE], decoded) == Action("pass_cards", P0, Cards(("2C", "AH", "QS")))


@pytest.mark.parametrize(
    "cards",
    [(), ("2C", "QS"), ("2C", "QS", "AH", "KS"), ("2C", "2C", "QS"), ("2C", "QS", "2S"), ("2C", "QS", "qs")],
    ids=" ".join,
)
def test_too_few_too_many_repeated_and_foreign_values_are_no_member(cards):
    assert canonical(PASS_THREE, Cards(cards)) is None


@pytest.mark.parametrize("payload", [{"card": ["2C"]}, {}, {"cards": ["2C"], "more": []}, {"cards": "2C"}], ids=repr)
def test_wrong_slot_names_are_malformed(payload):
    with pytest.raises(Malformed):
        decode_payload(Cards, payload)


@pytest.mark.parametrize("fields", [[True], [1.0], ["1"], [[1]], [{}], [None]], ids=repr)
def test_a_value_that_only_resembles_a_slot_s_value_is_not_it(fields):
    loose = defstruct("Loose", [("fields", tuple[Any, ...])], frozen=True)
    family = Family("pick", (Slot("fields", (0, 1, 2), 1, 1),))
    try:
        decoded = decode_payload(loose, {"fields": fields})
    except Malformed:
        return
    assert find([family], Action("pick", P0, decoded)) is None


def test_numbers_and_truth_values_are_different_slot_values():
    numbers = Family("pick", (Slot("v", (0, 1), 1, 1),))
    truths = Family("pick", (Slot("v", (False, True), 1, 1),))
    assert repr(list(members(numbers))) == "[{'v': (0,)}, {'v': (1,)}]"
    assert repr(list(members(truths))) == "[{'v': (False,)}, {'v': (True,)}]"


def test_an_action_is_found_among_listed_actions_by_type_and_payload():
    listing: list[Action | Family] = [
        Action("pass", P0),
        Action("step", P0, Steps(1)),
        Action("step", P0, Steps(2)),
        PASS_THREE,
    ]
    assert find(listing, Action("step", P0, Steps(2))) is listing[2]
    assert find(listing, Action("step", P0, Steps(3))) is None
    assert find(listing, Action("leap", P0, Steps(2))) is None
    assert find(listing, Action("pass", P0, NO_PAYLOAD)) is listing[0]


@pytest.mark.parametrize("value", [True, 1.0, "1", [1], None], ids=repr)
def test_a_value_that_only_resembles_a_listed_action_s_is_not_it(value):
    loose = defstruct("Loose", [("value", Any)], frozen=True)
    listing = [Action("pick", P0, loose(1))]
    assert find(listing, Action("pick", P0, loose(value))) is None
    assert find(listing, Action("pick", P0, loose(1))) is listing[0]
