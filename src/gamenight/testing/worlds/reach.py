"""Check whether a world of `determinize` can be reached without the viewer noticing, before its game is blamed.

The search walks towards that world by small changes, each of which leaves everything that the viewer was shown as it
was. First it finds out which leaf of the state comes from which place of a shuffled deck, to know what to swap.
"""

from __future__ import annotations

from typing import Any

from gamenight.core.model import PlayerId
from gamenight.core.rng import Rng
from gamenight.testing.playing.chance import Changes, Draw
from gamenight.testing.playing.playouts import name_of
from gamenight.testing.reporting.compare import ABSENT, leaves
from gamenight.testing.worlds.histories import TrackedMatch
from gamenight.testing.worlds.variants import NO_CHANGES, Moment, changed, played, swapped, with_another_action

STEPS = 1000

Leaves = dict[str, Any]
DrawPlace = tuple[Draw, int]


def never_changed(moment: Moment, viewer: PlayerId | None, world: Leaves, paths: set[str]) -> set[str]:
    """The paths among these whose values stayed the same all the way."""
    walk = RandomWalk(moment, viewer, world)
    for _ in range(STEPS):
        walk.step()
        paths = {path for path in paths if walk.here.get(path, ABSENT) == moment.real.get(path, ABSENT)}
        if not paths:
            break
    return paths


class RandomWalk:
    """The present position of the walk: the match, its changed random outcomes, and the leaves of its state."""

    def __init__(self, moment: Moment, viewer: PlayerId | None, world: Leaves) -> None:
        self.moment = moment
        self.viewer = viewer
        self.world = world
        self.rng = moment.rng("walk", name_of(viewer))
        self.past = moment.past
        self.changes = NO_CHANGES
        self.here = moment.real
        self.places = _places(moment, self.rng)

    def step(self) -> None:
        """Try one more change; discard it if the viewer notices it or it leads away from the world."""
        kind = self.rng.below(4)
        inputs, changes = self.past.inputs, self.changes
        if kind == 0 and inputs:
            inputs = with_another_action(self.past, self.rng, self.moment.since)
        else:
            changes = changed(self.moment, changes, self.rng) if kind == 1 else self._towards_the_world()
        past = played(self.moment, inputs, changes, self.rng)
        if past is not None and past.histories[self.viewer] == self.moment.past.histories[self.viewer]:
            self._go(past, changes)

    def _go(self, past: TrackedMatch, changes: Changes) -> None:
        there = leaves(past.game_data)
        if len(_unlike(there, self.world)) <= len(_unlike(self.here, self.world)):
            self.past, self.changes, self.here = past, changes, there

    def _towards_the_world(self) -> Changes:
        """Swap two places of a shuffle, to bring the world's value to some leaf that differs from it."""
        wrong = [path for path in _unlike(self.here, self.world) if path in self.places]
        if not wrong:
            return changed(self.moment, self.changes, self.rng)
        path = self.rng.choice(sorted(wrong))
        wanted = self.world.get(path, ABSENT)
        sources = [place for other, found in self.places.items() if self.here.get(other) == wanted for place in found]
        (draw, one), (source, other) = self.rng.choice(self.places[path]), self.rng.choice(sources or self.places[path])
        return swapped(self.changes, draw, (one, other)) if draw == source else self.changes


def _unlike(one: Leaves, other: Leaves) -> list[str]:
    return [path for path in one.keys() | other.keys() if one.get(path, ABSENT) != other.get(path, ABSENT)]


def _places(moment: Moment, rng: Rng) -> dict[str, list[DrawPlace]]:
    """For each leaf, the places of shuffled decks that it comes from: the leaf changes with every swap of the place."""
    found: dict[str, list[DrawPlace]] = {}
    for draw, deck in moment.decks.items():
        length = len(deck)
        for place in range(length if length > 2 else 0):
            moved = [_moved(moment, draw, place, (place + step) % length, rng) for step in (1, 2)]
            for path in moved[0] & moved[1]:
                found.setdefault(path, []).append((draw, place))
    return found


def _moved(moment: Moment, draw: Draw, one: int, other: int, rng: Rng) -> set[str]:
    past = played(moment, moment.inputs, swapped(NO_CHANGES, draw, (one, other)), rng)
    return set() if past is None else set(_unlike(moment.real, leaves(past.game_data)))
