"""Tricks: following suit, the order of play, the winner of a trick; and the order of drawing after a bout.

A trick-taking game has the pile `trick`, and `hand` and `won` for each seat. Its players `play` one card in turn, and
its rules handle a complete trick in `on_trick`.

The game defines suits and strengths. `suit_of` is the suit that a card belongs to in play, which is not the printed one
for the left bower in euchre and the jacks in skat. `strength` is a number of at least 0; within a suit the larger one
wins. Both are called for every card of every trick, so the functions made here look the card up in a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter

from msgspec import Struct

from gamenight.cards.deck import FACES, FRENCH, RANKS, SUITS, Cards, of_suit
from gamenight.cards.events import TRICK_MS, MoveCards, Ruling, ShowTable, ask
from gamenight.cards.piles import pile_of
from gamenight.cards.table import AnyCardTable, remember
from gamenight.cards.verbs import Duty

SuitOf = Callable[[str], str]
Strength = Callable[[str], int]

plain_suit: SuitOf = itemgetter(1)
"""The printed suit of a card."""


def suit_with(moved: Iterable[str], suit: str) -> SuitOf:
    """A `suit_of` in which `moved` belong to `suit`: `suit_with(["JD"], "H")` for euchre with hearts as trumps."""
    suits = {face: face[1] for face in FACES}
    return (suits | dict.fromkeys(moved, suit)).__getitem__


def strength_by_rank(ranks: str, top: Iterable[str] = ()) -> Strength:
    """A `strength` by these ranks, weakest first; `top` are cards above all others, weakest first."""
    plain = {face: ranks.index(face[0]) for face in FRENCH if face[0] in ranks}
    return (plain | {card: number for number, card in enumerate(top, len(ranks))}).__getitem__


ace_high: Strength = strength_by_rank(RANKS)


def led_suit(trick: Sequence[str], suit_of: SuitOf = plain_suit) -> str | None:
    """The suit of the first card of the trick; None if the trick is empty."""
    return suit_of(trick[0]) if trick else None


def followers(hand: Iterable[str], led: str, suit_of: SuitOf = plain_suit) -> Cards:
    """The cards of a hand that follow the suit led. If there are none, most games allow any card."""
    return tuple([card for card in hand if suit_of(card) == led])


def winning_index(
    trick: Sequence[str], *, trump: str | None = None, suit_of: SuitOf = plain_suit, strength: Strength = ace_high
) -> int:
    """The index of the trick's strongest trump, or if it has no trumps, of the strongest card of the suit led.

    Of two equal cards, which occur with several packs, the first one wins.
    """
    suits = [suit_of(card) for card in trick]
    suit = trump if trump in suits else suits[0]
    winner, most = 0, -1
    for index, card in enumerate(trick):
        if suits[index] == suit and (strong := strength(card)) > most:
            winner, most = index, strong
    return winner


def trick_winner(
    table: AnyCardTable, *, trump: str | None = None, suit_of: SuitOf = plain_suit, strength: Strength = ace_high
) -> int:
    """The seat that has played the winning card to the trick on the table."""
    place = winning_index(table.piles["trick"], trump=trump, suit_of=suit_of, strength=strength)
    return table.left_of(table.rules.leader, place)


# The course of a trick


class TrickMemory(Struct, frozen=True):
    """The leader of this trick, the number of tricks before it, and the cards of the last of these."""

    leader: int = 0
    tricks: int = 0
    last: Cards = ()
    last_leader: int = 0
    """Nothing reads it; it is part of the states of stored matches."""


FOLLOW = {suit: (Duty("follow", frozenset(of_suit(FRENCH, suit)), {"suit": suit}),) for suit in SUITS}


def follow_suit(trick: Cards) -> tuple[Duty, ...]:
    """The duty to play the suit that was led; no duty if the trick is empty."""
    return FOLLOW[trick[0][1]] if trick else ()


def lead(table: AnyCardTable, seat: int) -> Ruling:
    """This seat leads."""
    yield remember(table, leader=seat)
    yield from ask(seat, "play")


def play_to_trick(table: AnyCardTable, seat: int, card: str) -> Ruling:
    """Play a card to the trick, then ask the next player; show a complete trick before `on_trick`."""
    table = yield MoveCards(pile_of("hand", seat), "trick", (card,))
    if len(table.piles["trick"]) < table.players:
        yield from ask(table.left_of(seat), "play")
    else:
        yield ShowTable("trick", TRICK_MS)


def take_trick(table: AnyCardTable, winner: int) -> Ruling:
    """Give the trick to the winner, who leads the next one."""
    trick, rules = table.piles["trick"], table.rules
    table = yield MoveCards("trick", pile_of("won", winner), trick)
    return (yield remember(table, leader=winner, tricks=rules.tricks + 1, last=trick, last_leader=rules.leader))


# Drawing after a bout


def refill_order(attacker: int, defender: int, seats: int) -> tuple[int, ...]:
    """The order of drawing after a bout: the attacker, the others clockwise from there, and the defender last."""
    clockwise = [(attacker + step) % seats for step in range(seats)]
    return (*[seat for seat in clockwise if seat != defender], defender)


def refills(order: Iterable[int], sizes: Sequence[int], full: int, stock: int) -> dict[int, int]:
    """The number of cards that each seat draws, in this order, to fill its hand to `full` cards while the stock
    lasts."""
    counts = {}
    for seat in order:
        count = min(full - sizes[seat], stock)
        if count > 0:
            counts[seat] = count
            stock -= count
    return counts
