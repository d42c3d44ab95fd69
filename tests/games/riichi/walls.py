"""Walls in which everybody is dealt, and draws, what a test says."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.games.riichi.hand.tiles import TILES, find_tile

DEAD = 14
FIRST_DORA = 5


def stacked(hands: Sequence[str], draws: str, dora: str) -> list[int]:
    """A wall for these hands, the dealer's first, and these draws after the deal; the rest is in some order."""
    left = list(range(TILES))

    def take(text: str) -> list[int]:
        taken = []
        for name in text.split():
            tile = find_tile(left, name)
            assert tile is not None, f"there are too many of {name}"
            left.remove(tile)
            taken.append(tile)
        return taken

    held = [take(hand) for hand in hands]
    assert [len(hand) for hand in held] == [13] * 4
    fours = [tile for at in (0, 4, 8) for hand in held for tile in hand[at : at + 4]]
    first = [*fours, *(hand[12] for hand in held), *take(draws)]
    (indicator,) = take(dora)
    dead = left[: DEAD - 1]
    return [*dead[:FIRST_DORA], indicator, *dead[FIRST_DORA:], *left[DEAD - 1 :], *reversed(first)]
