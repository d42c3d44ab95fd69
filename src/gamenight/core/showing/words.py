"""Put actions, events and views into words, for any game and any viewer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from gamenight.core.model import Action, Event, PlayerId, PlayerView
from gamenight.core.text import NOTHING, Message, Words, as_message, is_message, number_text, spaced, truth

# Events for programs only; people see the same in the game's own events, the clocks and the result.
UNSAID = {
    "engine.match_started",
    "engine.turn_started",
    "engine.turn_finished",
    "engine.committed",
    "engine.match_finished",
}


class WordedGame(Protocol):
    """The methods of a game that put things into words."""

    def describe_event(self, event: Event, view: PlayerView, /) -> Words | None: ...

    def describe_action(self, action: Action, view: PlayerView, /) -> Words: ...


def name_of(view: PlayerView, player: PlayerId) -> str:
    """The display name of this player."""
    for seated in view.players:
        if seated.player_id == player:
            return seated.display_name
    return str(player)


def event_words(game: WordedGame, event: Event, view: PlayerView) -> Words:
    """The event in words, without its subject; empty for events that people need not read."""
    if event.event_type in UNSAID:
        return ""
    told = game.describe_event(event, view)
    return event_message(event, view) if told is None else told


def event_message(event: Event, view: PlayerView) -> Message:
    """The catalogue's message for this type of event, with the payload as arguments."""
    key = event_key(event.event_type)
    if event.event_type == "engine.revealed":
        return Message(key, {"answers": _answers(event.payload["actions"], view)})
    return Message(key, arguments(event.payload, view))


def event_key(event_type: str) -> str:
    """`event-won` for `game.won`, `event-engine-timed_out` for `engine.timed_out`."""
    return f"event-{event_type.removeprefix('game.').replace('.', '-')}"


def action_words(game: WordedGame, action: Action, view: PlayerView) -> Words:
    """The action in words: by the game, or by the built-in catalogue for the engine's own action `continue`."""
    return action_message(action, view) if view.phase.auto_resolve else game.describe_action(action, view)


def action_message(action: Action, view: PlayerView) -> Message:
    """The catalogue's message for this type of action, with the fields of the payload as arguments."""
    return Message(f"action-{action.action_type}", arguments(_fields(action.payload), view))


def _answers(actions: Any, view: PlayerView) -> list[Message]:
    """The committed actions in words, each with its player."""
    answers = msgspec.to_builtins(actions)
    return [
        Message("revealed-answer", {"who": name_of(view, PlayerId(seat)), "what": _revealed(answer, view)})
        for seat, answer in answers.items()
    ]


def _revealed(answer: Mapping[str, Any], view: PlayerView) -> Message:
    return Message(f"action-{answer['action_type']}", arguments(answer["payload"], view))


def _fields(payload: Any) -> Mapping[str, Any]:
    if isinstance(payload, Mapping):
        return payload
    return {name: getattr(payload, name) for name in getattr(payload, "__struct_fields__", ())}


def arguments(values: Mapping[str, Any], view: PlayerView) -> dict[str, Any]:
    """Data as arguments of a message: players by name, lists as lists, nested data in plain words."""
    return {name: _argument(value, view) for name, value in values.items()}


def _argument(value: Any, view: PlayerView) -> Any:
    if value is None or isinstance(value, bool | int | float | Message):
        return value
    if isinstance(value, str):
        return name_of(view, PlayerId(value))
    if is_message(value):
        return as_message(value)
    data = msgspec.to_builtins(value)
    if isinstance(data, list | tuple):
        return [said(inner, view) for inner in data]
    return [f"{field_name(name, view)} {said(inner, view)}" for name, inner in data.items()]


# Views in plain words


def said(value: Any, view: PlayerView) -> str:
    """Any plain value as a person would write it, with players by name."""
    if value is None or value in ("", [], (), {}):
        return NOTHING
    if isinstance(value, bool):
        return truth(value)
    if isinstance(value, str):
        return name_of(view, PlayerId(value))
    if isinstance(value, int | float):
        return number_text(value)
    if isinstance(value, Mapping):
        return listed(value, view)
    if isinstance(value, Sequence):
        return _joined(value, view)
    return str(value)


def _joined(values: Sequence[Any], view: PlayerView) -> str:
    """Join simple values by spaces, lists by bars, and mappings by line breaks."""
    between = "\n" if any(isinstance(value, Mapping) for value in values) else " "
    if any(isinstance(value, list | tuple) for value in values):
        between = " | "
    return between.join(said(value, view) for value in values)


def listed(values: Mapping[str, Any], view: PlayerView) -> str:
    return ", ".join(f"{field_name(name, view)} {said(value, view)}" for name, value in values.items())


def field_name(name: str, view: PlayerView) -> str:
    """The name of a field in words; a player id becomes the player's name."""
    known = name_of(view, PlayerId(name))
    return spaced(name) if known == name else known


def view_rows(view: PlayerView) -> Iterable[tuple[str, str]]:
    """The game's part of the view in words, field by field."""
    return ((field_name(name, view), said(value, view)) for name, value in plain(view.game_data).items())


def plain(value: Any) -> dict[str, Any]:
    """A view as plain JSON data; a view that is not a mapping becomes the value of the key `view`."""
    data = msgspec.json.decode(msgspec.json.encode(value))
    return data if isinstance(data, dict) else {"view": data}
