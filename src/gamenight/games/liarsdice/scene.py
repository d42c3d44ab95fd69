"""The table as it looks: the standing bid, one's own dice, everybody's cups, and the dice of the round before, open."""

from __future__ import annotations

from collections.abc import Callable

from gamenight.core.model import Action, PlayerId, PlayerView, seat_index
from gamenight.core.showing.scene import Box, Button, Count, Item, Offer, PickStep, Piece, Scene, Text, TextTable
from gamenight.core.text import Message, Words, say
from gamenight.games.liarsdice.state import FACES, Bid, BidMade, Reveal, matches
from gamenight.games.liarsdice.view import LiarsDiceView, in_words

SMALL = 0.5
MOST_SHOWN = 15
"""Of more dice than these only those that counted are drawn."""


def scene_of(view: PlayerView) -> Scene:
    if _is_stage(view):
        return Scene((Item("main", Box("column")), *_seats(view), *_reveal(view)), text=_news(view))
    return Scene((*_standing(view), *_dice(view), *_choices(view), *_seats(view), *_reveal(view)), text=_news(view))


def _is_stage(view: PlayerView) -> bool:
    """All dice lie open, and the next round has not begun."""
    return view.phase.name == "revealed"


# What can be done


def offers_of(view: PlayerView, describe: Callable[[Action], Words]) -> list[Offer]:
    """A bid is two steps, how many and of which face; a challenge is one."""
    listed = [action for action in view.valid_actions if isinstance(action, Action)]
    bids = [action for action in listed if isinstance(action.payload, Bid)]
    challenges = [action for action in listed if not isinstance(action.payload, Bid)]
    return [*(_challenge(action, describe(action)) for action in challenges), *_raises(bids)]


def _challenge(action: Action, label: Words) -> Offer:
    return Offer(action, label, (PickStep(("challenge",)),), hotkey="c")


def _raises(bids: list[Action]) -> list[Offer]:
    """As many dice as before take a higher face; any higher number takes every face."""
    lowest = min((bid.payload.quantity for bid in bids), default=0)
    same = tuple(bid for bid in bids if bid.payload.quantity == lowest)
    if len(same) == FACES:
        return [_raise(tuple(bids), say("offer-bid"))]
    more = tuple(bid for bid in bids if bid.payload.quantity > lowest)
    higher = [_raise(same, say("higher", n=lowest))] if same else []
    return [*higher, _raise(more, say("more"))] if more else higher


def _raise(bids: tuple[Action, ...], label: Words) -> Offer:
    quantities = {f"n/{n}": n for n in sorted({bid.payload.quantity for bid in bids})}
    faces = {f"face/{face}": face for face in sorted({bid.payload.face for bid in bids})}
    steps = (PickStep(tuple(quantities), label=say("many")), PickStep(tuple(faces), label=say("face")))
    return Offer(bids, label, steps, (("quantity", quantities), ("face", faces)))


# What there is to see


def _standing(view: PlayerView) -> list[Item]:
    """The bid that has to be raised or challenged."""
    bid: BidMade | None = view.game_data.bid
    items = [Item("main", Box("column")), Item("bid", Box("row", frame=True), "main", 0, label=say("bid"))]
    if bid is None:
        return [*items, Item("bid/none", Text(say("bid-none")), "bid", 0)]
    told = say("bid-by", n=bid.quantity, f=bid.face, name=view.name(bid.player_id))
    return [
        *items,
        Item("bid/0", Count(_art(bid.face), bid.quantity), "bid", 0),
        Item("bid/1", Text(told, seat_index(bid.player_id), strong=True), "bid", 1),
    ]


def _art(face: int) -> str:
    return f"die/{face}"


def _dice(view: PlayerView) -> list[Item]:
    """One's own dice, sorted, as their order means nothing; and how many there are that one cannot see."""
    table: LiarsDiceView = view.game_data
    if view.result is not None:
        return []
    own = (Item(f"dice/{place}", Piece(_art(die)), "dice", place) for place, die in enumerate(sorted(table.dice)))
    unseen = sum(table.counts) - len(table.dice)
    hidden = Item("dice/hidden", Count("die/back", unseen), "dice", order=1)
    label = say("cups" if table.dice else "cups-hidden")
    return [Item("dice", Box("row", frame=True), "main", 1, label=label), *own, hidden]


def _choices(view: PlayerView) -> list[Item]:
    """What a bid is made of, and the challenge; only for whoever is to act."""
    bids = [action.payload for action in view.valid_actions if isinstance(action, Action)]
    quantities = sorted({bid.quantity for bid in bids if isinstance(bid, Bid)})
    if not bids:
        return []
    items = []
    if quantities:
        items += [Item("choose", Box("column", frame=True), "main", 2, label=say("choose"))]
        items += [Item("n", Box("wrap"), "choose", 0)]
        items += [Item(f"n/{n}", Button(str(n)), "n", n) for n in quantities]
        items += [Item("face", Box("row"), "choose", 1)]
        items += [Item(f"face/{face}", Piece(_art(face)), "face", face) for face in range(1, FACES + 1)]
    if view.game_data.bid is not None:
        items += [Item("challenge", Button(say("challenge")), "main", 3)]
    return items


def _seats(view: PlayerView) -> list[Item]:
    """How many dice everybody has, what they bid last in this round, and what they showed after the last one."""
    reveal: Reveal | None = view.game_data.last_reveal
    columns: list[tuple[Words, list[Words | int]]]
    columns = [(say("player"), [player.display_name for player in view.players])]
    columns += [(say("cup"), [count or say("out") for count in view.game_data.counts])]
    if view.game_data.bids:
        columns += [(say("made"), [_last_bid(view, player.player_id) for player in view.players])]
    if reveal is not None:
        columns += [(say("shown"), [" ".join(map(str, sorted(cup))) for cup in reveal.dice])]
    table = TextTable(tuple(head for head, _ in columns), tuple(zip(*(cells for _, cells in columns), strict=True)))
    return [Item("side", Box("column"), order=1), Item("seats", table, "side", 0, label=say("seats"))]


def _last_bid(view: PlayerView, player_id: PlayerId) -> Words:
    bids = [in_words(bid) for bid in view.game_data.bids if bid.player_id == player_id]
    return bids[-1] if bids else ""


def _reveal(view: PlayerView) -> list[Item]:
    """All dice of the round that was challenged last; those that counted for the bid come first, and are bright."""
    table: LiarsDiceView = view.game_data
    reveal = table.last_reveal
    if reveal is None:
        return []
    faces = range(1, FACES + 1)
    counted = {face for face in faces if matches((face,), reveal.bid.face, wild_ones=table.wild_ones)}
    dice = sorted((die for cup in reveal.dice for die in cup), key=lambda die: (die not in counted, die))
    return [
        Item("reveal", Box("column", frame=True), "main" if _is_stage(view) else "side", 1, label=say("reveal")),
        Item("reveal/0", Text(_outcome(view, reveal)), "reveal", 0),
        Item("open", Box("wrap"), "reveal", 1),
        *(_each(view, dice, counted) if len(dice) <= MOST_SHOWN else _piles(dice, counted)),
    ]


def _each(view: PlayerView, dice: list[int], counted: set[int]) -> list[Item]:
    size = 1 if _is_stage(view) else SMALL
    return [
        Item(f"open/{place}", Piece(_art(die), dim=die not in counted, size=size), "open", place)
        for place, die in enumerate(dice)
    ]


def _piles(dice: list[int], counted: set[int]) -> list[Item]:
    """Those that counted, by face: of so many dice the others are told in the table alone."""
    return [Item(f"open/{face}", Count(_art(face), dice.count(face)), "open", face) for face in sorted(counted)]


def _outcome(view: PlayerView, reveal: Reveal) -> Message:
    bid, name, loser = reveal.bid, view.name(reveal.bid.player_id), view.name(reveal.loser)
    return say("outcome", round=reveal.round, name=name, n=bid.quantity, f=bid.face, count=reveal.count, loser=loser)


def _news(view: PlayerView) -> Words:
    table: LiarsDiceView = view.game_data
    if view.result is not None:
        # Whoever wins because the others left has not won the dice.
        return say("won", name=view.name(view.result.winners[0])) if view.result.reason == "normal" else ""
    if _is_stage(view) and table.last_reveal is not None:
        return _outcome(view, table.last_reveal)
    kind = "wild" if table.wild_ones else "plain"
    return say(kind, round=table.round, dice=sum(table.counts))
