"""Scenes as pictures, outside a browser: the page's own renderer, in an embedded engine.

It is the same file that `make web` builds from the page's source, so what stands where in a browser stands there here.
Scenes and looks are the wire's, as plain data; the words of a scene have been told before (`told_scene`).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

import msgspec
import quickjs  # type: ignore[import-untyped]
import resvg_py
from msgspec import Struct

from gamenight.looks.plates import PlateShown

Theme = Literal["light", "dark"]
Size = tuple[int, int]

STACK = 1 << 20
"""Bytes. Boxes in boxes are drawn by functions in functions."""

NO_LOOK: dict[str, Any] = {"art": {}}

_engines = threading.local()


class LayoutFault(Struct, frozen=True):
    """Items that overlap, one that is larger than its box, whose words are, or whose letters are too small."""

    what: Literal["overlap", "outside", "words", "small"]
    ids: tuple[str, ...]


class NotBuilt(RuntimeError):
    """The renderer is made together with the page, and here it was not."""

    def __init__(self) -> None:
        super().__init__("the renderer has not been built: run `make web`")


def picture(
    scene: Mapping[str, Any],
    look: Any,
    size: Size,
    theme: Theme,
    *,
    seats: Sequence[PlateShown] = (),
) -> str:
    """The scene as an SVG that stands alone, with its text above it."""
    width, height = size
    wanted = {"scene": scene, "look": look, "seats": seats, "theme": theme}
    return call("picture", {**wanted, "width": width, "height": height})


def as_png(svg: str) -> bytes:
    """The picture in pixels: in letters that we bring, and the machine's where we have none."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, **letters()))


@cache
def letters() -> dict[str, Any]:
    """The fonts of pictures, as resvg wants to be told: they look alike on all machines, also on one without fonts."""
    folder = files("gamenight").joinpath("looks", "fonts")
    faces = [str(file) for file in folder.iterdir() if file.name.endswith(".ttf")] if folder.is_dir() else []
    if not faces:
        raise NotBuilt
    family = "font-family: 'DejaVu Sans Condensed', 'DejaVu Sans'; font-stretch: condensed"
    return {"font_files": sorted(faces), "style_sheet": f"text {{ {family} }}"}


def placements(
    scene: Mapping[str, Any], look: Any, viewport: Mapping[str, Any], seats: Sequence[PlateShown] = ()
) -> list[dict[str, Any]]:
    """Where each item stands in a viewport of this `width` and `height`, in scene order."""
    placed: list[dict[str, Any]] = msgspec.json.decode(
        call("placements", {"scene": scene, "look": look, "seats": seats, "viewport": viewport})
    )
    return placed


def layout_faults(
    scene: Mapping[str, Any], look: Any, viewport: Mapping[str, Any], seats: Sequence[PlateShown] = ()
) -> list[LayoutFault]:
    """What is wrong with how a scene stands where it has this room; on the page it may be scrolled."""
    found = call("layout_faults", {"scene": scene, "look": look, "seats": seats, "viewport": viewport})
    return msgspec.json.decode(found, type=list[LayoutFault])


def call(function: str, *arguments: Any) -> str:
    """What a function of the renderer's door says: everything goes in as JSON, but texts as they are."""
    texts = [one if isinstance(one, str) else msgspec.json.encode(one).decode() for one in arguments]
    said: str = _engine().eval(f"scene.{function}")(*texts)
    return said


def is_built() -> bool:
    return _file().is_file()


def _engine() -> Any:
    """One for each thread, as an engine belongs to the thread that made it."""
    if not hasattr(_engines, "engine"):
        engine = quickjs.Context()
        engine.set_max_stack_size(STACK)
        engine.eval(_script())
        _engines.engine = engine
    return _engines.engine


@cache
def _script() -> str:
    if not is_built():
        raise NotBuilt
    return _file().read_text(encoding="utf-8")


def _file() -> Traversable:
    return files("gamenight").joinpath("page", "scene.js")
