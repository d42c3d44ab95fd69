"""Riichi mahjong for four players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamenight.core import Action, Game, PlayerId, Rng, TransitionResult, seat_index
from gamenight.core.text import Words
from gamenight.games.riichi import player, worlds
from gamenight.games.riichi.actions import ACTION_TYPES, Discard, Kan
from gamenight.games.riichi.context import facts, recap
from gamenight.games.riichi.deal import dealing, ending, moves, phases, resolving, standings
from gamenight.games.riichi.deal.calls import PASSES, call_actions, is_decided
from gamenight.games.riichi.deal.refusing import why_not
from gamenight.games.riichi.deal.turns import turn_actions
from gamenight.games.riichi.faults import faults_of
from gamenight.games.riichi.formats.mjai_answers import MJAI
from gamenight.games.riichi.options import MOST_DEALS, Options, resolved
from gamenight.games.riichi.presentation.offers import offers_of
from gamenight.games.riichi.presentation.scene import scene_of
from gamenight.games.riichi.presentation.words import describe, happened
from gamenight.games.riichi.state import SEATS, RiichiState
from gamenight.games.riichi.view import RiichiView, view_of

# 70 draws and 16 melds at most are 86 discards; each, and each of four kans, may have three answers.
TURNS_OF_A_DEAL = 86 * 4 + 4 * 4 + SEATS


class Riichi(Game[RiichiState]):
    game_id = "riichi"
    display_name = "Riichi Mahjong"
    description = "Complete your hand from the wall or from what others discard."
    category = "tiles"
    min_players = SEATS
    max_players = SEATS
    max_turns = MOST_DEALS * TURNS_OF_A_DEAL
    view_type = RiichiView
    options_type = Options
    action_types = ACTION_TYPES
    hides_actors = True
    score_scale = 8000.0
    search = {"playouts": "random"}  # the heuristic takes 2 ms, and a deal 100 of them
    aim = "points"
    dialects = {"mjai": MJAI}
    levels = player.LEVELS
    heuristics = player.HEURISTICS
    heuristic_action = staticmethod(player.play_hard)
    phase_of = staticmethod(phases.phase_of)
    get_player_view = staticmethod(view_of)
    determinize = staticmethod(worlds.imagine)
    contradiction = staticmethod(worlds.contradiction)
    scene = staticmethod(scene_of)
    offers = staticmethod(offers_of)
    describe_action = staticmethod(describe)
    describe_event = staticmethod(happened)
    why_not = staticmethod(why_not)
    ai_context = staticmethod(facts)
    recap = staticmethod(recap)
    resolved_options = staticmethod(resolved)

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        return dealing.open_match(options, rng)

    def validate_config(self, options: Options, players: int) -> Sequence[Words]:
        return faults_of(options)

    def get_valid_actions(self, game_data: RiichiState, player_id: PlayerId) -> Sequence[Action]:
        if game_data.play.stage == "turn":
            return turn_actions(game_data, seat_index(player_id))
        return call_actions(game_data, seat_index(player_id))

    def apply_action(self, game_data: RiichiState, action: Action, rng: Rng) -> TransitionResult:
        match action.action_type, action.payload:
            case "discard" | "riichi", Discard() as what:
                return moves.discard(game_data, what, riichi=action.action_type == "riichi")
            case "tsumo", _:
                return ending.win_by_tsumo(game_data)
            case "closed_kan", Kan() as what:
                return moves.closed_kan(game_data, what)
            case "added_kan", Kan() as what:
                return moves.added_kan(game_data, what)
            case "kyuushu_kyuuhai", _:
                return ending.nine_terminals(game_data)
            case _:
                return dealing.draw(game_data) if game_data.play.stage == "draw" else standings.go_on(game_data, rng)

    def resolve_concurrent_actions(
        self, game_data: RiichiState, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        return resolving.resolve(game_data, actions)

    def is_decided(self, game_data: RiichiState, actions: Mapping[PlayerId, Action]) -> bool:
        return is_decided(game_data, actions)

    def timeout_action(self, game_data: RiichiState, player_id: PlayerId) -> Action:
        """Time passes on calls, and discards what was drawn; after a call the last tile that may go."""
        who = seat_index(player_id)
        if game_data.play.stage != "turn":
            return PASSES[who]
        return [action for action in turn_actions(game_data, who) if action.action_type == "discard"][-1]

    def horizon(self, game_data: RiichiState) -> int:
        return game_data.sheet.deal + (game_data.play.stage in ("end", "over"))
