"""Greed: whatever leaves a seat furthest ahead at the end of its turn, by the game's own `standing`.

It looks into worlds that could be true, never beyond the next stroke of chance, and takes the unknown choices of others
for random ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from gamenight.bots.drawing import candidates, draw
from gamenight.core.bot import Observation
from gamenight.core.errors import PluginError
from gamenight.core.flow import AUTO_RESOLVE, SETTLE_LIMIT
from gamenight.core.matching import list_actions
from gamenight.core.model import Action, ConcurrentMode, Event, GameResult, Phase, PlayerId, TransitionResult
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text

LEAVES = 1000
"""How many ends of its turn are looked at in a world; the actions that seem worst before that are left out."""

DECIDED = 1_000_000.0
"""What winning or losing the match counts beside any lead."""

_SEQUENTIAL = ConcurrentMode.SEQUENTIAL


class GreedyParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """How far greed looks."""

    worlds: (
        Annotated[int, Meta(ge=1, description="worlds to look into (null: 8 if hands are hidden, else 1)")] | None
    ) = None
    samples: Annotated[int, Meta(ge=1, description="random choices of the others, where all choose at once")] = 8
    decisions: Annotated[int, Meta(ge=1, description="own decisions in a row that count as one turn")] = 2


DEFAULTS = GreedyParameters()


class Reached(NamedTuple):
    """Where an action leads: the next decision, or the end if there is no phase."""

    game_data: Any
    scores: dict[PlayerId, float]
    phase: Phase | None
    result: GameResult | None


class GreedyBot:
    """The best action for the moment; which of equals, its seed decides."""

    def __init__(
        self, game: GamePlugin, parameters: GreedyParameters = DEFAULTS, seed: str = "0", name: str = "greedy"
    ) -> None:
        self.name = name
        self.worlds = parameters.worlds or (8 if game.hides == "hands" else 1)
        self._parameters = parameters
        self._seed = seed_text(seed)

    def choose_action(self, observation: Observation) -> Action:
        view, game = observation.view, observation.rules
        assert view.viewer_id is not None
        rng = Rng(self._seed, ("greedy", observation.turn_index))
        actions = candidates(game, observation.worlds[0], view.viewer_id, view.valid_actions, rng)
        if len(actions) == 1:
            return actions[0]
        totals = [0.0] * len(actions)
        for number, world in enumerate(observation.worlds):
            chance = ("greedy", observation.turn_index, number)
            greed = Greed(game, view.viewer_id, Reached(world, view.scores, view.phase, None), self._seed, chance)
            totals = [total + value for total, value in zip(totals, self._values(greed, actions), strict=True)]
        best = max(totals)
        return rng.choice([action for action, total in zip(actions, totals, strict=True) if total == best])

    def receive_outcome(self, event: Event) -> None:
        pass

    def _values(self, greed: Greed, actions: Sequence[Action]) -> list[float]:
        assert greed.root.phase is not None
        if greed.root.phase.mode is _SEQUENTIAL:
            return greed.by_turn(actions, self._parameters.decisions)
        return greed.by_chance_of_others(actions, self._parameters.samples)


class Greed:
    """What actions are worth to a seat in one world; chance falls alike after each of them."""

    def __init__(
        self, game: GamePlugin, seat: PlayerId, root: Reached, seed: str, chance: tuple[str | int, ...]
    ) -> None:
        self.game = game
        self.seat = seat
        self.root = root
        self.leaves = 0
        self._seed = seed
        self._chance = chance

    def by_turn(self, actions: Sequence[Action], decisions: int) -> list[float]:
        """Each action with the best that this seat can do after it in the same turn."""
        reached = [self._after(self.root, action) for action in actions]
        values = [self._worth(there) for there in reached]
        for at in sorted(range(len(actions)), key=lambda at: -values[at]):
            enough = self.leaves > LEAVES
            values[at] = float("-inf") if enough else self._best(reached[at], values[at], decisions - 1)
        return values

    def by_chance_of_others(self, actions: Sequence[Action], samples: int) -> list[float]:
        """Each action against the same random choices of the others."""
        rng = Rng(self._seed, (*self._chance, "others"))
        choices = [self._choices(rng) for _ in range(samples)]
        return [sum(self._resolved(action, others) for others in choices) / samples for action in actions]

    def _best(self, there: Reached, worth: float, decisions: int) -> float:
        if not decisions or not self._goes_on(there):
            self.leaves += 1
            return worth
        listing = list_actions(self.game, there.game_data, self.seat)
        actions = candidates(self.game, there.game_data, self.seat, listing, self._rng())
        ahead = (self._after(there, action) for action in actions)
        return max(self._best(end, self._worth(end), decisions - 1) for end in ahead)

    def _goes_on(self, there: Reached) -> bool:
        """This seat decides again, and nothing has come to light since that it could not have known."""
        phase, game = there.phase, self.game
        if phase is None or phase.mode is not _SEQUENTIAL or game.hides == "hands":
            return False
        asked = {entry.player_id for entry in phase.expected_actions}
        return asked == {self.seat} and game.chance_key(there.game_data) is None

    def _choices(self, rng: Rng) -> dict[PlayerId, Action]:
        """What everybody who is asked might choose, in seat order."""
        game, world = self.game, self.root.game_data
        assert self.root.phase is not None
        named = {entry.player_id for entry in self.root.phase.expected_actions}
        listings = {player: list_actions(game, world, player) for player in self.root.scores if {player, None} & named}
        return {player: draw(game, world, player, listing, rng) for player, listing in listings.items() if listing}

    def _resolved(self, action: Action, others: dict[PlayerId, Action]) -> float:
        rng = self._rng()
        result = self.game.resolve_concurrent_actions(self.root.game_data, {**others, self.seat: action}, rng)
        return self._worth(settled(self.game, result, self.root.scores, rng))

    def _after(self, there: Reached, action: Action) -> Reached:
        rng = self._rng()
        return settled(self.game, self.game.apply_action(there.game_data, action, rng), there.scores, rng)

    def _rng(self) -> Rng:
        return Rng(self._seed, (*self._chance, "chance"))

    def _worth(self, there: Reached) -> float:
        """How far ahead the seat is; a match that is won or lost counts beyond any lead."""
        lead = self.game.standing(there.game_data, there.scores, self.seat)
        if there.result is None or len(there.result.ranking) < 2:
            return lead
        return lead + (DECIDED if self.seat in there.result.winners else -DECIDED)


def settled(game: GamePlugin, step: TransitionResult, scores: dict[PlayerId, float], rng: Rng) -> Reached:
    """Let happen what needs no player."""
    for _ in range(SETTLE_LIMIT):
        if step.scores is not None:
            scores = step.scores
        if step.game_over is not None:
            return Reached(step.game_data, scores, None, step.game_over)
        phase = game.phase_of(step.game_data)
        if not phase.auto_resolve:
            return Reached(step.game_data, scores, phase, None)
        step = game.apply_action(step.game_data, AUTO_RESOLVE, rng)
    raise PluginError(f"{game.game_id}: auto-resolve did not end after {SETTLE_LIMIT} steps")
