"""Flags: a small game of two packs and jokers, for what no game of the house does.

Cards of one rank are laid together, jokers as any rank; two copies of a card may be among them, and jokers lie across.
Whoever has laid something may turn up the top card of the own store and take it to the hand, or stop. The deal ends
when a hand is empty or three cards are laid, so that the conformance kit goes through it in a few seconds.
"""

from __future__ import annotations

from msgspec import Struct

from gamenight.cards import (
    AnyCardTable,
    CardGame,
    CardOptions,
    Cards,
    EndDeal,
    Illegal,
    MoveCards,
    Pile,
    Ruling,
    Scoreboard,
    SetActions,
    SetCardVisuals,
    SetScoreboards,
    TurnCards,
    ask,
    button,
    deal_out,
    hands,
    judged_cards,
    one_card,
    pile_of,
    ranked_pack,
    remember,
)
from gamenight.cards.deck import JOKERS

PACK = (*ranked_pack("78"), *JOKERS)
HAND, STORE, ENOUGH = 2, 2, 3


class FlagsMemory(Struct, frozen=True):
    laid: tuple[int, ...] = (0, 0)


class Flags(CardGame[FlagsMemory]):
    game_id = "mini_flags"
    display_name = "Flags"
    description = "Lay cards of one rank until your hand is empty."
    max_turns = 40
    options_type = CardOptions
    piles = (hands(), Pile("store", per_seat=True, sees="nobody", style="row"), Pile("table", style="row"))
    verbs = {"lay": judged_cards(1, 3), "reveal": button(), "keep": one_card("store"), "stop": button()}

    def deck(self, players: int, options: CardOptions) -> Cards:
        return PACK * 2

    def on_deal(self, table: AnyCardTable) -> Ruling:
        table = yield from deal_out(table, HAND)
        table = yield from deal_out(table, STORE, "store")
        yield board(table)
        yield from ask(table.left_of(table.dealer), "lay")

    def on_lay(self, table: AnyCardTable, seat: int, cards: Cards) -> Ruling:
        if len({card[0] for card in cards if card not in JOKERS}) > 1:
            raise Illegal("mixed")
        table = yield MoveCards(pile_of("hand", seat), "table", cards)
        laid = tuple(count + len(cards) * (other == seat) for other, count in enumerate(table.rules.laid))
        table = yield remember(table, laid=laid)
        table = yield board(table)
        table = yield SetCardVisuals(dict.fromkeys(set(JOKERS) & set(table.piles["table"]), 90))
        if table.hand(seat) and sum(laid) < ENOUGH:
            yield SetActions(("reveal", "stop"))
        else:
            yield EndDeal(tuple(map(float, laid)))

    def on_reveal(self, table: AnyCardTable, seat: int) -> Ruling:
        if not table.pile("store", seat):
            raise Illegal("nothing_left")
        top = table.pile("store", seat)[-1]
        alike = tuple(card for card in table.pile("store", seat) if card == top)
        yield TurnCards(pile_of("store", seat), alike, is_up=True)
        yield SetActions(("keep", "stop"))

    def on_keep(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        if not table.turned.get(pile_of("store", seat), {}).get(card):
            raise Illegal("face_down")
        yield MoveCards(pile_of("store", seat), pile_of("hand", seat), (card,))
        yield from ask(table.left_of(seat), "lay")

    def on_stop(self, table: AnyCardTable, seat: int) -> Ruling:
        yield from ask(table.left_of(seat), "lay")


def board(table: AnyCardTable) -> SetScoreboards:
    rows = tuple((str(seat + 1), count) for seat, count in enumerate(table.rules.laid))
    return SetScoreboards((Scoreboard(("", "laid"), rows),))


GAME = Flags()
