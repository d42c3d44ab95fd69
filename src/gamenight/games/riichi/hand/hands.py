"""What can be read off hands: waits, furiten, tenpai, and who is closed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from gamenight.games.riichi.hand import shapes
from gamenight.games.riichi.hand.tiles import ORPHANS, counts_of
from gamenight.games.riichi.state import RiichiState, Tiles

T = TypeVar("T")


def without(tiles: Iterable[T], gone: Iterable[T]) -> list[T]:
    """The tiles in their order without these, each of which is among them."""
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return left


@lru_cache(maxsize=1 << 11)
def waits_for(hand: Tiles, melds: int) -> tuple[int, ...]:
    """The kinds that complete these concealed tiles; none that the hand holds all four of."""
    return shapes.waits(counts_of(hand), melds)


@lru_cache(maxsize=1 << 11)
def shanten_of(hand: Tiles, melds: int) -> int:
    return shapes.shanten(counts_of(hand), melds)


def waits_of(table: RiichiState, seat: int) -> tuple[int, ...]:
    """What a seat waits for, by the shape of its hand without a tile just drawn."""
    return waits_for(table.hands[seat], len(table.melds[seat]))


def is_tenpai(table: RiichiState, seat: int) -> bool:
    """Some wait is left that the seat does not hold all four tiles of, in its melds or hand."""
    melded = [tile // 4 for meld in table.melds[seat] for tile in meld.tiles]
    held = [tile // 4 for tile in table.hands[seat]]
    return any(held.count(kind) + melded.count(kind) < 4 for kind in waits_of(table, seat))


def is_furiten(table: RiichiState, seat: int) -> bool:
    """The seat waits for a tile that it has discarded itself, or has let go: no ron."""
    waits = waits_of(table, seat)
    if not waits:
        return False
    gone = {one.tile // 4 for one in table.rivers[seat]}.union(table.flags[seat].missed)
    return not gone.isdisjoint(waits)


def is_closed(table: RiichiState, seat: int) -> bool:
    """Nothing was called: closed kans leave a hand closed."""
    melds = table.melds[seat]
    return not melds or all(meld.kind == "closed_kan" for meld in melds)


def orphan_kinds(tiles: Tiles) -> int:
    """How many different terminals and honours there are among these tiles."""
    return len({tile // 4 for tile in tiles} & ORPHANS)
