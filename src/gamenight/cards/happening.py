"""Turn a ruling into a transition of the engine: the table after it, and the events for viewers."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gamenight.cards.applying import DEAL_OVER
from gamenight.cards.deck import Cards, in_order
from gamenight.cards.events import (
    Announce,
    BeginDeal,
    CardEvent,
    MoveCards,
    Ruling,
    SetPileVisibility,
    SetRulesState,
    SetWinner,
    TurnCards,
)
from gamenight.cards.listing import cards_of
from gamenight.cards.options import fixed_deck
from gamenight.cards.piles import PileSet
from gamenight.cards.rules import CardRules
from gamenight.cards.table import AnyCardTable
from gamenight.cards.visibility import card_seen_by, seen_by, with_visibility
from gamenight.core.model import Action, Event, TransitionResult
from gamenight.core.model import seat as player_of
from gamenight.core.rng import Rng


def transition(
    rules: CardRules, table: AnyCardTable, ruling: Ruling, rng: Rng, intent: tuple[int, Action] | None = None
) -> TransitionResult:
    """The transition of a ruling; `intent` is the seat that acted, and its action."""
    after, happened = rules.followed(table, ruling, rng)
    if after.phase == DEAL_OVER and not after.is_over and rules.is_match_over(after):
        after, _ = rules.followed(after, _end(), rng)
    told = [] if intent is None else [_told(table, happened, *intent, rules.pile_set(table.players))]
    told += [_announced(event) for event in happened if type(event) is Announce]
    scores = after.totals if after.totals is not table.totals else None
    return TransitionResult(after, tuple(told), scores, after.is_over or None, after.tie_break)


def next_deal(rules: CardRules, table: AnyCardTable, dealer: int, rng: Rng) -> TransitionResult:
    """Gather, shuffle and deal the cards."""
    number = table.deal + 1
    cards = in_order(rules.deck(table.players, table.options))
    order = fixed_deck(table.options, number) or rng.stream("deal", number).shuffle(cards)
    done = transition(rules, table, _deal(rules, dealer, order), rng)
    return replace(done, events=(_dealt(done.game_data), *done.events))


def _deal(rules: CardRules, dealer: int, deck: Cards) -> Ruling:
    table = yield BeginDeal(dealer, deck)
    table = yield SetRulesState(rules.first_memory(table))
    yield from rules.on_deal(table)


def _end() -> Ruling:
    yield SetWinner()


def _dealt(table: AnyCardTable) -> Event:
    """The event of a new deal: everybody sees its number, and each seat its own hand."""
    seats = range(table.players if "hand/0" in table.piles else 0)
    secret = {player_of(seat): {"cards": in_order(table.hand(seat))} for seat in seats}
    return Event("dealt", None, {"deal": table.deal, "dealer": player_of(table.dealer)}, secret)


def _announced(event: Announce) -> Event:
    return Event(event.kind, None if event.seat is None else player_of(event.seat), event.payload)


def _told(table: AnyCardTable, happened: Sequence[CardEvent], seat: int, action: Action, piles: PileSet) -> Event:
    """The event of a player's action. Viewers who see where its cards came from or where they go see the cards.

    A card that is named but not moved, such as one that a player asks for, is shown to everybody.
    """
    player, payload = player_of(seat), action.payload
    names = payload.__struct_fields__
    if not names:
        return Event(action.action_type, player)
    fields, cards = {name: getattr(payload, name) for name in names}, cards_of(payload)
    seen = _seen_moves(table, happened, cards, piles)
    if seen == piles.everyone:
        return Event(action.action_type, player, fields)
    secret = {player_of(other): fields for other in range(table.players) if seen >> other & 1}
    return Event(action.action_type, player, {"count": len(cards)}, secret)


def _seen_moves(table: AnyCardTable, happened: Sequence[CardEvent], cards: Cards, piles: PileSet) -> int:
    """The viewers that see where these cards came from or where they went, as a mask."""
    seen, waiting = piles.everyone, set(cards)
    for event in happened:
        # Only the first move of a card belongs to the action: a copy of it may be drawn afterwards.
        if type(event) is MoveCards and (moved := waiting.intersection(event.cards)):
            waiting -= moved
            for card in moved:
                seen &= card_seen_by(table, event.source, card, piles) | seen_by(table, event.target, piles)
        elif type(event) is SetPileVisibility or type(event) is TurnCards:
            table = with_visibility(table, event)
    return seen
