"""The course of a deal of Durak from bout to bout: who attacks, who is asked, who draws, who has run out."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.cards import (
    DECK,
    Announce,
    AnyCardTable,
    Cards,
    EndDeal,
    Locate,
    MoveCards,
    RuleOut,
    Ruling,
    SetWinner,
    ShowTable,
    ask,
    draw,
    of_suit,
    pile_of,
    remember,
)
from gamenight.cards.library.tricks import ace_high, refill_order, refills
from gamenight.games.durak.state import HAND, LOWEST, MOST_ATTACKS, MOST_TAKEN, PACKS, SHOWN_MS

# The deal


def show_trump(table: AnyCardTable, card: str) -> Ruling:
    """Turn up the next card; if all cards are dealt, the dealer shows the last one and keeps it."""
    if table.piles[DECK]:
        table = yield draw(table, "trump")
    else:
        table = yield Locate(pile_of("hand", table.dealer), (card,))
    return (yield remember(table, trump=card[1], trump_card=card))


def lowest_trump(table: AnyCardTable) -> str:
    """The lowest trump of the pack: the six of 36 cards."""
    return LOWEST[table.options.deck_size] + str(table.rules.trump)


def lowest_trump_attacks(table: AnyCardTable) -> Ruling:
    """The player with the lowest trump shows it and attacks, so everybody knows that no hand has a lower one."""
    trumps = of_suit(PACKS[table.options.deck_size], table.rules.trump)
    holders = {card: seat for seat in range(table.players) for card in table.hand(seat)}
    lowest = next((place for place, card in enumerate(trumps) if card in holders), len(trumps))
    for seat in range(table.players) if lowest else ():
        table = yield RuleOut(pile_of("hand", seat), trumps[:lowest])
    if lowest == len(trumps):
        yield from begin_bout(table, table.left_of(table.dealer))
        return
    card = trumps[lowest]
    table = yield Locate(pile_of("hand", holders[card]), (card,))
    yield Announce("lowest_trump", holders[card], {"card": card})
    yield from begin_bout(table, holders[card])


# The bout


def is_in_teams(table: AnyCardTable) -> bool:
    return bool(table.options.teams != "none")


def side_of(table: AnyCardTable, seat: int) -> int:
    """The first seat of the side: with two teams, every second seat belongs to one; otherwise each seat plays alone."""
    return seat % 2 if is_in_teams(table) else seat


def are_opponents(table: AnyCardTable, seat: int, other: int) -> bool:
    return side_of(table, seat) != side_of(table, other)


def next_opponent(table: AnyCardTable, seat: int) -> int:
    """The next seat to the left that has cards and plays against this one; this seat itself if there is none."""
    others = table.seats_from(seat)[1:]
    return next((other for other in others if table.hand(other) and are_opponents(table, seat, other)), seat)


def limit_of(table: AnyCardTable, defender: int) -> int:
    """The maximum number of attack cards in a bout against this defender."""
    most = table.options.first_bout_max if table.rules.bout == 1 else MOST_ATTACKS
    return min(most, len(table.hand(defender)))


def begin_bout(table: AnyCardTable, attacker: int) -> Ruling:
    rules = table.rules
    table = yield remember(table, bout=rules.bout + 1, is_taking=False, out_before=len(rules.places))
    defender = next_opponent(table, attacker)
    table = yield remember(table, attacker=attacker, defender=defender, limit=limit_of(table, defender))
    yield from ask_attacker(table)


def ask_attacker(table: AnyCardTable) -> Ruling:
    swaps = ("swap_six",) if table.options.trump_six_swap else ()
    yield from ask(table.rules.attacker, "attack", *swaps)


def ask_defender(table: AnyCardTable) -> Ruling:
    passes = ("pass_on",) if table.options.passing else ()
    yield from ask(table.rules.defender, "beat", *passes, "take", phase="defend")


def lay(table: AnyCardTable, seat: int, card: str, pile: str) -> Ruling:
    """Move a card of the hand to the middle; a seat without cards that cannot draw has run out."""
    table = yield MoveCards(pile_of("hand", seat), pile, (card,))
    if not table.hand(seat) and not talon_size(table):
        table = yield remember(table, places=(*table.rules.places, seat))
    return table


def talon_size(table: AnyCardTable) -> int:
    return len(table.piles[DECK]) + len(table.piles["trump"])


def beats(card: str, attack: str, trump: str) -> bool:
    if card[1] == attack[1]:
        return ace_high(card) > ace_high(attack)
    return card[1] == trump


def unbeaten(table: AnyCardTable) -> Cards:
    pairs = table.rules.pairs
    return tuple([card for card in table.piles["attacks"] if card not in pairs])


def attackers(table: AnyCardTable) -> tuple[int, ...]:
    """The defender's opponents with cards; the one who attacked comes first, then the others clockwise."""
    seats, defender = table.seats_from(table.rules.attacker), table.rules.defender
    return tuple([seat for seat in seats if are_opponents(table, seat, defender) and table.hand(seat)])


def go_on(table: AnyCardTable) -> Ruling:
    """Continue after a card, or after the defender takes: attackers may throw in, or the defender is asked first."""
    rules = table.rules
    is_waiting = bool(unbeaten(table)) and not rules.is_taking and not table.options.eager_throw_in
    throwing = () if is_waiting or len(table.piles["attacks"]) >= rules.limit else attackers(table)
    if throwing:
        yield from ask(throwing, "throw_in", "done", together=True)
    else:
        yield from nobody_throws_in(table)


def nobody_throws_in(table: AnyCardTable) -> Ruling:
    if table.rules.is_taking:
        yield ShowTable("taken", SHOWN_MS)
    elif unbeaten(table):
        yield from ask_defender(table)
    else:
        yield ShowTable("beaten_off", SHOWN_MS)


def end_bout(table: AnyCardTable, following: int) -> Ruling:
    """All seats draw; then seat `following` attacks, or the next one that has cards."""
    table = yield from refill(table)
    holders = [seat for seat in table.seats_from(following) if table.hand(seat)]
    if len({side_of(table, seat) for seat in holders}) > 1 and table.rules.taken_in_a_row < MOST_TAKEN:
        yield from begin_bout(table, holders[0])
    else:
        yield from end_deal(table, holders)


def refill(table: AnyCardTable) -> Ruling:
    """Seats with fewer than six cards draw, the turn-up last; a seat that still has no cards has run out."""
    order = refill_order(table.rules.attacker, table.rules.defender, table.players)
    sizes = [len(table.hand(seat)) for seat in range(table.players)]
    for seat, count in refills(order, sizes, HAND, talon_size(table)).items():
        for source in (DECK, "trump"):
            cards = table.top(count, source)
            count -= len(cards)
            if cards:
                table = yield MoveCards(source, pile_of("hand", seat), cards)
    out = [seat for seat in order if not table.hand(seat) and seat not in table.rules.places]
    return (yield remember(table, places=(*table.rules.places, *out)))


# The end


def end_deal(table: AnyCardTable, holders: Sequence[int]) -> Ruling:
    """The only side with cards has lost; if the last sides ran out in the same bout, no side has."""
    fool = fool_among(table, holders)
    yield Announce(_outcome(table, fool), fool)
    earliness = table.rules.earliness if is_in_teams(table) else earliness_after(table, holders)
    table = yield remember(table, earliness=earliness, fool=fool)
    lost = () if fool is None else (side_of(table, fool),)
    table = yield EndDeal(tuple(float(side_of(table, seat) in lost) for seat in range(table.players)))
    if table.deal >= table.options.deals:
        yield SetWinner(earliness)


def fool_among(table: AnyCardTable, holders: Sequence[int]) -> int | None:
    """The seat with the most cards of the only side that has any; among equals, the next to attack."""
    if len({side_of(table, seat) for seat in holders}) != 1:
        return None
    return max(holders, key=lambda seat: len(table.hand(seat)))


def _outcome(table: AnyCardTable, fool: int | None) -> str:
    return "drawn" if fool is None else "team_lost" if is_in_teams(table) else "fool"


def earliness_after(table: AnyCardTable, holders: Sequence[int]) -> tuple[float, ...]:
    """For each seat, the number of others it was ahead of, summed over the deals; seats that ran out together at the
    end share their place."""
    rules = table.rules
    ranked = rules.places if holders else rules.places[: rules.out_before]
    ahead = {seat: table.players - 1 - place for place, seat in enumerate(ranked)}
    return tuple(before + ahead.get(seat, 0) for seat, before in enumerate(rules.earliness))
