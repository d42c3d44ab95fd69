"""Is `determinize` honest? For bigger games: chance is made to fall otherwise, and what a viewer saw is compared.

A variant in which a viewer was told exactly the same proves that it cannot know what differs there, so the sampler
must vary it. What never differs in any such variant, though many others change it, the viewer has been shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from gamenight.core.model import PlayerId
from gamenight.testing.compare import ABSENT, leaves
from gamenight.testing.playouts import name_of, viewers
from gamenight.testing.reach import never_changed
from gamenight.testing.report import Fault
from gamenight.testing.variants import Moment, variant

VARIANTS = 120
WORLDS = 50
MANY_WORLDS = 600
ENOUGH_CHANGES = 12
LEAST_FREEDOM = 0.1
ENOUGH_TO_GIVE_UP = 40
"""After so many changes of which everybody noticed every one, it seems that nothing is hidden."""

Leaves = dict[str, Any]


class Evidence:
    """What the variants show about one viewer: what it cannot know, and what every variant it noticed had changed."""

    def __init__(self) -> None:
        self.tried = 0
        self.unnoticed = 0
        self.noticed: Counter[str] = Counter()
        self.unknown: dict[str, Any] = {}

    def add(self, real: Leaves, other: Leaves, *, is_unnoticed: bool) -> None:
        changed = [path for path in real.keys() | other.keys() if real.get(path, ABSENT) != other.get(path, ABSENT)]
        if not changed:
            return
        self.tried += 1
        self.unnoticed += is_unnoticed
        if is_unnoticed:
            self.unknown.update({path: other.get(path, ABSENT) for path in changed})
        else:
            self.noticed.update(changed)

    def shown(self) -> set[str]:
        """Paths that changed often, but never unnoticed; nothing where too few changes go unnoticed at all."""
        if self.unnoticed < LEAST_FREEDOM * self.tried:
            return set()
        often = {path for path, count in self.noticed.items() if count >= ENOUGH_CHANGES}
        return often - self.unknown.keys()


def gather(moment: Moment, variants: int, salt: str = "") -> dict[PlayerId | None, Evidence]:
    """Evidence about every viewer from so many variants of the moment."""
    found = {viewer: Evidence() for viewer in viewers(moment.past.state)}
    rng = moment.rng("variants", salt)
    for number in range(variants):
        if number == ENOUGH_TO_GIVE_UP and not any(evidence.unnoticed for evidence in found.values()):
            break
        other = variant(moment, rng)
        if other is None:
            continue
        there = leaves(other.game_data)
        for viewer, evidence in found.items():
            same = other.histories[viewer] == moment.past.histories[viewer]
            evidence.add(moment.real, there, is_unnoticed=same)
    return found


def worlds(moment: Moment, viewer: PlayerId | None, count: int, label: str) -> Iterator[Leaves]:
    for number in range(count):
        rng = moment.rng("world", name_of(viewer), label, number)
        yield leaves(moment.game.determinize(moment.past.game_data, viewer, rng))


def check_varies(moment: Moment, viewer: PlayerId | None, evidence: Evidence) -> int:
    """Everything that the viewer cannot know differs in some world."""
    stuck = dict(evidence.unknown)
    for label, count in (("few", WORLDS), ("many", MANY_WORLDS)):
        if not stuck:
            break
        for world in worlds(moment, viewer, count, label):
            stuck = {
                path: value for path, value in stuck.items() if world.get(path, ABSENT) == moment.real.get(path, ABSENT)
            }
    if stuck:
        path, value = min(stuck.items(), key=lambda item: item[0])
        raise Fault(
            f"{name_of(viewer)} cannot know game_data.{path}: it is {moment.real.get(path, ABSENT)!r}, but with all "
            f"that {name_of(viewer)} has seen it may be {value!r}; in {WORLDS + MANY_WORLDS} worlds of determinize "
            "it never differs"
        )
    return len(evidence.unknown)


def check_remembers(moment: Moment, viewer: PlayerId | None, evidence: Evidence) -> int:
    """Nothing that the viewer has been shown differs in any world."""
    shown = evidence.shown()
    cases = len(shown)
    for world in worlds(moment, viewer, WORLDS, "few"):
        changed = {path for path in shown if world.get(path, ABSENT) != moment.real.get(path, ABSENT)}
        if not changed:
            continue
        out_of_reach = never_changed(moment, viewer, world, changed)
        if out_of_reach:
            raise Fault(_forgotten(moment, viewer, min(out_of_reach), world))
        shown -= changed
    return cases


def _forgotten(moment: Moment, viewer: PlayerId | None, path: str, world: Leaves) -> str:
    return (
        f"{name_of(viewer)} has been shown, by an event or a view, that game_data.{path} is "
        f"{moment.real.get(path, ABSENT)!r}, but in a world of determinize it is {world.get(path, ABSENT)!r}: "
        "either something tells too much, or determinize forgets"
    )
