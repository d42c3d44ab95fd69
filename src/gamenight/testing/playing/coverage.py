"""Where the checks look: every phase of every match gets its share, however rare it is."""

from __future__ import annotations

from collections import Counter

from gamenight.core.model import GameState
from gamenight.core.rng import Rng, seed_text
from gamenight.testing.playing.playouts import Playout
from gamenight.testing.reporting.report import PhaseCount

ENOUGH = 6
"""A phase that was looked at less often gets a place in every match in which it occurs."""
RARE = 8
"""How many such places one match may have besides its share."""

Occurrence = tuple[str, int]
"""A phase and the turn after which it was met."""


class Coverage:
    """How often each phase was met and looked at, over all matches of an examination."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()
        self.looked: Counter[str] = Counter()
        self.auto: set[str] = set()

    def counts(self) -> tuple[PhaseCount, ...]:
        """In the order in which the phases were first met."""
        return tuple(PhaseCount(name, met, self.looked[name], name in self.auto) for name, met in self.met.items())

    def places(self, playout: Playout, most: int) -> list[int]:
        """About so many places of a match: the end, mostly the opening, and the phases least looked at so far."""
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
        """The phases at each place; one that resolves itself is met from the places right before and after it."""
        at_place = [{(_name(state), at)} for at, state in enumerate(playout.states)]
        self.met.update(map(_name, playout.states))
        for at, names in enumerate(playout.passed):
            self.met.update(set(names))
            self.auto.update(names)
            for place in {max(0, at - 1), at}:
                at_place[place].update((name, at) for name in names)
        return at_place


def _name(state: GameState) -> str:
    """The phase; where actors are hidden, apart if more than one of them has a choice, which is rare."""
    is_contested = state.phase.hidden_actors and len(state.to_act) > 1
    return f"{state.phase.name} of several" if is_contested else state.phase.name


def _queues(playout: Playout, at_place: list[set[Occurrence]]) -> dict[str, list[int]]:
    """The places of each phase, in an order by chance."""
    places: dict[str, list[int]] = {}
    for at, met in enumerate(at_place):
        for name in sorted({name for name, _ in met}):
            places.setdefault(name, []).append(at)
    rng = Rng(seed_text(playout.table.seed), ("kit", "spread"))
    return {name: list(rng.shuffle(each)) for name, each in places.items()}
