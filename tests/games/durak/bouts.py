"""Durak in card notation: deals and positions by their hands, and moves in order of play.

Hands are divided by bars, seat 0 first: "7H 9D | 6C". Moves are `7H` for an attack, `9H` or `9H/7H` for a card that
beats (the only attack card that is left, or this one), `>7D` to pass on, `take` and `swap`. Where the attackers are
asked, `2+7D` lets seat 2 throw in, `0+7D,2+TD` two of them at once, and `-` nobody; who is not named throws in nothing.
"""

from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from gamenight.cards import DECK, AnyCardTable, MoveCards, Ruling, SetRulesState
from gamenight.cards.deck import without
from gamenight.core.errors import ActionRefused
from gamenight.core.match import Match
from gamenight.core.model import Action, Event, digest, seat
from gamenight.core.text import Words
from gamenight.games.durak.bout import begin_bout
from gamenight.games.durak.rules import Durak
from gamenight.games.durak.state import PACKS


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def hands_of(text: str) -> list[tuple[str, ...]]:
    return [cards(hand) for hand in text.split("|")]


def deck(hands: str, talon: str = "", *, dealer: int = 0, size: int = 36) -> str:
    """The deck that deals these hands: one card to each in turn from the dealer's left, then the turn-up and the talon.

    Hands are filled up to six from the cards that are not named, the lowest ones first, and so is the talon.
    """
    own = hands_of(hands)
    rest = list(without(PACKS[size], [*sum(own, ()), *cards(talon)]))
    full = [[*hand, *(rest.pop(0) for _ in range(6 - len(hand)))] for hand in own]
    order = [(dealer + 1 + step) % len(own) for step in range(len(own))]
    return " ".join([*(full[seat][turn] for turn in range(6) for seat in order), *cards(talon), *rest])


def start(hands: str, talon: str = "", **options: Any) -> Match:
    """A match whose first deal gives these hands; seat 0 deals."""
    players, size = len(hands_of(hands)), options.get("deck_size", 36)
    fixed = {"first_dealer": 0, "decks": [deck(hands, talon, size=size)]}
    return Match.start("durak", players, seed="durak", options=fixed | options)


class Later(Durak):
    """A first deal that has reached these hands; the talon is drawn as written, and its last card is the turn-up."""

    def __init__(self, hands: str, trump: str, talon: str, attacker: int) -> None:
        self.hands, self.trump, self.talon, self.attacker = hands_of(hands), trump, cards(talon), attacker

    def on_deal(self, table: AnyCardTable) -> Ruling:
        yield from super().on_deal(table) if table.deal > 1 else self.later(table)

    def later(self, table: AnyCardTable) -> Ruling:
        for number, hand in enumerate(self.hands):
            if hand:
                table = yield MoveCards(DECK, f"hand/{number}", hand)
        if self.talon:
            table = yield MoveCards(DECK, "trump", self.talon[-1:])
        table = yield MoveCards(DECK, "discard", without(table.piles[DECK], self.talon))
        out = tuple(number for number, hand in enumerate(self.hands) if not hand)
        rules = replace(table.rules, trump=self.trump, places=out, bout=1)
        table = yield SetRulesState(rules)
        yield from begin_bout(table, self.attacker)


def position(
    hands: str,
    moves: str = "",
    *,
    trump: str,
    talon: str = "",
    attacker: int = 0,
    then: tuple[str, ...] = (),
    **options: Any,
) -> Match:
    """A match after these moves of a later bout; `then` are the decks of the deals that follow."""
    order = " ".join([*cards(talon), *without(PACKS[36], cards(talon))])
    game = Later(hands, trump, talon, attacker)
    fixed = {"first_dealer": 0, "decks": [order, *then]}
    match = Match.start(game, len(game.hands), seed="durak", options=fixed | options)
    do(match, moves)
    return match


def refusal(match: Match, number: int, verb: str, **payload: str) -> str:
    """The reason of a refusal; checks that it has changed nothing."""
    before, action = digest(match.state), Action(verb, seat(number), payload)
    with pytest.raises(ActionRefused) as refused:
        match.act(action)
    assert digest(match.state) == before
    if refused.value.code == "action_type_mismatch" and verb in table(match).verbs:
        # The engine calls the rules only if an action of this type is legal.
        typed = replace(action, payload=convert(payload, match.plugin.action_types[verb]))
        return reason_of(match.plugin.why_not(table(match), typed))
    return reason_of(refused.value.refusal.message)


def reason_of(words: Words) -> str:
    return str(getattr(words, "key", words)).removeprefix("refused-")


def act(match: Match, number: int, verb: str, **payload: str) -> tuple[Event, ...]:
    return match.act(Action(verb, seat(number), payload))


def do(match: Match, moves: str) -> tuple[Event, ...]:
    """Make these moves; returns the events of the last one."""
    events: tuple[Event, ...] = ()
    for move in moves.split():
        events = _throw_in(match, move) if table(match).phase == "throw_in" else _move(match, move)
    while table(match).phase == "deal_over" and match.to_act:
        match.act(Action("continue", match.to_act[0]))
    return events


def _move(match: Match, move: str) -> tuple[Event, ...]:
    (number,) = table(match).asked
    if move in ("take", "swap"):
        return act(match, number, {"take": "take", "swap": "swap_six"}[move])
    if table(match).phase == "attack":
        return act(match, number, "attack", card=move)
    if move.startswith(">"):
        return act(match, number, "pass_on", card=move[1:])
    card, _, attack = move.partition("/")
    return act(match, number, "beat", attack=attack or unbeaten(match)[0], card=card)


def _throw_in(match: Match, move: str) -> tuple[Event, ...]:
    thrown = dict(part.split("+") for part in move.split(",")) if move != "-" else {}
    events: tuple[Event, ...] = ()
    assert thrown.keys() <= {str(number) for number in table(match).asked}, "these seats are not asked"
    for number in table(match).asked:
        card = thrown.get(str(number))
        events = act(match, number, "done") if card is None else act(match, number, "throw_in", card=card)
    return events


def table(match: Match) -> AnyCardTable:
    return match.state.game_data


def unbeaten(match: Match) -> list[str]:
    return [card for card in pile(match, "attacks") if card not in table(match).rules.pairs]


def pile(match: Match, name: str) -> tuple[str, ...]:
    return table(match).piles[name]


def hand(match: Match, number: int) -> set[str]:
    return set(table(match).hand(number))


def piles(match: Match, *names: str) -> str:
    """The cards of these piles: "7C 9D | TC"."""
    return " | ".join(" ".join(pile(match, name)) for name in names)


def ranking(match: Match) -> str:
    """The places by seats: "2, 0 1" where the last two share theirs."""
    assert match.result is not None
    return ", ".join(" ".join(player[1:] for side in place for player in side) for place in match.result.ranking)


def asked(match: Match) -> str:
    """The phase and the seats: "throw_in 0 2"."""
    return " ".join([table(match).phase, *map(str, table(match).asked)])


def legal(match: Match, number: int) -> set[str]:
    """What a seat may do, as moves are written here; `done` for throwing in nothing."""
    return {_written(action) for action in match.legal_actions(seat(number))}


def _written(action: Action) -> str:
    payload = action.payload
    match action.action_type:
        case "beat":
            return f"{payload.card}/{payload.attack}"
        case "pass_on":
            return f">{payload.card}"
        case "swap_six":
            return "swap"
        case "attack" | "throw_in":
            return str(payload.card)
    return action.action_type
