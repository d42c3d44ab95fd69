"""Check `determinize` in bigger games: change random outcomes, and compare what each viewer saw.

If a viewer was shown exactly the same in a variant, it cannot know the values that differ there, so `determinize` must
vary them. If a value never differs in such variants, but does in many others, the viewer has been shown that value.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from gamenight.core.model import PlayerId
from gamenight.testing.playing.playouts import name_of, viewers
from gamenight.testing.reporting.compare import ABSENT, changed_leaves, difference, leaves, plain
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.worlds.reach import never_changed
from gamenight.testing.worlds.retelling import retell
from gamenight.testing.worlds.variants import Moment, variant

VARIANTS = 120
LEAST_VARIANTS = 40
MOST_STEPS = 2500
"""Maximum number of turns to play again at one moment; the least number of variants is played in any case."""
WORLDS = 50
MANY_WORLDS = 600
RETOLD = 6
ENOUGH_CHANGES = 12
LEAST_FREEDOM = 0.1
ENOUGH_TO_GIVE_UP = 40
"""If every viewer noticed each of this many changes, nothing seems to be hidden."""

Leaves = dict[str, Any]


class Evidence:
    """The evidence of the variants about one viewer: the values that it cannot know, and the paths that changed in
    variants that it noticed."""

    def __init__(self) -> None:
        self.tried = 0
        self.unnoticed = 0
        self.noticed: Counter[str] = Counter()
        self.unknown: dict[str, Any] = {}

    def add(self, changed: Leaves, *, is_unnoticed: bool) -> None:
        self.tried += 1
        self.unnoticed += is_unnoticed
        if is_unnoticed:
            self.unknown.update(changed)
        else:
            self.noticed.update(changed.keys())

    def shown(self) -> set[str]:
        """Paths that changed often, but never unnoticed; empty if too few variants go unnoticed at all."""
        if self.unnoticed < LEAST_FREEDOM * self.tried:
            return set()
        often = {path for path, count in self.noticed.items() if count >= ENOUGH_CHANGES}
        return often - self.unknown.keys()


def gather(moment: Moment, variants: int, salt: str = "") -> dict[PlayerId | None, Evidence]:
    """The evidence about every viewer from this number of variants of the moment."""
    found = {viewer: Evidence() for viewer in viewers(moment.past.state)}
    rng, steps = moment.rng("variants", salt), 0
    for number in range(variants):
        if number >= ENOUGH_TO_GIVE_UP and not any(evidence.unnoticed for evidence in found.values()):
            break
        if number >= LEAST_VARIANTS and steps > MOST_STEPS:
            break
        other = variant(moment, rng)
        steps += moment.turns_back
        if other is None:
            continue
        changed = changed_leaves(moment.tree, plain(other.game_data))
        for viewer, evidence in found.items() if changed else ():
            evidence.add(changed, is_unnoticed=other.histories[viewer] == moment.past.histories[viewer])
    return found


def world_of(moment: Moment, viewer: PlayerId | None, label: str, number: int) -> Any:
    rng = moment.rng("world", name_of(viewer), label, number)
    return moment.game.determinize(moment.past.game_data, viewer, rng)


def check_varies(moment: Moment, viewer: PlayerId | None, evidence: Evidence) -> int:
    """Everything that the viewer cannot know differs in some world."""
    stuck = dict(evidence.unknown)
    for label, count in (("few", WORLDS), ("many", MANY_WORLDS)):
        if not stuck:
            break
        for number in range(count):
            changed = changed_leaves(moment.tree, plain(world_of(moment, viewer, label, number)))
            stuck = {path: value for path, value in stuck.items() if path not in changed}
            if not stuck:
                break
    if stuck:
        path, value = min(stuck.items(), key=lambda item: item[0])
        raise BrokenRule(
            f"{name_of(viewer)} cannot know game_data.{path}: it is {moment.real.get(path, ABSENT)!r}, but after all "
            f"that {name_of(viewer)} has seen it may also be {value!r}; determinize never varied it in "
            f"{WORLDS + MANY_WORLDS} worlds"
        )
    return len(evidence.unknown)


def check_remembers(moment: Moment, viewer: PlayerId | None, evidence: Evidence) -> int:
    """Nothing that the viewer has been shown differs in any world."""
    shown = evidence.shown()
    cases = len(shown)
    for number in range(WORLDS):
        if not shown:
            break
        state = world_of(moment, viewer, "few", number)
        changed = shown & changed_leaves(moment.tree, plain(state)).keys()
        if not changed or retell(moment, viewer, state, moment.rng("retell", number)).outcome == "fits":
            continue
        world = leaves(state)
        out_of_reach = never_changed(moment, viewer, world, changed)
        if out_of_reach:
            raise BrokenRule(_forgotten(moment, viewer, min(out_of_reach), world))
        shown -= changed
    return cases


def check_replays(moment: Moment, viewer: PlayerId | None) -> int:
    """The match can be played again in every world, as far as the kit can find out how the cards were dealt there."""
    cases = 0
    for number in range(RETOLD):
        world = world_of(moment, viewer, "few", number)
        told = retell(moment, viewer, world, moment.rng("retell", number))
        if told.outcome == "contradicts":
            changed = difference(moment.past.game_data, world)
            raise BrokenRule(
                f"{name_of(viewer)} can rule out a world of determinize: {told.what}. The first difference between "
                f"game_data in the match and in that world: {changed}"
            )
        cases += told.outcome == "fits"
    return cases


def _forgotten(moment: Moment, viewer: PlayerId | None, path: str, world: Leaves) -> str:
    return (
        f"{name_of(viewer)} has been shown, by an event or a view, that game_data.{path} is "
        f"{moment.real.get(path, ABSENT)!r}, but in a world of determinize it is {world.get(path, ABSENT)!r}: "
        "either an event or a view reveals too much, or determinize forgets"
    )
