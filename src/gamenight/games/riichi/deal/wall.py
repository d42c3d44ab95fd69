"""The wall: how a shuffled one is broken, and what is taken from it.

A wall is 136 tiles in the order of Tenhou's logs: live tiles from the last one down, dealt 4-4-4-1 from the dealer on;
the replacement tiles are 1, 0, 3, 2; dora indicators are 5, 7, 9, 11, 13, and ura indicators 4, 6, 8, 10, 12.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.games.riichi.state import SEATS, Tiles, Wall

DEAD = 14
DEALT = 13 * SEATS
KANS = 4
RINSHAN = (1, 0, 3, 2)
DORA = (5, 7, 9, 11, 13)
URA = (4, 6, 8, 10, 12)


def dealt_hands(order: Sequence[int], dealer: int) -> tuple[Tiles, ...]:
    """The hands in seat order, each as its tiles came."""
    drawn = tuple(order[: DEAD - 1 : -1])
    fours = [drawn[at : at + 4] + drawn[at + 16 : at + 20] + drawn[at + 32 : at + 36] for at in range(0, 16, 4)]
    hands = [(*four, drawn[48 + at]) for at, four in enumerate(fours)]
    return tuple([hands[(seat - dealer) % SEATS] for seat in range(SEATS)])


def after_deal(order: Sequence[int]) -> Wall:
    """What is left of the wall when the hands have been dealt."""
    return Wall(
        live=tuple(order[DEAD : len(order) - DEALT]),
        rinshan=tuple([order[at] for at in RINSHAN]),
        dora=tuple([order[at] for at in DORA]),
        ura=tuple([order[at] for at in URA]),
    )


def kans_made(wall: Wall) -> int:
    return KANS - len(wall.rinshan)


def tiles_left(wall: Wall) -> int:
    """How many tiles can still be drawn; the wall of fourteen dead tiles is kept whole from the live ones."""
    return len(wall.live) + len(wall.rinshan) - KANS


def next_live(wall: Wall) -> tuple[int, Wall]:
    """The next tile, and the wall without it."""
    return wall.live[-1], Wall(wall.live[:-1], wall.rinshan, wall.dora, wall.ura, wall.shown)


def next_rinshan(wall: Wall) -> tuple[int, Wall]:
    """The replacement tile after a kan, and the wall without it."""
    return wall.rinshan[0], Wall(wall.live, wall.rinshan[1:], wall.dora, wall.ura, wall.shown)


def with_dora(wall: Wall, more: int) -> Wall:
    """The wall with so many more indicators turned up."""
    return Wall(wall.live, wall.rinshan, wall.dora, wall.ura, wall.shown + more)
