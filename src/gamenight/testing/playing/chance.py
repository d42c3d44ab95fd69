"""Controlled randomness: the same game with another random generator, so that other outcomes can be tried.

A draw is identified by the call in which it is made, or by its stream's label and number, and by its place there.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from functools import lru_cache
from inspect import getattr_static
from typing import Any, TypeVar

from msgspec import Struct

from gamenight.core.model import TransitionResult
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text

T = TypeVar("T")

Name = tuple[str | int, ...]
Draw = tuple[Name, int]

CHANCE_METHODS = ("create_initial_state", "apply_action", "resolve_concurrent_actions", "on_player_forfeit")


class OutcomeTable:
    """The outcome of every draw, computed from the book's own seed: it does not depend on the match's seed."""

    def __init__(self, seed: str) -> None:
        self.seed = seed_text(seed)
        self.calls = 0

    def outcome(self, draw: Draw, bound: int, real: Rng) -> int:
        name, place = draw
        return Rng(self.seed, ("kit", *name, place)).below(bound)

    def shuffle(self, draw: Draw, cards: list[Any], real: Rng) -> tuple[Any, ...]:
        name, place = draw
        for i in range(len(cards) - 1, 0, -1):
            j = self.outcome((name, place + i), i + 1, real)
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)

    def next_call(self, real: Rng) -> ScriptedRng:
        self.calls += 1
        return ScriptedRng(self, ("call", self.calls), real)


class Changes(Struct, frozen=True):
    """Changes of random outcomes: other outcomes of single draws, and places that are swapped after a shuffle."""

    outcomes: dict[Draw, int] = {}
    swaps: dict[Draw, tuple[tuple[int, int], ...]] = {}


class Rewritten(OutcomeTable):
    """The match's own random outcomes, with some changes.

    `drawn` has the bound of every draw, `decks` the result of every shuffle, `made` the call in which each was first
    made. A shuffle counts as one draw: the smallest change of a deck is to swap two places, while one other number in
    the algorithm moves three cards, one of them always the same.
    """

    def __init__(self, changes: Changes) -> None:
        super().__init__("")
        self.changes = changes
        self.drawn: dict[Draw, int] = {}
        self.decks: dict[Draw, tuple[Any, ...]] = {}
        self.made: dict[Draw, int] = {}

    def outcome(self, draw: Draw, bound: int, real: Rng) -> int:
        value = real.below(bound)
        self.drawn[draw] = bound
        self.made.setdefault(draw, self.calls)
        return self.changes.outcomes[draw] % bound if draw in self.changes.outcomes else value

    def shuffle(self, draw: Draw, cards: list[Any], real: Rng) -> tuple[Any, ...]:
        after = list(real.shuffle(cards))
        self.made.setdefault(draw, self.calls)
        for one, other in self.changes.swaps.get(draw, ()):
            if max(one, other) < len(after):
                after[one], after[other] = after[other], after[one]
        self.decks[draw] = tuple(after)
        return self.decks[draw]


class ScriptedRng(Rng):
    """A stream that takes its outcomes from a book; `real` is the stream that it replaces."""

    __slots__ = ("_book", "_name", "_place", "_real")

    def __init__(self, book: OutcomeTable, name: Name, real: Rng) -> None:
        super().__init__(book.seed)
        self._book = book
        self._name = name
        self._place = 0
        self._real = real

    def stream(self, label: str, n: int = 0) -> ScriptedRng:
        return ScriptedRng(self._book, ("stream", label, n), self._real.stream(label, n))

    def below(self, n: int) -> int:
        if n < 1:
            raise ValueError("below() needs a positive bound")
        self._place += 1
        return 0 if n == 1 else self._book.outcome((self._name, self._place), n, self._real)

    def shuffle(self, values: Iterable[T]) -> tuple[T, ...]:
        cards = list(values)
        at, self._place = self._place + 1, self._place + 1 + len(cards)
        return self._book.shuffle((self._name, at), cards, self._real)


def derived(game: GamePlugin, methods: dict[str, Callable[..., Any]]) -> GamePlugin:
    """The same game with some methods replaced; its other methods and its attributes stay."""
    kind = type(type(game).__name__, (type(game),), {**methods, "__slots__": ()})
    twin = copy.copy(game)
    twin.__class__ = kind
    return twin


class OutcomeSource:
    """Holds the book that a game with dice reads from. The book can be replaced: a new class for each would be slow."""

    def __init__(self, book: OutcomeTable) -> None:
        self.book = book


def with_dice(game: GamePlugin, book: OutcomeTable) -> GamePlugin:
    """The game with this book's outcomes in place of random ones."""
    return _reading_from(game, OutcomeSource(book))


def _reading_from(game: GamePlugin, shelf: OutcomeSource) -> GamePlugin:
    return derived(game, {name: _with_dice(type(game), name, shelf) for name in CHANCE_METHODS})


@lru_cache(maxsize=4)
def shared_dice(game: GamePlugin) -> tuple[GamePlugin, OutcomeSource]:
    """The game with dice, and its shelf; before each use, the caller puts a book on the shelf."""
    shelf = OutcomeSource(OutcomeTable(""))
    return _reading_from(game, shelf), shelf


def _with_dice(kind: type[GamePlugin], name: str, shelf: OutcomeSource) -> Callable[..., Any]:
    method = getattr_static(kind, name)

    def rolled(self: GamePlugin, *arguments: Any) -> Any:
        return method.__get__(self, kind)(*arguments[:-1], shelf.book.next_call(arguments[-1]))

    rolled.__name__ = name
    return rolled


def own(kind: type[GamePlugin], name: str, game: GamePlugin) -> Callable[..., Any]:
    """The class's method of this name, bound to a game; it may be a static method."""
    method: Callable[..., Any] = getattr_static(kind, name).__get__(game, kind)
    return method


def dice(seed: str, call: int = 1) -> ScriptedRng:
    """Dice with a seed of their own, so that the outcomes are the same each time."""
    return ScriptedRng(OutcomeTable(seed), ("call", call), Rng(seed_text(seed)))


def resumed(game: GamePlugin, game_data: Any, scores: Any) -> GamePlugin:
    """The game with this state as its initial state, so that the engine opens the prompt for it."""

    def create_initial_state(self: GamePlugin, players: Any, options: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(game_data, (), scores)

    return derived(game, {"create_initial_state": create_initial_state})
