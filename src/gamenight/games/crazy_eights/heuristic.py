"""Quick choices of actions in Crazy Eights: a sensible player keeps eights, and cards that fit on each other."""

from __future__ import annotations

from gamenight.cards import SUITS, AnyCardTable, Cards, Illegal
from gamenight.cards.verbs import action_of, card_action
from gamenight.core import Action, PlayerId, Rng, seat_index
from gamenight.core.model import NO_PAYLOAD
from gamenight.games.crazy_eights.allowed import can_draw, can_pass, check_play, must_announce
from gamenight.games.crazy_eights.state import EIGHT, Suit

LOOKED_AT = 3
"""The number of cards of its hand that a careless player looks at."""


def sensible(table: AnyCardTable, player: PlayerId) -> Action:
    """Play the card that most others fit on; draw or pass if there is none."""
    seat = seat_index(player)
    hand = table.hand(seat)
    if "name_suit" in table.verbs:
        return action_of("name_suit", player, Suit(longest_suit(hand)))
    fitting = [card for card in hand if may_play(table, seat, card)]
    if fitting and len(hand) == 2 and must_announce(table) and not table.rules.is_announced:
        return action_of("announce_last", player, NO_PAYLOAD)
    if fitting:
        return card_action("play", player, max(fitting, key=lambda card: followers(hand, card)))
    return action_of("draw" if can_draw(table) else "pass", player, NO_PAYLOAD)


def careless(table: AnyCardTable, player: PlayerId, rng: Rng) -> Action | None:
    """Look at a few cards and play the first one that fits; otherwise draw or pass, or return no preference."""
    seat = seat_index(player)
    if "name_suit" in table.verbs:
        return None
    for card in rng.shuffle(table.hand(seat))[:LOOKED_AT]:
        if may_play(table, seat, card):
            return card_action("play", player, card)
    if can_draw(table) or can_pass(table):
        return action_of("draw" if can_draw(table) else "pass", player, NO_PAYLOAD)
    return None


def may_play(table: AnyCardTable, seat: int, card: str) -> bool:
    try:
        check_play(table, seat, card)
    except Illegal:
        return False
    return True


def longest_suit(hand: Cards) -> str:
    """The suit with the most cards, not counting eights."""
    others = [card[1] for card in hand if card[0] != EIGHT]
    return max(SUITS, key=others.count)


def followers(hand: Cards, card: str) -> int:
    """The number of cards of the hand that fit on this one, including itself; 0 for an eight, which is better kept."""
    if card[0] == EIGHT:
        return 0
    return sum([other[0] != EIGHT and (card[0] == other[0] or card[1] == other[1]) for other in hand])
