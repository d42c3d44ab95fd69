"""Events and views in words, for any game and any viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from gamenight.core.model import Event, PlayerId, PlayerView
from gamenight.core.plugin import GamePlugin
from gamenight.core.scene import Message

# What the engine says for machines; a person sees the same in the game's own events, the clock and the result.
UNSAID = {
    "engine.match_started",
    "engine.turn_started",
    "engine.turn_finished",
    "engine.committed",
    "engine.match_finished",
}

ENGINE_WORDS = {
    "engine.timed_out": "ran out of time",
    "engine.forfeited": "left the match",
    "engine.illegal_action": "made an illegal move and forfeited the match",
}


def name_of(view: PlayerView, player: PlayerId) -> str:
    """What this player is called at the table."""
    for seated in view.players:
        if seated.player_id == player:
            return seated.display_name
    return str(player)


def event_words(game: GamePlugin, event: Event, view: PlayerView) -> Message:
    """What happened, without its subject; empty for what goes without saying."""
    if event.event_type in UNSAID:
        return ""
    told = game.describe_event(event, view)
    if told is not None:
        return told
    if event.event_type == "engine.revealed":
        return _revealed(event, view)
    return ENGINE_WORDS.get(event.event_type) or generic_words(event, view)


def generic_words(event: Event, view: PlayerView) -> str:
    """The event's kind, and what it says."""
    kind = spaced(event.event_type.partition(".")[2])
    details = listed(plain(event.payload), view)
    return f"{kind}: {details}" if details else kind


def _revealed(event: Event, view: PlayerView) -> str:
    """The actions that were committed unseen, each with its player."""
    actions = plain(event.payload["actions"]).items()
    return "; ".join(f"{name_of(view, PlayerId(seat))} {_action_shown(action, view)}" for seat, action in actions)


def _action_shown(action: Mapping[str, Any], view: PlayerView) -> str:
    """The type and the payload; one of a single field by its value alone."""
    values = action["payload"]
    details = said(next(iter(values.values())), view) if len(values) == 1 else listed(values, view)
    return f"{spaced(action['action_type'])} {details}".rstrip()


def said(value: Any, view: PlayerView) -> str:
    """Any plain value as a person would write it, players by their names."""
    if value is None or value == [] or value == {}:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return name_of(view, PlayerId(value)) or "-"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Mapping):
        return listed(value, view)
    if isinstance(value, Sequence):
        return _joined(value, view)
    return str(value)


def _joined(values: Sequence[Any], view: PlayerView) -> str:
    """Simple values in a row, others one per line."""
    between = "\n" if any(isinstance(value, Mapping) for value in values) else " "
    if any(isinstance(value, list) for value in values):
        between = " | "
    return between.join(said(value, view) for value in values)


def listed(values: Mapping[str, Any], view: PlayerView) -> str:
    return ", ".join(f"{_key(name, view)} {said(value, view)}" for name, value in values.items())


def _key(name: str, view: PlayerView) -> str:
    known = name_of(view, PlayerId(name))
    return spaced(name) if known == name else known


def spaced(name: str) -> str:
    return name.replace("_", " ")


def plain(value: Any) -> dict[str, Any]:
    """A view as JSON-able data; one that is no mapping stands under its own name."""
    data = msgspec.json.decode(msgspec.json.encode(value))
    return data if isinstance(data, dict) else {"view": data}
