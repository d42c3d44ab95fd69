"""What players may know of a table, and how it reads in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

from msgspec import Struct

from gamenight.core import Action, Event, PlayerId, PlayerView, seat, seat_index
from gamenight.core.showing.recap import RecapLine, parted
from gamenight.core.showing.words import event_key
from gamenight.core.text import Message, say
from gamenight.games.liarsdice.state import FACES, Bid, BidMade, DiceState, Reveal, matches, standing_bid


class LiarsDiceView(Struct, frozen=True):
    """One's own dice (none for a spectator), and what lies on the table; `counts` is in seat order."""

    round: int
    dice: tuple[int, ...]
    counts: tuple[int, ...]
    bid: BidMade | None
    bids: tuple[BidMade, ...]
    last_reveal: Reveal | None
    wild_ones: bool


def view_of(table: DiceState, viewer: PlayerId | None) -> LiarsDiceView:
    return LiarsDiceView(
        round=table.round,
        dice=() if viewer is None or not table.cups else table.cups[seat_index(viewer)],
        counts=table.counts,
        bid=standing_bid(table),
        bids=table.bids,
        last_reveal=table.last_reveal,
        wild_ones=table.wild_ones,
    )


def in_words(bid: Bid | BidMade, key: str = "dice") -> Message:
    """As players say it: 1 six, 3 sixes."""
    return say(key, n=bid.quantity, f=bid.face)


def describe(action: Action, view: PlayerView) -> Message:
    if isinstance(action.payload, Bid):
        return in_words(action.payload, "action-bid")
    challenged = view.game_data.bid
    return in_words(challenged, "action-challenge") if challenged else say("challenge")


def happened(event: Event, view: PlayerView) -> Message | None:
    """What needs other arguments than the event's own data."""
    payload = event.payload
    match event.event_type:
        case "game.bid" | "game.challenged":
            return say(event_key(event.event_type), n=payload["quantity"], f=payload["face"])
        case "game.rolled" if payload.get("dice"):
            return say("rolled-own", round=payload["round"], dice=" ".join(map(str, sorted(payload["dice"]))))
        case "game.revealed":
            cups = [" ".join(map(str, sorted(cup))) for cup in payload["dice"] if cup]
            return say("event-revealed", dice=cups, count=payload["count"], is_true=payload["is_true"])
    return None


def facts(view: PlayerView) -> dict[str, Any]:
    """The table in short, with the chance that the bid is true as far as the viewer's dice tell."""
    table: LiarsDiceView = view.game_data
    known: dict[str, Any] = {
        "your_dice": sorted(table.dice),
        "dice_of_each_player": {seat(index): count for index, count in enumerate(table.counts)},
        "dice_in_play": sum(table.counts),
        "ones_are_wild": table.wild_ones,
        "bids_this_round": [f"{bid.player_id}: {bid.quantity} of face {bid.face}" for bid in table.bids],
    }
    if table.bid:
        known["chance_that_the_bid_is_true"] = round(chance_of(table, table.bid), 3)
    return known


def recap(history: Sequence[Event], view: PlayerView) -> Sequence[RecapLine]:
    """A round on a line."""
    return parted(history, begins=("game.rolled",))


def chance_of(table: LiarsDiceView, bid: BidMade) -> float:
    """How likely the bid is true if the dice that the viewer does not see are fair."""
    unseen = sum(table.counts) - len(table.dice)
    needed = bid.quantity - matches(table.dice, bid.face, wild_ones=table.wild_ones)
    hit = (2 if table.wild_ones and bid.face != 1 else 1) / FACES
    return sum(comb(unseen, n) * hit**n * (1 - hit) ** (unseen - n) for n in range(max(0, needed), unseen + 1))
