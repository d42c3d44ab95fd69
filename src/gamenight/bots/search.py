"""Thinking: iterations in one tree or several, until the budget is spent, all is clear, or somebody says stop."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import inf
from time import perf_counter, thread_time
from typing import Protocol

from gamenight.bots.search_decision import Decision
from gamenight.bots.tree import Arms
from gamenight.core.model import Action

CLOCKS: dict[str, Callable[[], float]] = {"wall": perf_counter, "cpu": thread_time}
"""By what a time budget is counted, in seconds: as a player waits, or as this thread really worked."""

CHECKED_EVERY = 32
"""After so many iterations it is asked whether the rest could still change anything."""


class Tree(Protocol):
    def iterate(self) -> None: ...

    def arms(self) -> Arms: ...

    def first(self) -> Action | None: ...

    def expected(self, action: Action) -> tuple[Action, ...]: ...


class Considered:
    """One action at the root, over all trees."""

    __slots__ = ("action", "total", "visits")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.visits = 0
        self.total = 0.0

    @property
    def value(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class Thinking:
    """The search for one decision. Several trees share the budget alike; each keeps what it found in its part.

    `pace` is how many iterations a second are to be expected before the first one was measured.
    """

    def __init__(
        self,
        decision: Decision,
        trees: Sequence[Tree],
        simulations: float,
        seconds: float,
        is_stopped: Callable[[], bool],
        pace: float = inf,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.decision = decision
        self.trees = trees
        self.simulations = simulations
        self.seconds = seconds
        self.is_stopped = is_stopped
        self.pace = pace
        self.clock = clock
        self.done = 0
        self.started = clock()

    def think(self) -> None:
        parts = len(self.trees)
        for number, tree in enumerate(self.trees, 1):
            if self.is_clear():
                break
            latest = min(self.clock() + self.seconds / parts, self.started + self.seconds)
            # What one tree had no time for is not the next one's.
            upto = min(self.done + self.simulations / parts, self.simulations * (number / parts))
            self._think_in(tree, upto, latest)

    def _think_in(self, tree: Tree, upto: float, latest: float) -> None:
        """Iterate in this tree, until so many iterations are done in all, or so late."""
        iterate, is_stopped, clock = tree.iterate, self.is_stopped, self.clock
        while self.done < upto and clock() < latest and not is_stopped():
            iterate()
            self.done += 1
            if not self.done % CHECKED_EVERY and self.is_clear():
                break

    def is_clear(self) -> bool:
        """Whatever is still to come, the most visited action stays it: a simulation is one visit.

        What a time budget still allows is taken from the pace so far.
        """
        left = self.started + self.seconds - self.clock()
        to_come = min(self.simulations - self.done, left * self.measured_pace() if left > 0 else 0.0)
        visits = sorted([0, 0, *(entry.visits for entry in self.considered())])
        return visits[-1] - visits[-2] > to_come

    def measured_pace(self) -> float:
        """Iterations a second so far, or as expected before the first."""
        return self.done / (self.clock() - self.started) if self.done else self.pace

    def considered(self) -> list[Considered]:
        """What was tried at the root, over all trees by the actions' keys, in the order in which it was first tried."""
        found: dict[Hashable, Considered] = {}
        for tree in self.trees:
            arms = tree.arms()
            for action, visits, total in zip(arms.actions, arms.visits, arms.totals, strict=True):
                entry = found.setdefault(self.decision.key(action), Considered(action))
                entry.visits += visits
                entry.total += total
        return list(found.values())

    def ranked(self) -> list[Considered]:
        """The most visited first; of equal ones the better, then the one that was tried earlier."""
        return sorted(self.considered(), key=lambda entry: (-entry.visits, -entry.value))

    @property
    def elapsed_ms(self) -> float:
        return 1000 * (self.clock() - self.started)
