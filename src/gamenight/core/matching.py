"""From what a client sent to what the game listed: the listed form is applied and logged."""

from __future__ import annotations

from typing import Any

from gamenight.core.actions import Listing, Malformed, any_family, count, decode_payload, find
from gamenight.core.errors import PluginError
from gamenight.core.model import Action, Family, GameState, GameStatus, PlayerId, Refusal
from gamenight.core.plugin import Game, GamePlugin, broken

_ACTIVE = GameStatus.ACTIVE


def list_actions(plugin: GamePlugin, game_data: Any, player_id: PlayerId) -> Listing:
    """What the game lists for a seat; a family without members is no action."""
    listing = plugin.get_valid_actions(game_data, player_id)
    if any_family(listing):
        return tuple(entry for entry in listing if isinstance(entry, Action) or count(entry))
    return tuple(listing)


def valid_actions(plugin: GamePlugin, state: GameState, viewer: PlayerId | None) -> Listing:
    """What this viewer may answer now: nothing for a spectator or a seat that is not asked or has answered."""
    if viewer not in state.expected or viewer is None or state.status is not _ACTIVE:
        return ()
    if viewer in state.committed and not state.phase.revisable:
        return ()
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
    """The listed form of an action that an expected seat sent, or why there is none."""
    if listing is None:
        listing = list_actions(plugin, game_data, action.player_id)
    if not listing:
        raise PluginError(f"{plugin.game_id}: waits for {action.player_id}, who has no valid action")
    for entry in listing:
        if entry is action:
            return action if _lists_alone(plugin) else _judge(plugin, game_data, action, action)
    payload_type = plugin.action_types.get(action.action_type)
    if payload_type is None:
        raise PluginError(f"{plugin.game_id}: expects {action.action_type!r}, which is not in its action_types")
    try:
        decoded = Action(action.action_type, action.player_id, decode_payload(payload_type, action.payload))
    except Malformed as error:
        return Refusal("malformed_action", f"That could not be read: {error}.")
    listed = find(listing, decoded)
    if listed is not None and _lists_alone(plugin) and _is_exact(listing, listed):
        return listed
    return _judge(plugin, game_data, decoded, listed)


def _lists_alone(plugin: GamePlugin) -> bool:
    """The game did not write a validate_action: being listed is all that it takes."""
    return type(plugin).validate_action is Game.validate_action


def _is_exact(listing: Listing, listed: Action) -> bool:
    return all(e.exact for e in listing if isinstance(e, Family) and e.action_type == listed.action_type)


def _judge(plugin: GamePlugin, game_data: Any, decoded: Action, listed: Action | None) -> Action | Refusal:
    reason = plugin.validate_action(game_data, decoded if listed is None else listed)
    if reason is None and listed is not None:
        return listed
    return Refusal("invalid_action", reason or "That is not among the legal actions.")
