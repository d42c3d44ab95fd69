"""Chance for lines of play that are only thought of: fast, seeded, and no way to the match's own."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

from gamenight.core.rng import Rng

T = TypeVar("T")

_FINE = 1 << 40
"""Up to this bound the 53 bits of a random float are even enough."""


class SearchRng(Rng):
    """What a search gives to the rules in place of the match's streams.

    `line` names a line of play: within it, a stream of the same label and number is always the same one. `was_asked`
    tells whether chance had a part in what was done since somebody set it to False.
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
