"""The legal actions in a turn of Crazy Eights."""

from __future__ import annotations

from gamenight.cards import DECK, AnyCardTable, Illegal
from gamenight.games.crazy_eights.state import DRAW_TWO, EIGHT
from gamenight.games.crazy_eights.stock import is_refillable


def check_play(table: AnyCardTable, seat: int, card: str) -> None:
    """Raise Illegal if this card may not be played."""
    rules = table.rules
    if rules.penalty and card[0] != DRAW_TWO:
        raise Illegal("stack_two", number=rules.penalty)
    if rules.drawn and table.options.draw == "one_play" and card != table.hand(seat)[-1]:
        raise Illegal("only_drawn", drawn=table.hand(seat)[-1])
    if not rules.penalty and not fits(table, card):
        raise Illegal("no_match", top=table.piles["pile"][-1], suit=suit_asked(table))


def suit_asked(table: AnyCardTable) -> str:
    """The suit of the top card, or the one that was named for an eight."""
    suit: str = table.rules.named or table.piles["pile"][-1][1]
    return suit


def fits(table: AnyCardTable, card: str) -> bool:
    return card[0] in (EIGHT, table.piles["pile"][-1][0]) or card[1] == suit_asked(table)


def can_draw(table: AnyCardTable) -> bool:
    """There is a card to draw, and the player may draw one more in this turn, even if they have a card that fits."""
    if not (table.piles[DECK] or is_refillable(table)):
        return False
    drawn: int = table.rules.drawn
    if table.options.draw == "up_to_five":
        return bool(drawn < table.options.most_draws)
    return table.options.draw == "until_playable" or not drawn


def can_pass(table: AnyCardTable) -> bool:
    """The player has drawn enough cards to pass, or there is no card to draw."""
    if table.rules.penalty:
        return False
    if not (table.piles[DECK] or is_refillable(table)):
        return True
    if table.options.draw == "up_to_five":
        return bool(table.rules.drawn == table.options.most_draws)
    return bool(table.options.draw == "one_play" and table.rules.drawn)


def must_announce(table: AnyCardTable) -> bool:
    return bool(table.options.specials and table.options.announce_last)


def may_block(table: AnyCardTable) -> bool:
    """A pass counts towards a blocked hand if the stock is empty; outside OpenSpiel only if the player has not
    drawn."""
    return not table.piles[DECK] and (not table.rules.drawn or table.options.block == "first_passes_again")


def is_pass(table: AnyCardTable, penalty: int, count: int) -> bool:
    """Whether drawing counts as a pass: in OpenSpiel, if the penalty takes the very last card of the stock."""
    is_last = penalty == count and not table.piles[DECK]
    return is_last and bool(table.options.block == "first_passes_again")
