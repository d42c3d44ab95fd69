"""The options of gin rummy, the memory of its rules, and its payloads."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from gamenight.cards import ACE_LOW, CardOptions, Cards

WALL = 2
"""The number of cards at the end of the stock that are not drawn."""

MOST_TAKEN = 50
"""A hand is dead after this number of cards taken from the discard pile; else two players could exchange cards
forever."""

MOST_DEAD = 5
"""A match ends after this number of hands in a row without a winner."""

MOST_DEALS = 100
"""Maximum number of deals in a match."""


class GinOptions(CardOptions, frozen=True, kw_only=True):
    target: Annotated[int, Meta(ge=1, le=500)] = 100
    deals: Annotated[int, Meta(ge=0, le=10)] = 0
    """The match ends after this number of deals, without bonuses for the game; 0: when a player has the target."""
    bonus: Literal["modern", "classic"] = "modern"
    """Gin 25, undercut 25, big gin 31 and 25 for each hand won; or gin 20, undercut 10, no big gin and 20."""
    gin_bonus: Annotated[int, Meta(ge=0, le=100)] | None = None
    """Replaces the bonus for gin."""
    undercut_bonus: Annotated[int, Meta(ge=0, le=100)] | None = None
    """Replaces the bonus for an undercut."""
    big_gin: bool = True
    """A player with all eleven cards in melds may say big gin, unless the bonuses are the classic ones."""
    equal_undercuts: bool = True
    """Equal deadwood is an undercut; if False, neither player gets points."""
    knock_limit: Annotated[int, Meta(ge=0, le=10)] = 10
    """The maximum deadwood to knock with."""
    oklahoma: bool = False
    """The first upcard's value is the maximum deadwood to knock with; with an ace, knocking requires gin."""
    oklahoma_spade_double: bool = True
    """In Oklahoma a hand counts double if the first upcard is a spade."""
    arrange: Literal["auto", "manual"] = "auto"
    """The best melds are laid down automatically, or players choose them."""
    layoff: Literal["manual", "auto"] = "manual"
    """The defender lays off cards, or the best ones are laid off automatically."""
    return_upcard: bool = False
    """A card taken from the discard pile may be discarded at once; if both do so in a row, the hand is dead."""
    wall: Literal["dead", "knock"] = "dead"
    """At the last two cards of the stock the hand is dead, or the next player may take the last discard to knock."""


class GinMemory(Struct, frozen=True):
    limit: int = 10
    """The maximum deadwood to knock with."""

    is_double: bool = False
    declined: int = 0
    """The number of players who have declined the first upcard; 0 after the first draw."""

    taken: str = ""
    """The card that has been taken from the discard pile in this turn."""

    takes: int = 0
    is_returned: bool = False
    """The card taken in the previous turn was discarded at once."""

    is_wall: bool = False
    """The stock is used up: the last discard may only be taken to knock."""

    knocker: int | None = None
    is_big_gin: bool = False
    melds: tuple[tuple[Cards, ...], tuple[Cards, ...]] = ((), ())
    """The melds that each seat has laid down, including cards laid off on them."""

    laid_off: Cards = ()
    last_discard: str = ""
    """The last discard of a dead hand: everybody saw it, although the table is cleared at once."""


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
