"""The table as it looks: the prize in the middle, what is still to come, everybody's points, and one's own hand.

A prize is always the item `prizes/7` and a card of one's own always `hand/7`, wherever they lie.
"""

from __future__ import annotations

from collections.abc import Callable

from gamenight.core.model import Action, GameResult, PlayerView
from gamenight.core.scene import Box, Item, Message, Offer, Piece, Scene, Step, Table, Text, literal
from gamenight.games.goofspiel.table import Round
from gamenight.games.goofspiel.view import TableView

LARGE, SMALL = 1.6, 0.55


def scene_of(view: PlayerView) -> Scene:
    middle = (*_stakes(view), *_to_come(view.game_data), *_hand(view))
    main = (Item("main", Box("column")), *middle) if middle else ()
    side = (Item("side", Box("column"), order=1), *_seats(view), *_last_round(view))
    return Scene((*main, *side), text=_news(view))


def offers_of(view: PlayerView, describe: Callable[[Action], Message]) -> list[Offer]:
    """Every card of the hand is one tap."""
    bids = [action for action in view.valid_actions if isinstance(action, Action)]
    return [Offer(bid, describe(bid), (Step((_card_id(bid.payload.card),)),)) for bid in bids]


def _card_id(card: int) -> str:
    return f"hand/{card}"


def _prize_id(prize: int) -> str:
    return f"prizes/{prize}"


def _art(card: int) -> str:
    return f"number/{card}"


def _laid(view: PlayerView) -> int | None:
    """The card that the viewer has bid and that nobody else has seen yet."""
    return None if view.committed is None else view.committed.payload.card


def _name(view: PlayerView, seat: int) -> str:
    return view.players[seat].display_name


def _stakes(view: PlayerView) -> list[Item]:
    """The prize, and one's own bid beside it."""
    prize, laid = view.game_data.prize, _laid(view)
    if prize is None:
        return []
    items = [
        Item("stakes", Box("row"), "main", 0),
        Item("prize", Box(frame=True), "stakes", 0, label="prize"),
        Item(_prize_id(prize), Piece(_art(prize), size=LARGE), "prize", label=("prize.is", prize)),
    ]
    if laid is not None:
        items.append(Item("laid", Box(frame=True), "stakes", 1, label="laid"))
        items.append(Item(_card_id(laid), Piece(_art(laid), size=LARGE), "laid", label=("laid.is", laid)))
    return items


def _to_come(table: TableView) -> list[Item]:
    """The prizes that may still come: in their order where that is known."""
    if table.prize is None or not table.prizes_left:
        return []
    caption = "coming.in_order" if table.is_order_known else "coming.any_order"
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
    fan = Item("hand", Box("fan"), "main", 2, label="hand")
    return [fan, *(Item(_card_id(card), Piece(_art(card)), "hand", card) for card in cards)]


def _seats(view: PlayerView) -> list[Item]:
    """Everybody's points, and the cards they have left."""
    table: TableView = view.game_data
    rows = tuple((literal(_name(view, seat)), points, _cards(table, seat)) for seat, points in enumerate(table.points))
    seats = Table(("head.player", "head.points", "head.cards"), rows)
    return [Item("seats", seats, "side", 0, label="seats")]


def _cards(table: TableView, seat: int) -> Message | int:
    """The cards that a player still has, or how many they are."""
    if seat in table.out:
        return "gone"
    if table.hands is None:
        return len(table.prizes_left) + (table.prize is not None)
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
    items = [Item("last", Box("wrap", frame=True), "side", 1, label=_outcome(view, past))]
    for seat, bid in enumerate(past.bids):
        if bid is not None:
            items += _bid_shown(view, seat, bid, is_dim=seat != past.winner)
    return items


def _bid_shown(view: PlayerView, seat: int, bid: int, *, is_dim: bool) -> list[Item]:
    box, name = f"last/{seat}", _name(view, seat)
    return [
        Item(box, Box("column"), "last", seat),
        Item(f"{box}/card", Piece(_art(bid), dim=is_dim, size=SMALL), box, label=("bid", name, bid)),
        Item(f"{box}/name", Text(literal(name), seat), box, order=1),
    ]


def _outcome(view: PlayerView, past: Round) -> Message:
    number = len(view.game_data.history)
    if past.winner is None:
        return "tied", number, past.prize
    return "took", number, past.prize, _name(view, past.winner)


def _news(view: PlayerView) -> Message:
    table: TableView = view.game_data
    if view.result is not None:
        return _ending(view, view.result)
    if table.prize is None:
        return ""
    if (laid := _laid(view)) is not None:
        return "waiting", table.round, table.rounds, table.prize, laid
    return "yours" if view.valid_actions else "theirs", table.round, table.rounds, table.prize


def _ending(view: PlayerView, result: GameResult) -> Message:
    """Who has the most points; nothing where somebody won for another reason, or nobody did."""
    if result.reason != "normal":
        return ""
    names = [player.display_name for player in view.players if player.player_id in result.winners]
    return ("won", names[0]) if len(names) == 1 else ("shared", ", ".join(names))
