"""Who pays whom: wins with honba, sticks and liability, and the draw at the end of the wall."""

from __future__ import annotations

from gamenight.games.riichi.hand.scoring import MANGAN, YAKUMAN
from gamenight.games.riichi.options import Rules
from gamenight.games.riichi.state import SEATS, Sheet

STICK = 1000
NOTEN = 3000

Deltas = tuple[int, ...]


def rounded(points: int) -> int:
    """Payments are rounded up to hundreds."""
    return -(-points // 100) * 100


def ron_value(base: int, *, is_dealer: bool) -> int:
    return rounded(base * (6 if is_dealer else 4))


def tsumo_share(base: int, payer: int, winner: int, dealer: int) -> int:
    """What one seat pays for a tsumo."""
    return rounded(base * (2 if dealer in (payer, winner) else 1))


def tsumo(base: int, winner: int, sheet: Sheet, *, honba: int) -> Deltas:
    paid = [0 if n == winner else tsumo_share(base, n, winner, sheet.dealer) + 100 * honba for n in range(SEATS)]
    return _gained(winner, paid)


def ron(base: int, winner: int, loser: int, sheet: Sheet, *, honba: int) -> Deltas:
    value = ron_value(base, is_dealer=winner == sheet.dealer)
    return _gained(winner, [value + 300 * honba if n == loser else 0 for n in range(SEATS)])


def tsumo_with_pao(base: int, liable_base: int, winner: int, liable: int, sheet: Sheet, *, honba: int) -> Deltas:
    """The liable seat pays its part of the hand alone, and the honba; the rest is paid as ever."""
    part = ron_value(liable_base, is_dealer=winner == sheet.dealer)
    paid = [part + 300 * honba if n == liable else 0 for n in range(SEATS)]
    return _added(_gained(winner, paid), tsumo(base - liable_base, winner, sheet, honba=0))


def ron_with_pao(
    base: int, liable_base: int, winner: int, loser: int, liable: int, sheet: Sheet, rules: Rules, *, honba: int
) -> Deltas:
    """The liable seat and the discarder share its part of the hand; the discarder pays the rest."""
    half = ron_value(liable_base, is_dealer=winner == sheet.dealer) // 2
    rest = ron_value(base - liable_base, is_dealer=winner == sheet.dealer)
    paid = [0] * SEATS
    paid[loser] += half + rest
    paid[liable] += half
    paid[liable if rules.pao_honba == "liable" else loser] += 300 * honba
    return _gained(winner, paid)


def noten(tenpai: tuple[int, ...]) -> Deltas:
    """Those who are not tenpai pay those who are, 3000 in all."""
    if len(tenpai) in (0, SEATS):
        return (0,) * SEATS
    gain, loss = NOTEN // len(tenpai), NOTEN // (SEATS - len(tenpai))
    return tuple([gain if n in tenpai else -loss for n in range(SEATS)])


def nagashi(winners: tuple[int, ...], sheet: Sheet) -> Deltas:
    """Each is paid as for a mangan by tsumo, without honba."""
    total: Deltas = (0,) * SEATS
    for winner in winners:
        total = _added(total, tsumo(MANGAN, winner, sheet, honba=0))
    return total


def sticks_to(winner: int, sticks: int) -> Deltas:
    return tuple([STICK * sticks if n == winner else 0 for n in range(SEATS)])


def yakuman_base(count: int) -> int:
    return YAKUMAN * count


def _gained(winner: int, paid: list[int]) -> Deltas:
    return tuple([sum(paid) if n == winner else -paid[n] for n in range(SEATS)])


def _added(one: Deltas, other: Deltas) -> Deltas:
    return tuple([a + b for a, b in zip(one, other, strict=True)])


added = _added
