"""What players do in a card game: move a card, move several at once, or press a button; and what they have to do."""

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
    """What a player says, and the seat's own pile that its cards come from.

    With `at_least` it takes several cards, any that many of the pile, or those groups that `on_VERB` does not refuse if
    it `is_judged`. A verb with a payload of its own has its choices listed by the game's `VERB_choices(table, seat)`.
    """

    payload: type[Any] = NoPayload
    source: str = ""
    at_least: int = 0
    at_most: int = 0
    is_judged: bool = False


def one_card(source: str = "hand") -> Verb:
    """A card of the seat's own pile."""
    return Verb(OneCard, source)


def several_cards(at_least: int, at_most: int | None = None, source: str = "hand") -> Verb:
    """So many different cards of the seat's own pile, all at once; the rules allow any choice. It is at least one."""
    if at_least < 1:
        raise PluginError(f"several cards are at least one card, not {at_least}")
    return Verb(SeveralCards, source, at_least, at_least if at_most is None else at_most)


def judged_cards(at_least: int, at_most: int | None = None, source: str = "hand") -> Verb:
    """Several cards that `on_VERB` judges as a group; copies of a card, where there are several packs, may be in it."""
    return replace(several_cards(at_least, at_most, source), is_judged=True)


def choice(payload: type[Any]) -> Verb:
    """Something with a payload of its own."""
    return Verb(payload)


def button() -> Verb:
    """Nothing to choose but whether to press it."""
    return Verb()


class Duty(Struct, frozen=True):
    """One of these cards has to be played by who has any; whoever plays another one is told `refused-REASON`."""

    reason: str
    cards: frozenset[str]
    told: dict[str, Any] = {}


def dutiful(hand: Cards, duties: Iterable[Duty]) -> Sequence[str]:
    """The cards that do the first of these duties that the hand can do; all cards if it can do none."""
    for duty in duties:
        if able := [card for card in hand if card in duty.cards]:
            return able
    return hand


def lacking(hand: Cards, card: str, duties: Iterable[Duty]) -> Cards:
    """The cards that this play shows the hand not to have; Illegal if it neglects a duty that the hand can do."""
    lacked = NOTHING
    for duty in duties:
        if card in duty.cards:
            break
        if not duty.cards.isdisjoint(hand):
            raise Illegal(duty.reason, **duty.told)
        lacked |= duty.cards
    return _in_order(lacked) if lacked else ()


NOTHING: frozenset[str] = frozenset()
_in_order = lru_cache(maxsize=256)(in_order)  # of few sets, as suits are, again and again


# Made once: listing is the hot path of every playout, and an action that is listed again is found by identity.
@lru_cache(maxsize=1 << 16)
def action_of(verb: str, player: PlayerId, payload: Any) -> Action:
    return Action(verb, player, payload)


@lru_cache(maxsize=1 << 16)
def card_action(verb: str, player: PlayerId, card: str) -> Action:
    return Action(verb, player, OneCard(card))
