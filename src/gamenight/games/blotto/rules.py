"""Colonel Blotto: everybody spreads the same number of units over the fields, unseen, until the time is up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from gamenight.core import (
    Action,
    Event,
    Family,
    Game,
    Phase,
    PlayerId,
    Rng,
    Slot,
    TransitionResult,
    everybody,
    seat,
    seat_index,
)
from gamenight.games.blotto.campaign import Campaign, colonels, even_split, fight, is_over, leave
from gamenight.games.blotto.context import facts, recap
from gamenight.games.blotto.scene import describe, describe_field, offers_of, scene_of

MOST_PLAYERS = 4
DAY_MS = 24 * 60 * 60 * 1000


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    fields: Annotated[int, Meta(ge=2, le=10, description="How many fields are fought over.")] = 3
    units: Annotated[int, Meta(ge=1, le=100, description="How many units everybody has in each round.")] = 10
    rounds: Annotated[int, Meta(ge=1, le=10)] = 3
    window_ms: Annotated[int, Meta(ge=1, le=DAY_MS, description="The time for each round, in milliseconds.")] = 60_000


class Allocation(Struct, frozen=True):
    """The field of each unit: (0, 0, 0, 2, 2) is three units on the first field and two on the third."""

    fields: tuple[int, ...]


class Blotto(Game[Campaign]):
    game_id = "blotto"
    display_name = "Colonel Blotto"
    description = "Spread your units over the fields; whoever has the most on a field takes it."
    category = "abstract"
    min_players = 2
    max_players = MOST_PLAYERS
    # Ten rounds of four players take 40 allocations; the rest is for second thoughts.
    max_turns = 1000
    options_type = Options
    action_types = {"allocate": Allocation}
    hides = "nothing"  # what the others are preparing is not in the state
    scene = staticmethod(scene_of)
    offers = staticmethod(offers_of)
    describe_action = staticmethod(describe)
    describe_value = staticmethod(describe_field)
    ai_context = staticmethod(facts)
    recap = staticmethod(recap)

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        campaign = Campaign(options.fields, options.units, options.rounds, options.window_ms, (0,) * len(players))
        return TransitionResult(campaign, (_round_started(campaign),))

    def phase_of(self, game_data: Campaign) -> Phase:
        return everybody(
            colonels(game_data),
            "allocate",
            timeout_ms=game_data.window_ms,
            closes="deadline",
            revisable=True,
            reveals=True,
            metadata={"round": game_data.round},
        )

    def get_valid_actions(self, game_data: Campaign, player_id: PlayerId) -> list[Family]:
        return [_allocations(game_data.fields, game_data.units)]

    def resolve_concurrent_actions(
        self, game_data: Campaign, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        sent = {seat_index(player): action.payload.fields for player, action in actions.items()}
        after = fight(game_data, [sent.get(number) for number in range(len(game_data.points))])
        events = (_units_revealed(after), *_fields_taken(after))
        if is_over(after):
            return TransitionResult(after, events, after.points, game_over=True)
        return TransitionResult(after, (*events, _round_started(after)), after.points)

    def timeout_action(self, game_data: Campaign, player_id: PlayerId) -> Action:
        return Action("allocate", player_id, Allocation(even_split(game_data)))

    def on_player_forfeit(self, game_data: Campaign, player_id: PlayerId, rng: Rng) -> TransitionResult:
        number = seat_index(player_id)
        campaign = leave(game_data, number)
        left = Event("player_left", player_id, {"points_lost": game_data.points[number]})
        return TransitionResult(campaign, (left,), campaign.points)

    def evaluate(self, game_data: Campaign, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        """The lead, measured against the fields that are still to be taken."""
        own = seat_index(player_id)
        others = [game_data.points[number] for number in colonels(game_data) if number != own]
        lead = game_data.points[own] - max(others, default=0)
        open_fields = game_data.fields * (game_data.rounds - len(game_data.battles))
        return 0.5 + lead / (2 * (abs(lead) + open_fields)) if lead else 0.5


@cache
def _allocations(fields: int, units: int) -> Family:
    return Family("allocate", (Slot("fields", tuple(range(fields)), min=units, max=units, each=units),))


def _round_started(campaign: Campaign) -> Event:
    return Event("round_started", None, {"round": campaign.round, "rounds": campaign.rounds})


def _units_revealed(campaign: Campaign) -> Event:
    units = {seat(number): own for number, own in enumerate(campaign.battles[-1].units) if own is not None}
    return Event("units_revealed", None, {"units": units})


def _fields_taken(campaign: Campaign) -> list[Event]:
    """One event for each field, in their order."""
    return [
        Event("field_tied", None, {"field": field})
        if winner is None
        else Event("field_won", seat(winner), {"field": field})
        for field, winner in enumerate(campaign.battles[-1].winners)
    ]
