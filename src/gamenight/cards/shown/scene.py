"""Draw the table of any card game: seats around the viewer, piles by their style, buttons, the score.

A card is always the item `card/QS`, wherever it lies, so it slides when it moves; the second of two visible copies is
`card/QS.1`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gamenight.cards.applying import DEAL_OVER
from gamenight.cards.deck import FACE_NUMBER, RANKS, Cards
from gamenight.cards.piles import Pile, PileSet, Sort, Zone
from gamenight.cards.shown.telling import news, pile_label
from gamenight.cards.shown.view import PileView, TableView
from gamenight.core.model import Action, Family, PlayerView
from gamenight.core.showing.scene import (
    Box,
    Button,
    Count,
    Item,
    Offer,
    PickStep,
    Piece,
    Plate,
    Scene,
    Sorting,
    TextTable,
)
from gamenight.core.text import Words, say

BACK = "card/back"
SMALL = 0.62
LARGE = 1.25
SUIT_ORDER = "CDSH"
"""Alternates black and red, so that neighbouring suits look different."""

BUTTON = "do"
DEALS_SHOWN = 6
CARD_EXTENT = (0.7, 1.0)
NO_ROOM = (0.01, 0.01)
SORTS: tuple[Sort, ...] = ("suit_rank", "rank", "suit", "none")
UNORDERED_SORTS: tuple[Sort, ...] = ("suit_rank", "rank")


def scene_of(view: PlayerView, piles: PileSet, last: Cards) -> Scene:
    """The scene for this viewer; `last` are the cards of the last trick, or similar cards of a game."""
    draw = _Drawing(view, piles)
    draw.add(Item("around", Box("around")))
    # The viewer's own cards first: among copies they get the first numbers, as the offers expect.
    for seat in sorted(range(piles.players), key=lambda seat: seat != view.seat):
        draw.seat(seat)
    draw.middle()
    draw.last(last)
    draw.score()
    draw.buttons()
    return Scene(tuple(draw.items), text=news(view))


class _Drawing:
    """Collects the items of one scene, and counts how often each face was drawn."""

    def __init__(self, view: PlayerView, piles: PileSet) -> None:
        self.view, self.piles = view, piles
        self.table: TableView[Any] = view.game_data
        self.items: list[Item] = []
        self.shown: Counter[str] = Counter()

    def add(self, item: Item) -> None:
        self.items.append(item)

    def seat(self, seat: int) -> None:
        """Draw a seat: its plate, its piles that show only a count, and below them those that show cards."""
        box, counted = f"seat/{seat}", f"counts/{seat}"
        is_own = seat == self.view.seat
        self.add(Item(box, Box("column"), "around", seat))
        names = [name for name in self.piles_of(seat) if self.is_drawn(name)]
        has_counts = not all(map(self.is_spread, names))
        if has_counts:
            # The viewer's own ones lie beside the plate, so that the hand can use the whole height.
            self.add(Item(counted, Box("row"), box, 0 if is_own else 2))
        self.add(Item(f"plate/{seat}", Plate(seat), counted if is_own and has_counts else box, 0))
        for order, name in enumerate(names, 3):
            self.pile(name, box if self.is_spread(name) else counted, order)

    def middle(self) -> None:
        """Draw the piles without an owner, zone by zone."""
        self.add(Item("middle", Box("wrap", extent=NO_ROOM), "around", order=0))
        names = list(filter(self.is_drawn, self.piles_of(None)))
        for order, zone in enumerate(("beside", "centre")):
            own = [name for name in names if _zone(self.piles.kinds[name]) == zone]
            if own:
                self.add(Item(zone, Box("wrap"), "middle", order))
            for place, name in enumerate(own):
                self.pile(name, zone, place)

    def label(self, name: str) -> Words:
        return pile_label(name, self.view)

    def is_drawn(self, name: str) -> bool:
        """Whether the pile has cards, or is empty but has a fixed place in the centre during a deal."""
        kind = self.piles.kinds[name]
        if self.table.piles[name].count or kind.style == "unseen":
            return kind.style != "unseen"
        return self.piles.owners[name] is None and _zone(kind) == "centre" and self.table.phase != DEAL_OVER

    def is_spread(self, name: str) -> bool:
        """The viewer sees the cards of this pile side by side."""
        return self.piles.kinds[name].style in ("fan", "row") and bool(self.table.piles[name].cards)

    def piles_of(self, owner: int | None) -> list[str]:
        return [name for name, seat in self.piles.owners.items() if seat == owner]

    def size(self, name: str) -> float:
        """The size of a pile's cards: the viewer's own cards and those in the centre are the largest."""
        kind, owner = self.piles.kinds[name], self.piles.owners[name]
        if owner is not None:
            return 1.0 if owner == self.view.seat and self.is_spread(name) else SMALL
        if _zone(kind) == "beside":
            return SMALL
        return 1.0 if kind.style == "row" else LARGE

    def pile(self, name: str, box: str, order: int) -> None:
        kind, pile, size = self.piles.kinds[name], self.table.piles[name], self.size(name)
        if kind.style == "trick":
            self._trick(name, box, order, pile, size)
        elif self.is_spread(name):
            self._spread(name, kind, box, order, pile, size)
        elif kind.style == "stack" and pile.cards and pile.cards[-1] is not None:
            self.add(Item(name, Box("row"), box, order, label=self.label(name)))
            self.card(pile.cards[-1], name, 0, size)
        elif pile.count:
            self.add(Item(name, Count(BACK, pile.count, size=size), box, order, label=self.label(name)))
        else:
            self.add(Item(name, Box("row", extent=_sized(size)), box, order, label=self.label(name)))

    def _spread(self, name: str, kind: Pile, box: str, order: int, pile: PileView, size: float) -> None:
        is_fan = kind.style == "fan" and self.piles.owners[name] == self.view.seat
        cards = sorted_cards(pile.cards, kind.sort, kind.ranks)
        # The own hand has the same id at every seat, as the page remembers the order chosen for it by id.
        id = kind.name if is_fan else name
        ids = [self.card(card, id, place, size) for place, card in enumerate(cards)]
        sorts = _sortings(kind, tuple(zip(cards, ids, strict=True)), pile.cards) if is_fan else ()
        self.add(Item(id, Box("fan" if is_fan else "wrap", sorts=sorts), box, order, label=self.label(name)))

    def _trick(self, name: str, box: str, order: int, pile: PileView, size: float) -> None:
        """Draw each card at the side of its player, and leave the places of the others empty."""
        self.add(Item(name, Box("around"), box, order, label=self.label(name)))
        players = self.piles.players
        for place in range(players):
            seat = (self.table.rules.leader + place) % players
            if place < pile.count:
                self.card(pile.cards[place], name, seat, size)
            else:
                self.add(Item(f"{name}/free/{seat}", Box("row", extent=_sized(size)), name, seat))

    def card(self, card: str | None, box: str, place: int, size: float) -> str:
        """Draw a card; returns the id of its item."""
        if card is None:
            id, picture = f"{box}/{place}", Piece(BACK, size=size)
        else:
            id = card_id(card, self.shown[card])
            picture = Piece(art_of(card), self.table.rotations.get(card, 0), size=size)
            self.shown[card] += 1
        self.add(Item(id, picture, box, place))
        return id

    def last(self, cards: Cards) -> None:
        """Draw the cards that were played last, small beside the centre."""
        if cards:
            # In a separate box, as a frame gets as high as its neighbours.
            self.add(Item("aside", Box("column"), "middle", 2))
            self.add(Item("last", Box("fan", frame=True), "aside", 0, label=say("cards-last")))
        for place, card in enumerate(cards):
            self.card(card, "last", place, SMALL)

    def score(self) -> None:
        """Draw the game's tables; without any, the points of each deal after a deal. Plates always show the totals."""
        boards = [TextTable(board.head, board.rows) for board in self.table.boards]
        if self.table.phase == DEAL_OVER and not boards:
            boards = [points_table(self.table)]
        for number, board in enumerate(boards, 1):
            self.add(Item(f"board-{number}", board, "around", order=number, label=say("cards-score")))

    def buttons(self) -> None:
        """Draw the buttons for a viewer who is asked; the page has its own button to continue."""
        entries = buttons_of(self.view.valid_actions) if self.table.asked else {}
        if entries:
            self.add(Item("buttons", Box("wrap"), f"seat/{self.view.seat}", 1, label=say("cards-buttons")))
        for place, (id, words) in enumerate(entries.items()):
            self.add(Item(id, Button(words), "buttons", place))


def _zone(kind: Pile) -> Zone:
    return kind.zone or ("beside" if kind.style == "backs" else "centre")


def _sized(size: float) -> tuple[float, float]:
    """The width and height of a card of this size."""
    return CARD_EXTENT[0] * size, CARD_EXTENT[1] * size


def _sortings(kind: Pile, drawn: Drawn, lying: Sequence[str | None]) -> tuple[Sorting, ...]:
    """The display orders of a hand, the default first; `as dealt` exists only for ordered piles."""
    usual = kind.sort
    if None in lying:
        return ()
    others = [sort for sort in (SORTS if kind.is_ordered else UNORDERED_SORTS) if sort != usual]
    orders = [Sorting(_sort_name(sort), ids_in(drawn, sorted_cards(lying, sort, kind.ranks))) for sort in others]
    return (Sorting(_sort_name(usual)), *orders)


def _sort_name(sort: Sort) -> Words:
    return say("sort-as_dealt" if sort == "none" else f"sort-{sort}")


Drawn = Sequence[tuple[str | None, str]]
"""Cards with the ids of their items."""


def ids_in(drawn: Drawn, cards: Sequence[str | None]) -> tuple[str, ...]:
    """The ids of the drawn cards, in the order of `cards`."""
    ids: dict[str | None, list[str]] = {}
    for card, id in drawn:
        ids.setdefault(card, []).append(id)
    return tuple(ids[card].pop(0) for card in cards)


def points_table(table: TableView[Any]) -> TextTable:
    """The points of the last deals and the totals. Players appear by the numbers on their plates, as names are long."""
    head = ("", *[str(seat + 1) for seat in range(table.players)])
    first = max(0, len(table.points) - DEALS_SHOWN)
    rows: list[tuple[Words | int | float, ...]] = [
        (say("cards-deal", deal=number), *points) for number, points in enumerate(table.points, 1)
    ]
    return TextTable(head, (*rows[first:], (say("cards-total"), *table.totals)))


def art_of(card: str) -> str:
    """The picture of a card; file names write a ten as `10`."""
    return f"card/{card.replace('T', '10')}"


def card_id(card: str, copy: int = 0) -> str:
    return f"card/{card}.{copy}" if copy else f"card/{card}"


def sorted_cards(cards: Sequence[str | None], sort: Sort, ranks: str = RANKS) -> Sequence[str | None]:
    """The cards in the order in which they are shown; a pile with face-down cards is not sorted."""
    if sort == "none" or None in cards:
        return cards

    def place(card: str | None) -> tuple[int, ...]:
        assert card is not None
        rank, suit = ranks.find(card[0]), SUIT_ORDER.find(card[1])
        return {"suit_rank": (suit, rank), "rank": (rank, suit), "suit": (suit,)}[sort]

    return sorted(cards, key=place)


# Buttons and offers


def buttons_of(entries: Iterable[Action | Family]) -> dict[str, Words]:
    """The buttons: one for each action without cards, and one for each verb of cards except the first."""
    found: dict[str, Words] = {}
    verbs = verbs_of_cards(entries)
    for entry in entries:
        if isinstance(entry, Action) and not _card_steps(entry):
            found[button_id(entry)] = say(f"action-{entry.action_type}", **_plain_fields(entry))
        elif entry.action_type in verbs[1:]:
            found[f"{BUTTON}/{entry.action_type}"] = say(f"button-{entry.action_type}")
    return found


def verbs_of_cards(entries: Iterable[Action | Family]) -> list[str]:
    """The verbs that begin with tapping a card, in the order of the listing; the first needs no button."""
    named = [entry.action_type for entry in entries if isinstance(entry, Family) or _card_steps(entry)]
    return list(dict.fromkeys(named))


def offers_of(view: PlayerView, piles: PileSet, describe: Callable[[Action], Words]) -> tuple[Offer, ...]:
    """An offer for every listed action, made by its cards or its button."""
    by_card, held = verbs_of_cards(view.valid_actions), own_cards(view, piles)
    return tuple(_offer(entry, describe, by_card, held) for entry in view.valid_actions)


def own_cards(view: PlayerView, piles: PileSet) -> Counter[str]:
    """The number of copies of each card in the viewer's own piles."""
    drawing = _Drawing(view, piles)
    own = filter(drawing.is_spread, drawing.piles_of(view.seat)) if view.seat is not None else ()
    return Counter(card for name in own for card in view.game_data.cards(name))


def _offer(
    entry: Action | Family, describe: Callable[[Action], Words], by_card: list[str], held: Counter[str]
) -> Offer:
    if isinstance(entry, Family):
        return _family_offer(entry)
    steps = _card_steps(entry, held)
    if not steps:
        return Offer(entry, describe(entry), (PickStep((button_id(entry),)),))
    if entry.action_type in by_card[1:]:
        steps = (PickStep((f"{BUTTON}/{entry.action_type}",)), *steps)
    return Offer(entry, describe(entry), steps)


def _family_offer(family: Family) -> Offer:
    """The offer to choose several cards of one pile at once."""
    slot = family.slots[0]
    ids: dict[str, Any] = dict(zip(_ids_of(slot.of), slot.of, strict=True))
    label = say(f"form-{family.action_type}")
    return Offer(family, label, (PickStep(tuple(ids), slot.min, slot.max),), ((slot.name, ids),), confirm=True)


def _card_steps(action: Action, held: Counter[str] | None = None) -> tuple[PickStep, ...]:
    """One step for each field of the payload with cards, own cards first; any copy of an own card can be tapped."""
    named = [_cards_in(value) for value in _plain_fields(action).values()]
    copies = held or Counter()
    chosen = sorted((cards for cards in named if cards), key=lambda cards: not copies[cards[0]])
    return tuple(
        PickStep(tuple(card_id(cards[0], copy) for copy in range(max(1, copies[cards[0]]))))
        if len(cards) == 1
        else PickStep(_ids_of(cards), len(cards), len(cards))
        for cards in chosen
    )


def _ids_of(cards: Cards) -> tuple[str, ...]:
    """The item ids of these cards; copies are numbered."""
    numbered: Counter[str] = Counter()
    ids = []
    for card in cards:
        ids.append(card_id(card, numbered[card]))
        numbered[card] += 1
    return tuple(ids)


def _cards_in(value: Any) -> Cards:
    """The cards in the value of a field; empty if it is not about cards."""
    cards: Cards = (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()
    return cards if all(card in FACE_NUMBER for card in cards) else ()


def button_id(action: Action) -> str:
    words = [str(value) for value in _plain_fields(action).values()]
    return "/".join((BUTTON, action.action_type, *words))


def _plain_fields(action: Action) -> dict[str, Any]:
    return {name: getattr(action.payload, name) for name in action.payload.__struct_fields__}
