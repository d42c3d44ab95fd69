"""Facts and recaps of card games for language models, made only from what the viewer was shown."""

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
"""Maximum number of finished deals that have a line of their own in a recap."""


def context_of(view: PlayerView, facts: dict[str, Any]) -> dict[str, Any]:
    """Facts about the deal and about unseen cards that the viewer knows, together with the facts of the game."""
    table: TableView[Any] = view.game_data
    known = [_belief(belief, view) for belief in table.known]
    common = {"deal": table.deal, "dealer": seat(table.dealer)}
    return common | ({"known_besides": known} if known else {}) | facts


def _belief(belief: Belief, view: PlayerView) -> Message:
    """`K♦ and 4♥: hand of Player 3`; with several piles, the viewer does not know which card is where."""
    piles = [pile_label(name, view) for name in belief.piles]
    return say("cards-known" if len(piles) == 1 else "cards-known_among", cards=card_words(belief.cards), piles=piles)


def unseen(table: TableView[Any], pack: Cards, out_of_play: Collection[str] = ()) -> Cards:
    """The cards of the pack that the viewer does not see, without those that it knows to be in piles out of play."""
    seen = [card for pile in table.piles.values() for card in pile.cards if card]
    gone = [card for belief in table.known if set(belief.piles) <= set(out_of_play) for card in belief.cards]
    return without(pack, [*seen, *gone])


def count_by(cards: Iterable[str], place: Literal["rank", "suit"]) -> dict[str, int]:
    """The number of cards of each rank, or of each suit; keys are written as for people."""
    if place == "suit":
        return dict(Counter(suit_text(card[1]) for card in in_order(cards)))
    return dict(Counter(rank_text(card[0]) for card in sorted(cards, key=lambda card: RANKS.find(card[0]))))


def recap_of(history: Sequence[Event], view: PlayerView, ends: Collection[str]) -> list[RecapLine]:
    """One line for all early deals, one for each of the last deals, and then the lines of this deal.

    A line of this deal ends with an event of a type in `ends`, such as a taken trick; without `ends`, each event is a
    line.
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
