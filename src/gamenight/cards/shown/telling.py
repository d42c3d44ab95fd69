"""Words for card games: actions, events, the present prompt and piles, with cards by their catalogue names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamenight.cards.applying import DEAL_OVER
from gamenight.cards.deck import card_words
from gamenight.core.model import Action, Event, PlayerView, seat
from gamenight.core.showing.words import arguments, event_key
from gamenight.core.text import Message, Words, say


def action_told(action: Action, view: PlayerView) -> Words:
    """`action-VERB` with the fields of the payload."""
    return say(f"action-{action.action_type}", **_readable(_fields(action.payload), view))


def event_told(event: Event, view: PlayerView) -> Words | None:
    """`event-KIND` with its payload; if this viewer must not know the cards, `event-KIND-hidden` with their count."""
    if not event.event_type.startswith("game."):
        return None
    key = event_key(event.event_type)
    is_hidden = "count" in event.payload and not {"card", "cards"} & event.payload.keys()
    return say(f"{key}-hidden" if is_hidden else key, **_readable(event.payload, view))


def news(view: PlayerView) -> Words:
    """The present prompt: `prompt-PHASE` of the game's catalogue, with the players asked and whether the viewer is
    one."""
    if view.result is not None:
        return ""
    table = view.game_data
    if table.phase == DEAL_OVER:
        return say("cards-deal_over", deal=table.deal)
    names = [view.name(number) for number in table.asked]
    is_mine = view.viewer_id is not None and view.viewer_id in map(seat, table.asked) and view.committed is None
    return say(f"prompt-{table.phase}", name=" & ".join(names), mine="yes" if is_mine else "no")


def pile_label(name: str, view: PlayerView) -> Words:
    """`pile-NAME` of the catalogue, with the name of its owner."""
    kind, _, owner = name.partition("/")
    return say(f"pile-{kind}", name=view.name(int(owner))) if owner else say(f"pile-{kind}")


def _fields(payload: Any) -> dict[str, Any]:
    return {name: getattr(payload, name) for name in payload.__struct_fields__}


def _readable(values: Mapping[str, Any], view: PlayerView) -> dict[str, Any]:
    """Values as arguments of a message, with cards by their catalogue names."""
    told = {name: card_words(value) for name, value in values.items()}
    return told | arguments({name: value for name, value in told.items() if not _is_words(value)}, view)


def _is_words(value: Any) -> bool:
    """The value is a message or a list of messages."""
    return isinstance(value, Message) or (isinstance(value, list) and all(isinstance(one, Message) for one in value))
