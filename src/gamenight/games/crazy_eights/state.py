"""The options of Crazy Eights, the memory of its rules, and its payload."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gamenight.cards import CardOptions

EIGHT, SKIP, REVERSE, DRAW_TWO = "8QA2"


class CrazyEightsOptions(CardOptions, frozen=True, kw_only=True):
    starter_eight: Literal["dealer_names", "bury"] = "dealer_names"
    """If the first card is an eight, the dealer names a suit; or it goes back and another card is turned up."""
    draw: Literal["one_end", "one_play", "until_playable", "up_to_five"] = "one_end"
    """In order: drawing a card ends the turn; or the player may play the drawn card; or the player draws until a card
    is played; or the player may draw up to five cards, and play after each."""
    most_draws: Annotated[int, Meta(ge=1, le=10)] = 5
    """With `up_to_five`: the maximum number of cards that a player draws in a turn."""
    reshuffle: bool = True
    """When the stock is empty, the pile below its top card becomes the new stock."""
    specials: bool = False
    """Queens skip, aces reverse, twos make the next player draw, and the last card has to be announced."""
    announce_last: bool = True
    """With specials: a player who is left with one card without having announced it draws two."""
    two_player_ace: Literal["skip", "plain"] = "skip"
    """With specials and two players, an ace gives the same player another turn, or has no effect."""
    match: Literal["single_hand", "target"] = "single_hand"
    """The match is one hand; or hands are played until a player has the target."""
    target: Annotated[int, Meta(ge=1, le=500)] = 100
    packs: Annotated[int, Meta(ge=0, le=2)] = 0
    """The number of packs; 0: one, and two for five players and more."""
    # These options exist to replay matches of OpenSpiel.
    block: Literal["all_pass", "first_passes_again"] = "all_pass"
    """A hand is blocked when all have passed in a row; or only when the first of them passes once more."""
    most_plays: Annotated[int, Meta(ge=1, le=1000)] = 500
    """A hand also ends, as if blocked, when this number of cards has been played."""
    reshuffles: Annotated[tuple[str, ...], Meta(extra={"secret": True})] = ()
    """The cards that are on top of the stock after each reshuffle of a deal, the top one first."""


class CrazyEightsMemory(Struct, frozen=True):
    """The memory of the rules: `named` is the suit that an eight asks for, `drawn` the number of cards drawn in this
    turn, `penalty` the number of cards to draw for twos, `passes` the number of passes in a row, `plays` the number of
    cards played."""

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
