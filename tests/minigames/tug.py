"""Tug of war: two pairs, partners across the table, pull in turn, by 1 to 3; the stronger pair wins.

Everybody carries a score of their own, what they pulled. Of two equal pairs the one with the hardest pull wins,
if the option says so. Whoever leaves ends the match.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import Action, Event, ExpectedAction, Phase, PlayerId, TransitionResult, seat
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng

PAIRS = ((0, 2), (1, 3))


class TugOptions(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=5)] = 2
    tie_break: bool = False


class Pull(Struct, frozen=True):
    strength: int


class Rope(Struct, frozen=True):
    options: TugOptions
    pulls: tuple[int, ...] = ()


class Tug(Game[Rope]):
    game_id = "mini-tug"
    display_name = "Tug of war"
    description = "Pull together."
    category = "abstract"
    min_players = max_players = 4
    max_turns = 20
    state_type = view_type = Rope
    options_type = TugOptions
    action_types = {"pull": Pull}
    hides = "nothing"
    score_scale = 2.0

    def teams(self, players: int, options: Any) -> tuple[tuple[int, ...], ...]:
        return PAIRS

    def create_initial_state(self, players: tuple[PlayerId, ...], options: TugOptions, rng: Rng) -> TransitionResult:
        return TransitionResult(Rope(options))

    def phase_of(self, game_data: Rope) -> Phase:
        return Phase("pull", (ExpectedAction(seat(len(game_data.pulls) % 4), "pull"),))

    def get_valid_actions(self, game_data: Rope, player_id: PlayerId) -> list[Action]:
        return [pull(player_id, strength) for strength in (1, 2, 3)]

    def apply_action(self, game_data: Rope, action: Action, rng: Rng) -> TransitionResult:
        after = replace(game_data, pulls=(*game_data.pulls, action.payload.strength))
        pulled = Event("pulled", action.player_id, {"strength": action.payload.strength})
        scores = {seat(index): float(sum(after.pulls[index::4])) for index in range(4)}
        if len(after.pulls) < 4 * after.options.rounds:
            return TransitionResult(after, (pulled,), scores)
        hardest = {seat(index): float(max(after.pulls[index % 2 :: 2])) for index in range(4)}
        tie_break = hardest if after.options.tie_break else None
        return TransitionResult(after, (pulled,), scores, ranked(scores, teams=PAIRS, tie_break=tie_break))

    def get_player_view(self, game_data: Rope, player_id: PlayerId | None) -> Rope:
        return game_data


def pull(player: PlayerId, strength: int) -> Action:
    return Action("pull", player, Pull(strength))
