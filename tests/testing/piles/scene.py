"""The scene of the piles, and the taps for actions."""

from __future__ import annotations

from typing import Any

from gamenight.core.model import Action, Family, PlayerView
from gamenight.core.showing.scene import Box, Button, Count, Item, Offer, PickStep, Piece, Scene, Text, TextTable
from gamenight.core.text import say

ACROSS = 90


def scene_of(view: PlayerView) -> Scene:
    own, players = view.game_data, view.players
    rows = tuple((player.display_name, own.points[player.seat_index]) for player in players)
    return Scene(
        (
            Item("table", Box("column")),
            Item("piles", Box("grid"), "table", 0),
            *(_pile(number, laid) for number, laid in enumerate(own.piles)),
            Item("deck", Count("card/back", own.deck), "table", 1),
            Item("hand", Box("fan"), "table", 2),
            *(Item(id, Piece(f"number/{card}"), "hand", at) for at, (id, card) in enumerate(hand_ids(view).items())),
            Item("side", Box("row", "column"), order=1),
            Item("points", TextTable((say("player"), say("points")), rows), "side", 0),
            Item("away", Text(say("away", cards=len(own.away)), seat=own.mover), "side", 1),
            Item("stop", Button(say("stop")), "side", 2),
        ),
        text=say("turn", name=players[own.mover].display_name),
        last=("deck",),
    )


def _pile(number: int, laid: tuple[Any, ...]) -> Item:
    top = laid[-1] if laid else None
    shows = Piece("pile") if top is None else Piece(f"number/{top.card}", ACROSS if top.across else 0)
    return Item(pile_id(number), shows, "piles", (number, 0), label=("" if top is None else say("top", pile=number)))


def pile_id(number: int) -> str:
    return f"piles/{number},0"


def hand_ids(view: PlayerView) -> dict[str, int]:
    """The ids of the cards of the hand: the face, and the number of equal cards before it."""
    hand = view.game_data.hand
    return {f"hand/{card}.{hand[:at].count(card) + 1}": card for at, card in enumerate(hand)}


def offers_of(view: PlayerView) -> list[Offer]:
    lays = [entry for entry in view.valid_actions if isinstance(entry, Action) and entry.action_type == "lay"]
    laying = [_laying(view, tuple(lay for lay in lays if lay.payload.across is across)) for across in (False, True)]
    others = [_other(view, entry) for entry in view.valid_actions if entry not in lays]
    return [*(laying if lays else []), *others]


def _laying(view: PlayerView, lays: tuple[Action, ...]) -> Offer:
    cards, piles = hand_ids(view), {pile_id(number): number for number in range(3)}
    across = bool(lays) and lays[0].payload.across
    ghost = Item("laid", Piece("card/back", ACROSS if across else 0), "piles", (1, 1))
    return Offer(
        lays,
        say("across" if across else "upright"),
        (PickStep(tuple(cards), label=say("card")), PickStep(tuple(piles), label=say("pile"))),
        (("card", dict(cards)), ("pile", dict(piles))),
        ghosts=(ghost,),
        confirm=True,
    )


def _other(view: PlayerView, entry: Action | Family) -> Offer:
    if isinstance(entry, Action):
        return Offer(entry, say("stop"), (PickStep(("stop",)),), hotkey="s")
    if entry.action_type == "swap":
        cards = hand_ids(view)
        most = entry.slots[0].max
        return Offer(entry, say("swap", most=most), (PickStep(tuple(cards), 1, most),), (("cards", dict(cards)),))
    steps = tuple(PickStep(tuple(map(pile_id, slot.of))) for slot in entry.slots)
    values = tuple((slot.name, {pile_id(number): number for number in slot.of}) for slot in entry.slots)
    return Offer(entry, say("move"), steps, values)
