"""The engine's own prompt `continue`: between deals it asks every person whether to continue.

While it is open, the state's phase is the game's auto-resolving phase with every person asked in it. So an open prompt
whose phase is `auto_resolve` is always this one. Bots are not asked.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from gamenight.core.advancing.draft import Draft
from gamenight.core.listing.actions import Malformed, decode_payload
from gamenight.core.listing.legal import ListedActions
from gamenight.core.model import (
    Action,
    ConcurrentMode,
    ExpectedAction,
    NoPayload,
    Phase,
    PlayerId,
    Refusal,
)
from gamenight.core.text import say

CONTINUE = "continue"


def is_continue(phase: Phase) -> bool:
    """The open prompt with this phase is the engine's own."""
    return phase.auto_resolve


def asking(draft: Draft, phase: Phase) -> Phase | None:
    """The phase with every person who still plays asked in it; None if there is no such person."""
    if phase.confirm_ms <= 0:
        return None
    gone = draft.gone
    people = [one.player_id for one in draft.base.players if not one.is_bot and one.player_id not in gone]
    asked = tuple([ExpectedAction(player, CONTINUE, phase.confirm_ms) for player in people])
    return replace(phase, expected_actions=asked, mode=ConcurrentMode.CONCURRENT, courtesy=True) if asked else None


@lru_cache(maxsize=64)
def to_continue(player: PlayerId) -> ListedActions:
    """The only action that answers this prompt."""
    return ListedActions([Action(CONTINUE, player)])


def confirmed(action: Action) -> Action | Refusal:
    """The listed form of the answer of a seat that is asked, or a refusal."""
    try:
        decode_payload(NoPayload, action.payload)
    except Malformed as error:
        return Refusal("malformed_action", say("refused-unreadable", why=str(error)))
    return to_continue(action.player_id)[0]


def payload_type(types: Any, action_type: str) -> Any:
    """The payload's Struct of an action, the engine's own included."""
    return NoPayload if action_type == CONTINUE and CONTINUE not in types else types[action_type]
