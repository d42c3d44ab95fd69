"""What a table of gin rummy may choose, what its rules remember, and what its players name."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from gamenight.cards import ACE_LOW, CardOptions, Cards

WALL = 2
"""The last cards of the stock, which nobody draws."""

MOST_TAKEN = 50
"""With so many cards taken from the discard pile a hand is dead: two players could exchange cards forever."""

MOST_DEAD = 5
"""A match ends after so many hands in a row that nobody has won, whoever leads then."""

MOST_DEALS = 100
"""A match ends after so many deals, whoever leads then."""


class GinOptions(CardOptions, frozen=True, kw_only=True):
    target: Annotated[int, Meta(ge=1, le=500)] = 100
    deals: Annotated[int, Meta(ge=0, le=10)] = 0
    """The match ends after so many deals, without bonuses for the game; 0: when somebody has the target."""
    bonus: Literal["modern", "classic"] = "modern"
    """Gin 25, undercut 25, big gin 31 and 25 for each hand won; or gin 20, undercut 10, no big gin and 20."""
    gin_bonus: Annotated[int, Meta(ge=0, le=100)] | None = None
    """What gin brings instead."""
    undercut_bonus: Annotated[int, Meta(ge=0, le=100)] | None = None
    """What an undercut brings instead."""
    big_gin: bool = True
    """Whoever has melded all eleven cards may say so, unless the bonuses are the classic ones."""
    equal_undercuts: bool = True
    """Equal deadwood is an undercut; if not, it brings nobody anything."""
    knock_limit: Annotated[int, Meta(ge=0, le=10)] = 10
    """The most deadwood to knock with."""
    oklahoma: bool = False
    """The first upcard's value is the most deadwood to knock with; an ace means gin."""
    oklahoma_spade_double: bool = True
    """In Oklahoma a hand counts double if the first upcard is a spade."""
    arrange: Literal["auto", "manual"] = "auto"
    """Melds are the best ones by themselves, or players choose them."""
    layoff: Literal["manual", "auto"] = "manual"
    """The defender lays off cards, or the best ones are laid off by themselves."""
    return_upcard: bool = False
    """A card taken from the discard pile may be discarded at once; if both do so in a row, the hand is dead."""
    wall: Literal["dead", "knock"] = "dead"
    """At the last two cards of the stock the hand is dead, or the next player may take the last discard to knock."""


class GinMemory(Struct, frozen=True):
    limit: int = 10
    """The most deadwood to knock with."""

    is_double: bool = False
    declined: int = 0
    """How many have declined the first upcard, until the first draw."""

    taken: str = ""
    """The card that has been taken from the discard pile in this turn."""

    takes: int = 0
    is_returned: bool = False
    """The card taken in the turn before was discarded at once."""

    is_wall: bool = False
    """The stock is at an end: the last discard may only be taken to knock."""

    knocker: int | None = None
    is_big_gin: bool = False
    melds: tuple[tuple[Cards, ...], tuple[Cards, ...]] = ((), ())
    """What each seat has laid down, with what was laid off on it."""

    laid_off: Cards = ()
    last_discard: str = ""
    """The last discard of a dead hand: everybody saw it, though it is swept away at once."""


class Meld(Struct, frozen=True):
    """Cards in any order; the same meld whatever it is."""

    cards: Cards

    def __post_init__(self) -> None:
        force_setattr(self, "cards", tuple(sorted(self.cards, key=_meld_order)))


class LayOff(Struct, frozen=True):
    """A card for the knocker's meld of this number, from 0."""

    card: str
    meld: int


def _meld_order(card: str) -> tuple[int, str]:
    return ACE_LOW.find(card[:1]), card[1:]
