"""Pao: whoever gives the last meld that makes a yakuman certain is liable for it."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.games.riichi.hand.tiles import EAST, HAKU
from gamenight.games.riichi.state import Flags, Meld, Pao

DRAGONS, WINDS = 3, 4


def pao_after(flags: tuple[Flags, ...], who: int, melds: tuple[Meld, ...]) -> tuple[Flags, ...]:
    """The flags after the last of these melds was called: the third of dragons, or the fourth of winds."""
    last = melds[-1]
    kind = last.tiles[0] // 4
    if last.kind == "chi" or kind < EAST or last.source is None:
        return flags
    first, needed = (HAKU, DRAGONS) if kind >= HAKU else (EAST, WINDS)
    if sum(first <= meld.tiles[0] // 4 < first + needed for meld in melds) < needed:
        return flags
    pao = Pao("daisangen" if needed == DRAGONS else "daisuushii", last.source)
    own = replace(flags[who], pao=(*flags[who].pao, pao))
    return (*flags[:who], own, *flags[who + 1 :])
