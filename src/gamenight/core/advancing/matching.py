"""Match what a client sent to an action that the game lists; the engine applies and logs the listed form."""

from __future__ import annotations

from typing import Any

from gamenight.core.advancing.continue_prompt import to_continue
from gamenight.core.errors import PluginError
from gamenight.core.listing.actions import Listing, Malformed, decode_payload, find
from gamenight.core.listing.families import count
from gamenight.core.listing.legal import ListedActions
from gamenight.core.model import Action, Family, GameState, GameStatus, PlayerId, Refusal
from gamenight.core.plugin import Game, GamePlugin, broken
from gamenight.core.text import say

_ACTIVE = GameStatus.ACTIVE


def list_actions(plugin: GamePlugin, game_data: Any, player_id: PlayerId) -> Listing:
    """The actions that the game lists for a seat, without empty families."""
    return with_members(plugin.get_valid_actions(game_data, player_id))


def with_members(listing: Listing) -> Listing:
    """The listing without families that have no members."""
    for entry in listing:
        if type(entry) is Family:
            return tuple(entry for entry in listing if isinstance(entry, Action) or count(entry))
    return ListedActions(listing)  # type: ignore[arg-type]


def valid_actions(plugin: GamePlugin, state: GameState, viewer: PlayerId | None) -> Listing:
    """What this viewer may answer now; empty for spectators and for seats that are not asked or have answered."""
    if viewer not in state.expected or viewer is None or state.status is not _ACTIVE:
        return ()
    if viewer in state.committed and not state.phase.revisable:
        return ()
    if state.phase.auto_resolve:
        return to_continue(viewer)
    try:
        listing = list_actions(plugin, state.game_data, viewer)
    except Exception as error:
        raise broken(plugin, error) from error
    if not listing:
        raise PluginError(f"{plugin.game_id}: phase {state.phase.name!r} waits for {viewer}, who has no valid action")
    return listing


def match_action(
    plugin: GamePlugin, game_data: Any, action: Action, listing: Listing | None = None
) -> Action | Refusal:
    """The listed form of an action that an expected seat sent, or a refusal."""
    if listing is None:
        listing = list_actions(plugin, game_data, action.player_id)
    if not listing:
        raise PluginError(f"{plugin.game_id}: waits for {action.player_id}, who has no valid action")
    for entry in listing:
        if entry is action:
            is_enough = type(plugin).validate_action is Game.validate_action  # inlined: hot path of every playout
            return action if is_enough else _judge(plugin, game_data, action, action)
    is_asked_for = any(entry.action_type == action.action_type for entry in listing)
    if not is_asked_for and (type(plugin).why_not is Game.why_not or action.action_type not in plugin.action_types):
        return not_asked_for(action.action_type)
    payload_type = plugin.action_types.get(action.action_type)
    if payload_type is None:
        raise PluginError(f"{plugin.game_id}: lists {action.action_type!r}, which is not in its action_types")
    try:
        decoded = Action(action.action_type, action.player_id, decode_payload(payload_type, action.payload))
    except Malformed as error:
        return Refusal("malformed_action", say("refused-unreadable", why=str(error)))
    if not is_asked_for:
        reason = plugin.why_not(game_data, decoded)
        return not_asked_for(action.action_type) if reason is None else Refusal("invalid_action", reason)
    listed = find(listing, decoded) or plugin.listed_form(decoded, listing)
    if listed is not None and _lists_alone(plugin) and _is_exact(listing, listed):
        return listed
    return _judge(plugin, game_data, decoded, listed)


def not_asked_for(action_type: str) -> Refusal:
    return Refusal("action_type_mismatch", say("refused-type", type=action_type))


def _lists_alone(plugin: GamePlugin) -> bool:
    """The game does not override validate_action, so every listed action is legal."""
    return type(plugin).validate_action is Game.validate_action


def _is_exact(listing: Listing, listed: Action) -> bool:
    return all(e.exact for e in listing if isinstance(e, Family) and e.action_type == listed.action_type)


def _judge(plugin: GamePlugin, game_data: Any, decoded: Action, listed: Action | None) -> Action | Refusal:
    reason = plugin.validate_action(game_data, decoded if listed is None else listed)
    if reason is None and listed is not None:
        return listed
    return Refusal("invalid_action", reason or plugin.why_not(game_data, decoded) or say("refused-unlisted"))
