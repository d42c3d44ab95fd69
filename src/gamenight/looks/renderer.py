"""Scenes as pictures, outside a browser: the page's own renderer, in an embedded engine.

It is the same file that `make web` builds from the page's source, so what stands where in a browser stands there here.
Scenes and looks are the wire's, as plain data.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
import quickjs  # type: ignore[import-untyped]
import resvg_py

Theme = Literal["light", "dark"]
Size = tuple[int, int]

STACK = 1 << 20
"""Bytes. Boxes in boxes are drawn by functions in functions."""

NO_LOOK: dict[str, Any] = {"art": {}, "texts": {}}

_engines = threading.local()


class NotBuilt(RuntimeError):
    """The renderer is made together with the page, and here it was not."""

    def __init__(self) -> None:
        super().__init__("the renderer has not been built: run `make web`")


def picture(scene: Mapping[str, Any], look: Any, size: Size, theme: Theme, *, strokes: bool = False) -> str:
    """The scene as an SVG that stands alone, with its text above it; with `strokes` it needs no fonts."""
    width, height = size
    wanted = {"scene": scene, "look": look, "width": width, "height": height, "theme": theme, "strokes": strokes}
    return call("picture", wanted)


def as_png(svg: str) -> bytes:
    """The picture in pixels. Text needs a font: see `has_fonts`."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


def placements(scene: Mapping[str, Any], look: Any, viewport: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Where each item stands in a viewport of this `width` and `height`, in scene order."""
    placed: list[dict[str, Any]] = msgspec.json.decode(
        call("placements", {"scene": scene, "look": look, "viewport": viewport})
    )
    return placed


def call(function: str, *arguments: Any) -> str:
    """What a function of the renderer's door says: everything goes in as JSON, but texts as they are."""
    texts = [one if isinstance(one, str) else msgspec.json.encode(one).decode() for one in arguments]
    said: str = _engine().eval(f"scene.{function}")(*texts)
    return said


@cache
def has_fonts() -> bool:
    """Whether this machine has a font that pictures ask for: without one, text would vanish from a PNG."""
    blank, written = (as_png(picture({"items": {}, "text": text}, NO_LOOK, (80, 40), "light")) for text in ("", "Ag1"))
    return blank != written


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
    script = files("gamenight").joinpath("page", "scene.js")
    if not script.is_file():
        raise NotBuilt
    return script.read_text(encoding="utf-8")
