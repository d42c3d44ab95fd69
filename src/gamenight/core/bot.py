"""The Bot protocol, and the observation that a bot decides on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from msgspec import Struct

from gamenight.core.advancing.clock import remaining
from gamenight.core.engine import view
from gamenight.core.fields import open_options
from gamenight.core.listing.actions import Listing
from gamenight.core.model import Action, Event, GameState, PlayerId, PlayerView
from gamenight.core.plugin import GamePlugin, broken
from gamenight.core.rng import Rng

HISTORY = 1_000
"""Maximum number of events in an observation, besides those by which a player has left."""

_DEPARTURES = {"engine.forfeited", "engine.illegal_action"}


class Observation(Struct, frozen=True):
    """The input of a bot's decision: its view, how often it has answered before, its time, and possible worlds.

    `rules` is the game itself, which is not secret: a bot uses it to look ahead in the worlds. `history` holds the
    events as its seat saw them, oldest first: the newest 1,000, and of the older ones only those by which a player has
    left. `options` are the options of the match that are not secret.
    """

    view: PlayerView
    turn_index: int
    rules: Any
    budget_ms: int | None = None
    worlds: tuple[Any, ...] = ()
    history: tuple[Event, ...] = ()
    options: dict[str, Any] = {}

    @property
    def seats(self) -> tuple[PlayerId, ...]:
        """The players who have not left the match."""
        gone = {event.player_id for event in self.history if event.event_type in _DEPARTURES}
        return tuple(player.player_id for player in self.view.players if player.player_id not in gone)


class BotUnavailable(Exception):
    """The bot could not be asked, and no player is to blame. A bot raises this if its game should not count."""


class Bot(Protocol):
    """A program that decides for a seat. `worlds` is the number of determinized states that it asks for."""

    name: str
    worlds: int

    def choose_action(self, observation: Observation) -> Action: ...

    def receive_outcome(self, event: Event) -> None:
        """Receive an event, as this seat sees it."""


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
    history: tuple[Event, ...] = (),
) -> Observation:
    """The observation of a seat that is to act; its worlds are drawn with `rng`, and never contain the state itself."""
    try:
        drawn = tuple(plugin.determinize(state.game_data, player, rng) for _ in range(worlds))
    except Exception as error:
        raise broken(plugin, error) from error
    seen = view(plugin, state, player, listing=listing)
    options = open_options(plugin.options_type, state.config.options)
    return Observation(seen, turn_index, plugin, remaining(state.clocks[player], now), drawn, history, options)


def history_of(events: Iterable[Event], player: PlayerId) -> tuple[Event, ...]:
    """The `history` of an observation: the events of the match as this seat saw them."""
    return recent([seen for event in events if (seen := event.seen_by(player)) is not None])


def recent(seen: Sequence[Event]) -> tuple[Event, ...]:
    """The newest of these events, and of the older ones those by which a player has left."""
    older = [event for event in seen[:-HISTORY] if event.event_type in _DEPARTURES]
    return (*older, *seen[-HISTORY:])
