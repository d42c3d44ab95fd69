"""What liar's dice is made of: the options, the bids and the table, and what can be read off a table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from gamenight.core.model import Action, PlayerId, seat

FACES = 6
MOST_PLAYERS = 6
MOST_DICE = 6

Cups = tuple[tuple[int, ...], ...]
"""Each seat's dice, in seat order."""

Face = Annotated[int, Meta(ge=1, le=FACES)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is played; dice of a fixed round that are not given are rolled."""

    dice: Annotated[int, Meta(ge=1, le=MOST_DICE, description="Dice of each player at the start")] = 5
    wild_ones: Annotated[bool, Meta(description="Ones count as any face, unless ones were bid")] = True
    fixed_dice: Annotated[
        tuple[tuple[tuple[Face, ...], ...], ...],
        Meta(description="The dice of the first rounds, for each seat", extra={"secret": True}),
    ] = ()


class Bid(Struct, frozen=True):
    """There are at least so many dice of this face under all cups together."""

    quantity: int
    face: int


class BidMade(Struct, frozen=True):
    """A bid with its bidder."""

    player_id: PlayerId
    quantity: int
    face: int


class Reveal(Struct, frozen=True):
    """How a round ended: the bid in question, all dice in seat order, how many counted, who lost a die."""

    round: int
    bid: BidMade
    challenger: PlayerId
    dice: Cups
    count: int
    loser: PlayerId


class DiceState(Struct, frozen=True):
    """The state; tuples are in seat order. `cups` is empty while the round is still to be rolled."""

    counts: tuple[int, ...]
    mover: int = 0
    round: int = 1
    cups: Cups = ()
    bids: tuple[BidMade, ...] = ()
    eliminated: tuple[int, ...] = ()
    last_reveal: Reveal | None = None
    wild_ones: bool = True
    fixed: tuple[Cups, ...] = ()
    """The fixed dice of the rounds not yet rolled."""


# Every bid from the lowest to the highest: a bid raises another if it stands further to the right.
BIDS = tuple(
    tuple(
        Action("bid", seat(index), Bid(quantity, face))
        for quantity in range(1, MOST_PLAYERS * MOST_DICE + 1)
        for face in range(1, FACES + 1)
    )
    for index in range(MOST_PLAYERS)
)


def standing_bid(table: DiceState) -> BidMade | None:
    return table.bids[-1] if table.bids else None


def lowest_raise(table: DiceState) -> int:
    """The place in BIDS of the lowest bid that may be made now."""
    bid = standing_bid(table)
    return 0 if bid is None else (bid.quantity - 1) * FACES + bid.face


def bids_in_play(table: DiceState) -> int:
    """How many places of BIDS ask for no more dice than there are."""
    return sum(table.counts) * FACES


def is_revealed(table: DiceState) -> bool:
    """The dice of the round before lie open, and the next ones are not rolled yet."""
    reveal = table.last_reveal
    return reveal is not None and not table.cups and reveal.round == table.round - 1


def is_over(table: DiceState) -> bool:
    """Only one player has dice left."""
    return len(table.eliminated) + 1 == len(table.counts)


def next_in(counts: tuple[int, ...], index: int) -> int:
    """The next seat to the left that has dice."""
    seats = len(counts)
    return next(other % seats for other in range(index + 1, index + seats + 1) if counts[other % seats])


def matches(dice: tuple[int, ...], face: int, *, wild_ones: bool) -> int:
    """How many of these dice count for a bid of this face."""
    return sum(die in (face, 1) if wild_ones else die == face for die in dice)
