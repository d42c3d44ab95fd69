"""Carcassonne: lay tiles into a common land, and claim its cities, roads, monasteries and fields with few meeples."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gamenight.core.model import Action, Phase, PlayerId, TransitionResult
from gamenight.core.plugin import Game
from gamenight.core.rng import Rng
from gamenight.games.carcassonne import actions, scoring, turns
from gamenight.games.carcassonne.actions import SKIPS, PlaceMeeple, PlaceTile
from gamenight.games.carcassonne.placing import first_land
from gamenight.games.carcassonne.state import MOST_PLAYERS, MOST_TILES, PLAYERS, SEATS, Land, Options
from gamenight.games.carcassonne.tiles import BAG, LETTERS
from gamenight.games.carcassonne.view import CarcassonneView, view_of


class Carcassonne(Game[Land]):
    game_id = "carcassonne"
    display_name = "Carcassonne"
    description = "Lay tiles into one common land, and claim its cities, roads, monasteries and fields."
    category = "board"
    min_players = 2
    max_players = MOST_PLAYERS
    max_turns = 2 * MOST_TILES
    state_type = Land
    view_type = CarcassonneView
    options_type = Options
    action_types = {"place_tile": PlaceTile, "place_meeple": PlaceMeeple}
    hides = "future"

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        bag = tuple(options.tile_order) or rng.stream("bag").shuffle(BAG)
        return TransitionResult(first_land(len(players), bag, options))

    def validate_config(self, options: Options, players: int) -> list[str]:
        errors = []
        unknown = sorted(set(options.tile_order) - set(LETTERS))
        if unknown:
            errors.append(f"tile_order has letters from A to X alone, not {', '.join(map(repr, unknown))}")
        if len(options.tile_order) > MOST_TILES:
            errors.append(f"tile_order has at most {MOST_TILES} tiles, not {len(options.tile_order)}")
        return errors

    def phase_of(self, game_data: Land) -> Phase:
        return actions.phase(game_data)

    def get_valid_actions(self, game_data: Land, player_id: PlayerId) -> Sequence[Action]:
        if player_id != PLAYERS[game_data.mover]:
            return ()
        if game_data.stage == "place_tile":
            return actions.placements(game_data)
        return actions.meeple_places(game_data) if game_data.stage == "place_meeple" else ()

    def apply_action(self, game_data: Land, action: Action, rng: Rng) -> TransitionResult:
        match game_data.stage:
            case "place_tile":
                wanted = action.payload
                return turns.place_tile(game_data, wanted.x, wanted.y, wanted.rotation)
            case "place_meeple":
                return turns.place_meeple(game_data, action.payload.meeple_spot)
            case "score_check":
                return scoring.check_scores(game_data)
            case "draw_tile":
                return turns.draw(game_data)
            case _:
                return scoring.score_the_end(game_data)

    def timeout_action(self, game_data: Land, player_id: PlayerId) -> Action | None:
        """No meeple; a tile lies anywhere it fits."""
        return SKIPS[game_data.mover] if game_data.stage == "place_meeple" else None

    def on_player_forfeit(self, game_data: Land, player_id: PlayerId, rng: Rng) -> TransitionResult:
        return turns.leave(game_data, SEATS[player_id])

    def get_player_view(self, game_data: Land, player_id: PlayerId | None) -> CarcassonneView:
        return view_of(game_data)

    def determinize(self, game_data: Land, viewer: PlayerId | None, rng: Rng) -> Land:
        """The bag in another order: nothing else is hidden."""
        return replace(game_data, bag=rng.shuffle(game_data.bag))
