"""Faults that are impossible in a game because the engine prevents them; these tests show what happens instead."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.engine import advance, view
from gamenight.core.match import Match
from gamenight.core.model import Act, Action, Event, Family, GameState, PlayerId, Refusal, Slot, Step
from gamenight.core.plugin import GamePlugin
from gamenight.testing import conformance
from gamenight.testing.playing.playouts import RANDOM, play, viewers
from gamenight.testing.playing.tables import pairwise
from gamenight.testing.worlds.moments import seen
from tests.testing.coinbid import Bid, CoinBid, Sale
from tests.testing.highcard import Deal, HighCard
from tests.testing.snap import Round, Snap


def put(game: GamePlugin, state: GameState, action: Action) -> Step | Refusal:
    return advance(game, state, Act(action, state.prompt), state.last_at)


class AnyTile(Struct, frozen=True):
    tile: Any


class UntypedDiscard(Snap):
    action_types = {**Snap.action_types, "discard": AnyTile}

    def get_valid_actions(self, game_data: Round, player_id: PlayerId) -> list[Action]:
        return [
            replace(action, payload=AnyTile(action.payload.tile)) if action.action_type == "discard" else action
            for action in super().get_valid_actions(game_data, player_id)
        ]


class AnyCoins(Struct, frozen=True):
    coins: tuple[Any, ...]


class UntypedBid(CoinBid):
    action_types = {"bid": AnyCoins}

    def timeout_action(self, game_data: Sale, player_id: PlayerId) -> Action:
        return Action("bid", player_id, AnyCoins(()))

    def get_valid_actions(self, game_data: Sale, player_id: PlayerId) -> list[Family]:
        purse = game_data.purses[int(player_id[1:])]
        return [Family("bid", (Slot("coins", purse, 0, len(purse)),))] if purse else []


def test_true_is_not_one_even_in_an_untyped_payload():
    assert conformance(UntypedDiscard(), only=["junk"]).passed
    assert conformance(UntypedBid(), only=["junk"]).passed


class AcceptsAnything(CoinBid):
    def validate_action(self, game_data: Sale, action: Action) -> str | None:
        return None


def test_an_unlisted_action_is_refused_even_if_validate_action_allows_it():
    state = Match.start(AcceptsAnything(), 2, 1).state
    assert isinstance(put(AcceptsAnything(), state, Action("bid", state.to_act[0], Bid((9,)))), Refusal)
    assert conformance(AcceptsAnything(), only=["junk"]).passed


class ListsForEverybody(HighCard):
    def get_valid_actions(self, game_data: Deal, player_id: PlayerId) -> list[Action]:
        return [Action("keep", player_id), Action("peek", player_id), Action("swap", player_id)]


def test_a_seat_that_is_not_asked_has_no_valid_actions_in_its_view():
    state = Match.start(ListsForEverybody(), 2, 1).state
    assert [len(view(ListsForEverybody(), state, viewer).valid_actions) for viewer in viewers(state)] == [3, 0, 0]


def test_every_turn_that_changes_game_data_has_an_event_for_every_viewer():
    """So no view, which is a function of game_data, changes without an event."""
    for game in (HighCard(), CoinBid(), Snap()):
        for table in pairwise(game, "news"):
            playout = play(game, table, RANDOM)
            for before, step in zip(playout.states, playout.steps, strict=False):
                if step.state.game_data != before.game_data:
                    assert all(seen(step.events, viewer) for viewer in viewers(before))


def test_a_committed_answer_has_only_an_event_for_its_author():
    state = Match.start(CoinBid(), 3, 1).state
    step = put(CoinBid(), state, Action("bid", state.to_act[0], Bid((1,))))
    assert isinstance(step, Step)
    assert step.state.game_data is state.game_data
    assert step.events == (Event("engine.committed", state.to_act[0], {"prompt": 1}, {}, (state.to_act[0],)),)
