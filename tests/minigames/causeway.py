"""Causeway: workers are placed along a road of buildings, which are then activated in order.

In each round the players place workers in turn, or pass, until all have passed. Then the road is walked: a quarry
gives one stone, the mine as many coins as a die shows, and a market asks its worker's owner whether to sell a stone for
two coins. Nobody is asked who has no stone. After the last round most coins win.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core import Action, Event, Game, NoPayload, Phase, PlayerId, Rng, TransitionResult, turn

ROAD = ("quarry", "market", "mine", "market", "quarry", "market")


class CausewayOptions(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=3)] = 2
    dice: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(extra={"secret": True})] = ()
    """What the die shows, throw by throw; chance where this ends."""


class PlaceBuilding(Struct, frozen=True):
    building: int


class Road(Struct, frozen=True):
    """`workers` has a player's number per building; `at` is the building being activated, None while placing."""

    players: tuple[PlayerId, ...]
    rounds_left: int
    workers: tuple[int | None, ...]
    passed: tuple[bool, ...]
    mover: int
    at: int | None
    stones: tuple[int, ...]
    coins: tuple[int, ...]
    dice: tuple[int, ...]


class RoadView(Struct, frozen=True):
    rounds_left: int
    workers: tuple[int | None, ...]
    passed: tuple[bool, ...]
    at: int | None
    stones: tuple[int, ...]
    coins: tuple[int, ...]


class Causeway(Game[Road]):
    game_id = "mini-causeway"
    display_name = "Causeway"
    description = "Workers along a road; some buildings ask a question on the way."
    max_players = 4
    max_turns = 120
    view_type = RoadView
    options_type = CausewayOptions
    hides = "nothing"
    action_types = {"place": PlaceBuilding, "pass": NoPayload, "sell": NoPayload, "keep": NoPayload}

    def create_initial_state(
        self, players: tuple[PlayerId, ...], options: CausewayOptions, rng: Rng
    ) -> TransitionResult:
        none = (0,) * len(players)
        blank = Road(players, options.rounds, (), (), 0, None, none, none, options.dice)
        return TransitionResult(new_round(blank))

    def phase_of(self, game_data: Road) -> Phase:
        if game_data.at is not None:
            if not asks(game_data):
                return Phase("activate", auto_resolve=True)
            return turn(game_data.workers[game_data.at] or 0, "choose")
        return turn(game_data.mover, "place")

    def get_valid_actions(self, game_data: Road, player_id: PlayerId) -> list[Action]:
        if game_data.at is not None:
            return [Action("sell", player_id), Action("keep", player_id)]
        free = [n for n, worker in enumerate(game_data.workers) if worker is None]
        return [*(Action("place", player_id, PlaceBuilding(n)) for n in free), Action("pass", player_id)]

    def apply_action(self, game_data: Road, action: Action, rng: Rng) -> TransitionResult:
        match action.action_type:
            case "place":
                workers = changed(game_data.workers, action.payload.building, game_data.mover)
                placed = Event("placed", action.player_id, {"building": action.payload.building})
                return TransitionResult(next_mover(replace(game_data, workers=workers)), (placed,))
            case "pass":
                passed = changed(game_data.passed, game_data.mover, True)
                return TransitionResult(
                    next_mover(replace(game_data, passed=passed)), (Event("passed", action.player_id),)
                )
            case "sell" | "keep":
                return answered(game_data, action)
            case _:
                return activated(game_data, rng)

    def get_player_view(self, game_data: Road, player_id: PlayerId | None) -> RoadView:
        g = game_data
        return RoadView(g.rounds_left, g.workers, g.passed, g.at, g.stones, g.coins)

    def determinize(self, game_data: Road, viewer: PlayerId | None, rng: Rng) -> Road:
        """Throw the dice that are fixed for later again."""
        return replace(game_data, dice=tuple(1 + rng.below(6) for _ in game_data.dice))


def new_round(road: Road) -> Road:
    nobody = (False,) * len(road.players)
    return replace(road, workers=(None,) * len(ROAD), passed=nobody, mover=0, at=None)


def changed(values: tuple, index: int, value: object) -> tuple:
    return (*values[:index], value, *values[index + 1 :])


def next_mover(road: Road) -> Road:
    """The next who has not passed places; when all have, or the road is full, the walk begins."""
    if all(road.passed) or None not in road.workers:
        return replace(road, at=0)
    seats = len(road.players)
    order = [(road.mover + step) % seats for step in range(1, seats + 1)]
    return replace(road, mover=next(seat for seat in order if not road.passed[seat]))


def asks(road: Road) -> bool:
    """Whether the building being activated asks its worker's owner."""
    if road.at is None or ROAD[road.at] != "market":
        return False
    owner = road.workers[road.at]
    return owner is not None and road.stones[owner] > 0


def activated(road: Road, rng: Rng) -> TransitionResult:
    """The building does what it does without asking, and the walk goes on; behind the last one the round ends."""
    assert road.at is not None
    if road.at == len(ROAD) - 1 and ROAD[road.at] == "market":
        return walked(road)
    owner = road.workers[road.at]
    onward = replace(road, at=road.at + 1)
    if owner is None or ROAD[road.at] == "market":
        return TransitionResult(onward)
    if ROAD[road.at] == "quarry":
        stones = changed(road.stones, owner, road.stones[owner] + 1)
        return TransitionResult(replace(onward, stones=stones), (Event("quarried", road.players[owner]),))
    face = road.dice[0] if road.dice else 1 + rng.below(6)
    coins = changed(road.coins, owner, road.coins[owner] + face)
    return earned(
        replace(onward, coins=coins, dice=road.dice[1:]), (Event("mined", road.players[owner], {"coins": face}),)
    )


def answered(road: Road, action: Action) -> TransitionResult:
    """Apply the answer to the market's question, then continue the walk."""
    assert road.at is not None
    owner = road.players.index(action.player_id)
    told = (Event("market", action.player_id, {"sold": action.action_type == "sell"}),)
    if action.action_type == "sell":
        road = replace(
            road,
            stones=changed(road.stones, owner, road.stones[owner] - 1),
            coins=changed(road.coins, owner, road.coins[owner] + 2),
        )
    if road.at == len(ROAD) - 1:
        end = walked(road)
        return TransitionResult(end.game_data, told, end.scores, end.game_over)
    return earned(replace(road, at=road.at + 1), told)


def earned(road: Road, events: tuple[Event, ...]) -> TransitionResult:
    return TransitionResult(road, events, road.coins)


def walked(road: Road) -> TransitionResult:
    """End the round, and the game after the last round."""
    if road.rounds_left == 1:
        return TransitionResult(replace(road, rounds_left=0), (), road.coins, game_over=True)
    return TransitionResult(new_round(replace(road, rounds_left=road.rounds_left - 1)), (), road.coins)
