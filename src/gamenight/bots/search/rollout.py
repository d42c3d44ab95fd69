"""Rollouts: continue from a position at random or by the game's heuristic, before the search evaluates it."""

from __future__ import annotations

from gamenight.bots.action_sampling import draw
from gamenight.bots.position import Position, SeatListings, asked, play, resolve
from gamenight.bots.search.chance import SearchRng
from gamenight.core.listing.actions import Listing
from gamenight.core.model import Action, ConcurrentMode, PlayerId
from gamenight.core.plugin import GamePlugin, Heuristic

_SEQUENTIAL = ConcurrentMode.SEQUENTIAL


def roll_out(
    plugin: GamePlugin, position: Position, plies: int, rng: SearchRng, heuristic: Heuristic | None = None
) -> Position:
    """The position after `plies` plies or at an end, whichever comes first; if `plies` is negative, always an end.

    Without a heuristic, or where it has no opinion, each entry of a listing has the same probability, and in a family
    each member.
    """
    chance = rng.draw
    for _ in range(plugin.max_turns if plies < 0 else plies):
        phase = position.phase
        if phase.mode is not _SEQUENTIAL:
            position = _all_at_once(plugin, position, rng, heuristic)
            continue
        if position.is_end:
            break
        # The hot path of every rollout: one seat, whose actions are listed one by one.
        player = phase.expected_actions[0].player_id if phase.expected_actions else None
        if heuristic is not None and player is not None and player in position.seats:
            sensible = heuristic(position.game_data, player, rng)
            if sensible is not None:
                position = play(plugin, position, sensible, rng)
                continue
        listing = () if player is None else plugin.get_valid_actions(position.game_data, player)
        action = listing[int(chance() * len(listing))] if listing else None
        if type(action) is not Action or player not in position.seats:
            action = _any_action(plugin, position, rng)
            if action is None:
                break
        position = play(plugin, position, action, rng)
    return position


def _any_action(plugin: GamePlugin, position: Position, rng: SearchRng) -> Action | None:
    """A random action of the first player who is to act; None if there is no such player."""
    for player, listing in asked(plugin, position):
        return _pick(plugin, position, player, listing, rng)
    return None


def _all_at_once(plugin: GamePlugin, position: Position, rng: SearchRng, heuristic: Heuristic | None) -> Position:
    everybody: SeatListings = asked(plugin, position)
    answers = {}
    for player, listing in everybody:
        sensible = heuristic(position.game_data, player, rng) if heuristic is not None else None
        answers[player] = sensible or _pick(plugin, position, player, listing, rng)
    return resolve(plugin, position, answers, rng)


def _pick(plugin: GamePlugin, position: Position, player: PlayerId, listing: Listing, rng: SearchRng) -> Action:
    entry = listing[int(rng.draw() * len(listing))]
    return entry if type(entry) is Action else draw(plugin, position.game_data, player, (entry,), rng)
