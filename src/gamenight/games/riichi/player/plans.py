"""The ways in which a hand may still win: each with its distance, the kinds that help, and its han.

A hand that has called must have a yaku of its own, so it follows a plan: which kinds the yaku allows, and how far the
hand is from complete with those alone. A closed hand may also declare riichi.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter, mul
from typing import NamedTuple

from gamenight.games.riichi.hand.shapes import accepted, regular_shanten, seven_pairs, shanten
from gamenight.games.riichi.hand.tiles import EAST, ORPHANS, Counts, with_tile
from gamenight.games.riichi.player.reading import Reading
from gamenight.games.riichi.state import Meld, Tiles

SIMPLES = tuple([int(kind not in ORPHANS) for kind in range(34)])
SUIT_AND_HONOURS = tuple([tuple([int(kind // 9 in (suit, 3)) for kind in range(34)]) for suit in range(3)])
SUIT_ALONE = tuple([tuple([int(kind // 9 == suit) for kind in range(34)]) for suit in range(3)])
_orphans = itemgetter(*sorted(ORPHANS))
DETOUR = 2
"""A plan that is so many steps further than the nearest is not looked at."""
RUN_YAKU = (*[(rank, 9 + rank, 18 + rank) for rank in range(7)], *[(9 * n, 9 * n + 3, 9 * n + 6) for n in range(3)])
"""The first kinds of the runs of sanshoku and ittsuu."""
MISSING_OF_RUNS = 2
RUNS_HAN = (2.0, 0.8)
"""The han that they bring to a closed hand which lacks none or one of their tiles."""
STRAY_TILES = 4
"""A plan that would throw away more tiles than this is not looked at."""
LUCK_IN_RIICHI = 1.0
"""The han that ippatsu, ura dora and a win by self-draw bring on average."""


class Plan(NamedTuple):
    """One way to win. `han` as a closed hand in riichi or as it is; `is_open`: calls bring it nearer."""

    distance: int
    helps: tuple[int, ...]
    han: float
    is_open: bool
    needs_riichi: bool = False
    waits: float = 4.2
    """How many tiles it will wait for in the end, as far as one can guess."""


class Holding(NamedTuple):
    """Concealed tiles and melds as they would be: 13 - 3 * melds tiles."""

    tiles: Tiles
    counts: Counts
    melds: tuple[Meld, ...]
    is_closed: bool


def plans_of(reading: Reading, hand: Holding) -> Iterator[Plan]:
    """Every plan that is worth a thought."""
    if hand.is_closed and reading.can_riichi:
        yield _riichi(reading, hand)
    yield from _yakuhai(reading, hand)
    if not reading.skill.knows_yaku:
        return
    counts, held = hand.counts, len(hand.tiles)
    if (hand.is_closed or reading.kuitan) and sum(_orphans(counts)) <= STRAY_TILES:
        yield from _within(reading, hand, SIMPLES, closed=1, opened=1)
    honours = sum(counts[EAST:])
    for suit in range(3):
        stray = held - sum(counts[9 * suit : 9 * suit + 9])
        if stray - honours <= STRAY_TILES:
            yield from _within(reading, hand, SUIT_AND_HONOURS[suit], closed=3, opened=2)
        if stray <= STRAY_TILES:
            yield from _within(reading, hand, SUIT_ALONE[suit], closed=6, opened=5)
    yield from _all_triplets(reading, hand)
    if reading.skill.sees_runs:
        yield from _three_runs(reading, hand)


def _riichi(reading: Reading, hand: Holding) -> Plan:
    """Any complete hand will do."""
    counts, melds = hand.counts, len(hand.melds)
    distance = shanten(counts, melds)
    han = 1 + LUCK_IN_RIICHI + _dora(reading, hand, None) + _yakuhai_held(reading, hand)
    if not melds and seven_pairs(counts) == distance < regular_shanten(counts):
        return Plan(distance, accepted(counts, melds), han + 2, is_open=False, needs_riichi=True, waits=3.0)
    han += _closed_shape_han(reading, hand, distance)
    return Plan(distance, accepted(counts, melds), han, is_open=False, needs_riichi=True)


def _closed_shape_han(reading: Reading, hand: Holding, distance: int) -> float:
    """What tanyao, pinfu and the like may bring to a closed hand."""
    counts = hand.counts
    han = 0.0
    if not any(counts[kind] for kind in ORPHANS):
        han += 0.9
    if not hand.melds and max(counts) < 3 and not any(counts[k] >= 2 and reading.values[k] for k in range(EAST, 34)):
        han += 0.5 if distance <= 2 else 0.3
    return han + _runs_han(counts) if reading.skill.sees_runs else han


def _runs_han(counts: Counts) -> float:
    """What sanshoku and ittsuu may bring to a closed hand."""
    missing = min([sum([not counts[start + step] for start in starts for step in (0, 1, 2)]) for starts in RUN_YAKU])
    return RUNS_HAN[missing] if missing < len(RUNS_HAN) else 0.0


def _within(reading: Reading, hand: Holding, allowed: Counts, *, closed: int, opened: int) -> Iterator[Plan]:
    """A hand of the allowed kinds alone."""
    if not all(allowed[tile // 4] for meld in hand.melds for tile in meld.tiles):
        return
    fitting = tuple(map(mul, hand.counts, allowed))
    melds = len(hand.melds)
    distance = shanten(fitting, melds)
    if distance > shanten(hand.counts, melds) + DETOUR:
        return
    helps = tuple([kind for kind in accepted(fitting, melds) if allowed[kind]])
    han = (closed if hand.is_closed else opened) + _dora(reading, hand, allowed)
    if allowed[EAST]:
        han += _yakuhai_held(reading, hand)
    yield Plan(distance, helps, han, is_open=True)


def _yakuhai(reading: Reading, hand: Holding) -> Iterator[Plan]:
    """A triplet of dragons, or of the wind of the round or of the seat."""
    held = _yakuhai_held(reading, hand)
    melds = len(hand.melds)
    dora = _dora(reading, hand, None)
    if held:
        yield Plan(shanten(hand.counts, melds), accepted(hand.counts, melds), held + dora, is_open=True)
        return
    for kind in range(EAST, 34):
        if reading.values[kind] and hand.counts[kind] == 2 and reading.unseen[kind] and melds < 4:
            rest = with_tile(hand.counts, kind, -2)
            helps = (kind, *accepted(rest, melds + 1))
            yield Plan(shanten(rest, melds + 1) + 1, helps, reading.values[kind] + dora, is_open=True)


def _all_triplets(reading: Reading, hand: Holding) -> Iterator[Plan]:
    """Toitoi; what is counted are triplets and pairs."""
    if any(meld.kind == "chi" for meld in hand.melds):
        return
    sets = len(hand.melds) + sum([count >= 3 for count in hand.counts])
    pairs = [kind for kind in range(34) if hand.counts[kind] == 2]
    if sets + len(pairs) < 4 or sets > 4:
        return
    distance = 8 - 2 * sets - min(len(pairs), 5 - sets)
    singles = [kind for kind in range(34) if hand.counts[kind] == 1]
    helps = pairs if sets + len(pairs) > 4 else [*pairs, *singles]
    han = 2.4 + _dora(reading, hand, None) + _yakuhai_held(reading, hand)
    yield Plan(distance, tuple(helps), han, is_open=True, waits=3.5)


def _three_runs(reading: Reading, hand: Holding) -> Iterator[Plan]:
    """Sanshoku, or ittsuu: three runs of which one or two tiles are missing at most."""
    called = {min(meld.tiles) // 4 for meld in hand.melds if meld.kind == "chi"}
    for starts in RUN_YAKU:
        own = [start + step for start in starts if start not in called for step in (0, 1, 2)]
        missing = [kind for kind in own if not hand.counts[kind]]
        melds = 3 + len(hand.melds) - len(called.intersection(starts))
        if len(missing) > MISSING_OF_RUNS or melds > 4:
            continue
        rest = list(hand.counts)
        for kind in own:
            rest[kind] -= rest[kind] > 0
        distance = len(missing) + regular_shanten(tuple(rest), melds)
        helps = {*missing, *accepted(tuple(rest), melds)}
        han = (2 if hand.is_closed else 1) + _dora(reading, hand, None) + _yakuhai_held(reading, hand)
        yield Plan(distance, tuple(sorted(helps)), han, is_open=True)


def _yakuhai_held(reading: Reading, hand: Holding) -> int:
    values = reading.values
    melded = sum([values[meld.tiles[0] // 4] for meld in hand.melds if meld.kind != "chi"])
    return melded + sum([values[kind] for kind in range(EAST, 34) if hand.counts[kind] >= 3])


def _dora(reading: Reading, hand: Holding, allowed: Counts | None) -> int:
    """The dora among the tiles that the plan keeps."""
    dora, reds = reading.dora, reading.red_fives
    melded = sum([dora[tile // 4] + (tile in reds) for meld in hand.melds for tile in meld.tiles])
    kept = [tile for tile in hand.tiles if allowed is None or allowed[tile // 4]]
    return melded + sum([dora[tile // 4] + (tile in reds) for tile in kept])
