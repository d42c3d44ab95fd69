"""What a table of Crazy Eights may choose, what its rules remember, and what its players name."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gamenight.cards import CardOptions

EIGHT, SKIP, REVERSE, DRAW_TWO = "8QA2"


class CrazyEightsOptions(CardOptions, frozen=True, kw_only=True):
    starter_eight: Literal["dealer_names", "bury"] = "dealer_names"
    """If the first card is an eight, the dealer names a suit; or it goes back and another card is turned up."""
    draw: Literal["one_end", "one_play", "until_playable", "up_to_five"] = "one_end"
    """Drawing a card ends the turn; or the drawn card may be played; or a player draws until a card is played; or draws
    up to five cards, and may play after each."""
    most_draws: Annotated[int, Meta(ge=1, le=10)] = 5
    """The most cards that a player draws in a turn, with `up_to_five`."""
    reshuffle: bool = True
    """When the stock is empty, the pile below its top card becomes the new stock."""
    specials: bool = False
    """Queens skip, aces reverse, twos make the next player draw, and the last card has to be announced."""
    announce_last: bool = True
    """With specials: whoever is left with one card without having announced it draws two."""
    two_player_ace: Literal["skip", "plain"] = "skip"
    """With specials, an ace between two players: the same player again, or nothing special."""
    match: Literal["single_hand", "target"] = "single_hand"
    """The match is one hand; or hands are played until somebody has the target."""
    target: Annotated[int, Meta(ge=1, le=500)] = 100
    packs: Annotated[int, Meta(ge=0, le=2)] = 0
    """How many packs are played with; 0: one, and two for five players and more."""
    # So that matches of OpenSpiel can be played again.
    block: Literal["all_pass", "first_passes_again"] = "all_pass"
    """A hand is blocked when all have passed in a row; or only when the first of them passes once more."""
    most_plays: Annotated[int, Meta(ge=1, le=1000)] = 500
    """A hand also ends, as if blocked, when so many cards were played."""
    reshuffles: Annotated[tuple[str, ...], Meta(extra={"secret": True})] = ()
    """The cards that are on top of the stock after each reshuffle of a deal, the top one first."""


class CrazyEightsMemory(Struct, frozen=True):
    """`named` is the suit that an eight asks for; `drawn`, how many cards the player drew in this turn; `penalty`, how
    many the twos cost; `passes` are those in a row, `plays` all cards played."""

    named: str = ""
    drawn: int = 0
    penalty: int = 0
    direction: int = 1
    passes: int = 0
    plays: int = 0
    reshuffled: int = 0
    is_announced: bool = False


class Suit(Struct, frozen=True):
    suit: str
