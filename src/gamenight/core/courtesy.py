"""Continue: the engine's own question between deals, whether everybody has seen enough.

While it is open the state's phase is the game's auto-resolving one with everybody asked in it, so an open prompt whose
phase resolves by itself is this one. Bots are not asked: whatever they say, it means go on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from gamenight.core.actions import Malformed, decode_payload
from gamenight.core.legal import ListedActions
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

if TYPE_CHECKING:
    from gamenight.core.draft import Draft

CONTINUE = "continue"


def is_continue(phase: Phase) -> bool:
    """Of an open prompt: it is the engine's."""
    return phase.auto_resolve


def asking(draft: Draft, phase: Phase) -> Phase | None:
    """The phase with every person asked who still plays; None if there is nobody to ask."""
    if phase.confirm_ms <= 0:
        return None
    gone = draft.gone
    people = [one.player_id for one in draft.base.players if not one.is_bot and one.player_id not in gone]
    asked = tuple([ExpectedAction(player, CONTINUE, phase.confirm_ms) for player in people])
    return replace(phase, expected_actions=asked, mode=ConcurrentMode.CONCURRENT, courtesy=True) if asked else None


@lru_cache(maxsize=64)
def to_continue(player: PlayerId) -> ListedActions:
    """All that can be answered."""
    return ListedActions([Action(CONTINUE, player)])


def confirmed(action: Action) -> Action | Refusal:
    """The listed form of what a seat that is asked has sent, or why there is none."""
    try:
        decode_payload(NoPayload, action.payload)
    except Malformed as error:
        return Refusal("malformed_action", say("refused-unreadable", why=str(error)))
    return to_continue(action.player_id)[0]


def payload_type(types: Any, action_type: str) -> Any:
    """The payload's Struct of an action, the engine's own included."""
    return NoPayload if action_type == CONTINUE and CONTINUE not in types else types[action_type]
