"""How likely a discard is to be ronned, and what that costs.

A tile is dangerous by the shapes that could wait for it: two-sided, closed and edge waits, pairs, single tiles. A shape
counts as much as the tiles that make it are still unseen, and not at all if its player would be furiten with it. Suji,
walls and rare honours follow from that.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from gamenight.games.riichi.hand.tiles import EAST, Counts, is_honour
from gamenight.games.riichi.player.places import SeatStanding, loss_of
from gamenight.games.riichi.player.seen import dora_counts, red_fives, value_kinds
from gamenight.games.riichi.player.skill import Skill
from gamenight.games.riichi.player.worth import points
from gamenight.games.riichi.state import SEATS, Meld, RiichiState

# How often tenpai hands wait in these shapes, relative to each other.
TWO_SIDED, CLOSED, EDGE, PAIRS, SINGLE, HONOURS = 4.5, 1.5, 1.2, 1.4, 0.8, 2.2
KINDS_WAITED_FOR = 1.9
"""How many kinds a tenpai hand waits for on average."""
MOST_LIKELY = 0.35
RIICHI_LOSS = 6500.0
"""What a riichi costs on average whoever discards into it."""
WORTH_FEARING = 0.12
TENPAI_BY_TURN = {1: (-0.06, 0.022), 2: (-0.14, 0.05), 3: (0.05, 0.06), 4: (0.9, 0.0)}
"""How likely a hand with so many calls is to be tenpai: at the start, and more for each of its discards."""


class Threat(Struct, frozen=True, gc=False):
    """A player who may be tenpai. `dangers`: how likely each kind is to be ronned; `loss`: what that costs."""

    seat: int
    tenpai: float
    loss: float
    dangers: tuple[float, ...]


def threats_to(
    table: RiichiState, seat: int, unseen: Counts, skill: Skill, standing: SeatStanding | None = None
) -> tuple[Threat, ...]:
    """The players that this seat should fear, with what they would cost it as it stands."""
    others = [(seat + step) % SEATS for step in (1, 2, 3)]
    feared = [(other, _tenpai_chance(table, other)) for other in others if _fears(table, other, skill)]
    threats = [_threat(table, other, chance, unseen) for other, chance in feared if chance >= WORTH_FEARING]
    if standing is None:
        return tuple(threats)
    return tuple([replace(t, loss=loss_of(standing, round(t.loss), (t.seat - seat) % SEATS)) for t in threats])


def _fears(table: RiichiState, other: int, skill: Skill) -> bool:
    return skill.fears_riichi if table.flags[other].riichi else skill.fears_calls


def risk(threats: tuple[Threat, ...], kind: int) -> float:
    """The points that the discard of this kind loses on average."""
    return sum([threat.dangers[kind] * threat.loss for threat in threats])


def _tenpai_chance(table: RiichiState, other: int) -> float:
    if table.flags[other].riichi:
        return 1.0
    calls = len([meld for meld in table.melds[other] if meld.kind != "closed_kan"])
    if not calls:
        return 0.0
    start, each = TENPAI_BY_TURN[calls]
    return max(0.0, min(0.9, start + each * len(table.rivers[other])))


def _threat(table: RiichiState, other: int, chance: float, unseen: Counts) -> Threat:
    safe = {one.tile // 4 for one in table.rivers[other]}.union(table.flags[other].missed)
    weights = [0.0 if kind in safe else _weight(kind, safe, unseen) for kind in range(34)]
    scale = KINDS_WAITED_FOR * chance / max(1e-9, sum(weights))
    dangers = tuple([min(MOST_LIKELY, weight * scale) for weight in weights])
    return Threat(other, chance, _loss(table, other), dangers)


def _weight(kind: int, safe: set[int], unseen: Counts) -> float:
    """How many of the shapes that could be held wait for this kind."""
    left = unseen[kind]
    alone = PAIRS * left * (left - 1) / 6 + SINGLE * left / 3
    if is_honour(kind):
        return HONOURS * alone
    rank = kind % 9
    total = alone
    if rank >= 2:
        edge = rank == 2
        total += _run(unseen, kind - 2, kind - 1) * (EDGE if edge else _two_sided(kind - 3, safe))
    if rank <= 6:
        edge = rank == 6
        total += _run(unseen, kind + 1, kind + 2) * (EDGE if edge else _two_sided(kind + 3, safe))
    if 1 <= rank <= 7:
        total += _run(unseen, kind - 1, kind + 1) * CLOSED
    return total


def _run(unseen: Counts, one: int, other: int) -> float:
    return unseen[one] * unseen[other] / 9


def _two_sided(other_end: int, safe: set[int]) -> float:
    return 0.0 if other_end in safe else TWO_SIDED


def _loss(table: RiichiState, other: int) -> float:
    bonus = 300 * table.sheet.honba
    is_dealer = other == table.sheet.dealer
    if table.flags[other].riichi:
        return RIICHI_LOSS * (1.5 if is_dealer else 1.0) + bonus
    return points(_open_han(table, other), is_dealer=is_dealer) + bonus


def _open_han(table: RiichiState, other: int) -> float:
    """About what an open hand is worth: the dora and the yakuhai that lie open, and something in the hand."""
    dora, values = dora_counts(table), value_kinds(table, other)
    reds, melds = red_fives(table), table.melds[other]
    shown = sum([dora[tile // 4] + (tile in reds) for meld in melds for tile in meld.tiles])
    yaku = sum([values[meld.tiles[0] // 4] for meld in melds if meld.kind != "chi"])
    return shown + max(1.0, yaku) + 0.7 + (1.5 if _is_one_suit(melds) else 0.0)


def _is_one_suit(melds: tuple[Meld, ...]) -> bool:
    suits = {meld.tiles[0] // 36 for meld in melds}
    return len(melds) >= 2 and len(suits - {EAST // 9}) <= 1
