"""Knocking, up to the points of a hand: who may knock, melds on the table, cards laid off."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from gamenight.cards import AnyCardTable, Cards, Ruling, TableView, pile_of, remember
from gamenight.cards.events import Announce, EndDeal, MoveCards, OrderPile, SetPileVisibility, SetRulesState, ask
from gamenight.cards.library.melds import GIN_VALUES, best_arrangement, best_layoff, least_deadwood
from gamenight.games.gin_rummy.scoring import hand_result, match_bonuses
from gamenight.games.gin_rummy.state import GinMemory, Meld

# Cached, as it is called for each card of a hand.
deadwood_of = lru_cache(maxsize=256)(least_deadwood)


def can_knock(hand: Cards, card: str, limit: int) -> bool:
    """Whether the deadwood of the hand without this card is within the limit."""
    # A fast check first: a card lowers the deadwood by at most its value, and most hands are far from knocking.
    if deadwood_of(hand) - GIN_VALUES[card[0]] > limit:
        return False
    return least_deadwood([other for other in hand if other != card]) <= limit


def can_knock_with_upcard(table: AnyCardTable, seat: int) -> bool:
    (upcard,) = table.top(1, "discard")
    held = (*table.hand(seat), upcard)
    discards = held if table.options.return_upcard else table.hand(seat)
    return any(can_knock(held, card, table.rules.limit) for card in discards)


def show_hand(seat: int) -> SetPileVisibility:
    """Show a hand: the knocker's at once, as only some hands could have knocked; the defender's at the end."""
    return SetPileVisibility(pile_of("hand", seat), "everyone")


def show_melds(table: AnyCardTable, seat: int) -> Ruling:
    """Ask a seat to lay down its melds, or lay down the best ones automatically."""
    if table.options.arrange == "manual":
        yield from ask(seat, "meld", "done", phase="melds")
    else:
        table = yield from lay_down(table, seat, best_arrangement(table.hand(seat)).melds)
        yield from after_melds(table, seat)


def lay_down(table: AnyCardTable, seat: int, melds: tuple[Cards, ...]) -> Ruling:
    """Move these melds from the hand to the table."""
    for meld in melds:
        table = yield MoveCards(pile_of("hand", seat), pile_of("melds", seat), meld)
    return (yield with_melds(table, seat, (*table.rules.melds[seat], *melds)))


def after_melds(table: AnyCardTable, seat: int) -> Ruling:
    """Continue with the defender after the knocker's melds; after the defender's, show all cards and end the hand."""
    if seat != table.rules.knocker:
        table = yield show_hand(seat)
        yield from end_hand(table)
        return
    defender = table.left_of(seat)
    if not table.hand(seat):  # nothing is laid off on gin
        yield from show_melds(table, defender)
    elif table.options.layoff == "manual":
        yield from ask(defender, "lay_off", "done", phase="layoff")
    else:
        for card, meld in best_layoff(knocker_melds(table), table.hand(defender)).laid_off:
            table = yield from lay_off(table, card, meld)
        yield from show_melds(table, defender)


def lay_off(table: AnyCardTable, card: str, meld: int) -> Ruling:
    """Move a card of the defender to one of the knocker's melds."""
    knocker, melds = table.rules.knocker, list(knocker_melds(table))
    melds[meld] = Meld((*melds[meld], card)).cards
    defender = table.left_of(knocker)
    table = yield MoveCards(pile_of("hand", defender), pile_of("melds", knocker), (card,))
    table = yield with_melds(table, knocker, tuple(melds))
    table = yield remember(table, laid_off=(*table.rules.laid_off, card))
    return (yield OrderPile(pile_of("melds", knocker), tuple(chain(*melds))))


def end_hand(table: AnyCardTable) -> Ruling:
    result = hand_result(table)
    told = {"points": result.points, "deadwood": result.winner_deadwood, "other": result.loser_deadwood}
    yield Announce(result.kind, result.winner, told)
    points = [0, 0]
    points[result.winner] = result.points
    bonuses = match_bonuses(table, points)
    for bonus in bonuses:
        yield Announce("match_bonus", bonus.seat, {"game": bonus.game, "boxes": bonus.boxes, "hands": bonus.hands})
        points[bonus.seat] += bonus.game + bonus.boxes
    yield EndDeal(tuple(map(float, points)))


def knocker_melds(table: AnyCardTable | TableView[GinMemory]) -> tuple[Cards, ...]:
    rules: GinMemory = table.rules
    return () if rules.knocker is None else rules.melds[rules.knocker]


def with_melds(table: AnyCardTable, seat: int, melds: tuple[Cards, ...]) -> SetRulesState:
    laid = table.rules.melds
    return remember(table, melds=(melds, laid[1]) if seat == 0 else (laid[0], melds))
