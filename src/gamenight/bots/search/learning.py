"""The common part of all trees: the path of an iteration, and the update of the nodes on it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from gamenight.bots.position import Position
from gamenight.bots.search.decision import SearchedDecision
from gamenight.bots.search.formulas import UNKNOWN
from gamenight.bots.search.tree import Amaf, Arms
from gamenight.core.model import Action, PlayerId

BLUR = 0.1
"""The share by which a bonus is varied at random at a node where several players choose at once."""


def mean_of(record: list[float] | None) -> float:
    """The mean value of an action further down; UNKNOWN if it was not played there."""
    return record[1] / record[0] if record else UNKNOWN


class Learning:
    """The update of a tree. It records the nodes of an iteration, the choices, and where each node's choices start."""

    def __init__(self, decision: SearchedDecision) -> None:
        self._nodes: list[Any] = []
        self._starts: list[int] = []
        self._choices: list[tuple[Arms, int]] = []
        self.decide(decision)

    def decide(self, decision: SearchedDecision) -> None:
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
        """The next action to try; None if there is none."""
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
        """The index of the untried action that did best further down; of equal ones, the next in order."""
        if not self.decision.parameters.urgency or not amaf:
            return -1
        means = [mean_of(amaf.get(self._amaf_key(position, action))) for action in arms.untried]
        return len(means) - 1 - means[::-1].index(max(means))

    def _amaf_key(self, position: Position, action: Action) -> Hashable:
        if self.decision.parameters.context_keys:
            return self.plugin.amaf_key(position.game_data, action)
        return self.decision.key(action)

    def _blurred(self, bonuses: list[float]) -> list[float]:
        """The bonuses, each varied a little at random, for players who choose at the same time.

        With the same rule and equal records they would always choose the same, and never see what happens if they
        differ: in matching pennies, one player would seem sure to win, and the other to lose.
        """
        draw = self.rng.draw
        return [bonus * (1 - BLUR + 2 * BLUR * draw()) for bonus in bonuses]

    def _learn_apart(self, position: Position) -> None:
        """Give each choice the value for the side that made it. Only sides that acted on the path are evaluated."""
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
        """The gains of the choices in a game of two sides: what one wins, the other loses."""
        allies = self.decision.allies
        return [value if arms.player in allies else 1.0 - value for arms, _ in self._choices]

    def _learn_further_up(self, gains: list[float]) -> None:
        """Record at each node on the path the values of the next `amaf_depth` actions played after it."""
        depth = self.decision.parameters.amaf_depth
        played = [arms.keys[arm] for arms, arm in self._choices]
        for node, start in zip(self._nodes, self._starts, strict=True):
            end = start + depth if depth else None
            for key, gain in zip(played[start:end], gains[start:end], strict=True):
                record = node.amaf.setdefault(key, [0, 0.0])
                record[0] += 1
                record[1] += gain
