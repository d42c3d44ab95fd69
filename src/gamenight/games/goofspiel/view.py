"""What a viewer may know of the table."""

from __future__ import annotations

from msgspec import Struct

from gamenight.core import PlayerId, seat_index
from gamenight.games.goofspiel.table import GoofspielState, Round, prize_shown, prizes_to_come


class TableView(Struct, frozen=True):
    """What a seat sees. `hands` is None where bids are hidden; `hand_size` is that of everybody who is still playing.

    `prizes_left` are the prizes to come, in order, where that is known; else all that may come, sorted.
    """

    round: int
    rounds: int
    prize: int | None
    prizes_left: tuple[int, ...]
    is_order_known: bool
    hand: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...] | None
    hand_size: int
    points: tuple[int, ...]
    history: tuple[Round, ...]
    out: tuple[int, ...]
    is_settled: bool
    """The bids of the last round lie open, and the next prize is not turned up yet."""


def view_of(table: GoofspielState, player_id: PlayerId | None) -> TableView:
    seat = None if player_id is None else seat_index(player_id)
    return TableView(
        round=min(len(table.history) + (not table.is_settled), table.rounds),
        rounds=table.rounds,
        prize=prize_shown(table),
        prizes_left=_prizes_left(table),
        is_order_known=table.is_order_known,
        hand=() if seat is None else table.hands[seat],
        hands=None if table.hidden_bids else table.hands,
        hand_size=len(table.prizes) - len(table.history),
        points=table.points,
        history=tuple(_round_seen(table, past, seat) for past in table.history),
        out=table.out,
        is_settled=table.is_settled,
    )


def _prizes_left(table: GoofspielState) -> tuple[int, ...]:
    if table.is_order_known:
        return table.prizes[len(table.history) + 1 : table.rounds]
    return tuple(sorted(prizes_to_come(table)))


def _round_seen(table: GoofspielState, past: Round, viewer: int | None) -> Round:
    if not table.hidden_bids:
        return past
    own = tuple(bid if seat == viewer else None for seat, bid in enumerate(past.bids))
    return Round(past.prize, own, past.winner)
