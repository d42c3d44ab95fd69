"""List the legal actions of a seat: all actions of the verbs that are asked for, as far as the rules allow them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import astuple, replace

from gamenight.cards.deck import Cards, card_words, in_order
from gamenight.cards.events import CardEvent, Illegal
from gamenight.cards.piles import pile_of
from gamenight.cards.rules import CardRules
from gamenight.cards.table import AnyCardTable
from gamenight.cards.verbs import OneCard, SeveralCards, Verb, action_of, card_action, dutiful
from gamenight.core.listing.families import count, members
from gamenight.core.model import NO_PAYLOAD, Action, Family, NoPayload, PlayerId, Slot, seat_index
from gamenight.core.rng import Rng
from gamenight.core.text import Words, say

MOST_TRIED = 2000
"""Maximum number of groups of cards to try. If there are more, the rules must allow at least some of them."""

RARE = 50
"""If less than 1 in RARE groups is legal, the legal ones are listed one by one, as random sampling would hardly find
one."""

SAME_CHANCE = Rng("00" * 16)
"""A fixed stream, to compare the effects of two actions."""


def legal_actions(rules: CardRules, table: AnyCardTable, player: PlayerId) -> Sequence[Action | Family]:
    """All legal actions of a seat, without duplicates."""
    seat, verbs = seat_index(player), table.verbs
    if len(verbs) == 1:  # nearly every turn of a trick-taking game
        return _legal(rules, table, seat, verbs[0], player)
    groups = [verb for verb in verbs if rules.verbs[verb].at_least == 1]
    entries = [entry for verb in verbs for entry in _legal(rules, table, seat, verb, player)]
    return [entry for entry in entries if not _is_covered(rules, table, seat, entry, groups)] if groups else entries


def is_legal(rules: CardRules, table: AnyCardTable, seat: int, action: Action) -> bool:
    """The rules do not refuse the action."""
    try:
        next(rules.ruling(table, seat, action), None)
    except Illegal:
        return False
    return True


def why_not(rules: CardRules, table: AnyCardTable, action: Action) -> Words | None:
    """The reason why an action is not listed; None if its verb is not asked for."""
    return None if action.action_type not in table.verbs else refusal(rules, table, action) or say("refused-unlisted")


def refusal(rules: CardRules, table: AnyCardTable, action: Action) -> Words | None:
    """The reason to refuse an action, by the checks of all card games and then by the rules; None if it is legal."""
    seat, verb = seat_index(action.player_id), rules.verbs[action.action_type]
    source = pile_of(verb.source, seat)
    cards = cards_of(action.payload) if verb.source else ()
    if missing := Counter(cards) - Counter(table.piles[source] if verb.source else ()):
        return say("refused-card", card=card_words(next(iter(missing))))
    if verb.payload is SeveralCards and not verb.at_least <= len(cards) <= verb.at_most:
        return _wrong_number(verb, len(cards))
    try:
        next(rules.ruling(table, seat, action), None)
    except Illegal as refused:
        return refused.words
    return None


def _wrong_number(verb: Verb, count: int) -> Words:
    if verb.at_least == verb.at_most:
        return say("refused-how_many", wanted=verb.at_least, count=count)
    return say("refused-how_many_between", least=verb.at_least, most=verb.at_most, count=count)


def same_listed(listing: Sequence[Action | Family], action: Action) -> Action | None:
    """The listed action with the same cards in any order."""
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


def _legal(rules: CardRules, table: AnyCardTable, seat: int, verb: str, player: PlayerId) -> Sequence[Action | Family]:
    """The legal actions of a verb."""
    form = rules.verbs[verb]
    if form.payload is SeveralCards:
        return _legal_groups(rules, table, seat, verb, form, player)
    if form.source:
        return _legal_cards(rules, table, seat, verb, form, player)
    choices = (NO_PAYLOAD,) if form.payload is NoPayload else getattr(rules, f"{verb}_choices")(table, seat)
    actions = [action_of(verb, player, payload) for payload in choices]
    return [action for action in actions if is_legal(rules, table, seat, action)]


def _legal_cards(
    rules: CardRules, table: AnyCardTable, seat: int, verb: str, form: Verb, player: PlayerId
) -> Sequence[Action]:
    """The cards that the rules do not refuse, each face once. Inlined, as playouts spend their time here."""
    rule, duties, found = getattr(rules, f"on_{verb}"), getattr(rules, f"{verb}_duties", None), []
    hand = table.pile(form.source, seat)
    for card in dict.fromkeys(hand if duties is None else dutiful(hand, duties(table, seat))):
        try:
            next(rule(table, seat, card), None)
        except Illegal:
            continue
        found.append(card_action(verb, player, card))
    return found


def _legal_groups(
    rules: CardRules, table: AnyCardTable, seat: int, verb: str, form: Verb, player: PlayerId
) -> Sequence[Action | Family]:
    """All choices of cards as one family; for a judged verb, only those that the rules do not refuse."""
    cards = in_order(table.pile(form.source, seat))
    if not form.is_judged:
        return (Family(verb, (Slot("cards", cards, form.at_least, form.at_most),)),)
    held = Counter(cards)
    slot = Slot("cards", cards, form.at_least, form.at_most, each=max(held.values(), default=1))
    family = Family(verb, (slot,), exact=False)
    if count(family) > MOST_TRIED:
        return (family,)
    groups = [action_of(verb, player, SeveralCards(**payload)) for payload in members(family)]
    allowed = [
        group for group in groups if Counter(group.payload.cards) <= held and is_legal(rules, table, seat, group)
    ]
    if len(allowed) * RARE < len(groups):
        return allowed
    return (family if len(allowed) < len(groups) else replace(family, exact=True),)


def _is_covered(
    rules: CardRules, table: AnyCardTable, seat: int, entry: Action | Family, groups: Sequence[str]
) -> bool:
    """A listed group of only this card has the same effect as this action."""
    if isinstance(entry, Family) or type(entry.payload) is not OneCard:
        return False
    same = [action_of(verb, entry.player_id, SeveralCards((entry.payload.card,))) for verb in groups]
    source = rules.verbs[entry.action_type].source
    found = [group for group in same if rules.verbs[group.action_type].source == source]
    legal = [group for group in found if is_legal(rules, table, seat, group)]
    return any(_happening(rules, table, seat, group) == _happening(rules, table, seat, entry) for group in legal)


def _happening(rules: CardRules, table: AnyCardTable, seat: int, action: Action) -> list[CardEvent]:
    return rules.followed(table, rules.ruling(table, seat, action), SAME_CHANCE)[1]
