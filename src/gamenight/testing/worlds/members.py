"""Check `determinize` at a small table, where all states are known that a viewer cannot tell apart.

From any of these states, `determinize` must return only states of this information set, and reach all of them.
"""

from __future__ import annotations

import math
from typing import Any

from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text
from gamenight.testing.playing.playouts import name_of
from gamenight.testing.playing.tables import Setup
from gamenight.testing.reporting.compare import ABSENT, difference, encoded, leaves
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.worlds.deals import InformationSet, is_met_later

WORLDS = 50
MOST_WORLDS = 2000
SETS = 6


def some_sets(sets: list[InformationSet], rng: Rng) -> list[InformationSet]:
    """For each viewer the largest sets and some others."""
    chosen: list[InformationSet] = []
    for viewer in {each.viewer: None for each in sets}:
        own = [each for each in sets if each.viewer == viewer]
        chosen += own[: SETS // 2]
        chosen += rng.sample(own[SETS // 2 :], SETS // 2)
    return chosen


class SampledMembers:
    """The worlds of `determinize` for one state of an information set."""

    def __init__(self, game: GamePlugin, table: Setup, prompt: int, each: InformationSet) -> None:
        self.each = each
        rng = Rng(seed_text(table.seed), ("kit", "members", prompt, name_of(each.viewer)))
        self.real = rng.choice(list(each.states.values()))
        self.missing = set(each.states)
        self.drawn = 0
        self.stranger: Any = None
        self._draw(game, table, prompt, rng)

    def _draw(self, game: GamePlugin, table: Setup, prompt: int, rng: Rng) -> None:
        most = min(self._enough(), MOST_WORLDS)
        while self.drawn < WORLDS or (self.missing and self.drawn < most):
            world = game.determinize(self.real, self.each.viewer, rng)
            self.drawn += 1
            key = encoded(world)
            self.missing.discard(key)
            if key not in self.each.states and not is_met_later(game, table, prompt, self.each, world):
                self.stranger = world
                return

    def _enough(self) -> int:
        """A number of worlds at which it is unlikely to miss a state by chance, even if it is four times rarer."""
        states = len(self.each.states)
        return max(WORLDS, math.ceil(4 * states * (math.log(states) + 10)))

    def check_remembers(self) -> int:
        if self.stranger is not None:
            raise BrokenRule(self._not_possible())
        return self.drawn

    def check_varies(self) -> int:
        if self.stranger is None and self.missing and (self.drawn >= self._enough() or self._is_stuck()):
            other = self.each.states[min(self.missing)]
            raise BrokenRule(
                f"{name_of(self.each.viewer)} cannot tell {len(self.each.states)} states apart, but determinize never "
                f"returned one of them in {self.drawn} worlds: {difference(self.real, other)}"
            )
        return self.drawn

    def _is_stuck(self) -> bool:
        """Whether a value that varies in the set never varied in the worlds; for sets too large to be drawn whole."""
        there = {key: leaves(state) for key, state in self.each.states.items()}
        reached = [found for key, found in there.items() if key not in self.missing]
        paths = next(iter(there.values()))
        return any(len(_values(reached, path)) == 1 < len(_values(list(there.values()), path)) for path in paths)

    def _not_possible(self) -> str:
        possible = [leaves(state) for state in self.each.states.values()]
        start = f"{name_of(self.each.viewer)} can rule out a world of determinize: "
        for path, value in sorted(leaves(self.stranger).items()):
            values = _values(possible, path)
            if repr(value) not in values:
                known = " or ".join(sorted(values))
                return f"{start}game_data.{path} is {value!r} there, but after all that was shown it must be {known}"
        changed = difference(self.real, self.stranger)
        return (
            f"{start}each of its values is possible, but no match with what was shown leads to all of them: {changed}"
        )


def _values(states: list[dict[str, Any]], path: str) -> set[str]:
    return {repr(state.get(path, ABSENT)) for state in states}
