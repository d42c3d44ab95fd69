"""Offers that differ in little travel as patterns and rows: whatever they are, they come out as they went in."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.server.packing import packed, unpacked
from gamenight.server.protocol import OfferGroup, ShownItem, ShownOffer, ShownStep

IDS = st.sampled_from(["$", "board/3,-2", "hand/1", "hand/2", "x"])
MESSAGES = st.sampled_from(["", "pass", "$"]) | st.tuples(
    st.sampled_from(["place", "turn"]), st.integers(0, 2) | st.floats(0, 1)
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
def test_offers_come_out_as_they_went_in(offers):
    plain = [msgspec.to_builtins(offer) for offer in offers]
    groups = over_the_wire(packed(plain))
    assert msgspec.json.encode(unpacked(groups)) == msgspec.json.encode(plain)
    assert msgspec.convert(unpacked(groups), list[ShownOffer]) == offers


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
        ([{"label": 1}, {"label": True}], [[{"label": {"$": 0}}, [[1], [True]]]]),
        ([{"label": "a", "steps": []}, {"label": "a"}], [[{"label": "a", "steps": []}, [[]]], [{"label": "a"}, [[]]]]),
        ([{"label": "a", "names": {"$": "b"}}], [[{"label": "a", "names": {"$": 0}}, [[{"$": "b"}]]]]),
    ],
)
def test_neighbours_share_what_they_have_in_common(offers, groups):
    assert over_the_wire(packed(offers)) == groups
