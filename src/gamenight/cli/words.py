"""Views and events in words, for any game.

A game that draws better has a module `terminal` in its folder, with any of
`text(view) -> str`, a picture of what the viewer sees, perhaps with colours as a terminal takes them,
`happened(event, view) -> str | None`, what an event means, without its subject: "" leaves it unsaid, and None
leaves it to the plain words below,
`value(slot_name, value, view) -> str`, what a value of a family's slot is called, and
`groups(view) -> [(words, actions)]`, many actions in groups, among which one chooses first; empty where one does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from gamenight.arena.folder import companion
from gamenight.core.model import Action, Event, PlayerId, PlayerView, Slot
from gamenight.core.plugin import GamePlugin

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


def action_words(game: GamePlugin, action: Action, view: PlayerView) -> str:
    """The action as the game describes it; a catalogue key reads as its words."""
    message = game.describe_action(action, view)
    return message if isinstance(message, str) else " ".join(str(part) for part in message)


def grouped(game: GamePlugin, view: PlayerView) -> Sequence[tuple[str, Sequence[Action]]]:
    """The actions in the groups that the game makes of them, if it does."""
    group = getattr(companion(game, "terminal"), "groups", None)
    return group(view) if group else ()


def value_names(game: GamePlugin, slot: Slot, view: PlayerView) -> list[str]:
    """What each value of the slot is called: by the game, or as it is written."""
    name = getattr(companion(game, "terminal"), "value", None)
    return [str(name(slot.name, value, view)) if name else _written(value) for value in slot.of]


def _written(value: Any) -> str:
    data = msgspec.to_builtins(value)
    if isinstance(data, dict):
        return " ".join(map(str, data.values()))
    return " ".join(map(str, data)) if isinstance(data, list | tuple) else str(data)


def event_row(game: GamePlugin | None, event: Event, view: PlayerView) -> tuple[Text, Text] | None:
    """Who and what, as the viewer saw it; None for what goes without saying. Without a game it is told plainly."""
    words = event_words(game, event, view) if game else generic_words(event, view)
    if not words:
        return None
    subject = "" if event.player_id is None else name_of(view, event.player_id)
    return Text(subject, "bold"), Text(words)


def event_table(view: PlayerView) -> Table:
    """A place for event rows, under which the next one lines up."""
    table = Table.grid(padding=(0, 2))
    table.add_column(width=max(len(player.display_name) for player in view.players), no_wrap=True)
    table.add_column(overflow="fold")
    return table


def event_words(game: GamePlugin, event: Event, view: PlayerView) -> str:
    """What happened, without its subject; empty for what goes without saying."""
    if event.event_type in UNSAID:
        return ""
    tell = getattr(companion(game, "terminal"), "happened", None)
    told: str | None = tell(event, view) if tell else None
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


def standings(view: PlayerView) -> Table:
    """The ranking with the scores, or the scores alone where nobody was ranked."""
    table = Table.grid(padding=(0, 2))
    places = view.result.ranking if view.result else ()
    if not places:
        places = (tuple(view.scores),)
    start = 1
    for place in places:
        for player in place:
            rank = f"{start}." if view.result and view.result.ranking else ""
            table.add_row(Text(rank, "dim"), Text(name_of(view, player), "bold"), Text(f"{view.scores[player]:g}"))
        start += len(place)
    return table


def verdict(view: PlayerView) -> str:
    """How it ended, in one sentence."""
    result = view.result
    if result is None:
        return "The match is not over."
    if not result.ranking:
        return "The match ended without a result."
    names = [name_of(view, player) for player in result.winners]
    why = "" if result.reason == "normal" else f", by {result.reason}"
    if len(result.ranking) == 1:
        return f"A draw{why}."
    return f"{joined(names)} {'win' if len(names) > 1 or names == ['You'] else 'wins'}{why}."


def joined(names: Sequence[str]) -> str:
    """`Ada`, `Ada and Bo`, `Ada, Bo and Cy`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
