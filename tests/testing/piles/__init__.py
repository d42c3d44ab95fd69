"""Piles: lay a card of the hand on one of three piles, upright or across, or swap cards, or move the top of a pile.

A small game with a picture: equal cards, cards face down, families, and several offers that start with the same tap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import (
    Action,
    Event,
    ExpectedAction,
    Family,
    NoPayload,
    Phase,
    PlayerId,
    PlayerView,
    Slot,
    TransitionResult,
    seat,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng
from gamenight.core.showing.scene import Offer, Scene
from gamenight.core.text import Words, say
from tests.testing.piles import scene

LAPS = 3
HAND = 2
PILES = range(3)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    faces: Annotated[int, Meta(ge=3, le=5)] = 4


class Lay(Struct, frozen=True):
    card: int
    pile: int
    across: bool


class Swap(Struct, frozen=True):
    cards: tuple[int, ...]


class Move(Struct, frozen=True):
    source: tuple[int, ...]
    target: tuple[int, ...]


class Laid(Struct, frozen=True):
    card: int
    across: bool


class PilesState(Struct, frozen=True):
    """There are two cards of each face; `away` are those swapped out, face up."""

    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    away: tuple[int, ...]
    piles: tuple[tuple[Laid, ...], ...]
    points: tuple[int, ...]
    turn: int = 0

    @property
    def mover(self) -> int:
        return self.turn % len(self.hands)


class TableView(Struct, frozen=True):
    hand: tuple[int, ...]
    hands: tuple[int, ...]
    deck: int
    away: tuple[int, ...]
    piles: tuple[tuple[Laid, ...], ...]
    points: tuple[int, ...]
    mover: int


class Piles(Game[PilesState]):
    game_id = "mini-piles"
    display_name = "Piles"
    description = "Lay cards on piles."
    category = "cards"
    max_players = 3
    max_turns = 3 * LAPS
    view_type = TableView
    options_type = Options
    action_types = {"lay": Lay, "swap": Swap, "move": Move, "stop": NoPayload}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        deck = rng.stream("deal").shuffle([*range(1, options.faces + 1)] * 2)
        hands = tuple(tuple(sorted(deck[at * HAND : (at + 1) * HAND])) for at in range(len(players)))
        nobody = (0,) * len(players)
        return TransitionResult(PilesState(hands, deck[len(players) * HAND :], (), ((),) * len(PILES), nobody))

    def validate_config(self, options: Options, players: int) -> list[str]:
        return ["too few cards"] if options.faces * 2 < players * HAND else []

    def phase_of(self, game_data: PilesState) -> Phase:
        """The kinds of actions are public: they depend on the numbers of cards in the piles, not on their faces."""
        mover = seat(game_data.mover)
        kinds = dict.fromkeys(entry.action_type for entry in self.get_valid_actions(game_data, mover))
        return Phase("turn", tuple(ExpectedAction(mover, kind) for kind in kinds))

    def get_valid_actions(self, game_data: PilesState, player_id: PlayerId) -> Sequence[Action | Family]:
        if player_id != seat(game_data.mover):
            return []
        hand = game_data.hands[game_data.mover]
        faces = tuple(dict.fromkeys(hand))
        listed: list[Action | Family] = [
            Action("lay", player_id, Lay(card, pile, across))
            for across in (False, True)
            for card in faces
            for pile in PILES
        ]
        most = min(len(hand), len(game_data.deck))
        if most:
            listed.append(Family("swap", (Slot("cards", faces, 1, most, each=2),), exact=False))
        sources = tuple(pile for pile in PILES if game_data.piles[pile])
        if sources:
            listed.append(Family("move", (Slot("source", sources, 1, 1), Slot("target", tuple(PILES), 1, 1)), False))
        return [*listed, Action("stop", player_id)]

    def validate_action(self, game_data: PilesState, action: Action) -> Words | None:
        if action.action_type == "swap":
            return None if Counter(action.payload.cards) <= Counter(game_data.hands[game_data.mover]) else "Not yours."
        return super().validate_action(game_data, action)

    def apply_action(self, game_data: PilesState, action: Action, rng: Rng) -> TransitionResult:
        done, event = DEEDS[action.action_type](game_data, action)
        done = replace(done, turn=done.turn + 1)
        scores = {seat(index): float(points) for index, points in enumerate(done.points)}
        is_over = done.turn == LAPS * len(done.hands)
        return TransitionResult(done, (event,), scores, ranked(scores) if is_over else None)

    def get_player_view(self, game_data: PilesState, player_id: PlayerId | None) -> TableView:
        return TableView(
            () if player_id is None else game_data.hands[int(player_id[1:])],
            tuple(map(len, game_data.hands)),
            len(game_data.deck),
            game_data.away,
            game_data.piles,
            game_data.points,
            game_data.mover,
        )

    def determinize(self, game_data: PilesState, viewer: PlayerId | None, rng: Rng) -> PilesState:
        """Deal the cards again that the viewer does not hold or see."""
        own = None if viewer is None else int(viewer[1:])
        unseen = [card for at, hand in enumerate(game_data.hands) if at != own for card in hand]
        cards = iter(rng.shuffle((*unseen, *game_data.deck)))
        hands = tuple(
            hand if at == own else tuple(sorted(next(cards) for _ in hand)) for at, hand in enumerate(game_data.hands)
        )
        return replace(game_data, hands=hands, deck=tuple(cards))

    def describe_action(self, action: Action, view: PlayerView) -> Words:
        done = action.payload
        if action.action_type == "lay":
            return say("action-lay-across" if done.across else "action-lay", card=done.card, pile=done.pile)
        if action.action_type == "move":
            return say("action-move", source=done.source[0], target=done.target[0])
        return super().describe_action(action, view)

    def scene(self, view: PlayerView) -> Scene | None:
        return scene.scene_of(view)

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return scene.offers_of(view)


def _lay(state: PilesState, action: Action) -> tuple[PilesState, Event]:
    at, done = state.mover, action.payload
    piles = tuple(
        (*laid, Laid(done.card, done.across)) if pile == done.pile else laid for pile, laid in enumerate(state.piles)
    )
    points = tuple(own + done.card * (index == at) for index, own in enumerate(state.points))
    event = Event("laid", action.player_id, {"card": done.card, "pile": done.pile, "across": done.across})
    return replace(_without(state, at, (done.card,)), piles=piles, points=points), event


def _swap(state: PilesState, action: Action) -> tuple[PilesState, Event]:
    at, cards = state.mover, action.payload.cards
    drawn, deck = state.deck[: len(cards)], state.deck[len(cards) :]
    left = _without(state, at, cards)
    hands = tuple(tuple(sorted((*hand, *drawn))) if index == at else hand for index, hand in enumerate(left.hands))
    event = Event("swapped", action.player_id, {"cards": cards}, {action.player_id: {"drawn": sorted(drawn)}})
    return replace(left, hands=hands, deck=deck, away=(*state.away, *cards)), event


def _move(state: PilesState, action: Action) -> tuple[PilesState, Event]:
    source, target = action.payload.source[0], action.payload.target[0]
    piles = list(state.piles)
    piles[target] = (*piles[target], piles[source][-1])
    piles[source] = piles[source][:-1]
    event = Event("moved", action.player_id, {"source": source, "target": target})
    return replace(state, piles=tuple(piles)), event


def _stop(state: PilesState, action: Action) -> tuple[PilesState, Event]:
    return state, Event("stopped", action.player_id)


DEEDS = {"lay": _lay, "swap": _swap, "move": _move, "stop": _stop}


def _without(state: PilesState, at: int, cards: tuple[int, ...]) -> PilesState:
    left = tuple(sorted((Counter(state.hands[at]) - Counter(cards)).elements()))
    return replace(state, hands=(*state.hands[:at], left, *state.hands[at + 1 :]))
