"""What lies open for all at a table, as counts by kind."""

from __future__ import annotations

from gamenight.games.riichi.hand.tiles import CHUN, EAST, HAKU, RED_FIVES, Counts, counts_of, dora_of
from gamenight.games.riichi.state import SEATS, RiichiState, Tiles


def unseen_by(table: RiichiState, tiles: Tiles) -> Counts:
    """How many tiles of each kind somebody who holds these tiles sees nowhere."""
    seen = [*tiles, *table.wall.dora[: table.wall.shown]]
    for river in table.rivers:
        seen += [one.tile for one in river if one.called_by is None]
    for melds in table.melds:
        for meld in melds:
            seen += meld.tiles
    return tuple([4 - count for count in counts_of(seen)])


def dora_counts(table: RiichiState) -> Counts:
    """How often each kind is dora, by the indicators that are turned up."""
    return counts_of([4 * dora_of(tile // 4) for tile in table.wall.dora[: table.wall.shown]])


def value_kinds(table: RiichiState, seat: int) -> Counts:
    """The han that a triplet of each kind is worth to a seat: dragons, the wind of the round, its own wind."""
    values = [0] * (CHUN + 1)
    values[HAKU:] = [1, 1, 1]
    values[EAST + table.sheet.round // SEATS % SEATS] += 1
    values[EAST + (seat - table.sheet.dealer) % SEATS] += 1
    return tuple(values)


def red_fives(table: RiichiState) -> frozenset[int]:
    return RED_FIVES if table.rules.red_fives else frozenset()
