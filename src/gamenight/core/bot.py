"""The Bot protocol, and what a bot may see."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct

from gamenight.core.actions import Listing
from gamenight.core.clock import remaining
from gamenight.core.engine import view
from gamenight.core.model import Action, Event, GameState, PlayerId, PlayerView
from gamenight.core.plugin import GamePlugin, broken
from gamenight.core.rng import Rng


class Observation(Struct, frozen=True):
    """What a bot decides on: its view, how often it has answered before, its time, and worlds that could be true.

    `rules` is the game itself, which is no secret: with it a bot looks ahead in the worlds.
    """

    view: PlayerView
    turn_index: int
    rules: Any
    budget_ms: int | None = None
    worlds: tuple[Any, ...] = ()


class Bot(Protocol):
    """Whoever decides for a seat without a person. `worlds` is how many determinized states it wants to be given."""

    name: str
    worlds: int

    def choose_action(self, observation: Observation) -> Action: ...

    def receive_outcome(self, event: Event) -> None:
        """Hear of an event, as this seat sees it."""


def observe(
    plugin: GamePlugin,
    state: GameState,
    player: PlayerId,
    now: int,
    turn_index: int,
    worlds: int,
    rng: Rng,
    *,
    listing: Listing | None = None,
) -> Observation:
    """The observation of a seat that is to act; the worlds are drawn from `rng`, never the state itself."""
    try:
        drawn = tuple(plugin.determinize(state.game_data, player, rng) for _ in range(worlds))
    except Exception as error:
        raise broken(plugin, error) from error
    seen = view(plugin, state, player, listing=listing)
    return Observation(seen, turn_index, plugin, remaining(state.clocks[player], now), drawn)
