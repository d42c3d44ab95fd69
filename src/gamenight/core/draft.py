"""A state in the making: one input's way from the old state to the new one.

Only the engine makes drafts. A draft whose game raises is dropped, and the state it was made from is still whole.
"""

from __future__ import annotations

from gamenight.core.actions import Listing
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
from gamenight.core.transitions import Transition

_CONCURRENT = ConcurrentMode.CONCURRENT


def game_event(event: Event) -> Event:
    """An event of the game, under its name in the log."""
    return Event("game." + event.event_type, event.player_id, event.payload, event.secret, event.audience)


class Draft:
    """The mutable working copy of a GameState, with the events that have happened on the way."""

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
        # Stages of an earlier turn may still be on show.
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
        """Who has left the match."""
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
        """The accepted input as a turn, with the state and the events that it led to."""
        index = self.base.turn_index
        turn = Turn(index, actor, input, self.now, self.chosen)
        return Step(self.state(index + 1), turn, tuple(self.events), self.listings, self.stages)

    def show(self, phase: Phase) -> None:
        """Keep this moment as a stage: viewers look at it before what follows, and no clock runs meanwhile."""
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
        """A stream of its own for each call within the turn."""
        self.calls += 1
        return Rng(self.base.config.random_seed, ("turn", self.base.turn_index, self.calls - 1))
