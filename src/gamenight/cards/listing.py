"""What a seat may do: everything that can be said with the verbs that are asked for, as far as the rules allow it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import astuple

from gamenight.cards.deck import Cards, card_words, in_order
from gamenight.cards.events import Illegal
from gamenight.cards.piles import pile_of
from gamenight.cards.rules import CardRules
from gamenight.cards.table import Table
from gamenight.cards.verbs import SeveralCards, Verb, action_of, card_action, dutiful
from gamenight.core.model import NO_PAYLOAD, Action, Family, NoPayload, PlayerId, Slot, seat_index
from gamenight.core.text import Words, say


def legal_actions(rules: CardRules, table: Table, player: PlayerId) -> Sequence[Action | Family]:
    seat = seat_index(player)
    if len(table.verbs) == 1:  # nearly every turn of a game of tricks
        return _legal(rules, table, seat, table.verbs[0], player)
    return [entry for verb in table.verbs for entry in _legal(rules, table, seat, verb, player)]


def is_legal(rules: CardRules, table: Table, seat: int, action: Action) -> bool:
    """The rules do not refuse it."""
    try:
        next(rules.ruling(table, seat, action), None)
    except Illegal:
        return False
    return True


def why_not(rules: CardRules, table: Table, action: Action) -> Words | None:
    """The rules' reason for refusing this, after what holds in every card game."""
    if action.action_type not in table.verbs:
        return None
    seat, verb = seat_index(action.player_id), rules.verbs[action.action_type]
    source = pile_of(verb.source, seat)
    cards = cards_of(action.payload) if verb.source else ()
    if missing := Counter(cards) - Counter(table.piles[source] if verb.source else ()):
        return say("refused-card", card=card_words(next(iter(missing))))
    if verb.payload is SeveralCards and not verb.at_least <= len(cards) <= verb.at_most:
        return _wrong_number(verb, len(cards))
    try:
        next(rules.ruling(table, seat, action), None)
    except Illegal as refusal:
        return refusal.words
    return say("refused-unlisted")


def _wrong_number(verb: Verb, count: int) -> Words:
    if verb.at_least == verb.at_most:
        return say("refused-how_many", wanted=verb.at_least, count=count)
    return say("refused-how_many_between", least=verb.at_least, most=verb.at_most, count=count)


def same_listed(listing: Sequence[Action | Family], action: Action) -> Action | None:
    """The listed action that names the same cards in another order."""
    wanted = _unordered(action.payload)
    for entry in listing:
        if type(entry) is Action and entry.action_type == action.action_type and _unordered(entry.payload) == wanted:
            return entry
    return None


def cards_of(payload: Any) -> Cards:
    """All cards that a payload names."""
    cards: list[str] = []
    for value in astuple(payload):
        cards.extend((value,) if isinstance(value, str) else value if isinstance(value, tuple) else ())
    return tuple(cards)


def _unordered(payload: Any) -> list[Any]:
    return [sorted(value) if isinstance(value, tuple) else value for value in astuple(payload)]


def _legal(rules: CardRules, table: Table, seat: int, verb: str, player: PlayerId) -> Sequence[Action | Family]:
    """What the rules allow of all that could be said with a verb."""
    form = rules.verbs[verb]
    if form.payload is SeveralCards:
        cards = in_order(table.pile(form.source, seat))
        return (Family(verb, (Slot("cards", cards, form.at_least, form.at_most),)),)
    if form.source:
        return _legal_cards(rules, table, seat, verb, form, player)
    choices = (NO_PAYLOAD,) if form.payload is NoPayload else getattr(rules, f"{verb}_choices")(table, seat)
    actions = [action_of(verb, player, payload) for payload in choices]
    return [action for action in actions if is_legal(rules, table, seat, action)]


def _legal_cards(
    rules: CardRules, table: Table, seat: int, verb: str, form: Verb, player: PlayerId
) -> Sequence[Action]:
    """The cards that the rules do not refuse, a face once; written out, as every playout comes here for every card."""
    rule, duties, found = getattr(rules, f"on_{verb}"), getattr(rules, f"{verb}_duties", None), []
    hand = table.pile(form.source, seat)
    for card in dict.fromkeys(hand if duties is None else dutiful(hand, duties(table, seat))):
        try:
            next(rule(table, seat, card), None)
        except Illegal:
            continue
        found.append(card_action(verb, player, card))
    return found
