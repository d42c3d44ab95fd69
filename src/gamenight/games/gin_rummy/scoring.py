"""The points of a hand of gin rummy, and the bonuses at the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from gamenight.cards import AnyCardTable
from gamenight.cards.library.melds import GIN_VALUES

HAND = 10
"""The number of cards of a player who has not drawn."""

GAME_BONUS = 100
SHUTOUT_BONUS = 200
"""The bonus for the match if the other player has won no hand."""


class Bonuses(Struct, frozen=True):
    gin: int
    undercut: int
    big_gin: int
    box: int
    """For each hand won, at the end of the match."""


BONUSES = {"modern": Bonuses(25, 25, 31, 25), "classic": Bonuses(20, 10, 0, 20)}


class HandResult(Struct, frozen=True):
    """Who won a hand, how, and with how much deadwood; for a tied hand, without points, `winner` is the knocker."""

    kind: Literal["won_hand", "won_gin", "won_big_gin", "won_undercut", "tied_hand"]
    winner: int
    points: int
    winner_deadwood: int
    loser_deadwood: int


class MatchBonus(Struct, frozen=True):
    """The bonuses of a seat at the end of the match: for the game, and for the hands won."""

    seat: int
    game: int
    boxes: int
    hands: int


def deadwood(table: AnyCardTable, seat: int) -> int:
    """The points of the cards in a seat's hand, which are its deadwood once its melds lie on the table."""
    return sum([GIN_VALUES[card[0]] for card in table.hand(seat)])


def bonuses_of(table: AnyCardTable) -> Bonuses:
    options, usual = table.options, BONUSES[table.options.bonus]
    gin = usual.gin if options.gin_bonus is None else options.gin_bonus
    undercut = usual.undercut if options.undercut_bonus is None else options.undercut_bonus
    return Bonuses(gin, undercut, usual.big_gin, usual.box)


def hand_result(table: AnyCardTable) -> HandResult:
    """The result of a hand in which all melds are laid down."""
    knocker, bonuses = table.rules.knocker, bonuses_of(table)
    defender = table.left_of(knocker)
    own, other = deadwood(table, knocker), deadwood(table, defender)
    times = 2 if table.rules.is_double else 1
    if table.rules.is_big_gin:
        return HandResult("won_big_gin", knocker, times * (bonuses.big_gin + other), own, other)
    if own == 0:
        return HandResult("won_gin", knocker, times * (bonuses.gin + other), own, other)
    if own < other:
        return HandResult("won_hand", knocker, times * (other - own), own, other)
    if own == other and not table.options.equal_undercuts:
        return HandResult("tied_hand", knocker, 0, own, other)
    return HandResult("won_undercut", defender, times * (own - other + bonuses.undercut), other, own)


def match_bonuses(table: AnyCardTable, points: Sequence[int]) -> list[MatchBonus]:
    """The bonuses at the end of the match, after these points of the last hand; empty while the match continues."""
    options, totals = table.options, [total + more for total, more in zip(table.totals, points, strict=True)]
    if options.deals or max(totals) < options.target:
        return []
    hands = [sum(row[seat] > 0 for row in (*table.points, points)) for seat in range(table.players)]
    winner, box = totals.index(max(totals)), bonuses_of(table).box
    game = GAME_BONUS if all(hands) else SHUTOUT_BONUS
    return [
        MatchBonus(seat, game if seat == winner else 0, box * hands[seat], hands[seat])
        for seat in range(table.players)
        if hands[seat]
    ]
