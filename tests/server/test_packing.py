"""Offers that differ in a few values are sent as patterns and rows; unpacked, they are unchanged."""

import sys
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.core.text import Message
from gamenight.looks.items import ShownItem
from gamenight.protocol.messages import OfferGroup, ShownOffer, ShownStep
from gamenight.protocol.packing import packed, unpacked

IDS = st.sampled_from(["$", "board/3,-2", "hand/1", "hand/2", "x"])
PLACES = st.integers(-12, 12)
MESSAGES = st.sampled_from(["", "pass", "$"]) | st.builds(
    Message,
    st.sampled_from(["place", "turn"]),
    st.fixed_dictionaries({"x": st.integers(0, 2) | st.floats(0, 1)}, optional={"y": st.integers(0, 2)}),
)
ITEMS = st.builds(
    ShownItem,
    container=st.none() | st.sampled_from(["board"]),
    place=st.none() | st.integers(0, 2) | st.tuples(st.floats(-1, 1), st.floats(-1, 1)),
    art=st.sampled_from(["tile-A", "tile-B"]),
    rotation=st.sampled_from([0, 90]),
    size=st.sampled_from([1.0, 0.5]),
)
STEPS = st.builds(
    ShownStep,
    ids=st.lists(IDS, max_size=3, unique=True).map(tuple),
    max=st.integers(1, 2),
    label=MESSAGES,
)
OFFERS = st.builds(
    ShownOffer,
    label=MESSAGES,
    steps=st.lists(STEPS, max_size=2).map(tuple),
    ghosts=st.dictionaries(IDS, ITEMS, max_size=2),
    confirm=st.booleans(),
    names=st.dictionaries(IDS, MESSAGES, max_size=2),
)


def over_the_wire(value):
    return msgspec.json.decode(msgspec.json.encode(value))


@given(st.lists(OFFERS, max_size=8))
def test_unpacked_offers_equal_the_packed_ones(offers):
    plain = [msgspec.to_builtins(offer) for offer in offers]
    groups = over_the_wire(packed(plain))
    assert msgspec.json.encode(unpacked(groups)) == msgspec.json.encode(plain)
    assert msgspec.convert(unpacked(groups), list[ShownOffer]) == offers


@given(
    st.lists(st.tuples(st.sampled_from("ab"), PLACES, PLACES), max_size=12), st.sampled_from(["b/", "{0}/", "}", ""])
)
def test_unpacked_ids_with_places_equal_the_packed_ones(placed, box):
    plain = [{"label": [key, x, y], "steps": [{"ids": [f"{box}{x},{-y}", f"{box}{y}"]}]} for key, x, y in placed]
    assert unpacked(over_the_wire(packed(plain))) == plain


def test_offers_with_the_same_label_key_form_a_group_if_that_is_shorter():
    offers = [{"label": [key, n], "ghosts": {"new": {"art": key * 9}}} for key in "ab" for n in range(20)]
    assert [[rows[0], rows[-1]] for _, rows in over_the_wire(packed(offers))] == [[[0], [19]], [[0], [19]]]
    assert len(packed(offers[18:22])) == 1


@given(st.lists(OFFERS, max_size=8))
def test_what_is_packed_are_offer_groups(offers):
    groups = over_the_wire(packed([msgspec.to_builtins(offer) for offer in offers]))
    msgspec.convert(groups, tuple[OfferGroup, ...])
    assert sum(len(rows) for _, rows in groups) == len(offers)


@pytest.mark.parametrize(
    "offers, groups",
    [
        ([], []),
        ([{"label": "pass"}], [[{"label": "pass"}, [[]]]]),
        ([{"label": "a"}, {"label": "b"}], [[{"label": {"$": 0}}, [["a"], ["b"]]]]),
        (
            [{"label": ["at", 1, 1], "confirm": True}, {"label": ["at", 2, 2], "confirm": True}],
            [[{"label": ["at", {"$": 0}, {"$": 0}], "confirm": True}, [[1], [2]]]],
        ),
        (
            [{"label": "go", "ghosts": {"a": {"n": 1}}}, {"label": "go", "ghosts": {"b": {"n": 1}}}],
            [[{"label": "go", "ghosts": {"$": 0}}, [[{"a": {"n": 1}}], [{"b": {"n": 1}}]]]],
        ),
        (
            [{"label": ["at", 1, 2], "names": ["b/1,-2", -2]}, {"label": ["at", 3, 4], "names": ["b/3,-4", -4]}],
            [
                [
                    {"label": ["at", {"$": 0}, {"$": 1}], "names": [{"$": "b/{0},{2}"}, {"$": 2}]},
                    [[1, 2, -2], [3, 4, -4]],
                ]
            ],
        ),
        (
            [{"label": ["die", 5], "names": "d{/5"}, {"label": ["die", 6], "names": "d{/6"}],
            [[{"label": ["die", {"$": 0}], "names": {"$": 1}}, [[5, "d{/5"], [6, "d{/6"]]]],
        ),
        ([{"label": 1}, {"label": True}], [[{"label": {"$": 0}}, [[1], [True]]]]),
        ([{"label": "a", "steps": []}, {"label": "a"}], [[{"label": "a", "steps": []}, [[]]], [{"label": "a"}, [[]]]]),
        ([{"label": "a", "names": {"$": "b"}}], [[{"label": "a", "names": {"$": 0}}, [[{"$": "b"}]]]]),
    ],
)
def test_consecutive_offers_share_their_common_parts(offers, groups):
    assert over_the_wire(packed(offers)) == groups


def busy(ids: int, ghosts: int) -> list[dict[str, Any]]:
    """Twenty offers in which all of these values differ."""
    return [
        {
            "label": ["place", offer],
            "steps": [{"ids": [f"board/{offer},{offer * id}" for id in range(ids)]}],
            "ghosts": {f"new/{n}": {"at": [offer * n, offer + n], "art": f"tile-{offer * n}"} for n in range(ghosts)},
        }
        for offer in range(1, 21)
    ]


def calls(offers: list[dict[str, Any]]) -> int:
    """The number of functions, including built-in ones, that are called to pack these."""
    counted = Counter[str]()
    sys.setprofile(lambda frame, event, argument: counted.update((event,)))
    try:
        packed(offers)
    finally:
        sys.setprofile(None)
    return counted["call"] + counted["c_call"]


def test_packing_time_is_linear_in_the_number_of_offers():
    """Columns that may belong together are looked up; to try all combinations would take hours here."""
    some, many = busy(50, 10), busy(500, 100)
    assert unpacked(over_the_wire(packed(many))) == many
    assert calls(many) < 12 * calls(some)
    assert len(msgspec.json.encode(packed(many))) < len(msgspec.json.encode(many))
