"""A sealed auction: in each round everybody bids at once; the highest bid wins, and of equal bids the earliest seat's.

What a seat can afford in a round, 0 to 3, is its own secret; everybody may also pass. A won bid scores its height.
The options choose how the bids are collected, so that every kind of concurrent phase can be tried here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import (
    NO_PAYLOAD,
    Action,
    ConcurrentMode,
    Event,
    ExpectedAction,
    NoPayload,
    Phase,
    PlayerId,
    TransitionResult,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng

SLAM = 3

Purses = tuple[int, ...]


class AuctionOptions(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=3)] = 2
    closes: Literal["complete", "deadline"] = "complete"
    revisable: bool = False
    reveals: bool = False
    courtesy: bool = False
    timeout_ms: Annotated[int | None, Meta(examples=[5000])] = None
    purses: Annotated[tuple[Purses, ...], Meta(extra={"secret": True})] = ()
    """What the seats can afford, round by round; drawn by chance where this ends."""


class Bid(Struct, frozen=True):
    height: int


class Sale(Struct, frozen=True):
    """`purses` is the present round's; `later` are fixed ones of rounds to come."""

    players: tuple[PlayerId, ...]
    options: AuctionOptions
    round: int
    purses: Purses
    later: tuple[Purses, ...]
    won: tuple[int, ...]
    gone: tuple[PlayerId, ...] = ()


class SaleView(Struct, frozen=True):
    round: int
    rounds: int
    won: tuple[int, ...]
    purse: int | None


def bid(player: PlayerId, height: int) -> Action:
    """A bid of this height; None is a pass."""
    return Action("bid", player, Bid(height)) if height else Action("pass", player, NO_PAYLOAD)


class Auction(Game[Sale]):
    game_id = "mini-auction"
    display_name = "Auction"
    description = "Sealed bids; the highest wins."
    category = "cards"
    max_players = 4
    max_turns = 40
    view_type = SaleView
    options_type = AuctionOptions
    action_types = {"bid": Bid, "pass": NoPayload}

    def create_initial_state(
        self, players: tuple[PlayerId, ...], options: AuctionOptions, rng: Rng
    ) -> TransitionResult:
        public = replace(options, purses=())
        blank = Sale(players, public, 0, (), options.purses, (0,) * len(players))
        return TransitionResult(next_round(blank, rng))

    def validate_config(self, options: AuctionOptions, players: int) -> list[str]:
        errors = []
        if options.closes == "deadline" and options.timeout_ms is None:
            errors.append("closing at a deadline needs timeout_ms")
        if options.revisable and options.closes == "complete":
            errors.append("revisable bids need a deadline")
        if any(len(row) != players or not all(0 <= purse <= SLAM for purse in row) for row in options.purses):
            errors.append(f"each row of purses needs one number from 0 to {SLAM} per player")
        return errors

    def phase_of(self, game_data: Sale) -> Phase:
        options = game_data.options
        asked = tuple(
            ExpectedAction(player, action_type, options.timeout_ms)
            for player in game_data.players
            if player not in game_data.gone
            for action_type in ("bid", "pass")
        )
        return Phase(
            "bids", asked, ConcurrentMode.CONCURRENT, closes=options.closes, revisable=options.revisable,
            hidden_actors=self.hides_actors, reveals=options.reveals, courtesy=options.courtesy,
            metadata={"round": game_data.round},
        )  # fmt: skip

    def get_valid_actions(self, game_data: Sale, player_id: PlayerId) -> list[Action]:
        if player_id in game_data.gone:
            return []
        purse = game_data.purses[game_data.players.index(player_id)]
        return [bid(player_id, height) for height in (*range(1, purse + 1), 0)]

    def resolve_concurrent_actions(
        self, game_data: Sale, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        best = highest(game_data, actions)
        if best is None:
            sold, won = Event("unsold", None, {"round": game_data.round}), game_data.won
        else:
            at = game_data.players.index(best.player_id)
            height = best.payload.height
            sold = Event("sold", best.player_id, {"round": game_data.round, "height": height})
            won = (*game_data.won[:at], game_data.won[at] + height, *game_data.won[at + 1 :])
        scores = dict(zip(game_data.players, map(float, won), strict=True))
        after = replace(game_data, won=won)
        if game_data.round == game_data.options.rounds:
            return TransitionResult(after, (sold,), scores, ranked(scores))
        return TransitionResult(next_round(after, rng), (sold,), scores)

    def is_decided(self, game_data: Sale, actions: Mapping[PlayerId, Action]) -> bool:
        """Only a slam of an earlier seat outranks a slam."""
        best = highest(game_data, actions)
        if best is None or best.payload.height < SLAM:
            return False
        earlier = game_data.players[: game_data.players.index(best.player_id)]
        return all(player in actions or player in game_data.gone for player in earlier)

    def on_player_forfeit(self, game_data: Sale, player_id: PlayerId, rng: Rng) -> TransitionResult:
        return TransitionResult(replace(game_data, gone=(*game_data.gone, player_id)), (Event("left", player_id),))

    def get_player_view(self, game_data: Sale, player_id: PlayerId | None) -> SaleView:
        purse = None if player_id is None else game_data.purses[game_data.players.index(player_id)]
        return SaleView(game_data.round, game_data.options.rounds, game_data.won, purse)

    def determinize(self, game_data: Sale, viewer: PlayerId | None, rng: Rng) -> Sale:
        """Draw the purses of others, and those fixed for later rounds, again."""
        seats = len(game_data.players)
        purses = tuple(
            purse if player == viewer else rng.below(SLAM + 1)
            for player, purse in zip(game_data.players, game_data.purses, strict=True)
        )
        later = tuple(tuple(rng.below(SLAM + 1) for _ in range(seats)) for _ in game_data.later)
        return replace(game_data, purses=purses, later=later)


class HiddenAuction(Auction):
    """The same auction, but with hidden actors."""

    game_id = "mini-hidden-auction"
    display_name = "Auction with hidden bidders"
    hides_actors = True


def next_round(sale: Sale, rng: Rng) -> Sale:
    """The next round, with fixed purses while there are any."""
    number = sale.round + 1
    if sale.later:
        return replace(sale, round=number, purses=sale.later[0], later=sale.later[1:])
    chance = rng.stream("purses", number)
    return replace(sale, round=number, purses=tuple(chance.below(SLAM + 1) for _ in sale.players))


def highest(sale: Sale, actions: Mapping[PlayerId, Action]) -> Action | None:
    """The winning bid: the highest, and among equals the first in seat order."""
    bids = [actions[player] for player in sale.players if player in actions and actions[player].action_type == "bid"]
    return max(bids, key=lambda action: action.payload.height, default=None)
