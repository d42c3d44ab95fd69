"""Positions of Scopa in card notation: a capture is written `7D x 2H 5C`, a card that is laid down `7D`."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gamenight.cards import AnyCardTable, OneCard, without
from gamenight.core import Action, Event, Rng, TransitionResult, seat
from gamenight.core.model import SYSTEM
from gamenight.games.scopa import GAME
from gamenight.games.scopa.rules import Capture, ScopaOptions
from gamenight.games.scopa.scoring import PACK, ScopaMemory


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def position(*hands: str, table: str = "", deck: str = "", won: tuple[str, ...] = (), **changes: Any) -> AnyCardTable:
    """A table at which the first seat is to play; cards that are not named do not exist."""
    count = len(hands)
    piles = {"deck": cards(deck)[::-1], "table": cards(table)}
    piles |= {f"hand/{number}": cards(hand) for number, hand in enumerate(hands)}
    piles |= {f"won/{number}": cards(won[number]) if won else () for number in range(count)}
    blank = GAME.state_type(
        count,
        ScopaOptions(),
        ScopaMemory(scope=(0,) * count),
        piles,
        deal=1,
        dealer=count - 1,
        totals=(0.0,) * count,
        phase="play",
        asked=(0,),
        verbs=("capture", "trail"),
        beliefs=(None,) * (count + 1),
    )
    return replace(blank, **changes)


def last_card(card: str, table: str, first: str, **changes: Any) -> AnyCardTable:
    """The first of two plays the last card of the deal; the second has all cards but these, and captured last."""
    second = " ".join(without(PACK, cards(f"{card} {table} {first}")))
    return position(card, "", table=table, won=(first, second), **{"rules": ScopaMemory((0, 0), 1), **changes})


def action(text: str, player: int = 0) -> Action:
    card, _, takes = text.partition(" x ")
    if takes:
        return Action("capture", seat(player), Capture(card, cards(takes)))
    return Action("trail", seat(player), OneCard(card))


def notation(move: Action) -> str:
    takes = " ".join(getattr(move.payload, "takes", ()))
    return f"{move.payload.card} x {takes}" if takes else str(move.payload.card)


def legal(table: AnyCardTable) -> set[str]:
    listed = GAME.get_valid_actions(table, seat(table.asked[0]))
    return {notation(move) for move in listed if isinstance(move, Action)}


def refusal(table: AnyCardTable, text: str) -> str:
    """The reason why this is not legal; empty if it is."""
    words = GAME.validate_action(table, action(text, table.asked[0]))
    return "" if words is None else str(words.key).removeprefix("refused-")


def play(table: AnyCardTable, *moves: str) -> tuple[AnyCardTable, list[Event]]:
    """The table after these moves and the automatic phases that follow, and all events."""
    rng, happened = Rng("ab" * 16, ("test",)), list[Event]()
    for text in moves:
        assert refusal(table, text) == "", f"{text}: {refusal(table, text)}"
        table = _after(GAME.apply_action(table, action(text, table.asked[0]), rng), happened)
        while not table.asked and table.phase != "deal_over":
            table = _after(GAME.apply_action(table, Action("auto_resolve", SYSTEM), rng), happened)
    return table, happened


def _after(done: TransitionResult, happened: list[Event]) -> AnyCardTable:
    happened += done.events
    after: AnyCardTable = done.game_data
    return after


def points_told(happened: list[Event]) -> dict[str, str]:
    """The seats that got the points of each kind."""
    kinds = ("cards", "coins", "settebello", "primiera", "scope")
    return {event.event_type: str(event.player_id) for event in happened if event.event_type in kinds}
