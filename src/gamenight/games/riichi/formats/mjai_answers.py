"""What an mjai bot is told and what it means by its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamenight.core import Action, Event, PlayerId, PlayerView
from gamenight.core.dialect import Dialect, Line
from gamenight.games.riichi.formats.mjai import lines_of, start_game

TYPES = {
    "none": ("pass",),
    "hora": ("tsumo", "ron"),
    "daiminkan": ("open_kan",),
    "ryukyoku": ("kyuushu_kyuuhai",),
    "dahai": ("discard",),
    "chi": ("chi",),
    "pon": ("pon",),
    "ankan": ("closed_kan",),
    "kakan": ("added_kan",),
}


def begin(view: PlayerView, events: Sequence[Event]) -> list[Line]:
    """The start of the game, and the present deal from its beginning."""
    assert view.viewer_id is not None
    deals = [at for at, event in enumerate(events) if event.event_type == "game.dealt"]
    return [start_game(view.players, view.viewer_id), *told(events[deals[-1] :] if deals else (), view.viewer_id)]


def told(events: Sequence[Event], viewer: PlayerId) -> list[Line]:
    return lines_of(events, viewer)


def answer(said: Sequence[Line], view: PlayerView) -> Action | Line:
    """The action; after a `reach` the line with which the bot hears it, and is asked for its discard."""
    kind = said[-1].get("type")
    legal = [entry for entry in view.valid_actions if isinstance(entry, Action)]
    if kind == "reach" and len(said) == 1:
        if not any(action.action_type == "riichi" for action in legal):
            raise ValueError("riichi is not possible now")
        return {"type": "reach", "actor": view.seat}
    wanted = ("riichi",) if kind == "dahai" and len(said) > 1 else TYPES.get(str(kind), ())
    found = [action for action in legal if action.action_type in wanted and _is_meant(action, said[-1])]
    if not found:
        possible = ", ".join(dict.fromkeys(action.action_type for action in legal))
        raise ValueError(f"that is not legal now; possible: {possible}")
    return min(found, key=lambda action: _is_other_copy(action, said[-1]))


def _is_meant(action: Action, line: Line) -> bool:
    what: Any = action.payload
    match action.action_type:
        case "discard" | "riichi" | "added_kan":
            return bool(what.tile == line.get("pai"))
        case "chi" | "pon":
            return sorted(what.tiles) == _consumed(line)
        case "closed_kan":
            return what.tile in _consumed(line)
    return True


def _consumed(line: Line) -> list[str]:
    tiles = line.get("consumed")
    return sorted(map(str, tiles)) if isinstance(tiles, list) else []


def _is_other_copy(action: Action, line: Line) -> bool:
    """The tile is meant, but from the hand where it was drawn, or the other way round."""
    return bool(getattr(action.payload, "drawn", None) != line.get("tsumogiri"))


MJAI = Dialect(begin, told, answer)
