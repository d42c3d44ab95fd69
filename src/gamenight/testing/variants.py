"""A moment of a match, and the same match where chance fell otherwise or somebody did something else."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.core.model import Act, Input
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text
from gamenight.testing.chance import Changes, Draw, Rewritten
from gamenight.testing.compare import leaves
from gamenight.testing.histories import Past, follow, play_to
from gamenight.testing.playouts import random_action
from gamenight.testing.tables import Table

NO_CHANGES = Changes()


class Moment:
    """A moment of a match under controlled chance."""

    def __init__(self, game: GamePlugin, table: Table, past: Past, book: Rewritten) -> None:
        self.game = game
        self.table = table
        self.past = past
        self.real = leaves(past.game_data)
        self.prompt = past.state.prompt
        self.book = book

    def rng(self, *labels: str | int) -> Rng:
        return Rng(seed_text(self.table.seed), ("kit", "sampler", self.prompt, *labels))


def open_moment(game: GamePlugin, table: Table, prompt: int) -> Moment | None:
    rng = Rng(seed_text(table.seed), ("kit", "moment", prompt))
    book = Rewritten(NO_CHANGES)
    past = play_to(game, table, prompt, rng, book)
    return None if past is None else Moment(game, table, past, book)


def variant(moment: Moment, rng: Rng) -> Past | None:
    """The match with some outcomes of chance, or an action of somebody, changed; None if it cannot go on like that."""
    if moment.past.steps and rng.below(4) == 0:
        return played(moment, with_another_action(moment.past, rng), NO_CHANGES, rng)
    changes = NO_CHANGES
    for _ in range(1 + rng.below(3)):
        changes = changed(moment, changes, rng)
    return played(moment, moment.past.inputs, changes, rng)


def played(moment: Moment, inputs: list[Input], changes: Changes, rng: Rng) -> Past | None:
    """The match with other inputs or chance, as far as the moment."""
    past = follow(moment.game, moment.table, inputs, changes, rng)
    while past is not None and not past.is_at(moment.prompt):
        if not past.answer_randomly(rng):
            return None
    return None if past is None or past.state.prompt != moment.prompt else past


def changed(moment: Moment, changes: Changes, rng: Rng) -> Changes:
    """One more change: two places of a shuffle swapped, or a single draw with another outcome."""
    drawn, shuffled = moment.book.drawn, moment.book.shuffled
    sizes = [*shuffled.values(), *(1 for _ in drawn)]
    if not sizes:
        return changes
    units = [unit for unit, size in zip([*shuffled, *drawn], sizes, strict=True) for _ in range(size)]
    unit = rng.choice(units)
    if unit in drawn:
        return Changes({**changes.outcomes, unit: rng.below(drawn[unit])}, changes.swaps)
    return swapped(changes, unit, (rng.below(shuffled[unit]), rng.below(shuffled[unit])))


def swapped(changes: Changes, shuffle: Draw, places: tuple[int, int]) -> Changes:
    """The changes, and two more places of a shuffle swapped after them."""
    return Changes(changes.outcomes, {**changes.swaps, shuffle: (*changes.swaps.get(shuffle, ()), places)})


def with_another_action(past: Past, rng: Rng) -> list[Input]:
    """The inputs of a match with one action replaced by another that was listed for its player then."""
    inputs = past.inputs
    at = rng.below(len(inputs))
    taken = inputs[at]
    if not isinstance(taken, Act):
        return inputs
    other = random_action(past.game, past.states[at], taken.action.player_id, rng)
    return [*inputs[:at], replace(taken, action=other), *inputs[at + 1 :]]
