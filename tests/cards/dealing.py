"""Matches with given cards, in card notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamenight import Match
from gamenight.cards import CardGame, parse_cards, without
from gamenight.core.errors import ActionRefused
from gamenight.core.model import Action, seat
from gamenight.looks.texts import texts_of


def deck_for(deck: Sequence[str], hands: Sequence[str], then: str = "") -> str:
    """The deck that deals these cards one by one, the first hand first; hands that are too short get other cards.

    `then` are the cards that come after the hands; the rest follows.
    """
    wanted = [parse_cards(hand) for hand in hands]
    after = parse_cards(then)
    rest = list(without(deck, [card for cards in (*wanted, after) for card in cards]))
    size = max(map(len, wanted))
    full = [[*cards, *(rest.pop(0) for _ in range(size - len(cards)))] for cards in wanted]
    dealt = [cards[place] for place in range(size) for cards in full]
    return " ".join([*dealt, *after, *rest])


def start(game: CardGame[Any], players: int, deck: str | Sequence[str] = (), **options: Any) -> Match:
    """A match whose last seat deals first, so that the first card goes to seat 0."""
    decks = [deck] if isinstance(deck, str) else list(deck)
    return Match.start(game, players, seed=1, options={"first_dealer": players - 1, "decks": decks} | options)


def do(match: Match, seat_number: int, verb: str, **fields: Any) -> None:
    """A seat does something; cards are texts."""
    match.act(Action(verb, seat(seat_number), fields))


def refusal(match: Match, seat_number: int, verb: str, **fields: Any) -> str:
    """The reason why a seat may not do this, in words; an error if it may."""
    before = match.state
    try:
        do(match, seat_number, verb, **fields)
    except ActionRefused as error:
        assert match.state is before
        return texts_of(match.plugin).tell(error.refusal.message)
    raise AssertionError(f"seat {seat_number} may do {verb} {fields}")


def legal(match: Match, seat_number: int, verb: str = "play") -> set[str]:
    """The cards with which a seat may do this."""
    return {action.payload.card for action in match.legal_actions(seat(seat_number)) if action.action_type == verb}


def pile(match: Match, name: str) -> set[str]:
    return set(match.state.game_data.piles[name])


def totals(match: Match) -> list[float]:
    return list(match.scores.values())
