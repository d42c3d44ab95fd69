"""Snap: draw a tile, discard one; a player who holds an equal tile may snap it, without revealing who could have.

After every discard, all other players are asked; the nearest seat that snaps gets the point.
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
    NoPayload,
    Phase,
    PlayerId,
    PlayerView,
    TransitionResult,
    seat,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng

SEATS = 3


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    faces: Annotated[int, Meta(ge=3, le=6)] = 4


class Discard(Struct, frozen=True):
    tile: int


class Round(Struct, frozen=True):
    """`asking`: the last tile of the river may be snapped. `has_drawn`: the mover must discard."""

    hands: tuple[tuple[int, ...], ...]
    wall: tuple[int, ...]
    river: tuple[int, ...] = ()
    points: tuple[int, ...] = (0,) * SEATS
    mover: int = 0
    has_drawn: bool = False
    asking: bool = False


class RoundView(Struct, frozen=True):
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    wall: int
    river: tuple[int, ...]
    points: tuple[int, ...]
    mover: int
    asking: bool


class Snap(Game[Round]):
    game_id = "mini-snap"
    display_name = "Snap"
    description = "Snap the tile whose like you hold."
    category = "cards"
    min_players = SEATS
    max_players = SEATS
    max_turns = 60
    view_type = RoundView
    options_type = Options
    action_types = {"discard": Discard, "snap": NoPayload, "pass": NoPayload}
    hides_actors = True

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        tiles = rng.stream("deal").shuffle(tuple(range(options.faces)) * 2)
        hands = tuple((tile,) for tile in tiles[:SEATS])
        secret = {player: {"tiles": hand} for player, hand in zip(players, hands, strict=True)}
        return TransitionResult(Round(hands, tiles[SEATS:]), (Event("dealt", None, {}, secret),))

    def phase_of(self, game_data: Round) -> Phase:
        mover = seat(game_data.mover)
        if game_data.asking:
            asked = tuple(ExpectedAction(p, kind) for p in asked_seats(game_data) for kind in ("snap", "pass"))
            return Phase("call", asked, ConcurrentMode.CONCURRENT, hidden_actors=True)
        if not game_data.has_drawn:
            return Phase("draw", auto_resolve=True)
        return Phase("discard", (ExpectedAction(mover, "discard"),))

    def get_valid_actions(self, game_data: Round, player_id: PlayerId) -> list[Action]:
        hand = game_data.hands[int(player_id[1:])]
        if not game_data.asking:
            mine = player_id == seat(game_data.mover) and game_data.has_drawn
            return [Action("discard", player_id, Discard(tile)) for tile in sorted(set(hand))] if mine else []
        if player_id == seat(game_data.mover):
            return []
        passing = Action("pass", player_id)
        return [Action("snap", player_id), passing] if game_data.river[-1] in hand else [passing]

    def apply_action(self, game_data: Round, action: Action, rng: Rng) -> TransitionResult:
        return self.draw(game_data) if action.action_type == "auto_resolve" else self.discard(game_data, action)

    def draw(self, state: Round) -> TransitionResult:
        if not state.wall:
            return self.end(state)
        tile, player = state.wall[0], seat(state.mover)
        drawn = Event("drew", player, {}, {player: {"tile": tile}})
        hands = with_hand(state, state.mover, (*state.hands[state.mover], tile))
        return TransitionResult(replace(state, hands=hands, wall=state.wall[1:], has_drawn=True), (drawn,))

    def discard(self, state: Round, action: Action) -> TransitionResult:
        tile = action.payload.tile
        hand = list(state.hands[state.mover])
        hand.remove(tile)
        after = replace(
            state, hands=with_hand(state, state.mover, tuple(hand)), river=(*state.river, tile), asking=True
        )
        return TransitionResult(after, (Event("discarded", action.player_id, {"tile": tile}),))

    def resolve_concurrent_actions(
        self, game_data: Round, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        """The nearest seat that snapped, if any, shows its tile and gets a point."""
        mover = (game_data.mover + 1) % SEATS
        after = replace(game_data, asking=False, has_drawn=False, mover=mover)
        snapper = next((p for p in asked_seats(game_data) if p in actions and actions[p].action_type == "snap"), None)
        if snapper is None:
            return TransitionResult(after)
        at, tile = int(snapper[1:]), game_data.river[-1]
        hand = list(game_data.hands[at])
        hand.remove(tile)
        points = (*game_data.points[:at], game_data.points[at] + 1, *game_data.points[at + 1 :])
        after = replace(
            after, hands=with_hand(game_data, at, tuple(hand)), river=(*game_data.river, tile), points=points
        )
        return TransitionResult(after, (Event("snapped", snapper, {"tile": tile}),), scores(after))

    def is_decided(self, game_data: Round, actions: Mapping[PlayerId, Action]) -> bool:
        for player in asked_seats(game_data):
            if player not in actions:
                return False
            if actions[player].action_type == "snap":
                return True
        return True

    def end(self, state: Round) -> TransitionResult:
        return TransitionResult(state, (), scores(state), ranked(scores(state)))

    def on_player_forfeit(self, game_data: Round, player_id: PlayerId, rng: Rng) -> TransitionResult:
        return self.end(game_data)

    def get_player_view(self, game_data: Round, player_id: PlayerId | None) -> RoundView:
        hand = () if player_id is None else game_data.hands[int(player_id[1:])]
        return RoundView(
            hand,
            tuple(map(len, game_data.hands)),
            len(game_data.wall),
            game_data.river,
            game_data.points,
            game_data.mover,
            game_data.asking,
        )

    def determinize(self, game_data: Round, viewer: PlayerId | None, rng: Rng) -> Round:
        """Deal the tiles again that the viewer does not hold or see."""
        own = None if viewer is None else int(viewer[1:])
        loose = [tile for at, hand in enumerate(game_data.hands) if at != own for tile in hand]
        tiles = iter(rng.shuffle((*loose, *game_data.wall)))
        hands = tuple(
            hand if at == own else tuple(sorted(next(tiles) for _ in hand)) for at, hand in enumerate(game_data.hands)
        )
        return replace(game_data, hands=hands, wall=tuple(tiles))

    def describe_action(self, action: Action, view: PlayerView) -> str:
        return f"discard {action.payload.tile}" if action.action_type == "discard" else action.action_type


def asked_seats(state: Round) -> list[PlayerId]:
    """All seats but the mover's, the nearest first."""
    return [seat((state.mover + step) % SEATS) for step in range(1, SEATS)]


def with_hand(state: Round, at: int, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*state.hands[:at], tuple(sorted(hand)), *state.hands[at + 1 :])


def scores(state: Round) -> dict[PlayerId, float]:
    return {seat(index): float(points) for index, points in enumerate(state.points)}
