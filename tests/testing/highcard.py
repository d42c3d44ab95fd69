"""High card: each player holds one card of a small deck, may swap it or peek at the next one; the highest card wins.

A player who has seen a card knows its place from then on, as cards move openly; only faces are hidden.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import (
    Action,
    Event,
    ExpectedAction,
    NoPayload,
    Phase,
    PlayerId,
    PlayerView,
    TransitionResult,
    seat,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng

LAPS = 2


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    cards: Annotated[int, Meta(ge=4, le=12)] = 5
    deal: Annotated[tuple[int, ...], Meta(extra={"secret": True}, examples=[[4, 3, 2, 1, 0]])] = ()


class Deal(Struct, frozen=True):
    """`away` are the cards that were swapped out; `known` has the cards that each seat has seen."""

    hands: tuple[int, ...]
    deck: tuple[int, ...]
    away: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]
    turn: int = 0

    @property
    def mover(self) -> int:
        return self.turn % len(self.hands)


class DealView(Struct, frozen=True):
    hand: int | None
    top: int | None
    deck: int
    away: int
    turn: int
    hands: tuple[int, ...] | None


class HighCard(Game[Deal]):
    game_id = "mini-highcard"
    display_name = "High card"
    description = "The highest card wins."
    category = "cards"
    max_players = 3
    max_turns = 3 * LAPS
    view_type = DealView
    options_type = Options
    action_types = {"keep": NoPayload, "peek": NoPayload, "swap": NoPayload}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        cards = options.deal or rng.stream("deal").shuffle(range(options.cards))
        hands = cards[: len(players)]
        state = Deal(hands, cards[len(players) :], (), tuple((card,) for card in hands))
        secret = {player: {"card": card} for player, card in zip(players, hands, strict=True)}
        return TransitionResult(state, (Event("dealt", None, {"cards": len(cards)}, secret),))

    def validate_config(self, options: Options, players: int) -> list[str]:
        return ["deal every card once"] if options.deal and sorted(options.deal) != list(range(options.cards)) else []

    def phase_of(self, game_data: Deal) -> Phase:
        mover = seat(game_data.mover)
        return Phase("turn", tuple(ExpectedAction(mover, kind) for kind in kinds(game_data)))

    def get_valid_actions(self, game_data: Deal, player_id: PlayerId) -> list[Action]:
        if player_id != seat(game_data.mover):
            return []
        return [Action(kind, player_id) for kind in kinds(game_data)]

    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        state, events = DEEDS[action.action_type](game_data, action.player_id)
        state = replace(state, turn=state.turn + 1)
        if not is_over(state):
            return TransitionResult(state, events)
        shown = Event("shown", None, {"hands": state.hands})
        scores = {seat(index): float(card) for index, card in enumerate(state.hands)}
        return TransitionResult(state, (*events, shown), scores, ranked(scores))

    def on_player_forfeit(self, game_data: Deal, player_id: PlayerId, rng: Rng) -> TransitionResult | None:
        return None

    def get_player_view(self, game_data: Deal, player_id: PlayerId | None) -> DealView:
        at = None if player_id is None else number(player_id)
        hand = None if at is None else game_data.hands[at]
        top = None if at is None or not game_data.deck else game_data.deck[0]
        return DealView(
            hand,
            top if at is not None and top in game_data.known[at] else None,
            len(game_data.deck),
            len(game_data.away),
            game_data.turn,
            game_data.hands if is_over(game_data) else None,
        )

    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        """Shuffle the cards that the viewer has not seen."""
        known = () if viewer is None else game_data.known[number(viewer)]
        return rearranged(game_data, known, rng)

    def describe_action(self, action: Action, view: PlayerView) -> str:
        return {"keep": "keep the card", "peek": "peek at the next card", "swap": "swap the card"}[action.action_type]


def is_over(state: Deal) -> bool:
    return state.turn == LAPS * len(state.hands)


def number(player_id: PlayerId) -> int:
    return int(player_id[1:])


def kinds(state: Deal) -> tuple[str, ...]:
    return ("keep", "peek", "swap") if state.deck else ("keep",)


def keep(state: Deal, player: PlayerId) -> tuple[Deal, tuple[Event, ...]]:
    return state, (Event("kept", player),)


def peek(state: Deal, player: PlayerId) -> tuple[Deal, tuple[Event, ...]]:
    card = state.deck[0]
    return learnt(state, number(player), card), (Event("peeked", player, {}, {player: {"card": card}}),)


def swap(state: Deal, player: PlayerId) -> tuple[Deal, tuple[Event, ...]]:
    at, card = number(player), state.deck[0]
    hands = (*state.hands[:at], card, *state.hands[at + 1 :])
    moved = replace(state, hands=hands, deck=state.deck[1:], away=(*state.away, state.hands[at]))
    return learnt(moved, at, card), (Event("swapped", player, {}, {player: {"card": card}}),)


DEEDS = {"keep": keep, "peek": peek, "swap": swap}


def learnt(state: Deal, at: int, card: int) -> Deal:
    mine = tuple(sorted({*state.known[at], card}))
    return replace(state, known=(*state.known[:at], mine, *state.known[at + 1 :]))


def rearranged(state: Deal, fixed: tuple[int, ...], rng: Rng) -> Deal:
    """Replace every card by another one in all places, except the fixed cards."""
    loose = sorted({*state.hands, *state.deck, *state.away} - set(fixed))
    other = dict(zip(loose, rng.shuffle(loose), strict=True))

    def moved(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other.get(card, card) for card in cards)

    known = tuple(tuple(sorted(moved(cards))) for cards in state.known)
    return replace(state, hands=moved(state.hands), deck=moved(state.deck), away=moved(state.away), known=known)
