"""Choose the positions to check, so that every phase gets its share, also a rare one."""

from __future__ import annotations

from collections import Counter

from gamenight.core.model import GameState
from gamenight.core.rng import Rng, seed_text
from gamenight.testing.playing.playouts import Playout
from gamenight.testing.reporting.report import PhaseCount

ENOUGH = 6
"""A phase that was looked at less often is looked at in every match in which it occurs."""
RARE = 8
"""Maximum number of such positions in one match, in addition to its share."""

Occurrence = tuple[str, int]
"""A phase and the turn after which it occurred."""


class Coverage:
    """Counts how often each phase occurred and was looked at, over all matches of an examination."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()
        self.looked: Counter[str] = Counter()
        self.auto: set[str] = set()

    def counts(self) -> tuple[PhaseCount, ...]:
        """The counts, in the order in which the phases first occurred."""
        return tuple(PhaseCount(name, met, self.looked[name], name in self.auto) for name, met in self.met.items())

    def places(self, playout: Playout, most: int) -> list[int]:
        """About `most` positions of a match: the end, mostly the opening, and the phases looked at least so far."""
        at_place = self._meet(playout)
        queues = _queues(playout, at_place)
        last = len(at_place) - 1
        chosen: dict[int, None] = {}
        found: set[Occurrence] = set()
        for at in [last] if most < 3 else [last, 0]:
            self._choose(at, at_place, chosen, found)
        while queues and len(chosen) < most + RARE:
            name = min(queues, key=lambda each: self.looked[each])
            if self.looked[name] >= ENOUGH and len(chosen) >= most:
                break
            self._choose(queues[name].pop(), at_place, chosen, found)
            if not queues[name]:
                del queues[name]
        return sorted(chosen)

    def _choose(
        self, at: int, at_place: list[set[Occurrence]], chosen: dict[int, None], found: set[Occurrence]
    ) -> None:
        chosen[at] = None
        self.looked.update(name for name, _ in at_place[at] - found)
        found |= at_place[at]

    def _meet(self, playout: Playout) -> list[set[Occurrence]]:
        """The phases at each position; one with `auto_resolve` counts at the positions right before and after it."""
        at_place = [{(_name(state), at)} for at, state in enumerate(playout.states)]
        self.met.update(map(_name, playout.states))
        for at, names in enumerate(playout.passed):
            self.met.update(set(names))
            self.auto.update(names)
            for place in {max(0, at - 1), at}:
                at_place[place].update((name, at) for name in names)
        return at_place


def _name(state: GameState) -> str:
    """The name of the phase. A hidden prompt in which several seats have a choice is rare, so it has its own name."""
    is_contested = state.phase.hidden_actors and len(state.to_act) > 1
    return f"{state.phase.name} of several" if is_contested else state.phase.name


def _queues(playout: Playout, at_place: list[set[Occurrence]]) -> dict[str, list[int]]:
    """The positions of each phase, in random order."""
    places: dict[str, list[int]] = {}
    for at, met in enumerate(at_place):
        for name in sorted({name for name, _ in met}):
            places.setdefault(name, []).append(at)
    rng = Rng(seed_text(playout.table.seed), ("kit", "spread"))
    return {name: list(rng.shuffle(each)) for name, each in places.items()}
