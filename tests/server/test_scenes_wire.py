"""Items and offers on the wire: shortened without loss."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.core.model import NO_PAYLOAD, Action, Family, PlayerId, Slot
from gamenight.core.showing.scene import (
    Box,
    Button,
    Count,
    Item,
    Offer,
    PickStep,
    Piece,
    Plate,
    Sorting,
    Text,
    TextTable,
)
from gamenight.core.text import Message, say
from gamenight.looks.items import ShownItem, shown_item
from gamenight.protocol.messages import ShownOffer
from gamenight.server.presentation.scenes import shown_offer
from tests.server.scenery import item_of, placed

NUMBERS = st.integers(-9, 9).map(float) | st.floats(-99, 99) | st.integers(-999, 999).map(lambda n: n / 100)
PLACES = st.none() | st.integers(-5, 40) | st.tuples(NUMBERS, NUMBERS)
MESSAGES = st.sampled_from(["", "pass"]) | st.builds(
    Message, st.just("place"), st.dictionaries(st.sampled_from("xy"), st.integers(0, 3) | st.floats(0, 1))
)
SEATS = st.none() | st.integers(0, 7)
FLOWS = st.sampled_from(["free", "grid", "row", "column", "fan", "stack", "wrap", "around"])
SIZES = st.sampled_from([1.0, 0.5, 2.0])
UNITS = st.none() | st.sampled_from([0.5, 1.0, 3])
SHOWN = st.one_of(
    st.builds(
        Box,
        FLOWS,
        st.none() | FLOWS,
        st.booleans(),
        st.none() | st.tuples(st.floats(0, 9), st.floats(0, 9)),
        st.booleans(),
        UNITS,
    ),
    st.builds(
        Piece,
        st.sampled_from(["disc", "tile-D"]),
        st.sampled_from([0, 90]),
        SEATS,
        st.none() | MESSAGES,
        st.booleans(),
        SIZES,
    ),
    st.builds(Count, st.just("card/back"), st.integers(0, 9), SEATS, SIZES),
    st.builds(Text, MESSAGES, SEATS, st.booleans(), UNITS),
    st.builds(Plate, st.integers(0, 7), MESSAGES, st.booleans()),
    st.builds(
        TextTable,
        st.lists(MESSAGES, max_size=2).map(tuple),
        st.lists(st.tuples(MESSAGES, st.integers(0, 5)), max_size=2).map(tuple),
    ),
    st.builds(Button, MESSAGES),
)


@st.composite
def items(draw):
    """Items in the scene itself or in a box, with ids that name the box, something else, or also the place."""
    container, place = draw(st.none() | st.sampled_from(["board", "p0/hand"])), draw(PLACES)
    name = draw(st.sampled_from(["x", "3,-2", "7", "5p.1", "place"]))
    if name == "place":
        name = f"{place[0]:g},{place[1]:g}" if isinstance(place, tuple) else f"{place}"
    above = container if container is None or draw(st.booleans()) else "elsewhere"
    id = name if above is None else f"{above}/{name}"
    only = draw(st.sampled_from([None, "wide", "tall"]))
    return Item(id, draw(SHOWN), container, place, draw(st.integers(0, 3)), draw(MESSAGES), only)


def test_the_sorts_of_a_box_take_few_bytes():
    sorts = Sorting(say("sort-rank"), ("hand/QH", "hand/2C", "elsewhere/1")), Sorting("As dealt")
    shown = msgspec.to_builtins(shown_item(Item("hand", Box("fan", sorts=sorts))))
    assert shown["sorts"] == ((["sort-rank", {}], "QH 2C elsewhere/1"), ("As dealt", ""))


def test_an_id_in_a_sort_has_no_space():
    with pytest.raises(ValueError, match="space"):
        shown_item(Item("hand", Box("fan", sorts=(Sorting("By rank", ("hand/Q H",)),))))


@given(items())
def test_a_packed_item_unpacks_to_the_same_item(item):
    wire = msgspec.json.encode(shown_item(item))
    assert item_of(item.id, msgspec.json.decode(wire, type=ShownItem)) == placed(item)


@pytest.mark.parametrize(
    "item, wire",
    [
        (Item("board/3,-2", Piece("tile-D", 90), "board", (3, -2)), {"art": "tile-D", "turn": 90}),
        (Item("board/3,-2", Piece("tile-D"), "board", (3.0, -2.0)), {"art": "tile-D"}),
        (Item("board/3.5,1", Piece("disc", seat=1), "board", (3.5, 1)), {"art": "disc", "seat": 1}),
        (Item("board/new", Piece("disc"), "board", (3.5, 1.0)), {"art": "disc", "at": [3.5, 1]}),
        (Item("hand/7", Piece("card/7S"), "hand", 7), {"art": "card/7S"}),
        (Item("hand/7", Piece("card/7S"), "tray", 0), {"art": "card/7S", "in": "tray", "at": 0}),
        (Item("deck", Count("card/back", 3, size=1)), {"kind": "count", "art": "card/back", "n": 3}),
        (Item("name", Text("Ada", fit=2), only="tall"), {"kind": "text", "text": "Ada", "fit": 2, "only": "tall"}),
        (Item("who", Plate(0)), {"kind": "plate", "seat": 0}),
        (Item("board", Box("grid", pan=True)), {"kind": "box", "flow": "grid", "pan": True}),
        (Item("pass", Button("pass"), "tray"), {"kind": "button", "text": "pass", "in": "tray"}),
    ],
)
def test_fields_that_follow_from_the_id_are_left_out(item, wire):
    assert msgspec.json.decode(msgspec.json.encode(shown_item(item))) == wire


def test_an_item_of_the_scene_itself_has_no_slash_in_its_id():
    with pytest.raises(ValueError, match="no slash"):
        shown_item(Item("board/1", Piece("disc")))


PASS = Action("pass", PlayerId("p0"), NO_PAYLOAD)
CARDS = Slot("cards", (1, 2, 3), 1, 2)


@pytest.mark.parametrize(
    "offer, wire",
    [
        (Offer(PASS, "pass"), {"label": "pass"}),
        (
            Offer(PASS, say("place", count=1), (PickStep(("a", "b"), label="where"),), confirm=True, hotkey="p"),
            {
                "label": ["place", {"count": 1}],
                "steps": [{"ids": ["a", "b"], "label": "where"}],
                "confirm": True,
                "hotkey": "p",
            },
        ),
        (Offer(PASS, "pass", toggle="no_calls"), {"label": "pass", "toggle": "no_calls"}),
        (
            Offer(PASS, "go", ghosts=(Item("board/1,2", Piece("disc", seat=0), "board", (1, 2)),)),
            {"label": "go", "ghosts": {"board/1,2": {"art": "disc", "seat": 0}}},
        ),
        (
            Offer(
                Family("give", (CARDS,)),
                "give",
                (PickStep(("c1",), 1, 2),),
                (("cards", {"c1": 1}),),
                names={"c1": "one"},
            ),
            {"label": "give", "steps": [{"ids": ["c1"], "max": 2}], "names": {"c1": "one"}, "is_family": True},
        ),
        (
            Offer(Family("give", (CARDS, CARDS), repeat=False), "give"),
            {"label": "give", "distinct": True, "is_family": True},
        ),
    ],
)
def test_an_offer_shows_its_steps_and_never_its_action(offer, wire):
    told = msgspec.json.encode(shown_offer(offer))
    assert msgspec.json.decode(told) == wire
    msgspec.json.decode(told, type=ShownOffer)
