"""What all trees have in common: the way of an iteration, and how those on it learn from where it led."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from gamenight.bots.position import Position
from gamenight.bots.search.decision import Decision
from gamenight.bots.search.formulas import UNKNOWN
from gamenight.bots.search.tree import Amaf, Arms
from gamenight.core.model import Action, PlayerId

BLUR = 0.1
"""How much a bound may be off at a node where several choose at once."""


def mean_of(record: list[float] | None) -> float:
    """How an action did further down; one that was not played there counts as neither good nor bad."""
    return record[1] / record[0] if record else UNKNOWN


class Learning:
    """A tree's way of learning: the nodes of an iteration, where each one's choices start, and the choices."""

    def __init__(self, decision: Decision) -> None:
        self._nodes: list[Any] = []
        self._starts: list[int] = []
        self._choices: list[tuple[Arms, int]] = []
        self.decide(decision)

    def decide(self, decision: Decision) -> None:
        """Search for this decision from now on."""
        own = decision.parameters
        self.decision, self.plugin, self.rng, self.player = decision, decision.plugin, decision.rng, decision.player
        self.exploration, self.widening, self.power, self.rave = (
            own.exploration,
            own.widening,
            own.widening_power,
            own.rave,
        )

    def _take_untried(self, amaf: Amaf, arms: Arms, position: Position) -> Action | None:
        """What is to be tried next; None if nothing new is left."""
        action = self._next_untried(amaf, arms, position)
        arms.is_open = bool(arms.untried or (arms.families and action))
        if self.rave and action is not None:
            arms.keys.append(self._amaf_key(position, action))
        return action

    def _next_untried(self, amaf: Amaf, arms: Arms, position: Position) -> Action | None:
        while arms.untried:
            action = arms.untried.pop(self._most_urgent(amaf, arms, position) if self.rave else -1)
            listed = self.decision.legal(position, action) if arms.is_inexact else action
            if listed is not None:
                return listed
        return self.decision.draw_new(position, arms) if arms.families else None

    def _most_urgent(self, amaf: Amaf, arms: Arms, position: Position) -> int:
        """The place of the untried action that did best further down; of equal ones, what comes next anyway."""
        if not self.decision.parameters.urgency or not amaf:
            return -1
        means = [mean_of(amaf.get(self._amaf_key(position, action))) for action in arms.untried]
        return len(means) - 1 - means[::-1].index(max(means))

    def _amaf_key(self, position: Position, action: Action) -> Hashable:
        if self.decision.parameters.context_keys:
            return self.plugin.amaf_key(position.game_data, action)
        return self.decision.key(action)

    def _blurred(self, bonuses: list[float]) -> list[float]:
        """What is not known yet, a little more or less of it, for players who choose at the same time.

        By the same rule and alike records they would choose in step, and never see what happens when they differ: two
        players of matching pennies would each be sure to win, or to lose.
        """
        draw = self.rng.draw
        return [bonus * (1 - BLUR + 2 * BLUR * draw()) for bonus in bonuses]

    def _learn_apart(self, position: Position) -> None:
        """Give each choice the value for the side that made it; it is asked only for sides that acted on the way."""
        gains = self._gains_at(position)
        for (arms, arm), gain in zip(self._choices, gains, strict=True):
            arms.learn(arm, gain)
        if self.rave:
            self._learn_further_up(gains)

    def _gains_at(self, position: Position) -> list[float]:
        value = self.decision.value
        if self.decision.is_duel:
            return self._gains(value(position, self.player))
        speakers, values = self.decision.speakers, dict[PlayerId, float]()
        for arms, _ in self._choices:
            speaker = speakers[arms.player]
            if speaker not in values:
                values[speaker] = value(position, speaker)
        return [values[speakers[arms.player]] for arms, _ in self._choices]

    def _gains(self, value: float) -> list[float]:
        """Between two sides, what one wins the other loses."""
        allies = self.decision.allies
        return [value if arms.player in allies else 1.0 - value for arms, _ in self._choices]

    def _learn_further_up(self, gains: list[float]) -> None:
        """Each node on the way keeps how the actions played from it on did, up to `amaf_depth` of them."""
        depth = self.decision.parameters.amaf_depth
        played = [arms.keys[arm] for arms, arm in self._choices]
        for node, start in zip(self._nodes, self._starts, strict=True):
            end = start + depth if depth else None
            for key, gain in zip(played[start:end], gains[start:end], strict=True):
                record = node.amaf.setdefault(key, [0, 0.0])
                record[0] += 1
                record[1] += gain
