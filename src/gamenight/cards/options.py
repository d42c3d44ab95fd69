"""The options that every card game has: who deals first, and fixed decks for tests and puzzles."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.cards.deck import BadCards, Cards, in_order, parse_cards
from gamenight.core.fields import secret_names
from gamenight.core.text import Words, say


class CardOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options that every card game has; a game derives its own options from this Struct."""

    first_dealer: Annotated[int, Meta(ge=0, examples=[0, 1])] | None = None
    """The seat that deals first; None: a random one."""

    decks: Annotated[tuple[str, ...], Meta(extra={"secret": True})] = ()
    """The decks of the first deals, from the top card on, such as `QS TH 2C ...`; later deals are shuffled."""


def wrong_decks(options: Any, deck: Cards) -> list[Words]:
    """The errors of the fixed decks: each must have exactly the cards of the game's deck."""
    try:
        decks = [parse_cards(text) for text in options.decks]
    except BadCards as error:
        return [error.words]
    whole = in_order(deck)
    wrong = [number for number, cards in enumerate(decks, 1) if in_order(cards) != whole]
    return [say("bad-deck_cards", number=number, count=len(whole)) for number in wrong]


def fixed_deck(options: Any, deal: int) -> Cards | None:
    """The fixed deck of this deal, as a pile with the top card last; None if there is none."""
    return parse_cards(options.decks[deal - 1])[::-1] if deal <= len(options.decks) else None


def open_options(options: Any) -> dict[str, Any]:
    """The options that everybody may know."""
    hidden = _secrets(options.__class__)
    return {name: getattr(options, name) for name in options.__struct_fields__ if name not in hidden}


def without_secrets(options: Any) -> Any:
    return replace(options, **_secrets(options.__class__))


@cache
def _secrets(options_type: type[Any]) -> dict[str, Any]:
    """The options that are secret until the match is over, with their defaults."""
    usual = options_type()
    return {name: getattr(usual, name) for name in secret_names(options_type)}
