"""Positions of Crazy Eights in card notation: a move is a card, a suit (`=D`), or `draw`, `pass` or `last`."""

from __future__ import annotations

from typing import Any

from gamenight.cards import AnyCardTable, OneCard
from gamenight.core import Action, Event, Rng, seat
from gamenight.core.model import NO_PAYLOAD, SYSTEM
from gamenight.games.crazy_eights import GAME
from gamenight.games.crazy_eights.state import CrazyEightsMemory, CrazyEightsOptions, Suit

BUTTONS = {"draw": "draw", "pass": "pass", "last": "announce_last"}


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def position(
    *hands: str, pile: str, stock: str = "", memory: dict[str, Any] | None = None, **options: Any
) -> AnyCardTable:
    """A table at which the first seat is to play. The top card of the pile is its last, that of the stock its first."""
    count = len(hands)
    piles = {"deck": cards(stock)[::-1], "pile": cards(pile)}
    piles |= {f"hand/{number}": cards(hand) for number, hand in enumerate(hands)}
    return GAME.state_type(
        count,
        CrazyEightsOptions(**options),
        CrazyEightsMemory(**(memory or {})),
        piles,
        deal=1,
        dealer=count - 1,
        totals=(0.0,) * count,
        phase="play",
        asked=(0,),
        verbs=("play", "draw", "pass", "announce_last"),
        beliefs=(None,) * (count + 1),
    )


def action(text: str, player: int) -> Action:
    if text.startswith("="):
        return Action("name_suit", seat(player), Suit(text[1:]))
    if text in BUTTONS:
        return Action(BUTTONS[text], seat(player), NO_PAYLOAD)
    return Action("play", seat(player), OneCard(text))


def notation(move: Action) -> str:
    if move.action_type == "name_suit":
        return f"={move.payload.suit}"
    if move.action_type == "play":
        return str(move.payload.card)
    return next(text for text, verb in BUTTONS.items() if verb == move.action_type)


def legal(table: AnyCardTable) -> set[str]:
    listed = GAME.get_valid_actions(table, seat(table.asked[0]))
    return {notation(move) for move in listed if isinstance(move, Action)}


def refusal(table: AnyCardTable, text: str) -> str:
    """The reason why this is not legal; empty if it is."""
    words = GAME.validate_action(table, action(text, table.asked[0]))
    return "" if words is None else str(words.key).removeprefix("refused-")


def play(table: AnyCardTable, moves: str) -> AnyCardTable:
    return happening(table, moves)[0]


def happening(table: AnyCardTable, moves: str) -> tuple[AnyCardTable, list[Event]]:
    """The table after these moves, and all events."""
    rng, happened = Rng("ab" * 16, ("test",)), list[Event]()
    for text in moves.split():
        assert refusal(table, text) == "", f"{text}: {refusal(table, text)}"
        done = GAME.apply_action(table, action(text, table.asked[0]), rng)
        happened += done.events
        if done.game_data.phase == "hand_over":
            done = GAME.apply_action(done.game_data, Action("auto_resolve", SYSTEM), rng)
        table = done.game_data
    return table, happened


def told(happened: list[Event], kind: str) -> list[Event]:
    return [event for event in happened if event.event_type == kind]
