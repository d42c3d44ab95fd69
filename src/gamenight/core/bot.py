"""The Bot protocol, and what a bot may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from msgspec import Struct

from gamenight.core.actions import Listing
from gamenight.core.clock import remaining
from gamenight.core.engine import view
from gamenight.core.fields import open_options
from gamenight.core.model import Action, Event, GameState, PlayerId, PlayerView
from gamenight.core.plugin import GamePlugin, broken
from gamenight.core.rng import Rng

HISTORY = 1_000
"""How many events a bot is shown at most, besides those by which somebody has left."""

_DEPARTURES = {"engine.forfeited", "engine.illegal_action"}


class Observation(Struct, frozen=True):
    """What a bot decides on: its view, how often it has answered before, its time, and worlds that could be true.

    `rules` is the game itself, which is no secret: with it a bot looks ahead in the worlds. `history` are the events as
    its seat saw them, the last one last: the newest 1,000, and of what is older only who has left. `options` are those
    of the match that are no secret.
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
    """The bot could not be asked, which is nobody's fault: what a bot raises if its game should not count."""


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
    history: tuple[Event, ...] = (),
) -> Observation:
    """The observation of a seat that is to act; the worlds are drawn from `rng`, never the state itself."""
    try:
        drawn = tuple(plugin.determinize(state.game_data, player, rng) for _ in range(worlds))
    except Exception as error:
        raise broken(plugin, error) from error
    seen = view(plugin, state, player, listing=listing)
    options = open_options(plugin.options_type, state.config.options)
    return Observation(seen, turn_index, plugin, remaining(state.clocks[player], now), drawn, history, options)


def history_of(events: Iterable[Event], player: PlayerId) -> tuple[Event, ...]:
    """What this seat was shown of the match's events, as an observation has it."""
    return recent([seen for event in events if (seen := event.seen_by(player)) is not None])


def recent(seen: Sequence[Event]) -> tuple[Event, ...]:
    """The newest of these events, and of the older ones those by which somebody has left."""
    older = [event for event in seen[:-HISTORY] if event.event_type in _DEPARTURES]
    return (*older, *seen[-HISTORY:])
