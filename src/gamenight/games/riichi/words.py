"""Actions, events and refusals in words."""

from __future__ import annotations

from gamenight.core import Action, Event, PlayerView
from gamenight.core.text import Words
from gamenight.core.words import action_message
from gamenight.games.riichi.state import Table


def describe(action: Action, view: PlayerView) -> Words:
    return action_message(action, view)


def happened(event: Event, view: PlayerView) -> Words | None:
    return None


def why_not(table: Table, action: Action) -> Words | None:
    return None
