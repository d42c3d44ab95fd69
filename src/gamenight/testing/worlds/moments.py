"""Everything that a viewer is shown at a moment, and the same moment in another world: the engine opens its prompt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.engine import clocks, committed_seats, start, view
from gamenight.core.model import Event, GameState, PlayerId, PlayerView, TimerConfig, TimerMode
from gamenight.core.plugin import GamePlugin
from gamenight.testing.playing.chance import resumed
from gamenight.testing.playing.playouts import KIT

PACE_MS = 1000
TIMER = TimerConfig(TimerMode.BANK, turn_ms=5000, bank_ms=20_000)


class Shown(Struct, frozen=True):
    """Everything that a viewer can see at one moment; `due_at` is None if the game hides its actors."""

    view: PlayerView
    asked: tuple[PlayerId, ...]
    committed_seats: tuple[PlayerId, ...]
    due_at: int | None


def shown(game: GamePlugin, state: GameState, viewer: PlayerId | None) -> Shown:
    whole = replace(view(game, state, viewer), clocks=clocks(game, state, viewer))
    due_at = None if game.hides_actors else state.due_at
    return Shown(whole, state.expected, committed_seats(state), due_at)


def seen(events: Iterable[Event], viewer: PlayerId | None) -> list[Event]:
    """The events that this viewer sees, as it sees them."""
    return [own for event in events if (own := event.seen_by(viewer)) is not None]


def reopen(game: GamePlugin, state: GameState, game_data: Any) -> tuple[GameState, tuple[Event, ...]]:
    """Start a match at this game data, with clocks: its first prompt is the one for this state. Also return the events.

    A hidden prompt stays open for its pace. No player may have left the match.
    """
    pace_ms = PACE_MS if game.hides_actors else 0
    config = replace(state.config, timer=TIMER, pace_ms=pace_ms)
    first = start(resumed(game, game_data, state.scores), KIT, state.players, config, 0)
    return first.state, first.events
