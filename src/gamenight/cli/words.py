"""Views and events in words, for any game.

A game that draws better has a module `terminal` in its folder, with any of
`text(view) -> str`, a picture of what the viewer sees, perhaps with colours as a terminal takes them,
`value(slot_name, value, view) -> str`, what a value of a family's slot is called, and
`groups(view) -> [(words, actions)]`, many actions in groups, among which one chooses first; empty where one does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from gamenight.core.model import Action, Event, PlayerView, Slot
from gamenight.core.plugin import GamePlugin
from gamenight.core.scene import Message
from gamenight.core.words import event_words, generic_words, name_of
from gamenight.looks.folder import companion


def action_words(game: GamePlugin, action: Action, view: PlayerView) -> str:
    """The action as the game describes it; a catalogue key reads as its words."""
    return in_words(game.describe_action(action, view))


def in_words(message: Message) -> str:
    parts = (message,) if isinstance(message, str) else message
    return " ".join(str(part) for part in (parts[1:] if parts[:1] == ("",) else parts))


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
    words = in_words(event_words(game, event, view)) if game else generic_words(event, view)
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
