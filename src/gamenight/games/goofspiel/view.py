"""What a viewer may know of the table."""

from __future__ import annotations

from msgspec import Struct

from gamenight.games.goofspiel.table import Round, Table, prize_shown, prizes_to_come


class TableView(Struct, frozen=True):
    """`hands` is None while bids are hidden; `prizes_left` is in order of play where that is known, else sorted."""

    round: int
    rounds: int
    prize: int | None
    prizes_left: tuple[int, ...]
    is_order_known: bool
    hand: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...] | None
    points: tuple[int, ...]
    history: tuple[Round, ...]
    out: tuple[int, ...]


def view_of(table: Table, seat: int | None) -> TableView:
    return TableView(
        round=min(len(table.history) + 1, table.rounds),
        rounds=table.rounds,
        prize=prize_shown(table),
        prizes_left=_prizes_left(table),
        is_order_known=table.is_order_known,
        hand=() if seat is None else table.hands[seat],
        hands=None if table.hidden_bids else table.hands,
        points=table.points,
        history=tuple(_round_seen(table, past, seat) for past in table.history),
        out=table.out,
    )


def _prizes_left(table: Table) -> tuple[int, ...]:
    hidden = prizes_to_come(table)
    return hidden if table.is_order_known else tuple(sorted(hidden))


def _round_seen(table: Table, past: Round, viewer: int | None) -> Round:
    if not table.hidden_bids:
        return past
    own = tuple(bid if seat == viewer else None for seat, bid in enumerate(past.bids))
    return Round(past.prize, own, past.winner)
