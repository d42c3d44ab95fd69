"""Answers by offer: the number of an offer and the picked items, in place of an action."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from gamenight.core.engine import view
from gamenight.core.listing.actions import Listing
from gamenight.core.model import Act, Action, GameState, PlayerId, Refusal
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.offers import BadPicks, made
from gamenight.core.text import Words, say
from gamenight.server.presentation.scenes import offers_of

LONGEST = 150
"""Maximum length of the reason in a refusal, as it may quote picks."""


class Picked(Struct, frozen=True):
    """An answer by the number of an offer, in the list that the player was shown at this prompt, with its picks.

    `label` is the offer's label in that list: a player who leaves may change the list of the same prompt.
    """

    player_id: PlayerId
    prompt: int
    offer: int
    picks: tuple[tuple[str, ...], ...]
    label: Any = None


def act_of(plugin: GamePlugin, state: GameState, picked: Picked, listing: Listing | None = None) -> Act | Refusal:
    """The action for a picked offer of the current state; the engine then decides whether it is legal.

    If nothing is offered, or the prompt is not the open one, the action is empty and the engine refuses it.
    """
    player, prompt = picked.player_id, picked.prompt
    is_open = prompt == state.prompt
    offers = offers_of(plugin, view(plugin, state, player, listing=listing)) if is_open else ()
    if not offers:
        return Act(Action("", player), prompt)
    is_there = picked.offer < len(offers)
    if picked.label is not None and not (is_there and picked.label == _as_sent(offers[picked.offer].label)):
        return Refusal("stale_action", say("refused-changed"))
    if not is_there:
        return Refusal("malformed_action", say("refused-no_offer", last=len(offers) - 1))
    try:
        action_type, payload = made(offers[picked.offer], picked.picks)
    except BadPicks as bad:
        return Refusal("malformed_action", say("refused-picks", why=str(bad)[:LONGEST]))
    return Act(Action(action_type, player, payload), prompt)


def _as_sent(label: Words) -> Any:
    """The label as a client got it, and sends it back."""
    return msgspec.json.decode(msgspec.json.encode(label))
