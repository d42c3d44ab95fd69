"""The order of a deal of tenhou.net/6, which keeps what each player took and gave apart."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from gamenight.games.riichi.formats.tenhou6_tiles import DRAWN, face_of, read_meld
from gamenight.games.riichi.state import SEATS

Action = tuple[Any, ...]
MOST_STEPS = 20_000
"""More than any deal takes, also with calls that could have been of an earlier discard."""


class Row(Struct, frozen=True):
    """What one player took and gave, in order: tile codes, and text for calls, kans and riichi."""

    takes: tuple[int | str, ...]
    gives: tuple[int | str, ...]


class _At(Struct, frozen=True):
    """A moment: how much of the rows has been read, and who is to take or give."""

    taken: tuple[int, ...]
    given: tuple[int, ...]
    seat: int
    is_giving: bool = False
    drawn: str | None = None
    actions: tuple[Action, ...] = ()


def in_order(rows: tuple[Row, ...], dealer: int, *, red_fives: bool) -> tuple[Action, ...]:
    """The actions of all players. A ValueError if the rows do not fit together.

    Whose call a discard led to is not written. So a call is tried with the first discard that it fits, and with a later
    one if something is left over then.
    """
    waiting = [_At((0,) * SEATS, (0,) * SEATS, dealer)]
    farthest = waiting[0]
    for _ in range(MOST_STEPS):
        if not waiting:
            break
        at = waiting.pop()
        farthest = max(farthest, at, key=lambda one: len(one.actions))
        if _is_all_read(rows, at):
            return at.actions
        waiting += _following(rows, at, red_fives=red_fives)
    raise ValueError(f"draws and discards do not fit together after {farthest.actions[-1:]}")


def _is_all_read(rows: tuple[Row, ...], at: _At) -> bool:
    return all(at.taken[n] == len(row.takes) and at.given[n] == len(row.gives) for n, row in enumerate(rows))


def _following(rows: tuple[Row, ...], at: _At, *, red_fives: bool) -> list[_At]:
    """What may come next, the likeliest last."""
    if at.is_giving:
        return _given(rows, at, red_fives=red_fives)
    takes, count = rows[at.seat].takes, at.taken[at.seat]
    if count == len(takes) or isinstance(takes[count], str):
        return []
    face = face_of(takes[count], red_fives=red_fives)
    taken = _more(at.taken, at.seat)
    return [_At(taken, at.given, at.seat, True, face, (*at.actions, ("draw", at.seat, face)))]


def _given(rows: tuple[Row, ...], at: _At, *, red_fives: bool) -> list[_At]:
    who, gives = at.seat, rows[at.seat].gives
    if at.given[who] == len(gives):
        return []
    entry, given = gives[at.given[who]], _more(at.given, who)
    if isinstance(entry, str) and not entry.startswith("r"):
        meld = read_meld(entry, red_fives=red_fives)
        every = tuple(sorted((meld.tile, *meld.others)))
        kan = ("ankan", who, every) if meld.kind == "ankan" else ("kakan", who, meld.tile, tuple(sorted(meld.others)))
        if meld.kind not in ("ankan", "kakan"):
            raise ValueError(f"{entry!r} is among the discards")
        return [_At(at.taken, given, who, actions=(*at.actions, kan))]
    return _discarded(rows, at, entry, given, red_fives=red_fives)


def _discarded(
    rows: tuple[Row, ...], at: _At, entry: int | str, given: tuple[int, ...], *, red_fives: bool
) -> list[_At]:
    who, actions = at.seat, at.actions
    code: int | str = entry
    if isinstance(entry, str):
        if not entry.startswith("r") or not entry[1:].isdigit():
            raise ValueError(f"{entry!r} is not a discard")
        code, actions = int(entry[1:]), (*actions, ("riichi", who))
    is_drawn = code == DRAWN
    if is_drawn and at.drawn is None:
        return []
    face = at.drawn if is_drawn else face_of(code, red_fives=red_fives)
    actions = (*actions, ("discard", who, face, is_drawn))
    passed = _At(at.taken, given, (who + 1) % SEATS, actions=actions)
    calls = [_called(rows, passed, caller, who, str(face), red_fives=red_fives) for caller in range(SEATS)]
    return [passed, *sorted(filter(None, calls), key=_is_chi, reverse=True)]


def _is_chi(at: _At) -> bool:
    return bool(at.actions[-1][0] == "chi")


def _called(rows: tuple[Row, ...], at: _At, who: int, source: int, face: str, *, red_fives: bool) -> _At | None:
    """The call of this seat that comes next in its row, if it is of this discard."""
    takes, count = rows[who].takes, at.taken[who]
    if who == source or count == len(takes) or not isinstance(takes[count], str):
        return None
    meld = read_meld(str(takes[count]), red_fives=red_fives)
    if meld.kind not in ("chi", "pon", "daiminkan"):
        raise ValueError(f"{takes[count]!r} is among the draws")
    if (meld.tile, meld.source(who)) != (face, source):
        return None
    every = tuple(sorted((meld.tile, *meld.others)))
    actions = (*at.actions, (meld.kind, who, source, face, every))
    taken = _more(at.taken, who)
    if meld.kind != "daiminkan":
        return _At(taken, at.given, who, True, actions=actions)
    gives, count = rows[who].gives, at.given[who]
    # A discard of 0 stands for the discard that the kan skips.
    given = _more(at.given, who) if count < len(gives) and gives[count] == 0 else at.given
    return _At(taken, given, who, actions=actions)


def _more(counts: tuple[int, ...], who: int) -> tuple[int, ...]:
    return (*counts[:who], counts[who] + 1, *counts[who + 1 :])
