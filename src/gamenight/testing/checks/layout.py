"""A check of how scenes stand on real screens: nothing lies on anything else, and all words are where they belong."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
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
from gamenight.testing.reporting.report import Fault
from gamenight.testing.reporting.texts import texts
from gamenight.testing.worlds.sights import Sight, look, sights

SCREENS = {"a phone": (390, 600), "a laptop": (940, 670)}
"""The room that the page has for a scene on a phone of 390x844 pixels, and on a laptop of 1280x800."""
LONG_NAMES = tuple(f"{seat} Maximiliane WWWWMMMM Wommersdorf-Quammen" for seat in range(64))
"""More than forty letters, many of them wide: more than any table allows, and somebody will try."""

WORDS = {
    "overlap": "{0!r} and {1!r} overlap",
    "outside": "{0!r} is larger than its box",
    "words": "{0!r} has words that are longer than its lines: say how wide it may be, with fit",
    "small": "{0!r} has letters that are too small to be read: there is too much beside it",
}


def scene_fits(position: Position) -> int:
    """With long names, on a phone and on a laptop, for one of the viewers; none where the renderer was not built."""
    if not is_built():
        return 0
    # Another viewer at each position: to lay out a scene takes longer than to make it.
    which = position.at % len(viewers(position.state))
    names = LONG_NAMES[: len(position.state.players)]
    return sum(_look_at(position, sight) for sight in islice(sights(position, names), which, which + 1) if sight.scene)


def _look_at(position: Position, sight: Sight) -> int:
    items = msgspec.to_builtins({id: shown_item(item) for id, item in sight.items.items()})
    scene = told_scene({"items": items, "viewer": sight.view.seat}, texts(position.game).tell)
    for screen, size in SCREENS.items():
        faults = _faults(scene, _sizes_of(position.game), size, sight.view)
        if faults:
            first = faults[0]
            others = f" ({len(faults) - 1} more like that)" if len(faults) > 1 else ""
            what = WORDS[first.what].format(*first.ids)
            raise Fault(f"with long names, what {sight.who} sees on {screen} does not fit: {what}{others}")
    return len(SCREENS)


def _faults(scene: Any, shown: Any, size: tuple[int, int], view: PlayerView) -> list[LayoutFault]:
    plates = [replace(plate, score=-100.5) for plate in plates_of(view)]
    return layout_faults(scene, shown, {"width": size[0], "height": size[1]}, plates)


@lru_cache(maxsize=4)
def _sizes_of(game: GamePlugin) -> dict[str, Any]:
    """The pictures without what they show: only their size matters."""
    own = look(game)
    art = {name: replace(art, svg="") for name, art in own.art.items()}
    return told_look(replace(own, art=art), texts(game).tell)
