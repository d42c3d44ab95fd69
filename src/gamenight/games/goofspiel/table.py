"""The table: prizes, hands and what was bid; and what a round does to them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace


class Round(Struct, frozen=True):
    """A round that has been played. A bid is None where that seat made none (or, in a view, where it is not shown)."""

    prize: int
    bids: tuple[int | None, ...]
    winner: int | None


class GoofspielState(Struct, frozen=True):
    """The state. `prizes` holds all of them in the order in which they come; the first `rounds` are played for.

    `is_settled`: the bids of the last round lie open, and the next prize is not turned up yet.
    """

    prizes: tuple[int, ...]
    rounds: int
    hands: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    is_order_known: bool
    hidden_bids: bool
    history: tuple[Round, ...] = ()
    out: tuple[int, ...] = ()
    is_settled: bool = False


def is_over(table: GoofspielState) -> bool:
    return len(table.history) == table.rounds


def prize_shown(table: GoofspielState) -> int | None:
    """The prize that is bid for now; None between rounds, and after the last one."""
    return None if table.is_settled or is_over(table) else table.prizes[len(table.history)]


def prizes_to_come(table: GoofspielState) -> tuple[int, ...]:
    """The prizes that have not been shown yet, in the order in which they would be."""
    shown = len(table.history) + (not table.is_settled)
    return table.prizes[min(shown, table.rounds) :]


def bidders(table: GoofspielState) -> tuple[int, ...]:
    """The seats that are still playing."""
    return tuple(seat for seat in range(len(table.hands)) if seat not in table.out)


def is_forced(table: GoofspielState) -> bool:
    """Everybody has one card left for the last prize, so nobody has anything to decide."""
    return len(table.history) == len(table.prizes) - 1


def highest_bidder(bids: Sequence[int | None]) -> int | None:
    """The seat of the single highest bid; None if that is tied."""
    made = [bid for bid in bids if bid is not None]
    best = max(made)
    return bids.index(best) if made.count(best) == 1 else None


def play_round(table: GoofspielState, bids: tuple[int | None, ...]) -> GoofspielState:
    """The table after these bids for the prize shown."""
    prize, winner = table.prizes[len(table.history)], highest_bidder(bids)
    return replace(
        table,
        hands=tuple(tuple(c for c in hand if c != bid) for hand, bid in zip(table.hands, bids, strict=True)),
        points=tuple(points + prize * (seat == winner) for seat, points in enumerate(table.points)),
        history=(*table.history, Round(prize, bids, winner)),
        is_settled=True,
    )


def leave(table: GoofspielState, leaver: int) -> GoofspielState:
    """The table without this player, whose cards and points are gone."""
    return replace(
        table,
        hands=tuple(() if seat == leaver else hand for seat, hand in enumerate(table.hands)),
        points=tuple(0 if seat == leaver else points for seat, points in enumerate(table.points)),
        out=(*table.out, leaver),
    )
