"""Run iterations in one tree or several, until the budget is used up, the decision is clear, or `stop` is called."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import inf
from time import perf_counter, thread_time
from typing import Protocol

from gamenight.bots.search.decision import SearchedDecision
from gamenight.bots.search.tree import Arms
from gamenight.core.model import Action

CLOCKS: dict[str, Callable[[], float]] = {"wall": perf_counter, "cpu": thread_time}
"""The clocks for a time budget, in seconds: `wall` is the time that a player waits, `cpu` the time of this thread."""

CHECKED_EVERY = 32
"""Number of iterations after which the search checks whether the rest could still change the decision."""


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


class TimeLimit:
    """A limit of some seconds from now on, by this clock."""

    def __init__(self, clock: Callable[[], float], seconds: float) -> None:
        self.clock = clock
        self.seconds = seconds
        self.started = clock()

    @property
    def elapsed(self) -> float:
        return self.clock() - self.started

    def deadline_of_part(self, parts: int) -> float:
        """The end of a part that begins now, if the time is divided into this many equal parts."""
        return min(self.clock() + self.seconds / parts, self.started + self.seconds)


class SearchRun:
    """The search for one decision. Several trees get equal parts of the budget.

    `time` is the bot's own limit; `budget` is the limit of the seat's clock, in wall time. `pace` is the expected
    number of iterations per second until one has been measured.
    """

    def __init__(
        self,
        decision: SearchedDecision,
        trees: Sequence[Tree],
        simulations: float,
        time: TimeLimit,
        budget: TimeLimit,
        is_stopped: Callable[[], bool],
        pace: float = inf,
    ) -> None:
        self.decision = decision
        self.trees = trees
        self.simulations = simulations
        self.time = time
        self.budget = budget
        self.is_stopped = is_stopped
        self.pace = pace
        self.done = 0

    def think(self) -> None:
        parts = len(self.trees)
        for number, tree in enumerate(self.trees, 1):
            if self.is_clear():
                break
            # Iterations that one tree had no time for are not passed on to the next.
            upto = min(self.done + self.simulations / parts, self.simulations * (number / parts))
            self._think_in(tree, upto, self.time.deadline_of_part(parts), self.budget.deadline_of_part(parts))

    def _think_in(self, tree: Tree, upto: float, latest: float, latest_by_wall: float) -> None:
        """Iterate in this tree until `upto` iterations are done in all trees, or either clock reaches its limit."""
        iterate, is_stopped, clock, wall = tree.iterate, self.is_stopped, self.time.clock, self.budget.clock
        while self.done < upto and clock() < latest and wall() < latest_by_wall and not is_stopped():
            iterate()
            self.done += 1
            if not self.done % CHECKED_EVERY and self.is_clear():
                break

    def is_clear(self) -> bool:
        """Whether the remaining simulations, each of which is one visit, cannot change the most visited action.

        The number that a time budget still allows is estimated from the pace so far.
        """
        to_come = min(self.simulations - self.done, self._to_come_within(self.time), self._to_come_within(self.budget))
        visits = sorted([0, 0, *(entry.visits for entry in self.considered())])
        return visits[-1] - visits[-2] > to_come

    def _to_come_within(self, limit: TimeLimit) -> float:
        elapsed = limit.elapsed
        return (limit.seconds - elapsed) * self._pace_after(elapsed) if elapsed < limit.seconds else 0.0

    def measured_pace(self) -> float:
        """Iterations per second so far, or the expected pace before the first."""
        return self._pace_after(self.time.elapsed)

    def _pace_after(self, seconds: float) -> float:
        # A coarse clock may not advance during the first iterations.
        return self.done / seconds if self.done and seconds > 0 else self.pace

    def considered(self) -> list[Considered]:
        """The actions tried at the root, summed over all trees by their keys, in the order in which they were tried."""
        found: dict[Hashable, Considered] = {}
        for tree in self.trees:
            arms = tree.arms()
            for action, visits, total in zip(arms.actions, arms.visits, arms.totals, strict=True):
                entry = found.setdefault(self.decision.key(action), Considered(action))
                entry.visits += visits
                entry.total += total
        return list(found.values())

    def ranked(self) -> list[Considered]:
        """The actions by visits; of equal ones, the better first, then the one tried earlier."""
        return sorted(self.considered(), key=lambda entry: (-entry.visits, -entry.value))

    @property
    def elapsed_ms(self) -> float:
        return 1000 * self.time.elapsed
