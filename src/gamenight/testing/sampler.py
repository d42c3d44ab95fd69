"""Is `determinize` honest? For bigger games: chance is made to fall otherwise, and what a viewer saw is compared.

A variant in which a viewer was told exactly the same proves that it cannot know what differs there, so the sampler
must vary it. What never differs in any such variant, though many others change it, the viewer has been shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from gamenight.core.matching import valid_actions
from gamenight.core.model import Act, Input, PlayerId
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text
from gamenight.testing.chance import Draw, Rewritten
from gamenight.testing.compare import ABSENT, leaves
from gamenight.testing.histories import Past, follow, play_to
from gamenight.testing.playouts import name_of, viewers
from gamenight.testing.report import Fault
from gamenight.testing.tables import Table

VARIANTS = 120
WORLDS = 50
MANY_WORLDS = 600
ENOUGH_CHANGES = 60
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


class Scene:
    """A moment of a match under controlled chance."""

    def __init__(self, game: GamePlugin, table: Table, past: Past) -> None:
        self.game = game
        self.table = table
        self.past = past
        self.real = leaves(past.game_data)
        self.prompt = past.state.prompt
        self.drawn = past.book.drawn if isinstance(past.book, Rewritten) else {}

    def rng(self, *labels: str | int) -> Rng:
        return Rng(seed_text(self.table.seed), ("kit", "sampler", self.prompt, *labels))


def open_scene(game: GamePlugin, table: Table, prompt: int) -> Scene | None:
    rng = Rng(seed_text(table.seed), ("kit", "scene", prompt))
    past = play_to(game, table, prompt, rng, Rewritten({}))
    return None if past is None else Scene(game, table, past)


def gather(scene: Scene, variants: int, salt: str = "") -> dict[PlayerId | None, Evidence]:
    """Evidence about every viewer from so many variants of the scene."""
    found = {viewer: Evidence() for viewer in viewers(scene.past.state)}
    rng = scene.rng("variants", salt)
    for number in range(variants):
        if number == ENOUGH_TO_GIVE_UP and not any(evidence.unnoticed for evidence in found.values()):
            break
        other = _variant(scene, rng)
        if other is None or other.state.prompt != scene.prompt:
            continue
        there = leaves(other.game_data)
        for viewer, evidence in found.items():
            same = other.histories[viewer] == scene.past.histories[viewer]
            evidence.add(scene.real, there, is_unnoticed=same)
    return found


def _variant(scene: Scene, rng: Rng) -> Past | None:
    """The match with some outcomes of chance, or an action of somebody, changed; None if it cannot go on like that."""
    inputs: list[Input] = scene.past.inputs
    fixed: dict[Draw, int] = {}
    if inputs and rng.below(4) == 0:
        inputs = _other_action(scene, inputs, rng)
    elif scene.drawn:
        fixed = _other_outcomes(scene.drawn, rng)
    past = follow(scene.game, scene.table, inputs, fixed, rng)
    while past is not None and not past.is_at(scene.prompt):
        if not past.answer_randomly(rng):
            return None
    return past


def _other_outcomes(drawn: dict[Draw, int], rng: Rng) -> dict[Draw, int]:
    """One to three single draws, or everything that one call or stream drew."""
    draws = list(drawn)
    first = rng.choice(draws)
    if rng.below(4) == 0:
        changed = [draw for draw in draws if draw[0] == first[0]]
    else:
        changed = [first, *(rng.choice(draws) for _ in range(rng.below(3)))]
    return {draw: rng.below(drawn[draw]) for draw in changed}


def _other_action(scene: Scene, inputs: list[Input], rng: Rng) -> list[Input]:
    """The inputs with one action replaced by another that was listed for its player then."""
    at = rng.below(len(inputs))
    taken = inputs[at]
    before = follow(scene.game, scene.table, inputs[:at], {}, rng)
    if not isinstance(taken, Act) or before is None:
        return inputs
    seat = taken.action.player_id
    if seat not in before.state.to_act:
        return inputs
    entries = [
        entry for entry in valid_actions(scene.game, before.state, seat) if isinstance(entry, type(taken.action))
    ]
    other = replace(taken, action=rng.choice(entries)) if entries else taken
    return [*inputs[:at], other, *inputs[at + 1 :]]


def worlds(scene: Scene, viewer: PlayerId | None, count: int, label: str) -> Iterator[Leaves]:
    for number in range(count):
        rng = scene.rng("world", name_of(viewer), label, number)
        yield leaves(scene.game.determinize(scene.past.game_data, viewer, rng))


def check_varies(scene: Scene, viewer: PlayerId | None, evidence: Evidence) -> int:
    """Everything that the viewer cannot know differs in some world."""
    stuck = dict(evidence.unknown)
    for label, count in (("few", WORLDS), ("many", MANY_WORLDS)):
        if not stuck:
            break
        for world in worlds(scene, viewer, count, label):
            stuck = {
                path: value for path, value in stuck.items() if world.get(path, ABSENT) == scene.real.get(path, ABSENT)
            }
    if stuck:
        path, value = min(stuck.items(), key=lambda item: item[0])
        raise Fault(
            f"{name_of(viewer)} cannot know game_data.{path}: it is {scene.real.get(path, ABSENT)!r}, but with all "
            f"that {name_of(viewer)} has seen it may be {value!r}; in {WORLDS + MANY_WORLDS} worlds of determinize "
            "it never differs"
        )
    return len(evidence.unknown)


def check_remembers(scene: Scene, viewer: PlayerId | None, evidence: Evidence) -> int:
    """Nothing that the viewer has been shown differs in any world."""
    shown = evidence.shown()
    for world in worlds(scene, viewer, WORLDS, "few"):
        changed = {path for path in shown if world.get(path, ABSENT) != scene.real.get(path, ABSENT)}
        if changed and (sure := _confirmed(scene, viewer, changed)):
            path = min(sure)
            raise Fault(
                f"{name_of(viewer)} has been shown, by an event or a view, that game_data.{path} is "
                f"{scene.real.get(path, ABSENT)!r}, but in a world of determinize it is {world.get(path, ABSENT)!r}: "
                "either something tells too much, or determinize forgets"
            )
    return len(shown)


def _confirmed(scene: Scene, viewer: PlayerId | None, paths: set[str]) -> set[str]:
    """What is still thought to be shown after many more variants."""
    return paths & gather(scene, 4 * VARIANTS, "confirm")[viewer].shown()
