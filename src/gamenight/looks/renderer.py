"""Draw scenes without a browser, with the page's own renderer in an embedded engine.

The renderer is the file that `make web` builds from the page's source, so items have the same places as in a browser.
Scenes and looks are in wire format, as plain data, and their words are rendered before (`told_scene`).
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
"""Stack size of the engine in bytes: nested boxes are drawn by nested calls."""

NO_LOOK: dict[str, Any] = {"art": {}}

_engines = threading.local()


class LayoutFault(Struct, frozen=True):
    """A fault of the layout: items overlap, or an item or its words are larger than their box, or letters too small."""

    what: Literal["overlap", "outside", "words", "small"]
    ids: tuple[str, ...]


class NotBuilt(RuntimeError):
    """The renderer is missing: it is built together with the page."""

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
    """The scene as a self-contained SVG, with its text above it."""
    width, height = size
    wanted = {"scene": scene, "look": look, "seats": seats, "theme": theme}
    return call("picture", {**wanted, "width": width, "height": height})


def as_png(svg: str) -> bytes:
    """The picture as PNG, with the included fonts, and the machine's fonts for characters that these lack."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, **letters()))


@cache
def letters() -> dict[str, Any]:
    """The arguments of resvg for the fonts of pictures, which are the same on all machines."""
    folder = files("gamenight").joinpath("looks", "fonts")
    faces = [str(file) for file in folder.iterdir() if file.name.endswith(".ttf")] if folder.is_dir() else []
    if not faces:
        raise NotBuilt
    family = "font-family: 'DejaVu Sans Condensed', 'DejaVu Sans'; font-stretch: condensed"
    return {"font_files": sorted(faces), "style_sheet": f"text {{ {family} }}"}


def placements(
    scene: Mapping[str, Any], look: Any, viewport: Mapping[str, Any], seats: Sequence[PlateShown] = ()
) -> list[dict[str, Any]]:
    """The place of each item in a viewport of this `width` and `height`, in scene order."""
    placed: list[dict[str, Any]] = msgspec.json.decode(
        call("placements", {"scene": scene, "look": look, "seats": seats, "viewport": viewport})
    )
    return placed


def layout_faults(
    scene: Mapping[str, Any], look: Any, viewport: Mapping[str, Any], seats: Sequence[PlateShown] = ()
) -> list[LayoutFault]:
    """The faults in the layout of a scene in this viewport; on the page, the scene may also be scrolled."""
    found = call("layout_faults", {"scene": scene, "look": look, "seats": seats, "viewport": viewport})
    return msgspec.json.decode(found, type=list[LayoutFault])


def call(function: str, *arguments: Any) -> str:
    """Call a function of the renderer. Arguments are passed as JSON, but texts as they are."""
    texts = [one if isinstance(one, str) else msgspec.json.encode(one).decode() for one in arguments]
    result: str = _engine().eval(f"scene.{function}")(*texts)
    return result


def is_built() -> bool:
    return _file().is_file()


def _engine() -> Any:
    """The engine of this thread; an engine cannot be used by another thread."""
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
