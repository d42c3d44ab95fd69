"""Turn a listing into actions: all of them if they are few, else a sample."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamenight.core.advancing.matching import match_action
from gamenight.core.listing.actions import Listing, any_family, expand, pick, size
from gamenight.core.listing.families import members
from gamenight.core.model import Action, PlayerId
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng

LISTED = 200
"""A listing whose families stand for more actions than this is sampled."""

TRIES = 1000
"""Maximum number of samples of an inexact family to draw until one is legal."""


def candidates(game: GamePlugin, world: Any, player: PlayerId, listing: Listing, rng: Rng) -> list[Action]:
    """Every action of the listing, or a sample if its families have more than LISTED members."""
    if not any_family(listing):
        return list(listing)  # type: ignore[arg-type]
    if size(listing) <= LISTED:
        matched = [match_action(game, world, a, listing) for a in expand(listing, player, game.action_types)]
        return [action for action in matched if isinstance(action, Action)]
    drawn = (draw(game, world, player, listing, rng) for _ in range(LISTED))
    return list({game.action_key(action): action for action in drawn}.values())


def first(game: GamePlugin, world: Any, player: PlayerId, listing: Listing) -> Action:
    """The first legal action in the order of the listing."""
    for action in _in_order(game, player, listing):
        if isinstance(matched := match_action(game, world, action, listing), Action):
            return matched
    raise LookupError(f"none of {player}'s valid actions was legal")


def _in_order(game: GamePlugin, player: PlayerId, listing: Listing) -> Iterator[Action]:
    for entry in listing:
        if isinstance(entry, Action):
            yield entry
        else:
            payload_type = game.action_types[entry.action_type]
            yield from (Action(entry.action_type, player, payload_type(**member)) for member in members(entry))


def draw(game: GamePlugin, world: Any, player: PlayerId, listing: Listing, rng: Rng) -> Action:
    """A random legal action, all with the same probability. An action that is listed outside a family is legal."""
    if not any_family(listing):
        return rng.choice(listing)  # type: ignore[return-value]
    for _ in range(TRIES):
        action = match_action(game, world, pick(listing, player, rng), listing)
        if isinstance(action, Action):
            return action
    raise LookupError(f"no sample of {player}'s valid actions was legal")
