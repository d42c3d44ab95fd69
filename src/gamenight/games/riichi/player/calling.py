"""Whether to call a discard: what the hand promises with the call, against what it promises without."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core import Action
from gamenight.games.riichi.actions import Call
from gamenight.games.riichi.deal.calls import forbidden_after
from gamenight.games.riichi.hand.faces import faces
from gamenight.games.riichi.hand.hands import without
from gamenight.games.riichi.player.discarding import best_discard, holding
from gamenight.games.riichi.player.prospects import prospect
from gamenight.games.riichi.player.reading import Reading
from gamenight.games.riichi.state import Meld, MeldKind, RiichiState, Tiles

WORTH_CALLING, WORTH_CALLING_YAKUHAI = 1.7, 1.1
"""How much more a hand must promise after a call: it is open from then on, brings less, and can fold less.

With these figures the player calls about as often as strong players do, and mostly when they do.
"""


def best_call(table: RiichiState, reading: Reading, calls: Sequence[Action]) -> Action | None:
    """The pon or chi that is better than none."""
    hand = holding(reading.tiles, reading.melds)
    assert table.play.tile is not None
    is_yakuhai = reading.values[table.play.tile // 4] > 0
    least = prospect(reading, hand).value * (WORTH_CALLING_YAKUHAI if is_yakuhai else WORTH_CALLING)
    best: Action | None = None
    for call in calls:
        value = _value_after(table, reading, call)
        if value > least:
            best, least = call, value
    return best


def _value_after(table: RiichiState, reading: Reading, call: Action) -> float:
    called = table.play.tile
    assert called is not None
    assert isinstance(call.payload, Call)
    used = _tiles_named(table, reading.tiles, call.payload.tiles)
    kind: MeldKind = "pon" if call.action_type == "pon" else "chi"
    meld = Meld(kind, tuple(sorted((*used, called))), called=called, source=table.play.seat)
    hand = holding(tuple(without(reading.tiles, used)), (*reading.melds, meld))
    barred = () if table.rules.kuikae else _barred(called // 4, used, kind)
    choice = best_discard(reading, hand, barred=barred)
    return choice.value if choice.prospect.chance > 0 else 0.0


def _tiles_named(table: RiichiState, hand: Tiles, named: tuple[str, ...]) -> Tiles:
    face = faces(red_fives=table.rules.red_fives)
    return tuple([next(tile for tile in hand if face[tile] == name) for name in named])


def _barred(kind: int, used: Tiles, call: str) -> Tiles:
    if call == "pon":
        return (kind,)
    low, high = sorted(tile // 4 - kind for tile in used)
    return forbidden_after(kind, low, high)
