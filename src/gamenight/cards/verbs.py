"""Verbs, the things that players can do in a card game (move one card or several, press a button), and duties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gamenight.cards.deck import Cards, in_order
from gamenight.cards.events import Illegal
from gamenight.core.errors import PluginError
from gamenight.core.model import Action, NoPayload, PlayerId


class OneCard(Struct, frozen=True):
    """A card is its rank and the letter of its suit: `QS` is the queen of spades, `TH` the ten of hearts."""

    card: str


class SeveralCards(Struct, frozen=True):
    """Cards by rank and letter of the suit: `QS` is the queen of spades, `TH` the ten of hearts."""

    cards: Cards


class Verb(Struct, frozen=True):
    """Something that players can do: its payload, and the seat's pile that its cards come from.

    With `at_least` it takes several cards: any group of that many cards, or if it `is_judged`, only the groups that
    `on_VERB` does not refuse. For a verb with its own payload, `VERB_choices(table, seat)` of the game lists the
    values.
    """

    payload: type[Any] = NoPayload
    source: str = ""
    at_least: int = 0
    at_most: int = 0
    is_judged: bool = False


def one_card(source: str = "hand") -> Verb:
    """A verb that takes one card of the seat's pile."""
    return Verb(OneCard, source)


def several_cards(at_least: int, at_most: int | None = None, source: str = "hand") -> Verb:
    """A verb that takes several different cards of the seat's pile at once, at least one; every choice is legal."""
    if at_least < 1:
        raise PluginError(f"several cards are at least one card, not {at_least}")
    return Verb(SeveralCards, source, at_least, at_least if at_most is None else at_most)


def judged_cards(at_least: int, at_most: int | None = None, source: str = "hand") -> Verb:
    """A verb that takes several cards, which `on_VERB` judges as a group; the group may contain copies of a card."""
    return replace(several_cards(at_least, at_most, source), is_judged=True)


def choice(payload: type[Any]) -> Verb:
    """A verb with its own payload."""
    return Verb(payload)


def button() -> Verb:
    """A verb without a payload: the player can only press it."""
    return Verb()


class Duty(Struct, frozen=True):
    """A player who has any of these cards must play one of them; otherwise the action is refused by
    `refused-REASON`."""

    reason: str
    cards: frozenset[str]
    told: dict[str, Any] = {}


def dutiful(hand: Cards, duties: Iterable[Duty]) -> Sequence[str]:
    """The cards that fulfil the first duty that the hand can fulfil; all cards if it can fulfil none."""
    for duty in duties:
        if able := [card for card in hand if card in duty.cards]:
            return able
    return hand


def lacking(hand: Cards, card: str, duties: Iterable[Duty]) -> Cards:
    """The cards that the hand lacks, as this play shows; raises Illegal if it neglects a duty that the hand can
    fulfil."""
    lacked = NOTHING
    for duty in duties:
        if card in duty.cards:
            break
        if not duty.cards.isdisjoint(hand):
            raise Illegal(duty.reason, **duty.told)
        lacked |= duty.cards
    return _in_order(lacked) if lacked else ()


NOTHING: frozenset[str] = frozenset()
_in_order = lru_cache(maxsize=256)(in_order)  # of a few sets, such as suits


# Cached: listing is the hot path of every playout, and an action that is listed again is found by identity.
@lru_cache(maxsize=1 << 16)
def action_of(verb: str, player: PlayerId, payload: Any) -> Action:
    return Action(verb, player, payload)


@lru_cache(maxsize=1 << 16)
def card_action(verb: str, player: PlayerId, card: str) -> Action:
    return Action(verb, player, OneCard(card))
