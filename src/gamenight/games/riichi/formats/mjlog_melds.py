"""Melds as Tenhou writes them: one number each."""

from __future__ import annotations

from msgspec import Struct

from gamenight.games.riichi.state import SEATS


class Meld(Struct, frozen=True):
    """`kind` is chi, pon, daiminkan, ankan or kakan. `tile` was called, or added; the others are from the hand."""

    kind: str
    source: int
    tile: int
    others: tuple[int, ...]


def read_meld(code: int, who: int) -> Meld:
    """A ValueError if it is none, or one of three-player games."""
    if not 0 <= code < 1 << 16:
        raise ValueError(f"{code} is not a meld")
    source = (who + (code & 3)) % SEATS
    if code & 0x4:
        return _chi(code, source)
    if code & 0x18:
        return _pon_or_added(code, source)
    if code & 0x20:
        raise ValueError("a north is set aside, as in games of three players")
    return _kan(code, source)


def _chi(code: int, source: int) -> Meld:
    base, called = divmod(code >> 10, 3)
    first = base // 7 * 9 + base % 7
    tiles = [4 * (first + n) + (code >> (3 + 2 * n) & 3) for n in range(3)]
    return Meld("chi", source, tiles.pop(called), tuple(tiles))


def _pon_or_added(code: int, source: int) -> Meld:
    kind, called = divmod(code >> 9, 3)
    tiles = [4 * kind + n for n in range(4)]
    fourth = tiles.pop(code >> 5 & 3)
    if code & 0x10:
        return Meld("kakan", source, fourth, tuple(tiles))
    return Meld("pon", source, tiles.pop(called), tuple(tiles))


def _kan(code: int, source: int) -> Meld:
    tile = code >> 8
    others = tuple([n for n in range(tile // 4 * 4, tile // 4 * 4 + 4) if n != tile])
    return Meld("daiminkan" if code & 3 else "ankan", source, tile, others)
