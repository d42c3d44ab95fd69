"""Colonel Blotto: everybody spreads the same number of units over the fields, unseen, until the time is up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from gamenight.core.model import (
    Action,
    ConcurrentMode,
    Event,
    ExpectedAction,
    Family,
    GameResult,
    Phase,
    PlayerId,
    PlayerView,
    Slot,
    TransitionResult,
    seat,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng
from gamenight.core.scene import Offer, Scene
from gamenight.games.blotto.campaign import Campaign, colonels, even_split, fight, is_over, leave
from gamenight.games.blotto.scene import offers_of, scene_of
from gamenight.games.blotto.telling import happened
from gamenight.games.blotto.view import CampaignView, view_of

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


SEATS = tuple(seat(index) for index in range(MOST_PLAYERS))
NUMBERS = {player: number for number, player in enumerate(SEATS)}


class Blotto(Game[Campaign]):
    game_id = "blotto"
    display_name = "Colonel Blotto"
    description = "Spread your units over the fields; whoever has the most on a field takes it."
    category = "abstract"
    min_players = 2
    max_players = MOST_PLAYERS
    # Ten rounds of four players take 40 allocations; the rest is for second thoughts.
    max_turns = 1000
    state_type = Campaign
    view_type = CampaignView
    options_type = Options
    action_types = {"allocate": Allocation}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        campaign = Campaign(options.fields, options.units, options.rounds, options.window_ms, (0,) * len(players))
        return TransitionResult(campaign, (_round_started(campaign),), _scores(campaign))

    def phase_of(self, game_data: Campaign) -> Phase:
        if is_over(game_data):
            return Phase("game_over")
        return _allocating(colonels(game_data), len(game_data.battles) + 1, game_data.window_ms)

    def get_valid_actions(self, game_data: Campaign, player_id: PlayerId) -> list[Family]:
        if is_over(game_data) or NUMBERS[player_id] in game_data.out:
            return []
        return [_allocations(game_data.fields, game_data.units)]

    def resolve_concurrent_actions(
        self, game_data: Campaign, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        sent = {NUMBERS[player]: action.payload.fields for player, action in actions.items()}
        after = fight(game_data, [sent.get(number) for number in range(len(game_data.points))])
        events = (_units_revealed(after), *_fields_taken(after))
        if not is_over(after):
            return TransitionResult(after, (*events, _round_started(after)), _scores(after))
        result = ranked(_scores(after), left=[SEATS[number] for number in after.out])
        return TransitionResult(after, (*events, _ending(result)), _scores(after), result)

    def timeout_action(self, game_data: Campaign, player_id: PlayerId) -> Action:
        return Action("allocate", player_id, Allocation(even_split(game_data)))

    def on_player_forfeit(self, game_data: Campaign, player_id: PlayerId, rng: Rng) -> TransitionResult:
        number = NUMBERS[player_id]
        campaign = leave(game_data, number)
        left = Event("player_left", player_id, {"points_lost": game_data.points[number]})
        return TransitionResult(campaign, (left,), _scores(campaign))

    def get_player_view(self, game_data: Campaign, player_id: PlayerId | None) -> CampaignView:
        return view_of(game_data)

    def evaluate(self, game_data: Campaign, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        """The lead, measured against the fields that are still to be taken."""
        own = NUMBERS[player_id]
        others = [game_data.points[number] for number in colonels(game_data) if number != own]
        lead = game_data.points[own] - max(others, default=0)
        open_fields = game_data.fields * (game_data.rounds - len(game_data.battles))
        return 0.5 + lead / (2 * (abs(lead) + open_fields)) if lead else 0.5

    def describe_event(self, event: Event, view: PlayerView) -> str | None:
        return happened(event, view)

    def describe_action(self, action: Action, view: PlayerView) -> str:
        fields = action.payload.fields
        return "send " + ", ".join(f"{fields.count(field)} to field {field + 1}" for field in dict.fromkeys(fields))

    def scene(self, view: PlayerView) -> Scene:
        return scene_of(view)

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return offers_of(view)


@cache
def _allocating(numbers: tuple[int, ...], number: int, window_ms: int) -> Phase:
    return Phase(
        "allocate",
        tuple(ExpectedAction(SEATS[n], "allocate", window_ms) for n in numbers),
        ConcurrentMode.CONCURRENT,
        closes="deadline",
        revisable=True,
        reveals=True,
        metadata={"round": number},
    )


@cache
def _allocations(fields: int, units: int) -> Family:
    return Family("allocate", (Slot("fields", tuple(range(fields)), min=units, max=units, each=units),))


def _round_started(campaign: Campaign) -> Event:
    return Event("round_started", None, {"round": len(campaign.battles) + 1, "rounds": campaign.rounds})


def _units_revealed(campaign: Campaign) -> Event:
    units = {SEATS[number]: own for number, own in enumerate(campaign.battles[-1].units) if own is not None}
    return Event("units_revealed", None, {"units": units})


def _fields_taken(campaign: Campaign) -> list[Event]:
    """One event for each field, in their order."""
    return [
        Event("field_tied", None, {"field": field})
        if winner is None
        else Event("field_won", SEATS[winner], {"field": field})
        for field, winner in enumerate(campaign.battles[-1].winners)
    ]


def _ending(result: GameResult) -> Event:
    if len(result.winners) == 1:
        return Event("win", result.winners[0])
    return Event("draw", None, {"players": result.winners})


def _scores(campaign: Campaign) -> dict[PlayerId, float]:
    return {SEATS[number]: float(points) for number, points in enumerate(campaign.points)}
