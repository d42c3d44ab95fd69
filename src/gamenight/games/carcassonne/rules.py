"""Carcassonne: lay tiles into a common land, and claim its cities, roads, monasteries and fields with few meeples."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from msgspec.structs import replace

from gamenight.core.model import Action, PlayerId, PlayerView, TransitionResult, seat_index
from gamenight.core.plugin import Game
from gamenight.core.rng import Rng
from gamenight.core.text import Words, say
from gamenight.games.carcassonne import actions, scoring, turns
from gamenight.games.carcassonne.actions import PlaceMeeple, PlaceTile
from gamenight.games.carcassonne.context import facts, recap
from gamenight.games.carcassonne.faults import meeple_fault, tile_fault
from gamenight.games.carcassonne.placing import first_land
from gamenight.games.carcassonne.presentation.offers import offers_of
from gamenight.games.carcassonne.presentation.scene import scene_of
from gamenight.games.carcassonne.presentation.words import describe, happened
from gamenight.games.carcassonne.search.evaluation import EVALUATORS
from gamenight.games.carcassonne.search.foresight import foresee
from gamenight.games.carcassonne.search.priority import meeple_priority, tile_priority
from gamenight.games.carcassonne.state import MOST_PLAYERS, MOST_TILES, Land, Options
from gamenight.games.carcassonne.tiles import BAG, LETTERS, SHAPES
from gamenight.games.carcassonne.view import CarcassonneView, view_of

REPEAT_LATER = 1000.0


class Carcassonne(Game[Land]):
    game_id = "carcassonne"
    display_name = "Carcassonne"
    description = "Lay tiles into one common land, and claim its cities, roads, monasteries and fields."
    category = "board"
    min_players = 2
    max_players = MOST_PLAYERS
    max_turns = 2 * MOST_TILES
    view_type = CarcassonneView
    options_type = Options
    action_types = {"place_tile": PlaceTile, "place_meeple": PlaceMeeple}
    hides = "future"
    evaluators = EVALUATORS
    # Easy looks through the eyes of players who go on at random, and got 54 points to greed's 90 in 12 games.
    levels = {
        "easy": "mcts:simulations=30,widening=10,rollout=10,time_ms=1000",
        "medium": "mcts:simulations=1000,time_ms=2000",
        "hard": "mcts:time_ms=2000",
    }
    # Evaluations of one position's moves lie close together: more exploration only spreads the visits.
    search = {"exploration": 0.2, "widening": 1.0}
    phase_of = staticmethod(actions.phase)
    get_player_view = staticmethod(view_of)
    evaluate = staticmethod(foresee)
    describe_event = staticmethod(happened)
    scene = staticmethod(scene_of)
    offers = staticmethod(offers_of)
    ai_context = staticmethod(facts)
    recap = staticmethod(recap)

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        bag = tuple(options.tile_order) or rng.stream("bag").shuffle(BAG)
        return TransitionResult(first_land(len(players), bag, options))

    def validate_config(self, options: Options, players: int) -> list[Words]:
        errors: list[Words] = []
        unknown = sorted(set(options.tile_order) - set(LETTERS))
        if unknown:
            errors.append(say("bad-letters", option="tile_order", unknown=unknown))
        if len(options.tile_order) > MOST_TILES:
            errors.append(say("bad-tiles", option="tile_order", most=MOST_TILES, tiles=len(options.tile_order)))
        return errors

    def get_valid_actions(self, game_data: Land, player_id: PlayerId) -> Sequence[Action]:
        is_placing_tile = game_data.stage == "place_tile"
        return actions.placements(game_data) if is_placing_tile else actions.meeple_places(game_data)

    def validate_action(self, game_data: Land, action: Action) -> Words | None:
        if isinstance(action.payload, PlaceTile):
            return tile_fault(game_data, action.payload)
        return meeple_fault(game_data, action.payload)

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
        return actions.skip(game_data.mover) if game_data.stage == "place_meeple" else None

    def on_player_forfeit(self, game_data: Land, player_id: PlayerId, rng: Rng) -> TransitionResult:
        return turns.leave(game_data, seat_index(player_id))

    def determinize(self, game_data: Land, viewer: PlayerId | None, rng: Rng) -> Land:
        """The bag in another order: nothing else is hidden."""
        return replace(game_data, bag=rng.shuffle(game_data.bag))

    def chance_key(self, game_data: Land) -> Hashable | None:
        """The tile in hand, and those set aside on the way to it."""
        if game_data.stage != "place_tile":
            return None
        return (game_data.drawn, game_data.set_aside) if game_data.set_aside else game_data.drawn

    def standing(self, game_data: Land, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        """The lead if the game ended now; until it does, a meeple in supply is worth a point."""
        totals = scoring.totals_if_over(game_data)
        if game_data.stage != "game_over":
            totals = [total + supply for total, supply in zip(totals, game_data.supply, strict=True)]
        own = seat_index(player_id)
        others = [total for seat, total in enumerate(totals) if seat != own and seat not in game_data.left]
        return float(totals[own] - max(others, default=0))

    def describe_action(self, action: Action, view: PlayerView) -> Words:
        return describe(action, view.game_data)

    def is_repeat(self, action: Action, view: PlayerView) -> bool:
        """A smaller rotation looks the same: straight roads and monasteries have some."""
        return isinstance(action.payload, PlaceTile) and SHAPES[view.game_data.tile][action.payload.rotation].is_repeat

    def action_key(self, action: Action) -> Hashable:
        payload: Hashable = action.payload
        return payload

    def amaf_key(self, game_data: Land, action: Action) -> Hashable:
        """A placement is the same idea only for the same tile."""
        return (game_data.drawn, action.payload) if game_data.stage == "place_tile" else action.payload

    def action_priority(self, game_data: Land, action: Action) -> float:
        """What seems to promise most; rotations that look like another come last."""
        wanted = action.payload
        if not isinstance(wanted, PlaceTile):
            return meeple_priority(game_data, wanted.meeple_spot)
        assert game_data.drawn is not None
        is_repeat = SHAPES[game_data.drawn][wanted.rotation].is_repeat
        return tile_priority(game_data, wanted.x, wanted.y, wanted.rotation) - REPEAT_LATER * is_repeat
