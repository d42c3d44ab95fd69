"""The table as it looks: the prize in the middle, what is still to come, everybody's points, and one's own hand.

A prize is always the item `prizes/7` and a card of one's own always `hand/7`, wherever they lie.
"""

from __future__ import annotations

from gamenight.core.model import Event, GameResult, PlayerView
from gamenight.core.showing.scene import Box, Item, Piece, Scene, Text, TextTable
from gamenight.core.text import Message, Words, say
from gamenight.games.goofspiel.table import Round
from gamenight.games.goofspiel.view import TableView

LARGE, SMALL = 1.6, 0.55


def scene_of(view: PlayerView) -> Scene:
    middle = (*_stakes(view), *_to_come(view), *_hand(view))
    main = (Item("main", Box("column")), *middle) if middle or _is_stage(view) else ()
    side = (Item("side", Box("column"), order=1), *_seats(view), *_last_round(view))
    return Scene((*main, *side), text=_news(view))


def _is_stage(view: PlayerView) -> bool:
    """The bids lie open, and the next prize is not turned up yet."""
    return view.game_data.is_settled and view.result is None


def card_id(card: int) -> str:
    return f"hand/{card}"


def _prize_id(prize: int) -> str:
    return f"prizes/{prize}"


def _art(card: int) -> str:
    return f"number/{card}"


def _laid(view: PlayerView) -> int | None:
    """The card that the viewer has bid and that nobody else has seen yet."""
    return None if view.committed is None else view.committed.payload.card


def _stakes(view: PlayerView) -> list[Item]:
    """The prize, and one's own bid beside it."""
    prize, laid = view.game_data.prize, _laid(view)
    if prize is None:
        return []
    items = [
        Item("stakes", Box("row"), "main", 0),
        Item("prize", Box(frame=True), "stakes", 0, label=say("prize")),
        Item(_prize_id(prize), Piece(_art(prize), size=LARGE), "prize", label=say("prize-is", prize=prize)),
    ]
    if laid is not None:
        items.append(Item("laid", Box(frame=True), "stakes", 1, label=say("laid")))
        items.append(Item(card_id(laid), Piece(_art(laid), size=LARGE), "laid", label=say("laid-is", card=laid)))
    return items


def _to_come(view: PlayerView) -> list[Item]:
    """The prizes that may still come: in their order where that is known."""
    table: TableView = view.game_data
    if (table.prize is None and not _is_stage(view)) or not table.prizes_left:
        return []
    caption = say("coming-in_order" if table.is_order_known else "coming-any_order")
    falls = table.prizes_left[0] > table.prizes_left[-1]
    prizes = (
        Item(_prize_id(prize), Piece(_art(prize), size=SMALL), "prizes", prize, -prize if falls else 0)
        for prize in table.prizes_left
    )
    return [Item("prizes", Box("wrap", frame=True), "main", 1, label=caption), *prizes]


def _hand(view: PlayerView) -> list[Item]:
    """What is left of one's own cards, as a fan; the one that was bid has left it."""
    cards = [card for card in view.game_data.hand if card != _laid(view)]
    if not cards:
        return []
    fan = Item("hand", Box("fan"), "main", 2, label=say("hand"))
    return [fan, *(Item(card_id(card), Piece(_art(card)), "hand", card) for card in cards)]


def _seats(view: PlayerView) -> list[Item]:
    """Everybody's points, and the cards they have left."""
    table: TableView = view.game_data
    rows = tuple((view.name(seat), points, _cards(table, seat)) for seat, points in enumerate(table.points))
    seats = TextTable((say("head-player"), say("head-points"), say("head-cards")), rows)
    return [Item("seats", seats, "side", 0, label=say("seats"))]


def _cards(table: TableView, seat: int) -> Words | int:
    """The cards that a player still has, or how many they are."""
    if seat in table.out:
        return say("gone")
    if table.hands is None:
        return table.hand_size
    return " ".join(_runs(table.hands[seat])) or "–"


def _runs(cards: tuple[int, ...]) -> list[str]:
    """Sorted cards in short: 1 3 6–10."""
    parts: list[list[int]] = []
    for card in cards:
        if parts and parts[-1][-1] == card - 1:
            parts[-1].append(card)
        else:
            parts.append([card])
    return [f"{run[0]}–{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in parts]


def _last_round(view: PlayerView) -> list[Item]:
    """The bids of the round before, as far as they were shown; the one that took the prize is bright."""
    if not view.game_data.history:
        return []
    past: Round = view.game_data.history[-1]
    place = ("main", 0) if _is_stage(view) else ("side", 1)
    items = [Item("last", Box("wrap", frame=True), *place, label=_outcome(view, past))]
    for seat, bid in enumerate(past.bids):
        if bid is not None:
            items += _bid_shown(view, seat, bid, is_dim=seat != past.winner)
    return items


def _bid_shown(view: PlayerView, seat: int, bid: int, *, is_dim: bool) -> list[Item]:
    box, name = f"last/{seat}", view.name(seat)
    size = LARGE if _is_stage(view) else SMALL
    return [
        Item(box, Box("column"), "last", seat),
        Item(f"{box}/card", Piece(_art(bid), dim=is_dim, size=size), box, label=say("bid", name=name, card=bid)),
        Item(f"{box}/name", Text(name, seat), box, order=1),
    ]


def _outcome(view: PlayerView, past: Round) -> Words:
    number = len(view.game_data.history)
    if past.winner is None:
        return say("tied", round=number, prize=past.prize)
    return say("took", round=number, prize=past.prize, name=view.name(past.winner))


def _news(view: PlayerView) -> Words:
    table: TableView = view.game_data
    if view.result is not None:
        return _ending(view, view.result)
    if _is_stage(view):
        return _outcome(view, table.history[-1])
    if table.prize is None:
        return ""
    if (laid := _laid(view)) is not None:
        return say("waiting", round=table.round, rounds=table.rounds, prize=table.prize, card=laid)
    kind = "yours" if view.valid_actions else "theirs"
    return say(kind, round=table.round, rounds=table.rounds, prize=table.prize)


def _ending(view: PlayerView, result: GameResult) -> Words:
    """Who has the most points; nothing where somebody won for another reason, or nobody did."""
    if result.reason != "normal":
        return ""
    names = [player.display_name for player in view.players if player.player_id in result.winners]
    return say("won", name=names[0]) if len(names) == 1 else say("shared", names=names)


def happened(event: Event, view: PlayerView) -> Message | None:
    """A hidden bid is told to who made it."""
    if event.event_type == "game.bids_compared" and event.payload:
        return say("compared-own", card=event.payload["card"])
    return None
