"""The check of the layout of scenes on real screens: nothing overlaps, and all words fit."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from gamenight.core.model import PlayerView
from gamenight.core.plugin import GamePlugin
from gamenight.looks.items import shown_item
from gamenight.looks.plates import plates_of
from gamenight.looks.renderer import LayoutFault, is_built, layout_faults
from gamenight.looks.telling import told_look, told_scene
from gamenight.testing.playing.playouts import viewers
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.reporting.texts import texts
from gamenight.testing.worlds.viewer_screens import ViewerScreen, look, sight_with

SCREENS = {"a phone": (390, 600), "a laptop": (940, 670)}
"""The area that the page has for a scene on a phone of 390x844 pixels, and on a laptop of 1280x800."""
LONG_NAMES = tuple(f"{seat} Maximiliane WWWWMMMM Wommersdorf-Quammen" for seat in range(64))
"""More than forty letters, many of them wide: longer than the server allows for a name, as a worst case."""

WORDS = {
    "overlap": "{0!r} and {1!r} overlap",
    "outside": "{0!r} is larger than its box",
    "words": "{0!r} has words that are longer than its lines: set its width with fit",
    "small": "{0!r} has letters that are too small to read: too many items share its space",
}


def scene_fits(position: Position) -> int:
    """The scene fits on a phone and on a laptop, with long names; not checked if the renderer was not built."""
    if not is_built():
        return 0
    # One viewer for each position, in turn, as a layout takes longer than a scene.
    which = position.at % len(viewers(position.state))
    names = LONG_NAMES[: len(position.state.players)]
    viewer_screen = sight_with(position, which, names)
    return _look_at(position, viewer_screen) if viewer_screen is not None and viewer_screen.scene else 0


def _look_at(position: Position, viewer_screen: ViewerScreen) -> int:
    items = msgspec.to_builtins({id: shown_item(item) for id, item in viewer_screen.items.items()})
    scene = told_scene({"items": items, "viewer": viewer_screen.view.seat}, texts(position.game).tell)
    for screen, size in SCREENS.items():
        faults = _faults(scene, _sizes_of(position.game), size, viewer_screen.view)
        if faults:
            first = faults[0]
            others = f" (and {len(faults) - 1} more layout faults)" if len(faults) > 1 else ""
            what = WORDS[first.what].format(*first.ids)
            raise BrokenRule(
                f"with long names, the scene of {viewer_screen.who} does not fit on {screen}: {what}{others}"
            )
    return len(SCREENS)


def _faults(scene: Any, shown: Any, size: tuple[int, int], view: PlayerView) -> list[LayoutFault]:
    plates = [replace(plate, score=-100.5) for plate in plates_of(view)]
    return layout_faults(scene, shown, {"width": size[0], "height": size[1]}, plates)


@lru_cache(maxsize=4)
def _sizes_of(game: GamePlugin) -> dict[str, Any]:
    """The sizes of the game's pictures, without the pictures themselves."""
    own = look(game)
    art = {name: replace(art, svg="") for name, art in own.art.items()}
    return told_look(replace(own, art=art), texts(game).tell)
