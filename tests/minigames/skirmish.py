"""Skirmish: all players allocate their soldiers to three fields at once; two teams if there are four players.

A field goes to the side with most soldiers on it and counts one point, or to nobody if that is a tie. The allocations
are revealed. After the last battle most points win; the members of a team all carry its points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

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
    Slot,
    TransitionResult,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng

FIELDS = (0, 1, 2)


class SkirmishOptions(Struct, frozen=True, forbid_unknown_fields=True):
    soldiers: Annotated[int, Meta(ge=1, le=12)] = 5
    battles: Annotated[int, Meta(ge=1, le=3)] = 2


class Allocation(Struct, frozen=True):
    fields: tuple[int, ...]


class War(Struct, frozen=True):
    players: tuple[PlayerId, ...]
    soldiers: int
    battles_left: int
    points: tuple[int, ...]


class Skirmish(Game[War]):
    game_id = "mini-skirmish"
    display_name = "Skirmish"
    description = "Where do your soldiers stand?"
    category = "abstract"
    max_players = 4
    max_turns = 12
    state_type = view_type = War
    options_type = SkirmishOptions
    hides = "nothing"
    action_types = {"allocate": Allocation}
    score_scale = 2.0

    def teams(self, players: int, options: Any) -> list[tuple[int, ...]]:
        return [(0, 2), (1, 3)] if players == 4 else [(seat,) for seat in range(players)]

    def create_initial_state(
        self, players: tuple[PlayerId, ...], options: SkirmishOptions, rng: Rng
    ) -> TransitionResult:
        sides = len(players) if len(players) < 4 else 2
        return TransitionResult(War(players, options.soldiers, options.battles, (0,) * sides))

    def phase_of(self, game_data: War) -> Phase:
        asked = tuple(ExpectedAction(player, "allocate") for player in game_data.players)
        return Phase("allocate", asked, ConcurrentMode.CONCURRENT, reveals=True)

    def get_valid_actions(self, game_data: War, player_id: PlayerId) -> list[Family]:
        soldiers = game_data.soldiers
        return [Family("allocate", (Slot("fields", FIELDS, soldiers, soldiers, each=soldiers),))]

    def resolve_concurrent_actions(
        self, game_data: War, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        points = list(game_data.points)
        for field in FIELDS:
            strength: Counter[int] = Counter()
            for at, player in enumerate(game_data.players):
                strength[at % len(points)] += actions[player].payload.fields.count(field)
            (side, most), *others = strength.most_common()
            if most > others[0][1]:
                points[side] += 1
        after = replace(game_data, points=tuple(points), battles_left=game_data.battles_left - 1)
        fought = Event("fought", None, {"points": points})
        scores = {player: float(points[at % len(points)]) for at, player in enumerate(game_data.players)}
        result = replace(ranked(scores, teams=self.teams(len(scores), None)), details={"points": points})
        return TransitionResult(after, (fought,), scores, None if after.battles_left else result)

    def get_player_view(self, game_data: War, player_id: PlayerId | None) -> War:
        return game_data
