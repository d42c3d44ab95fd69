"""The page's renderer in an embedded engine: the same places, self-contained pictures, and all words."""

import struct
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st

from gamenight.looks.renderer import as_png, call, letters, picture, placements
from gamenight.protocol.delta import difference, patched
from gamenight.protocol.packing import packed

LOOK: dict[str, Any] = {
    "art": {"pawn": {"svg": '<circle r="40" fill="var(--seat)"/>', "box": [-50, -50, 100, 100]}},
    "texts": {},
}
SCENE: dict[str, Any] = {
    "items": {
        "board": {"kind": "box", "flow": "grid", "label": "the board"},
        "board/1,0": {"art": "pawn", "seat": 1},
        "board/0,0": {"art": "die/5"},
        "side": {"kind": "box", "flow": "column", "frame": True, "label": "Scores"},
        "side/0": {"kind": "table", "head": ["Player", "Points"], "rows": [["Ada", 3], ["Ben & Co.", 12]]},
        "side/1": {"kind": "count", "art": "card/back", "n": 7},
    },
    "text": "Ada <moves>",
    "last": ["board/0,0"],
}
SIZE = (900, 700)


def test_everything_is_inside_the_viewport_in_scene_order():
    placed = placements(SCENE, LOOK, {"width": 360, "height": 640})
    assert [one["id"] for one in placed] == ["board", "board/0,0", "board/1,0", "side", "side/0", "side/1"]
    for one in placed:
        assert one["x"] >= 0
        assert one["y"] >= 0
        assert one["x"] + one["width"] <= 360
        assert one["y"] + one["height"] <= 640


def test_a_zoom_is_applied():
    board = {"board": {"kind": "box", "flow": "grid", "pan": True}, "board/2,3": {"art": "pawn"}}
    zooms = {"board": {"scale": 40, "x": 2, "y": 3}}
    pawn = placements({"items": board}, LOOK, {"width": 800, "height": 600, "zooms": zooms})[1]
    assert (pawn["x"], pawn["y"], pawn["width"], pawn["inside"]) == (380, 280, 40, "board")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_needs_no_other_files(theme):
    svg = picture(SCENE, LOOK, SIZE, theme)
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("height")) == ("900", "700")
    assert "var(" not in svg
    assert "style=" not in svg
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Ada <moves>", "Ben & Co.", "×7"} <= set(texts)


def test_a_png_has_the_size_of_its_picture():
    png = as_png(picture(SCENE, LOOK, (320, 240), "light"))
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (320, 240)


def drawn(words: str, weight: int = 400, **options: Any) -> bytes:
    text = f'<text x="20" y="40" font-size="30" font-weight="{weight}">{words}</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60">{text}</svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, **letters(), **options))


@pytest.mark.parametrize("weight", [400, 700])
@pytest.mark.parametrize("letter", [*"♠♥♦♣♤♡♢♧←↑→↓↔×÷±−–—…°·•½★☆▲▼◀▶✓✗€£äßçøŁжΩ"])
def test_every_character_of_scenes_is_drawn_on_a_machine_without_fonts(letter, weight):
    """Not as the box for a missing character, nor as nothing."""
    alone = {"skip_system_fonts": True}
    own = drawn(letter, weight, **alone)
    assert own not in (drawn("", weight, **alone), drawn("\ue123", weight, **alone), drawn("\u3400", weight, **alone))


def test_a_picture_in_pixels_has_its_words():
    def words(text: str) -> bytes:
        return as_png(picture({"items": {"words": {"kind": "text", "text": text}}}, LOOK, (400, 200), "light"))

    assert len({words(text) for text in ("", "Hello", "♣♣♣♣♣", "♠♠♠♠♠", "Ça m’était égal", "и кириллица")}) == 6


def test_several_threads_draw_at_once():
    with ThreadPoolExecutor(4) as pool:
        pictures = list(pool.map(lambda _: picture(SCENE, LOOK, SIZE, "light"), range(12)))
    assert set(pictures) == {picture(SCENE, LOOK, SIZE, "light")}


def test_deeply_nested_boxes_are_drawn():
    items: dict[str, Any] = {f"b{depth}": {"kind": "box", "in": f"b{depth - 1}"} for depth in range(60)}
    items["words"] = {"kind": "text", "text": "deep", "in": "b59"}
    assert "deep" in picture({"items": items}, LOOK, SIZE, "light")


def test_the_renderer_s_script_has_the_matcher():
    offers = [{"label": "x", "steps": [{"ids": ["a", "b"], "min": 1, "max": 2}]}]
    assert msgspec.json.decode(call("matcher_continues", offers, ["a"])) == ["b"]
    assert msgspec.json.decode(call("matcher_tapped", offers, ["a"], "b")) == ["a", "b"]
    assert msgspec.json.decode(call("matcher_alternatives", offers, ["a", "b"])) == ["a"]
    assert msgspec.json.decode(call("matcher_undone", ["a", "b"])) == ["a"]
    assert msgspec.json.decode(call("matcher_situation", offers, ["a", "b"])) == {
        "complete": [0],
        "extendable": False,
        "choice": 0,
        "asks": [],
        "picks": {"0": [["a", "b"]]},
    }


SMALL = st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["", "a", "__proto__", "0", "@"])
KEYS = st.sampled_from(["a", "b", "c", "constructor", "7"])
DOCUMENTS = st.dictionaries(
    KEYS,
    st.recursive(SMALL, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=4)),
    max_size=5,
)


@given(DOCUMENTS, DOCUMENTS)
def test_the_page_applies_a_delta_with_the_same_result_as_the_server(old, new):
    delta = difference(old, new)
    assert patched(old, delta) == new
    assert msgspec.json.decode(call("delta_patched", _json(old), _json(delta))) == new


PLACES = st.tuples(st.integers(-2, 2), st.integers(-2, 2))


def placing(place: tuple[int, int]) -> dict[str, Any]:
    x, y = place
    id = f"board/{x},{y}"
    return {"label": ["place", x, y], "steps": [{"ids": [id]}], "ghosts": {"new": {"in": "board", "at": [x, y]}}}


OFFERS = st.lists(
    PLACES.map(placing)
    | st.fixed_dictionaries(
        {"label": st.tuples(st.sampled_from(["take", "put"]), st.integers(0, 3)).map(list)},
        optional={"confirm": st.just(True), "steps": st.lists(st.fixed_dictionaries({"ids": st.lists(KEYS)}))},
    ),
    max_size=12,
)


@given(OFFERS)
def test_the_page_unpacks_offers_as_the_server_packed_them(offers):
    assert msgspec.json.decode(call("matcher_unpacked", _json(packed(offers)))) == offers


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
