"""The points of the cards of Hearts."""

from __future__ import annotations

from gamenight.cards import FRENCH, AnyCardTable, Cards, of_suit
from gamenight.games.hearts.options import HeartsOptions

QUEEN, JACK = "QS", "JD"
POINTS = dict.fromkeys(of_suit(FRENCH, "H"), 1) | {QUEEN: 13}
ALL_POINTS = 26


def points_of(cards: Cards) -> int:
    return sum([POINTS.get(card, 0) for card in cards])


def points_taken(table: AnyCardTable) -> list[int]:
    return [points_of(table.pile("won", seat)) for seat in range(table.players)]


def deal_points(table: AnyCardTable, moon: str) -> tuple[float, ...]:
    """The points of each seat for its won cards."""
    points = points_taken(table)
    if ALL_POINTS in points:
        others, shooter = (ALL_POINTS, 0) if moon == "add26" else (0, -ALL_POINTS)
        points = [shooter if count == ALL_POINTS else others for count in points]
    return tuple(float(count - bonus(table.pile("won", seat), table.options)) for seat, count in enumerate(points))


def bonus(own: Cards, options: HeartsOptions) -> int:
    return 10 * (options.jack_minus10 and JACK in own) + 5 * (options.no_tricks_minus5 and not own)
