"""Hearts with a picture: a hand of thirteen cards in three orders; three are passed, then one is played."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core import (
    Action,
    Box,
    Count,
    Family,
    Item,
    Offer,
    PickStep,
    Piece,
    Plate,
    PlayerView,
    Scene,
    Sorting,
    say,
)
from tests.minigames.hearts import DECK, ORDER, RANKS, SEATS, Hearts

BY_RANK = sorted(DECK, key=lambda card: (-RANKS.index(card[0]), ORDER[card]))


def card_id(card: str) -> str:
    return f"hand/{card}"


def art_of(card: str) -> str:
    return f"card/{card.replace('T', '10')}"


class Hands(Hearts):
    game_id = "mini-hands"
    display_name = "Hands"

    def scene(self, view: PlayerView) -> Scene:
        return Scene((Item("table", Box("around", frame=True)), *seats(view), *trick(view), *hand(view)), text="Hands")

    def taps(self, action: Action, view: PlayerView) -> str | None:
        return card_id(action.payload.card)

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return [passing(one, view) if isinstance(one, Family) else playing(one) for one in view.valid_actions]


def seats(view: PlayerView) -> list[Item]:
    items = []
    for seat in SEATS:
        box = f"seat{seat}"
        items += [Item(box, Box("column"), "table", seat), Item(f"{box}/plate", Plate(seat), box, 1)]
        if not view.is_mine(seat):
            left = 13 - len(view.game_data.played[seat])
            items.append(Item(f"{box}/cards", Count("card/back", left, size=0.6), box, 2))
    return items


def trick(view: PlayerView) -> list[Item]:
    table = view.game_data
    cards = [
        Item(f"trick/{card}", Piece(art_of(card)), "trick", (table.leader + place) % 4)
        for place, card in enumerate(table.trick)
    ]
    return [Item("trick", Box("around", unit=1, extent=(3, 2)), "table"), *cards]


def hand(view: PlayerView) -> list[Item]:
    if view.is_spectator:
        return []
    sorts = (
        Sorting(say("sort-suit_rank")),
        Sorting(say("sort-rank"), tuple(map(card_id, BY_RANK))),
        Sorting("backwards", tuple(map(card_id, reversed(DECK)))),
    )
    cards = view.game_data.hand
    return [
        Item("hand", Box("fan", sorts=sorts), f"seat{view.seat}", 0, label="Your hand"),
        *(Item(card_id(card), Piece(art_of(card)), "hand", ORDER[card]) for card in cards),
    ]


def passing(family: Family, view: PlayerView) -> Offer:
    ids = {card_id(card): card for card in view.game_data.hand}
    return Offer(family, "Pass three cards", (PickStep(tuple(ids), 3, 3),), (("cards", ids),), confirm=True)


def playing(action: Action) -> Offer:
    return Offer(action, f"Play {action.payload.card}", (PickStep((card_id(action.payload.card),)),))


GAME = Hands()
