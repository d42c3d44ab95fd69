"""The random generator of a search: fast, seeded, and independent of the match's own."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

from gamenight.core.rng import Rng

T = TypeVar("T")

_FINE = 1 << 40
"""Up to this bound, the 53 bits of a random float are uniform enough."""


class SearchRng(Rng):
    """The generator that a search passes to the rules in place of the match's streams.

    `line` identifies a line of play: within it, a stream of the same label and number is always the same. `was_asked`
    is whether a random number was drawn since it was last set to False.
    """

    __slots__ = ("_name", "_source", "draw", "line", "was_asked")

    def __init__(self, name: str, line: int = 0) -> None:
        super().__init__("")
        self._name = name
        self._source = random.Random(name)
        self.draw = self._source.random
        self.line = line
        self.was_asked = False

    def stream(self, label: str, n: int = 0) -> Rng:
        self.was_asked = True
        return SearchRng(f"{self._name}/{self.line}/{label}/{n}", self.line)

    def below(self, n: int) -> int:
        if n < 1:
            raise ValueError("below() needs a positive bound")
        if n == 1:
            return 0
        self.was_asked = True
        return int(self.draw() * n) if n < _FINE else self._source.randrange(n)

    def choice(self, values: Sequence[T]) -> T:
        return values[self.below(len(values))]

    def shuffle(self, values: Iterable[T]) -> tuple[T, ...]:
        cards = list(values)
        if len(cards) > 1:
            self.was_asked = True
        draw = self.draw
        for i in range(len(cards) - 1, 0, -1):
            j = int(draw() * (i + 1))
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)
