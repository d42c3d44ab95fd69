"""A card game in facts and as a recap, for language models: all of it comes from what the viewer was shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Literal

from gamenight.cards.deck import RANKS, Cards, card_words, in_order, rank_text, suit_text, without
from gamenight.cards.shown.telling import pile_label
from gamenight.cards.shown.view import Belief, TableView
from gamenight.core.model import Event, PlayerView, seat
from gamenight.core.showing.recap import RecapLine, one_each, parted
from gamenight.core.text import Message, say

DEALT = "game.dealt"

RECAP_DEALS = 19
"""How many finished deals a recap tells one by one."""


def context_of(view: PlayerView, facts: dict[str, Any]) -> dict[str, Any]:
    """The deal and what the viewer knows besides what it sees, with the facts that the game adds."""
    table: TableView[Any] = view.game_data
    known = [_belief(belief, view) for belief in table.known]
    common = {"deal": table.deal, "dealer": seat(table.dealer)}
    return common | ({"known_besides": known} if known else {}) | facts


def _belief(belief: Belief, view: PlayerView) -> Message:
    """`K♦ and 4♥: hand of Player 3`; of several piles nobody knows which card is where."""
    piles = [pile_label(name, view) for name in belief.piles]
    return say("cards-known" if len(piles) == 1 else "cards-known_among", cards=card_words(belief.cards), piles=piles)


def unseen(table: TableView[Any], pack: Cards, out_of_play: Collection[str] = ()) -> Cards:
    """The cards that may still be played and that the viewer does not see.

    Those that it knows to be in piles out of play are left out.
    """
    seen = [card for pile in table.piles.values() for card in pile.cards if card]
    gone = [card for belief in table.known if set(belief.piles) <= set(out_of_play) for card in belief.cards]
    return without(pack, [*seen, *gone])


def count_by(cards: Iterable[str], place: Literal["rank", "suit"]) -> dict[str, int]:
    """How many cards there are of each rank, or of each suit, as people write them."""
    if place == "suit":
        return dict(Counter(suit_text(card[1]) for card in in_order(cards)))
    return dict(Counter(rank_text(card[0]) for card in sorted(cards, key=lambda card: RANKS.find(card[0]))))


def recap_of(history: Sequence[Event], view: PlayerView, ends: Collection[str]) -> list[RecapLine]:
    """One line for each of the last deals, before them one for all earlier ones; then this deal.

    What happens in it up to an event of these types, such as a trick that somebody took, is one line; without any, each
    event is.
    """
    points: tuple[tuple[float, ...], ...] = view.game_data.points
    number = max(0, len(points) - RECAP_DEALS)
    sums = tuple(map(sum, zip(*points[:number], strict=True)))
    lines: list[RecapLine] = [_told(view, f"Deals 1 to {number}", sums)] if number else []
    lines += [_told(view, f"Deal {at}", own) for at, own in enumerate(points[number:], number + 1)]
    *_, deal = parted(history, begins=(DEALT,)) or [()]
    opening = 1 if deal and deal[0].event_type == DEALT else 0
    rest = deal[opening:]
    return [*lines, deal[:opening], *(parted(rest, ends=ends) if ends else one_each(rest))]


def _told(view: PlayerView, title: str, points: Sequence[float]) -> str:
    return f"{title} brought " + ", ".join(f"{view.name(number)} {count:g}" for number, count in enumerate(points))
