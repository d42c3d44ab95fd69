"""A mutable working copy of a state, in which the engine builds the next state for one input.

Only the engine makes drafts. If the game raises, the draft is dropped; the state that it was made from is unchanged.
"""

from __future__ import annotations

from gamenight.core.advancing.transitions import Transition
from gamenight.core.listing.actions import Listing
from gamenight.core.model import (
    Action,
    ConcurrentMode,
    Event,
    GameState,
    Input,
    Phase,
    PlayerId,
    Stage,
    Step,
    Turn,
)
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng

_CONCURRENT = ConcurrentMode.CONCURRENT


def game_event(event: Event) -> Event:
    """The event under the name that it has in the log, with the prefix `game.`."""
    return Event("game." + event.event_type, event.player_id, event.payload, event.secret, event.audience)


class Draft:
    """The mutable working copy of a GameState, with the events so far."""

    __slots__ = (
        "base",
        "calls",
        "chosen",
        "clocks",
        "committed",
        "due_at",
        "events",
        "expected",
        "game_data",
        "listings",
        "now",
        "opened_at",
        "out",
        "pause_reason",
        "paused_at",
        "phase",
        "plugin",
        "prompt",
        "result",
        "round",
        "scores",
        "shown_until",
        "stages",
        "status",
    )

    def __init__(self, plugin: GamePlugin, state: GameState, now: int) -> None:
        self.plugin = plugin
        self.base = state
        self.now = now
        self.calls = 0
        self.events: list[Event] = []
        self.stages: tuple[Stage, ...] = ()
        # Viewers may still be looking at stages of an earlier turn.
        self.shown_until = state.opened_at if state.opened_at > now else now
        self.listings: dict[PlayerId, Listing] = {}
        self.chosen: tuple[Action, ...] = ()
        self.status = state.status
        self.game_data = state.game_data
        self.phase = state.phase
        self.prompt = state.prompt
        self.expected = state.expected
        self.committed = state.committed
        self.scores = state.scores
        self.out = state.out
        self.clocks = state.clocks
        self.opened_at = state.opened_at
        self.due_at = state.due_at
        self.round = state.round
        self.paused_at = state.paused_at
        self.pause_reason = state.pause_reason
        self.result = state.result

    @property
    def is_concurrent(self) -> bool:
        return self.phase.mode is _CONCURRENT

    @property
    def gone(self) -> set[PlayerId]:
        """The players who have left the match."""
        return {seat for together in self.out for seat in together}

    @property
    def seats(self) -> tuple[PlayerId, ...]:
        return tuple([player.player_id for player in self.base.players])

    def state(self, turn_index: int = 0) -> GameState:
        base = self.base
        return GameState(
            base.match_id,
            base.game_id,
            base.rules_version,
            base.players,
            base.config,
            self.status,
            self.game_data,
            self.phase,
            self.prompt,
            self.expected,
            self.committed,
            self.scores,
            self.out,
            self.clocks,
            self.opened_at,
            self.due_at,
            self.now,
            turn_index,
            self.round,
            self.paused_at,
            self.pause_reason,
            self.result,
        )

    def step(self, actor: PlayerId, input: Input) -> Step:
        """The step of an accepted input: the turn, the new state and the events."""
        index = self.base.turn_index
        turn = Turn(index, actor, input, self.now, self.chosen)
        return Step(self.state(index + 1), turn, tuple(self.events), self.listings, self.stages)

    def show(self, phase: Phase) -> None:
        """Add this state as a stage: viewers look at it before the next one, and no clock runs meanwhile."""
        self.phase, self.expected, self.due_at = phase, (), None
        self.stages += (Stage(self.state(self.base.turn_index), len(self.events), phase.shown_ms),)
        self.shown_until += phase.shown_ms

    def take(self, transition: Transition) -> None:
        """Take over what the game returned."""
        self.game_data = transition.game_data
        self.events += [game_event(event) for event in transition.events]
        self.scores = transition.scores
        self.result = transition.result

    def rng(self) -> Rng:
        """A random stream; each call within the turn returns another one."""
        self.calls += 1
        return Rng(self.base.config.random_seed, ("turn", self.base.turn_index, self.calls - 1))
