"""Evaluate hands of gin rummy for bots: the deadwood now and after the next draw, compared with the other player's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gamenight.cards import FRENCH, AnyCardTable, Cards, without
from gamenight.cards.library.melds import GIN, GIN_VALUES, best_arrangement, best_layoff, least_deadwood
from gamenight.core import Action, seat_index
from gamenight.games.gin_rummy.scoring import HAND, bonuses_of, deadwood

FORESIGHT = 2.0
"""The weight of the deadwood after the next draw; the present deadwood has weight 1."""

UNSETTLED = 0.5
"""The worth of a lead in deadwood while the hand continues: without this, bots missed half of all good knocks."""

MUST = 100.0
WORTH_TAKING = 5
"""The deadwood that a card of the discard pile must save; otherwise a card of the stock is better on average."""

VALUES = {card: GIN_VALUES[card[0]] for card in FRENCH}
PARTNERS = {
    card: [mask & ~GIN.bits[card] for mask, meld in GIN.melds.items() if len(meld) == 3 and card in meld]
    for card in FRENCH
}
"""For each card, the pairs that make a meld of three with it, as bits."""


def lead(table: AnyCardTable, seat: int) -> float:
    """The approximate lead of a seat, in points, in a hand that continues, if the other player holds these cards."""
    if table.rules.knocker is not None:
        return _lead_after_knock(table, seat)
    dead = GIN.mask_of(table.piles["discard"])
    other = table.hand(1 - seat)
    held = least_deadwood(other) if len(other) == HAND else _least_of_eleven(other)
    return UNSETTLED * (held - expected_deadwood(table.hand(seat), dead))


def _lead_after_knock(table: AnyCardTable, seat: int) -> float:
    """The points of the hand if the defender plays best."""
    knocker, bonuses = table.rules.knocker, bonuses_of(table)
    own, hand = deadwood(table, knocker), table.hand(1 - knocker)
    if own == 0:
        points = bonuses.gin + least_deadwood(hand)
    else:
        points = best_layoff(table.rules.melds[knocker], hand).rest.points - own
        points -= bonuses.undercut if points <= 0 else 0
    return float(points if seat == knocker else -points)


def priority(table: AnyCardTable, seat: int, verb: str, payload: Any) -> float:
    """The priority of an action: knock, take a card that helps, discard the card that leaves the least deadwood."""
    hand = table.hand(seat)
    match verb:
        case "big_gin":
            return MUST
        case "knock":
            return MUST - _without(hand, payload.card)
        case "discard":
            return -float(_without(hand, payload.card))
        case "take_upcard" | "draw_discard":
            taken = (*hand, *table.top(1, "discard"))
            return float(least_deadwood(hand) - _least_of_eleven(taken) - WORTH_TAKING)
        case "meld":
            return float(len(payload.cards))
        case "lay_off":
            return float(VALUES[payload.card])
        case _:
            return 0.0


def _without(hand: Cards, card: str) -> int:
    return least_deadwood([own for own in hand if own != card])


def expected_deadwood(hand: Cards, dead: int) -> float:
    """The weighted deadwood of a hand, now and on average after the next draw; discards one of eleven cards first."""
    if len(hand) > HAND:
        hand = without(hand, (dearest(hand),))
    return _expected(hand, dead)


def dearest(hand: Cards) -> str:
    """The deadwood card with the most points; the last card of the hand if there is no deadwood."""
    return max(best_arrangement(hand).deadwood or hand[-1:], key=VALUES.__getitem__)


@lru_cache(maxsize=1 << 14)
def _expected(hand: Cards, dead: int) -> float:
    now = best_arrangement(hand)
    most = max([VALUES[card] for card in now.deadwood], default=0)
    held = GIN.mask_of(hand)
    later, count = 0, 0
    for card, bit in GIN.bits.items():
        if bit & (held | dead):
            continue
        count += 1
        if any(pair & held == pair for pair in PARTNERS[card]):
            later += _least_of_eleven((*hand, card))
        else:
            later += now.points + min(0, VALUES[card] - most)
    return (now.points + FORESIGHT * later / max(count, 1)) / (1 + FORESIGHT)


def _least_of_eleven(cards: Cards) -> int:
    """The deadwood of eleven cards after discarding the deadwood card with the most points."""
    points = [VALUES[card] for card in best_arrangement(cards).deadwood]
    return sum(points) - max(points, default=0)


def sensible(table: AnyCardTable, actions: Sequence[Action]) -> Action:
    """A quick choice: the action with the highest priority, and among discards the one with the best expectation."""
    return max(actions, key=lambda action: _promise(table, seat_index(action.player_id), action))


def _promise(table: AnyCardTable, seat: int, action: Action) -> float:
    if action.action_type == "discard":
        dead = GIN.mask_of(table.piles["discard"])
        return -expected_deadwood(without(table.hand(seat), (action.payload.card,)), dead)
    return priority(table, seat, action.action_type, action.payload)
