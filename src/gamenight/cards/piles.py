"""The piles of a game: their names, their owners, and who sees their cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from msgspec import Struct

from gamenight.cards.deck import RANKS
from gamenight.cards.events import Sees

DECK = "deck"
"""The pile that holds all cards, face down, at the start of every deal."""

Style = Literal["fan", "row", "stack", "backs", "trick", "unseen"]
"""The look of a pile: a fan, a row, only the top card (`stack`), only the count (`backs`), each card at its player's
side (`trick`), or not drawn (`unseen`)."""

Zone = Literal["centre", "beside"]
"""The position of a pile without an owner: large in the centre of the table, or small beside it."""

Sort = Literal["suit_rank", "rank", "suit", "none"]
"""The order in which cards are shown: by suit and then rank, by rank and then suit, only by suit, or as they lie."""


class Pile(Struct, frozen=True):
    """A pile, or one for each seat. By default its cards lie in a row that everyone sees."""

    name: str
    per_seat: bool = False
    sees: Sees = "everyone"
    style: Style = "row"
    zone: Zone | None = None
    """Its position if it has no owner. None: in the centre, or beside it if only the count is shown."""

    sort: Sort = "none"
    """The order in which cards are shown. The owner of a fan may choose another one; it has no effect on the rules."""

    ranks: str = RANKS
    """The ranks from low to high, as cards are sorted."""

    is_ordered: bool = True
    """Cards lie on top of each other. False for a hand, for example: its order does not show when cards came."""


def hands(name: str = "hand", ranks: str = RANKS) -> Pile:
    """A hand for each seat, which only its owner sees."""
    return Pile(name, per_seat=True, sees="owner", style="fan", sort="suit_rank", ranks=ranks, is_ordered=False)


def won(name: str = "won") -> Pile:
    """A pile of won cards for each seat. Everybody saw these cards, but the picture shows only their number."""
    return Pile(name, per_seat=True, style="backs")


@cache
def pile_of(name: str, seat: int) -> str:
    """The id of the pile of a seat: `hand/2`."""
    return f"{name}/{seat}"


class PileSet:
    """The piles of a table with this number of players: each has a bit, and a mask of the viewers that see its cards.

    A viewer is a seat's number, or the number of players for a spectator.
    """

    def __init__(self, kinds: Sequence[Pile], players: int) -> None:
        self.players = players
        self.everyone = (1 << (players + 1)) - 1
        declared = (
            kinds if any(kind.name == DECK for kind in kinds) else (Pile(DECK, sees="nobody", style="unseen"), *kinds)
        )
        self.kinds: dict[str, Pile] = {}
        self.owners: dict[str, int | None] = {}
        for kind in declared:
            for seat in range(players) if kind.per_seat else (None,):
                name = kind.name if seat is None else pile_of(kind.name, seat)
                self.kinds[name], self.owners[name] = kind, seat
        self.names = tuple(self.kinds)
        self.bits = {name: 1 << number for number, name in enumerate(self.names)}
        self.seen_by = {name: self.mask(name, kind.sees) for name, kind in self.kinds.items()}

    def mask(self, pile: str, sees: Sees) -> int:
        """The viewers that see the cards of this pile."""
        if sees == "everyone":
            return self.everyone
        owner = self.owners[pile]
        return 1 << owner if sees == "owner" and owner is not None else 0

    def named(self, mask: int) -> tuple[str, ...]:
        """The piles of a mask of piles."""
        return tuple(name for name, bit in self.bits.items() if mask & bit)
