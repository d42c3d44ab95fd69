"""Coin bids: all players bid for a prize at once; the highest bid pays and wins, of equal ones the earliest seat's.

A player without coins is out. The prizes come in an unknown order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import (
    Action,
    ConcurrentMode,
    Event,
    ExpectedAction,
    Family,
    Phase,
    PlayerId,
    PlayerView,
    Slot,
    TransitionResult,
    seat,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    prizes: Annotated[int, Meta(ge=2, le=5)] = 3


class Bid(Struct, frozen=True):
    coins: tuple[int, ...]


class Sale(Struct, frozen=True):
    """`prizes` are the remaining ones, the present one first."""

    purses: tuple[tuple[int, ...], ...]
    prizes: tuple[int, ...]
    won: tuple[int, ...]


class SaleView(Struct, frozen=True):
    purses: tuple[tuple[int, ...], ...]
    prize: int | None
    left: int
    won: tuple[int, ...]


class CoinBid(Game[Sale]):
    game_id = "mini-coinbid"
    display_name = "Coin bids"
    description = "Bid coins for prizes, all at the same time."
    category = "cards"
    max_players = 3
    max_turns = 15
    view_type = SaleView
    options_type = Options
    action_types = {"bid": Bid}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        prizes = rng.stream("prizes").shuffle(range(1, options.prizes + 1))
        return TransitionResult(Sale(((1, 2, 3),) * len(players), prizes, (0,) * len(players)))

    def phase_of(self, game_data: Sale) -> Phase:
        asked = tuple(ExpectedAction(player, "bid") for player in living(game_data))
        return Phase("bids", asked, ConcurrentMode.CONCURRENT)

    def get_valid_actions(self, game_data: Sale, player_id: PlayerId) -> list[Family]:
        purse = game_data.purses[int(player_id[1:])]
        return [Family("bid", (Slot("coins", purse, 0, len(purse)),))] if purse else []

    def resolve_concurrent_actions(
        self, game_data: Sale, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        winner, height = best(game_data, actions)
        if winner is None or not height:
            return self.after(replace(game_data, prizes=game_data.prizes[1:]), Event("unsold"))
        at, prize, paid = int(winner[1:]), game_data.prizes[0], actions[winner].payload.coins
        purse = tuple(coin for coin in game_data.purses[at] if coin not in paid)
        purses = (*game_data.purses[:at], purse, *game_data.purses[at + 1 :])
        won = (*game_data.won[:at], game_data.won[at] + prize, *game_data.won[at + 1 :])
        sold = Event("sold", winner, {"prize": prize, "paid": paid})
        return self.after(Sale(purses, game_data.prizes[1:], won), sold)

    def after(self, state: Sale, event: Event) -> TransitionResult:
        scores = {seat(index): float(points) for index, points in enumerate(state.won)}
        result = None if state.prizes and living(state) else ranked(scores)
        return TransitionResult(state, (event,), scores, result)

    def is_decided(self, game_data: Sale, actions: Mapping[PlayerId, Action]) -> bool:
        """No missing bid could be higher than the best one."""
        winner, height = best(game_data, actions)
        if winner is None or not height:
            return False
        missing = [player for player in living(game_data) if player not in actions]
        return all((sum(purse_of(game_data, player)), winner) < (height, player) for player in missing)

    def timeout_action(self, game_data: Sale, player_id: PlayerId) -> Action:
        return Action("bid", player_id, Bid(()))

    def on_player_forfeit(self, game_data: Sale, player_id: PlayerId, rng: Rng) -> TransitionResult:
        at = int(player_id[1:])
        state = replace(game_data, purses=(*game_data.purses[:at], (), *game_data.purses[at + 1 :]))
        return self.after(state, Event("left", player_id))

    def get_player_view(self, game_data: Sale, player_id: PlayerId | None) -> SaleView:
        prize = game_data.prizes[0] if game_data.prizes else None
        return SaleView(game_data.purses, prize, len(game_data.prizes), game_data.won)

    def determinize(self, game_data: Sale, viewer: PlayerId | None, rng: Rng) -> Sale:
        return replace(game_data, prizes=game_data.prizes[:1] + rng.shuffle(game_data.prizes[1:]))

    def describe_action(self, action: Action, view: PlayerView) -> str:
        return f"bid {' and '.join(map(str, action.payload.coins)) or 'nothing'}"


def purse_of(state: Sale, player: PlayerId) -> tuple[int, ...]:
    return state.purses[int(player[1:])]


def living(state: Sale) -> list[PlayerId]:
    return [seat(index) for index, purse in enumerate(state.purses) if purse]


def best(state: Sale, actions: Mapping[PlayerId, Action]) -> tuple[PlayerId | None, int]:
    """The highest bid, with the earliest seat that made it."""
    heights = {player: sum(actions[player].payload.coins) for player in living(state) if player in actions}
    winner = max(heights, key=lambda player: (heights[player], -int(player[1:])), default=None)
    return winner, heights[winner] if winner else 0
