"""A moment of a match, and variants of that match with another random outcome or another action."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from gamenight.core.model import Act, Input, PlayerId
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text
from gamenight.testing.playing.chance import Changes, Draw, Rewritten
from gamenight.testing.playing.playouts import is_active, random_action
from gamenight.testing.playing.tables import Setup
from gamenight.testing.reporting.compare import leaves, plain
from gamenight.testing.worlds.histories import TrackedMatch, follow, paced

NO_CHANGES = Changes()
REACH = 150
"""Number of turns back in which something may be changed, or back to the last deal of the largest deck if that is
longer ago: matches can be long, and what happened many deals ago has been shown."""
LATELY = 30
"""Half of the changed actions are among this many last ones: what is hidden has mostly happened lately."""


class Moment:
    """A moment of a match with controlled random outcomes, with the draws and shuffled decks made until then."""

    def __init__(self, table: Setup, past: TrackedMatch, book: Rewritten) -> None:
        self.game = past.plain
        self.table = table
        self.past = past
        self.inputs = past.inputs
        self.tree = plain(past.game_data)
        self.real = leaves(past.game_data)
        self.prompt = past.state.prompt
        self.since = _since(past, book)
        past.remember(self.since)
        self.known = {viewer: {told[viewer] for told in past.told} for viewer in past.histories}
        early, until = past.calls[self.since] if self.since else 0, past.calls[-1]
        self.made = {draw: call for draw, call in book.made.items() if early < call <= until}
        self.drawn: dict[Draw, int] = {draw: bound for draw, bound in book.drawn.items() if draw in self.made}
        self.decks: dict[Draw, tuple[Any, ...]] = {draw: deck for draw, deck in book.decks.items() if draw in self.made}
        self.turns_back = len(past.steps) + 1 - self.turn_of(sorted(self.made, key=lambda draw: self.made[draw])[-1:])
        """How many turns ago the last random draw was made."""

    def rng(self, *labels: str | int) -> Rng:
        return Rng(seed_text(self.table.seed), ("kit", "sampler", self.prompt, *labels))

    def turn_of(self, draws: Sequence[Draw]) -> int:
        """The number of turns before the first of these draws; the number of all turns if there is none."""
        calls = [self.made[draw] for draw in draws if draw in self.made]
        return bisect_left(self.past.calls, min(calls)) if calls else len(self.past.states)

    def branch(
        self, inputs: Sequence[Input], changes: Changes, watching: Sequence[PlayerId | None] | None = None
    ) -> tuple[TrackedMatch, Sequence[Input]]:
        """The match up to where these inputs or changes differ from it, and the inputs from there on."""
        same = len(self.inputs)
        if inputs is not self.inputs:
            pairs = enumerate(zip(self.inputs, inputs, strict=False))
            same = next((at for at, (own, other) in pairs if own is not other and own != other), same)
        at = min(same, len(inputs), self.turn_of([*changes.outcomes, *changes.swaps]) - 1)
        book = Rewritten(changes)
        if at < 0:
            return TrackedMatch(self.game, book, self.known).open(paced(self.game, self.table), watching), inputs
        return self.past.upto(at, book, watching, self.known), inputs[at:]


def _since(past: TrackedMatch, book: Rewritten) -> int:
    """The first turn after which something may be changed."""
    last = len(past.states) - 1
    if last <= REACH:
        return 0
    dealt = {book.made[draw]: len(deck) for draw, deck in book.decks.items() if book.made[draw] <= past.calls[-1]}
    deals = [call for call, size in dealt.items() if size == max(dealt.values())]
    turns = [at for at in range(last + 1) if deals and past.calls[at] >= max(deals)]
    return max(0, min([last - REACH, *(at - 1 for at in turns[:1])]))


class Moments:
    """A random match, whole or up to some prompt; `at` returns a single moment of it."""

    def __init__(self, game: GamePlugin, table: Setup, until: int | None = None) -> None:
        self.table = table
        self.book = Rewritten(NO_CHANGES)
        rng = Rng(seed_text(table.seed), ("kit", "moments"))
        self.past = TrackedMatch(game, self.book).open(paced(game, table), ())
        for _ in range(2 * game.max_turns):
            is_there = until is not None and self.past.is_at(until)
            if is_there or not is_active(self.past.state) or not self.past.answer_randomly(rng):
                break

    @property
    def prompts(self) -> dict[int, str]:
        """The phase of each prompt of the match."""
        return {state.prompt: state.phase.name for state in self.past.states if is_active(state)}

    def at(self, prompt: int) -> Moment:
        """The moment at which the prompt of this number opens, or the first one after it."""
        at = next(at for at, state in enumerate(self.past.states) if state.prompt >= prompt)
        return Moment(self.table, self.past.upto(at, Rewritten(NO_CHANGES)), self.book)


def open_moment(game: GamePlugin, table: Setup, prompt: int) -> Moment | None:
    """The moment at which this prompt opens in a random match; None if the match is over before."""
    moments = Moments(game, table, prompt)
    return moments.at(prompt) if prompt in moments.prompts else None


def variant(moment: Moment, rng: Rng) -> TrackedMatch | None:
    """The match with some random outcomes or one action changed; None if it cannot continue like that."""
    if moment.past.steps and rng.below(4) == 0:
        return played(moment, with_another_action(moment.past, rng, moment.since), NO_CHANGES, rng)
    changes = NO_CHANGES
    for _ in range(1 + rng.below(3)):
        changes = changed(moment, changes, rng)
    return played(moment, moment.inputs, changes, rng)


def played(moment: Moment, inputs: Sequence[Input], changes: Changes, rng: Rng) -> TrackedMatch | None:
    """The match with other inputs or random outcomes, up to the moment; None if that is not possible."""
    start, rest = moment.branch(inputs, changes)
    past = follow(start, rest, rng)
    while past is not None and not past.is_at(moment.prompt):
        if not past.answer_randomly(rng):
            return None
    return None if past is None or past.state.prompt != moment.prompt else past


def changed(moment: Moment, changes: Changes, rng: Rng) -> Changes:
    """Add one change: swap two places of a shuffle, or change the outcome of a single draw."""
    calls = sorted({moment.made[draw] for draw in (*moment.drawn, *moment.decks)})
    if not calls:
        return changes
    # Hidden values come mostly from the last deal or roll.
    while len(calls) > 1 and rng.below(2) == 0:
        calls = calls[(len(calls) + 1) // 2 :]
    sizes = dict.fromkeys(moment.drawn, 1) | {draw: len(deck) for draw, deck in moment.decks.items()}
    units = [draw for draw, size in sizes.items() if moment.made[draw] >= calls[0] for _ in range(size)]
    if not units:
        return changes
    unit = rng.choice(units)
    if unit in moment.drawn:
        return Changes({**changes.outcomes, unit: rng.below(moment.drawn[unit])}, changes.swaps)
    return swapped(changes, unit, (rng.below(sizes[unit]), rng.below(sizes[unit])))


def swapped(changes: Changes, shuffle: Draw, *places: tuple[int, int]) -> Changes:
    """The changes with more swaps of places of a shuffle after them."""
    return Changes(changes.outcomes, {**changes.swaps, shuffle: (*changes.swaps.get(shuffle, ()), *places)})


def with_another_action(past: TrackedMatch, rng: Rng, since: int) -> list[Input]:
    """The inputs of a match with one action replaced by another one that was legal for its player then."""
    inputs = past.inputs
    at = since + rng.below(len(inputs) - since)
    if rng.below(2) == 0:
        at = max(0, len(inputs) - 1 - rng.below(LATELY))
    taken = inputs[at]
    if not isinstance(taken, Act):
        return inputs
    other = random_action(past.game, past.states[at], taken.action.player_id, rng)
    return [*inputs[:at], replace(taken, action=other), *inputs[at + 1 :]]
