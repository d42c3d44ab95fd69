"""The options of Hearts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from gamenight.cards import CardOptions

SHIFTS = {"left": 1, "right": -1, "across": 2, "none": 0}


class HeartsOptions(CardOptions, frozen=True, kw_only=True):
    target: Annotated[int, Meta(ge=1, le=500)] = 100
    deals: Annotated[int, Meta(ge=0, le=100)] = 0
    """The match ends after this number of deals; 0: when a player has the target."""
    passing: tuple[Literal["left", "right", "across", "none"], ...] = ("left", "right", "across", "none")
    """Where three cards are passed before each deal, in turn."""
    moon: Literal["add26", "sub26", "choose"] = "add26"
    """A player who takes all points gives 26 to each of the others, or gets 26 off, or chooses between the two."""
    tie: Literal["shared", "play_on"] = "shared"
    """With a tie for the fewest points at the end, the players share the win, or another deal is played."""
    queen_breaks: bool = False
    """The queen of spades breaks hearts too."""
    must_break: bool = True
    """Hearts may not be led before one was played."""
    first_trick_points: bool = False
    """Points may be played to the first trick."""
    any_club_leads: bool = False
    """The player with the lowest club may lead any club to the first trick."""
    jack_minus10: bool = False
    """The jack of diamonds takes ten points off."""
    no_tricks_minus5: bool = False
    """A player who takes no trick gets five points off."""


def seats_passed(passing: Sequence[str], players: int, deal: int) -> int:
    """The number of seats to the left that cards are passed in a deal. With three or five players, `across` is
    skipped."""
    ways = [way for way in passing if way != "across" or players % 2 == 0]
    return SHIFTS[ways[(deal - 1) % len(ways)]] % players if ways else 0
