"""What a match waits for, made once for each seat and deal."""

from __future__ import annotations

from functools import lru_cache

from gamenight.core import ExpectedAction, Phase, seat
from gamenight.core.model import ConcurrentMode
from gamenight.games.riichi.state import SEATS, RiichiState

CONFIRM_MS = 20_000
DRAW = Phase("draw", auto_resolve=True)


def phase_of(table: RiichiState) -> Phase:
    """Everybody but the discarder is asked after every discard and every kan that can be robbed, whatever they hold."""
    play = table.play
    match play.stage:
        case "draw":
            return DRAW
        case "turn":
            return _turn(play.seat, table.sheet.deal)
        case "call" | "rob":
            return _call(play.stage, play.seat, table.sheet.deal)
        case _:
            return _end(table.sheet.deal)


@lru_cache(maxsize=512)
def _turn(who: int, deal: int) -> Phase:
    return Phase("turn", (ExpectedAction(seat(who)),), metadata={"round": deal})


@lru_cache(maxsize=1024)
def _call(name: str, who: int, deal: int) -> Phase:
    asked = tuple([ExpectedAction(seat(n)) for n in range(SEATS) if n != who])
    return Phase(name, asked, ConcurrentMode.CONCURRENT, hidden_actors=True, metadata={"round": deal})


@lru_cache(maxsize=512)
def _end(deal: int) -> Phase:
    return Phase("end", auto_resolve=True, confirm_ms=CONFIRM_MS, metadata={"round": deal})
