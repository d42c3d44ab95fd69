"""The table as it looks, for any card game: seats around the viewer, piles by their style, buttons, the score.

A card is always the item `card/QS`, wherever it lies, so it slides when it moves; of two copies in sight the second is
`card/QS.1`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gamenight.cards.applying import DEAL_OVER
from gamenight.cards.deck import FACE_NUMBER, RANKS, Cards
from gamenight.cards.piles import Pile, PileSet
from gamenight.cards.telling import news, pile_label
from gamenight.cards.view import PileView, TableView
from gamenight.core.model import Action, Family, PlayerView
from gamenight.core.scene import Box, Button, Count, Flow, Item, Offer, Piece, Plate, Scene, Step, Table
from gamenight.core.text import Words, say

BACK = "card/back"
SMALL = 0.62
LARGE = 1.25
SUIT_ORDER = "CDSH"
"""Black and red in turn, so that suits beside each other look different."""

BUTTON = "do"
DEALS_SHOWN = 6


def scene_of(view: PlayerView, piles: PileSet, aside: Cards) -> Scene:
    """The table for this viewer; the cards aside lie small in a corner, as the last trick does."""
    draw = _Drawing(view, piles)
    draw.add(Item("around", Box("around")))
    for seat in range(piles.players):
        draw.seat(seat)
    draw.middle()
    draw.aside(aside)
    draw.buttons()
    draw.score()
    return Scene(tuple(draw.items), text=news(view))


class _Drawing:
    """The items of one scene in the making; counts how often each face was shown."""

    def __init__(self, view: PlayerView, piles: PileSet) -> None:
        self.view, self.piles = view, piles
        self.table: TableView[Any] = view.game_data
        self.items: list[Item] = []
        self.shown: Counter[str] = Counter()

    def add(self, item: Item) -> None:
        self.items.append(item)

    def seat(self, seat: int) -> None:
        """A seat's plate, its piles that are only counted in a row, and below them those whose cards are seen."""
        box, counted = f"seat/{seat}", f"counts/{seat}"
        self.add(Item(box, Box("column"), "around", seat))
        self.add(Item(f"plate/{seat}", Plate(seat), box, 0))
        names = [name for name in self._piles(seat) if self.is_drawn(name)]
        if not all(map(self.is_spread, names)):
            self.add(Item(counted, Box("row"), box, 2))
        for order, name in enumerate(names, 3):
            self.pile(name, box if self.is_spread(name) else counted, order)

    def middle(self) -> None:
        """What belongs to nobody."""
        self.add(Item("middle", Box("wrap"), "around"))
        for order, name in enumerate(filter(self.is_drawn, self._piles(None))):
            self.pile(name, "middle", order)

    def label(self, name: str) -> Words:
        return pile_label(name, self.view)

    def is_drawn(self, name: str) -> bool:
        style = self.piles.kinds[name].style
        return style != "unseen" and (self.table.piles[name].count > 0 or style not in ("backs", "fan"))

    def is_spread(self, name: str) -> bool:
        """The viewer sees the cards of this pile side by side."""
        return self.piles.kinds[name].style in ("fan", "row") and bool(self.table.piles[name].cards)

    def _piles(self, owner: int | None) -> list[str]:
        return [name for name, seat in self.piles.owners.items() if seat == owner]

    def pile(self, name: str, box: str, order: int) -> None:
        kind, pile = self.piles.kinds[name], self.table.piles[name]
        if kind.style == "trick":
            self._trick(name, box, order, pile)
        elif self.is_spread(name):
            self._spread(name, kind, box, order, pile)
        elif kind.style == "stack" and pile.cards and pile.cards[-1] is not None:
            self.add(Item(name, Box("row"), box, order, label=self.label(name)))
            self.card(pile.cards[-1], name, 0)
        elif pile.count:
            self.add(Item(name, Count(BACK, pile.count, size=SMALL), box, order, label=self.label(name)))
        else:
            self.add(Item(name, Box("row", extent=(0.7, 1)), box, order, label=self.label(name)))

    def _spread(self, name: str, kind: Pile, box: str, order: int, pile: PileView) -> None:
        is_own = self.piles.owners[name] == self.view.seat
        flow: Flow = "fan" if kind.style == "fan" and is_own else "wrap"
        size = 1.0 if is_own or self.piles.owners[name] is None else SMALL
        self.add(Item(name, Box(flow), box, order, label=self.label(name)))
        for place, card in enumerate(sorted_cards(pile.cards, kind.sort)):
            self.card(card, name, place, size)

    def _trick(self, name: str, box: str, order: int, pile: PileView) -> None:
        """Each card at the side of whoever played it."""
        self.add(Item(name, Box("around", extent=(2.2, 2.2)), box, order, label=self.label(name)))
        leader = self.table.rules.leader
        for place, card in enumerate(pile.cards):
            self.card(card, name, (leader + place) % self.piles.players, LARGE)

    def card(self, card: str | None, box: str, place: int, size: float = 1.0) -> None:
        if card is None:
            self.add(Item(f"{box}/{place}", Piece(BACK, size=size), box, place))
            return
        turned = self.table.rotations.get(card, 0)
        copy, self.shown[card] = self.shown[card], self.shown[card] + 1
        self.add(Item(card_id(card, copy), Piece(art_of(card), turned, size=size), box, place))

    def aside(self, cards: Cards) -> None:
        if cards:
            self.add(Item("last", Box("row", frame=True), "middle", 99, label=say("cards-last")))
            for place, card in enumerate(cards):
                self.card(card, "last", place, SMALL)

    def buttons(self) -> None:
        """What can be pressed, for the viewer who is asked."""
        entries = buttons_of(self.view.valid_actions)
        if entries:
            self.add(Item("buttons", Box("wrap"), f"seat/{self.view.seat}", 1, label=say("cards-buttons")))
        for place, (id, words) in enumerate(entries.items()):
            self.add(Item(id, Button(words), "buttons", place))

    def score(self) -> None:
        """The game's own tables; and the points of each deal, when one is over. Plates have the totals all the time."""
        for number, board in enumerate(self.table.boards):
            self._board(f"board/{number}", Table(board.head, board.rows))
        if self.table.phase == DEAL_OVER and not self.table.boards:
            self._board("score", points_table(self.table))

    def _board(self, id: str, board: Table) -> None:
        self.add(Item(id, board, "middle", 100, label=say("cards-score")))


def points_table(table: TableView[Any]) -> Table:
    """The points of the last deals and of all; players by the numbers that their plates have, as names take room."""
    head = ("", *[str(seat + 1) for seat in range(table.players)])
    first = max(0, len(table.points) - DEALS_SHOWN)
    rows: list[tuple[Words | int | float, ...]] = [
        (say("cards-deal", deal=number), *points) for number, points in enumerate(table.points, 1)
    ]
    return Table(head, (*rows[first:], (say("cards-total"), *table.totals)))


def art_of(card: str) -> str:
    """The picture of a card; a ten is written out there."""
    return f"card/{card.replace('T', '10')}"


def card_id(card: str, copy: int = 0) -> str:
    return f"card/{card}.{copy}" if copy else f"card/{card}"


def sorted_cards(cards: Sequence[str | None], sort: str) -> Sequence[str | None]:
    """The cards as they are shown: by suit, by rank, or as they lie; a pile with cards face down stays as it is."""
    if sort == "none" or None in cards:
        return cards
    by_suit = sort == "suit"

    def place(card: str | None) -> tuple[int, int]:
        assert card is not None
        rank, suit = RANKS.find(card[0]), SUIT_ORDER.find(card[1])
        return (suit, rank) if by_suit else (rank, suit)

    return sorted(cards, key=place)


# What can be done


def buttons_of(entries: Iterable[Action | Family]) -> dict[str, Words]:
    """The buttons that are needed: one for each action without cards, and one for each later verb of the same cards."""
    found: dict[str, Words] = {}
    verbs = verbs_of_cards(entries)
    for entry in entries:
        if isinstance(entry, Action) and not _card_steps(entry):
            found[button_id(entry)] = say(f"action-{entry.action_type}", **_plain_fields(entry))
        elif entry.action_type in verbs[1:]:
            found[f"{BUTTON}/{entry.action_type}"] = say(f"button-{entry.action_type}")
    return found


def verbs_of_cards(entries: Iterable[Action | Family]) -> list[str]:
    """The verbs that begin with a card, in the order of the listing: the first needs no button."""
    named = [entry.action_type for entry in entries if isinstance(entry, Family) or _card_steps(entry)]
    return list(dict.fromkeys(named))


def offers_of(view: PlayerView, describe: Callable[[Action], Words]) -> tuple[Offer, ...]:
    """Every listed action by its cards or its button."""
    by_card = verbs_of_cards(view.valid_actions)
    return tuple(_offer(entry, describe, by_card) for entry in view.valid_actions)


def _offer(entry: Action | Family, describe: Callable[[Action], Words], by_card: list[str]) -> Offer:
    if isinstance(entry, Family):
        return _family_offer(entry)
    steps = _card_steps(entry)
    if not steps:
        return Offer(entry, describe(entry), (Step((button_id(entry),)),))
    if entry.action_type in by_card[1:]:
        steps = (Step((f"{BUTTON}/{entry.action_type}",)), *steps)
    return Offer(entry, describe(entry), steps)


def _family_offer(family: Family) -> Offer:
    """So many cards of one pile, all at once."""
    slot = family.slots[0]
    ids = {card_id(card): card for card in slot.of}
    label = say(f"form-{family.action_type}")
    return Offer(family, label, (Step(tuple(ids), slot.min, slot.max),), ((slot.name, ids),), confirm=True)


def _card_steps(action: Action) -> tuple[Step, ...]:
    """One step for each field of the payload that names cards."""
    steps = []
    for value in _plain_fields(action).values():
        cards = (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()
        if cards and all(card in FACE_NUMBER for card in cards):
            steps.append(Step(tuple(map(card_id, cards)), len(cards), len(cards)))
    return tuple(steps)


def button_id(action: Action) -> str:
    words = [str(value) for value in _plain_fields(action).values()]
    return "/".join((BUTTON, action.action_type, *words))


def _plain_fields(action: Action) -> dict[str, Any]:
    return {name: getattr(action.payload, name) for name in action.payload.__struct_fields__}
