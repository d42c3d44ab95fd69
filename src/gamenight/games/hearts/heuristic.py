"""Quick choices of a sensible Hearts player: duck, throw off dangerous cards, lead cards that others will take."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamenight.cards import AnyCardTable, Cards
from gamenight.cards.deck import in_order
from gamenight.cards.library.tricks import ace_high as strength
from gamenight.cards.verbs import Duty, SeveralCards, action_of, card_action, dutiful
from gamenight.core import Action, PlayerId, seat_index
from gamenight.games.hearts.scoring import POINTS, QUEEN

HIGH_SPADES = ("KS", "AS")
QUEEN_STRENGTH = strength(QUEEN)
GUARDS = 4
"""With more spades than this the queen, king and ace of spades can be kept."""


def sensible(
    table: AnyCardTable, player: PlayerId, duties: Callable[[AnyCardTable, int], Sequence[Duty]]
) -> Action | None:
    """The action of a sensible player; None if the choice is not clear, as after shooting the moon."""
    seat = seat_index(player)
    if table.phase == "pass":
        return passed(table, seat, player)
    if "play" in table.verbs:
        return played(table, seat, player, dutiful(table.hand(seat), duties(table, seat)))
    return None


def passed(table: AnyCardTable, seat: int, player: PlayerId) -> Action:
    """Pass the three most dangerous cards."""
    hand = table.hand(seat)
    worst = sorted(hand, key=lambda card: _danger_to_keep(card, hand))[-3:]
    return action_of("pass_cards", player, SeveralCards(in_order(worst)))


def _danger_to_keep(card: str, hand: Cards) -> float:
    suit, length = card[1], _length(hand, card[1])
    if suit == "S":
        if card != QUEEN and card not in HIGH_SPADES:
            return 0
        return 100 + (card == QUEEN) if length <= GUARDS else 0
    if suit == "H":
        return 6 + strength(card) * 1.5 if strength(card) >= 7 else strength(card) * 0.8
    return strength(card) + 2 * max(0, 4 - length)


def played(table: AnyCardTable, seat: int, player: PlayerId, legal: Sequence[str]) -> Action:
    trick, hand = table.piles["trick"], table.hand(seat)
    if len(legal) == 1:
        card = legal[0]
    elif not trick:
        card = _lead(legal, _unseen(table, seat))
    elif legal[0][1] == trick[0][1]:
        card = _follow(trick, legal, len(trick) == table.players - 1, _unseen(table, seat))
    else:
        card = _throw_off(legal, hand, _unseen(table, seat))
    return card_action("play", player, card)


def _unseen(table: AnyCardTable, seat: int) -> set[str]:
    """All cards in the other hands together."""
    return set().union(*[table.hand(other) for other in range(table.players) if other != seat])


def _lead(legal: Sequence[str], unseen: set[str]) -> str:
    return min(legal, key=lambda card: _cost_of_lead(card, unseen))


def _cost_of_lead(card: str, unseen: set[str]) -> float:
    """A rough estimate of the points that leading this card costs."""
    suit, own = card[1], strength(card)
    others = [strength(other) for other in unseen if other[1] == suit]
    higher = sum([other > own for other in others])
    if not others:
        return 20.0 + own
    takes = (1 - higher / len(others)) ** min(3, len(others))
    if suit == "H":
        worth = 2.5
    elif suit == "S" and QUEEN in unseen:
        if own > QUEEN_STRENGTH:
            return 8.0
        worth = -0.5  # puts the holder of the queen under pressure
    elif card == QUEEN:
        return 13.0
    else:
        worth = 0.3 + 0.35 * max(0, 9 - len(others))
    return takes * worth + 0.1 * (len(others) < 4) - 0.01 * own


def _follow(trick: Cards, legal: Sequence[str], is_last: bool, unseen: set[str]) -> str:
    suit = trick[0][1]
    best = max([strength(card) for card in trick if card[1] == suit])
    below = [card for card in legal if strength(card) < best]
    if QUEEN in below:
        return QUEEN
    has_points = any(card in POINTS for card in trick)
    others = [card for card in legal if card != QUEEN] or list(legal)
    if is_last and not has_points:
        return max(others, key=strength)
    if below:
        return max(below, key=strength)
    if is_last:
        return max(others, key=strength)
    is_fresh = suit in "CD" and sum([card[1] == suit for card in unseen]) >= 8
    if is_fresh and not has_points:
        return max(others, key=strength)
    return min(others, key=strength)


def _throw_off(legal: Sequence[str], hand: Cards, unseen: set[str]) -> str:
    return max(legal, key=lambda card: _relief(card, hand, unseen))


def _relief(card: str, hand: Cards, unseen: set[str]) -> float:
    """The benefit of getting rid of this card."""
    if card == QUEEN:
        return 100
    if card in HIGH_SPADES and (QUEEN in unseen):
        return 60
    if card[1] == "H":
        return 16 + strength(card)
    return strength(card) + 2 * max(0, 4 - _length(hand, card[1]))


def _length(hand: Cards, suit: str) -> int:
    return sum([card[1] == suit for card in hand])
