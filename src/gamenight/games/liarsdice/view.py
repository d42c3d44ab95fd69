"""What players may know of a table, and how it reads in words."""

from __future__ import annotations

from math import comb
from typing import Any

from msgspec import Struct

from gamenight.core.model import Action, PlayerId, PlayerView
from gamenight.games.liarsdice.state import FACES, PLAYERS, Bid, BidMade, Reveal, Table, matches, standing_bid

NAMES = ("one", "two", "three", "four", "five", "six")


class LiarsDiceView(Struct, frozen=True):
    """One's own dice (none for a spectator), and what lies on the table; `counts` is in seat order."""

    round: int
    dice: tuple[int, ...]
    counts: tuple[int, ...]
    bid: BidMade | None
    bids: tuple[BidMade, ...]
    last_reveal: Reveal | None
    wild_ones: bool


def view_of(table: Table, viewer: PlayerId | None) -> LiarsDiceView:
    return LiarsDiceView(
        round=table.round,
        dice=() if viewer is None or not table.cups else table.cups[PLAYERS.index(viewer)],
        counts=table.counts,
        bid=standing_bid(table),
        bids=table.bids,
        last_reveal=table.last_reveal,
        wild_ones=table.wild_ones,
    )


def in_words(bid: Bid | BidMade) -> str:
    """As players say it: 1 six, 3 sixes."""
    name = NAMES[bid.face - 1]
    if bid.quantity == 1:
        return f"1 {name}"
    return f"{bid.quantity} {name}{'es' if name.endswith('x') else 's'}"


def describe(action: Action, view: LiarsDiceView) -> str:
    if isinstance(action.payload, Bid):
        return f"bid {in_words(action.payload)}"
    return f"challenge the bid of {in_words(view.bid)}" if view.bid else "challenge"


def facts(view: PlayerView) -> dict[str, Any]:
    """The table in short, with the chance that the bid is true as far as the viewer's dice tell."""
    table: LiarsDiceView = view.game_data
    known: dict[str, Any] = {
        "your_dice": table.dice,
        "dice_of_each_player": dict(zip(PLAYERS, table.counts, strict=False)),
        "dice_in_play": sum(table.counts),
        "ones_are_wild": table.wild_ones,
        "bids_this_round": [f"{bid.player_id}: {in_words(bid)}" for bid in table.bids],
    }
    if table.bid:
        known["chance_that_the_bid_is_true"] = round(chance_of(table, table.bid), 3)
    return known


def chance_of(table: LiarsDiceView, bid: BidMade) -> float:
    """How likely the bid is true if the dice that the viewer does not see are fair."""
    unseen = sum(table.counts) - len(table.dice)
    needed = bid.quantity - matches(table.dice, bid.face, wild_ones=table.wild_ones)
    hit = (2 if table.wild_ones and bid.face != 1 else 1) / FACES
    return sum(comb(unseen, n) * hit**n * (1 - hit) ** (unseen - n) for n in range(max(0, needed), unseen + 1))
