"""Apply engine events to tables. An event that cannot be applied is an error of the rules and changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from gamenight.cards.deck import Cards, in_order
from gamenight.cards.events import (
    Announce,
    BeginDeal,
    CardEvent,
    EndDeal,
    Locate,
    MoveCards,
    OrderPile,
    RuleOut,
    SetActions,
    SetCardVisuals,
    SetCurrentPlayers,
    SetPileVisibility,
    SetRulesState,
    SetScoreboards,
    SetWinner,
    ShowTable,
    ShufflePile,
    TurnCards,
)
from gamenight.cards.knowledge import after_move, after_turning, all_in, face_bits, known_in, located
from gamenight.cards.piles import DECK, PileSet
from gamenight.cards.table import AnyCardTable
from gamenight.cards.visibility import card_seen_by, seen_by, with_visibility
from gamenight.core.errors import PluginError
from gamenight.core.rng import Rng

DEAL_OVER = "deal_over"
"""The phase between two deals."""


def apply(table: AnyCardTable, event: CardEvent, piles: PileSet, rng: Rng) -> AnyCardTable:
    """The table after this event; raises PluginError if it cannot happen on this table."""
    rule = _APPLY.get(type(event))
    if rule is None:
        raise PluginError(f"rules yield engine events, not a {type(event).__name__}")
    return rule(table, event, piles, rng)


def excluded(table: AnyCardTable, pile: str) -> int:
    """The faces, as a mask, that no face-down card of the pile can have; cards known to be there are an exception."""
    never = 0 if table.came_later.get(pile) else table.ruled_out.get(pile, 0)
    turned = table.turned.get(pile)
    if turned:  # all copies of a card are turned the same way
        never |= face_bits(card for card, is_up in turned.items() if is_up)
    return never


def _move(table: AnyCardTable, event: MoveCards, piles: PileSet, rng: Rng) -> AnyCardTable:
    source, target = event.source, event.target
    if source == target or source not in table.piles or target not in table.piles:
        raise PluginError(f"cards cannot be moved from {source!r} to {target!r}")
    moving, left = split(table.piles[source], event.cards, source)
    if table.turned.get(target):
        _refuse_copies(table, target, moving)
    arrived = table.piles[target] + moving
    after = table.piles | {source: left, target: arrived if piles.kinds[target].is_ordered else in_order(arrived)}
    saw, sees = seen_by(table, source, piles), seen_by(table, target, piles)
    if table.turned.get(source):
        return _move_turned(table, event, moving, after, piles)
    to_pile, is_emptied = (piles.bits[target], sees), not left
    from_pile, never_there = (piles.bits[source], saw), excluded(table, source)
    beliefs = after_move(table.beliefs, moving, from_pile, to_pile, is_emptied=is_emptied, never_there=never_there)
    moved = replace(table, piles=after, beliefs=beliefs)
    if source in table.ruled_out or target in table.ruled_out:
        return _with_ruled_out(moved, table, event, piles, is_open=(saw | sees) == piles.everyone)
    return moved


def _with_ruled_out(
    moved: AnyCardTable, before: AnyCardTable, event: MoveCards, piles: PileSet, *, is_open: bool
) -> AnyCardTable:
    """Update what is ruled out after a move: a card that came openly is no longer ruled out, as it may leave unseen."""
    target, ruled_out = event.target, before.ruled_out
    if is_open and target in ruled_out:
        ruled_out = ruled_out | {target: ruled_out[target] & ~face_bits(event.cards)}
    return replace(moved, ruled_out=ruled_out, came_later=_came_later(before, event, piles, is_open=is_open))


def _came_later(table: AnyCardTable, event: MoveCards, piles: PileSet, *, is_open: bool) -> dict[str, int]:
    """Update how many ruled-out faces each pile may have: more when cards came unseen, fewer when one openly left."""
    source, target = event.source, event.target
    after = dict(table.came_later)
    if target in table.ruled_out and not is_open:
        after[target] = after.get(target, 0) + len(event.cards)
    if is_open and after.get(source):
        known = known_in(table.beliefs[-1] or (), piles.bits[source])
        left = face_bits(event.cards) & table.ruled_out[source] & ~known
        after[source] = max(0, after[source] - left.bit_count())
    return after


def _move_turned(
    table: AnyCardTable, event: MoveCards, moving: Cards, after: dict[str, Cards], piles: PileSet
) -> AnyCardTable:
    """A move out of a pile in which single cards are turned: each card has its own viewers."""
    source, beliefs, is_open, never_there = event.source, table.beliefs, True, excluded(table, event.source)
    to_pile = (piles.bits[event.target], seen_by(table, event.target, piles))
    for card in moving:
        saw = card_seen_by(table, source, card, piles)
        is_open = is_open and (saw | to_pile[1]) == piles.everyone
        from_pile = (piles.bits[source], saw)
        beliefs = after_move(beliefs, (card,), from_pile, to_pile, is_emptied=False, never_there=never_there)
    kept = {card: is_up for card, is_up in table.turned[source].items() if card in after[source]}
    moved = replace(table, piles=after, beliefs=beliefs, turned=table.turned | {source: kept})
    return _with_ruled_out(moved, table, event, piles, is_open=is_open)


def _cards_in(table: AnyCardTable, pile: str) -> Cards:
    if pile not in table.piles:
        raise PluginError(f"there is no pile {pile!r}")
    return table.piles[pile]


def split(pile: Cards, cards: Cards, name: str) -> tuple[Cards, Cards]:
    """Split a pile into the cards that leave, in the pile's order, and those that stay; upper copies leave first."""
    if cards == pile:
        return pile, ()
    if len(cards) == 1 and cards[0] in pile:
        place = len(pile) - 1 - pile[::-1].index(cards[0])
        return cards, pile[:place] + pile[place + 1 :]
    wanted = Counter(cards)
    moving, left = [], []
    for card in reversed(pile):
        if wanted[card] > 0:
            wanted[card] -= 1
            moving.append(card)
        else:
            left.append(card)
    if missing := +wanted:
        raise PluginError(f"pile {name!r} has no {min(missing)}")
    return tuple(moving[::-1]), tuple(left[::-1])


def _shuffle(table: AnyCardTable, event: ShufflePile, piles: PileSet, rng: Rng) -> AnyCardTable:
    # Sorted first, so that the previous order has no influence.
    shuffled = rng.shuffle(in_order(_cards_in(table, event.pile)))
    return replace(table, piles=table.piles | {event.pile: shuffled})


def _order(table: AnyCardTable, event: OrderPile, piles: PileSet, rng: Rng) -> AnyCardTable:
    if sorted(event.cards) != sorted(_cards_in(table, event.pile)):
        raise PluginError(f"pile {event.pile!r} does not have these cards")
    return replace(table, piles=table.piles | {event.pile: event.cards})


def _turn(table: AnyCardTable, event: TurnCards, piles: PileSet, rng: Rng) -> AnyCardTable:
    pile = event.pile
    _, others = split(_cards_in(table, pile), event.cards, pile)
    after = with_visibility(table, event)
    _refuse_copies(after, pile, others)
    beliefs = table.beliefs
    for card in event.cards:
        saw, sees = card_seen_by(table, pile, card, piles), piles.everyone if event.is_up else 0
        beliefs = after_turning(beliefs, (card,), piles.bits[pile], saw, sees)
    return replace(after, beliefs=beliefs)


def _refuse_copies(table: AnyCardTable, pile: str, cards: Cards) -> None:
    """Raise PluginError if one of these is a copy of a turned card in this pile: copies cannot be told apart."""
    if copies := table.turned[pile].keys() & set(cards):
        raise PluginError(f"all copies of a card in pile {pile!r} must be turned together, not only one {min(copies)}")


def _set_visibility(table: AnyCardTable, event: SetPileVisibility, piles: PileSet, rng: Rng) -> AnyCardTable:
    pile, cards = event.pile, _cards_in(table, event.pile)
    after = with_visibility(table, event)
    straight = tuple(card for card in cards if card not in table.turned.get(pile, {}))
    saw, sees = seen_by(table, pile, piles), seen_by(after, pile, piles)
    return replace(after, beliefs=after_turning(table.beliefs, straight, piles.bits[pile], saw, sees))


@lru_cache(maxsize=1024)  # called every turn
def _can_be_asked(seats: tuple[int, ...], players: int) -> bool:
    return bool(seats) and set(seats) <= set(range(players)) and len(set(seats)) == len(seats)


def _ask(table: AnyCardTable, event: SetCurrentPlayers, piles: PileSet, rng: Rng) -> AnyCardTable:
    seats = event.seats
    if not _can_be_asked(seats, table.players):
        raise PluginError(f"seats {seats} cannot be asked at a table of {table.players}")
    verbs = event.verbs or table.verbs
    return replace(table, asked=seats, phase=event.phase, together=event.together, shown_ms=0, verbs=verbs)


def _show(table: AnyCardTable, event: ShowTable, piles: PileSet, rng: Rng) -> AnyCardTable:
    return replace(table, asked=(), phase=event.phase, together=False, shown_ms=event.shown_ms)


def _rule_out(table: AnyCardTable, event: RuleOut, piles: PileSet, rng: Rng) -> AnyCardTable:
    pile, came_later = event.pile, table.came_later
    _cards_in(table, pile)
    before = 0 if came_later.get(pile) else table.ruled_out.get(pile, 0)
    ruled_out = table.ruled_out | {pile: before | face_bits(event.cards)}
    return replace(table, ruled_out=ruled_out, came_later=came_later | {pile: 0})


def _locate(table: AnyCardTable, event: Locate, piles: PileSet, rng: Rng) -> AnyCardTable:
    split(_cards_in(table, event.pile), event.cards, event.pile)
    seen = seen_by(table, event.pile, piles)
    beliefs = located(table.beliefs, event.cards, piles.bits[event.pile], seen)
    return replace(table, beliefs=beliefs)


def _begin_deal(table: AnyCardTable, event: BeginDeal, piles: PileSet, rng: Rng) -> AnyCardTable:
    return replace(
        table,
        deal=table.deal + 1,
        dealer=event.dealer,
        piles=dict.fromkeys(piles.names, ()) | {DECK: event.deck},
        beliefs=(all_in(piles.bits[DECK], event.deck),) * (table.players + 1),
        sees={},
        turned={},
        rotations={},
        ruled_out={},
        came_later={},
    )


def _end_deal(table: AnyCardTable, event: EndDeal, piles: PileSet, rng: Rng) -> AnyCardTable:
    if len(event.points) != table.players:
        raise PluginError(f"a deal brings points to {table.players} seats, not {len(event.points)}")
    totals = tuple(total + more for total, more in zip(table.totals, event.points, strict=True))
    points = (*table.points, event.points)
    return replace(table, totals=totals, points=points, asked=(), phase=DEAL_OVER, together=False, shown_ms=0)


def _announce(table: AnyCardTable, event: Announce, piles: PileSet, rng: Rng) -> AnyCardTable:
    if event.seat is not None and not 0 <= event.seat < table.players:
        raise PluginError(f"there is no seat {event.seat} for the announcement {event.kind!r}")
    return table


def _set_winner(table: AnyCardTable, event: SetWinner, piles: PileSet, rng: Rng) -> AnyCardTable:
    if event.tie_break is not None and len(event.tie_break) != table.players:
        raise PluginError(f"a tie is broken by a number for each of {table.players} seats, not {event.tie_break}")
    return replace(table, is_over=True, tie_break=event.tie_break)


_APPLY: dict[type, Callable[[AnyCardTable, Any, PileSet, Rng], AnyCardTable]] = {
    MoveCards: _move,
    ShufflePile: _shuffle,
    OrderPile: _order,
    TurnCards: _turn,
    SetPileVisibility: _set_visibility,
    SetCurrentPlayers: _ask,
    ShowTable: _show,
    RuleOut: _rule_out,
    Locate: _locate,
    BeginDeal: _begin_deal,
    EndDeal: _end_deal,
    SetWinner: _set_winner,
    SetActions: lambda table, event, piles, rng: replace(table, verbs=event.verbs),
    SetRulesState: lambda table, event, piles, rng: replace(table, rules=event.rules),
    SetScoreboards: lambda table, event, piles, rng: replace(table, boards=event.boards),
    SetCardVisuals: lambda table, event, piles, rng: replace(table, rotations=event.rotations),
    Announce: _announce,
}
