"""Correct games with one fault each: rules that break the contract."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.listing.actions import expand
from gamenight.core.model import (
    Action,
    Event,
    ExpectedAction,
    GameResult,
    Phase,
    PlayerId,
    PlayerView,
    TransitionResult,
    seat,
)
from gamenight.core.rng import Rng
from gamenight.core.text import Words
from tests.testing.coinbid import Bid, CoinBid, Options, Sale, best, living
from tests.testing.highcard import Deal, HighCard
from tests.testing.snap import Round, Snap


class NoName(HighCard):
    display_name = ""


class Melting(Struct):
    hand: int | None


class NotFrozen(HighCard):
    view_type = Melting  # type: ignore[assignment]


class ImpossibleDefault(HighCard):
    def validate_config(self, options: Any, players: int) -> list[str]:
        return ["not with three"] if players == 3 else super().validate_config(options, players)


class GlobalRandomness(HighCard):
    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        done = super().apply_action(game_data, action, rng)
        return replace(done, events=(*done.events, Event("weather", None, {"rain": random.random() < 0.5})))


class OwnGenerator(HighCard):
    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        random.Random(len(game_data.deck)).random()
        return super().determinize(game_data, viewer, rng)


class AsksTheClock(HighCard):
    def get_player_view(self, game_data: Deal, player_id: PlayerId | None) -> Any:
        time.monotonic()
        return super().get_player_view(game_data, player_id)


class CountsItsCalls(HighCard):
    calls = 0

    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        done = super().apply_action(game_data, action, rng)
        type(self).calls += 1
        return replace(done, events=(*done.events, Event("counted", None, {"calls": type(self).calls})))


class SetOrder(HighCard):
    """The first name in a set depends on the process."""

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        done = super().create_initial_state(players, options, rng)
        names = list({f"a long name for {player} {word}" for player in players for word in ("x", "y", "z", "u", "v")})
        return replace(done, events=(*done.events, Event("names", None, {"names": names})))


class Ledger(Deal, frozen=True):
    entries: list[str] = []


class MutatedInput(HighCard):
    state_type = Ledger

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        deal = super().create_initial_state(players, options, rng).game_data
        return TransitionResult(Ledger(deal.hands, deal.deck, deal.away, deal.known, entries=[]))

    def apply_action(self, game_data: Any, action: Action, rng: Rng) -> TransitionResult:
        game_data.entries.append(action.action_type)
        return super().apply_action(game_data, action, rng)


class Strange(Deal, frozen=True):
    places: dict[tuple[int, int], int] = {}


class CannotBeEncoded(HighCard):
    state_type = Strange

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        deal = super().create_initial_state(players, options, rng).game_data
        return TransitionResult(Strange(deal.hands, deal.deck, deal.away, deal.known, places={(0, 1): 2}))


class Loose(Deal, frozen=True):
    note: Any = None


class ChangedByJson(HighCard):
    """A tuple in an untyped field is decoded as a list."""

    state_type = Loose

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        deal = super().create_initial_state(players, options, rng).game_data
        return TransitionResult(Loose(deal.hands, deal.deck, deal.away, deal.known, note=(1, 2)))

    def phase_of(self, game_data: Any) -> Phase:
        return replace(super().phase_of(game_data), metadata={"lucky": game_data.note == (1, 2)})


class Raises(CoinBid):
    def resolve_concurrent_actions(
        self, game_data: Sale, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        if not best(game_data, actions)[1]:
            raise KeyError("nobody bid")
        return super().resolve_concurrent_actions(game_data, actions, rng)


class ListedButRefused(HighCard):
    def validate_action(self, game_data: Deal, action: Action) -> Words | None:
        if action.action_type == "peek" and game_data.turn > 1:
            return "No peeking."
        return super().validate_action(game_data, action)


class ListedButNotExpected(HighCard):
    def phase_of(self, game_data: Deal) -> Phase:
        phase = super().phase_of(game_data)
        return replace(phase, expected_actions=phase.expected_actions[:1])


class RaisesOnJunk(Snap):
    def validate_action(self, game_data: Round, action: Action) -> Words | None:
        if action.action_type == "discard":
            game_data.hands[game_data.mover].index(action.payload.tile)
        return super().validate_action(game_data, action)


class SameWords(HighCard):
    def describe_action(self, action: Action, view: PlayerView) -> str:
        return "do it"


class NoWords(HighCard):
    def describe_action(self, action: Action, view: PlayerView) -> str:
        return "" if action.action_type == "keep" else super().describe_action(action, view)


class EndlessDraw(Snap):
    """Without a wall, the round never ends."""

    def end(self, state: Round) -> TransitionResult:
        return TransitionResult(state)


class OrderMatters(CoinBid):
    """Of equal bids, the first that arrived wins."""

    def resolve_concurrent_actions(
        self, game_data: Sale, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        height = best(game_data, actions)[1]
        first = next(p for p, action in actions.items() if sum(action.payload.coins) == height)
        alone = {p: a if p == first else Action("bid", p, Bid(())) for p, a in actions.items()}
        return super().resolve_concurrent_actions(game_data, alone, rng)


class DecidedTooEarly(CoinBid):
    def is_decided(self, game_data: Sale, actions: Mapping[PlayerId, Action]) -> bool:
        return best(game_data, actions)[1] >= 3


class IllegalTimeout(CoinBid):
    def timeout_action(self, game_data: Sale, player_id: PlayerId) -> Action:
        return Action("bid", player_id, Bid((1,)))


class NeverEnds(HighCard):
    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        done = super().apply_action(game_data, action, rng)
        return done if done.game_over is None else TransitionResult(replace(done.game_data, turn=0))


class WaitsForTheDead(CoinBid):
    def phase_of(self, game_data: Sale) -> Phase:
        asked = tuple(ExpectedAction(seat(index), "bid") for index in range(len(game_data.purses)))
        return replace(super().phase_of(game_data), expected_actions=asked)


class WaitsForNobody(CoinBid):
    """A prompt that asks no player and has no deadline."""

    def phase_of(self, game_data: Sale) -> Phase:
        phase = super().phase_of(game_data)
        asked = tuple(replace(entry, timeout_ms=1000) for entry in phase.expected_actions if len(living(game_data)) > 2)
        return replace(phase, expected_actions=asked, closes="deadline")


class HidesWithoutSaying(Snap):
    hides_actors = False


class MissingScore(CoinBid):
    def after(self, state: Sale, event: Event) -> TransitionResult:
        done = super().after(state, event)
        return replace(done, scores={seat(0): 1.0})


class NoNumber(CoinBid):
    def after(self, state: Sale, event: Event) -> TransitionResult:
        done = super().after(state, event)
        assert done.scores is not None
        return replace(done, scores=dict.fromkeys(done.scores, float("inf")))


class LoserRankedFirst(CoinBid):
    def after(self, state: Sale, event: Event) -> TransitionResult:
        done = super().after(state, event)
        upside_down = None if done.game_over is None else GameResult(done.game_over.ranking[::-1])
        return replace(done, game_over=upside_down)


class SomebodyUnranked(CoinBid):
    def after(self, state: Sale, event: Event) -> TransitionResult:
        done = super().after(state, event)
        short = None if done.game_over is None else GameResult(done.game_over.ranking[:1])
        return replace(done, game_over=short)


class LeaverStays(HighCard):
    """The match continues, and it becomes the turn of a player who has left."""

    def on_player_forfeit(self, game_data: Deal, player_id: PlayerId, rng: Rng) -> TransitionResult | None:
        return TransitionResult(game_data)


class OtherViewType(HighCard):
    def get_player_view(self, game_data: Deal, player_id: PlayerId | None) -> Any:
        return game_data.hands if player_id is None else super().get_player_view(game_data, player_id)


class TooConfident(HighCard):
    def evaluate(self, game_data: Deal, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        return float(game_data.hands[int(player_id[1:])])


class PlaysWhatIsNotListed(HighCard):
    def heuristic_action(self, game_data: Deal, player_id: PlayerId, rng: Rng) -> Action | None:
        return Action("no_such_action", player_id)


class Peeks(HighCard):
    def heuristic_action(self, game_data: Deal, player_id: PlayerId, rng: Rng) -> Action | None:
        listing = expand(self.get_valid_actions(game_data, player_id), player_id, self.action_types)
        return listing[sum(game_data.hands) % len(listing)]


class NeedlessOptions(Struct, frozen=True, forbid_unknown_fields=True):
    mode: Literal["good", "never"] = "good"


class ImpossibleValue(CoinBid):
    options_type = NeedlessOptions  # type: ignore[assignment]

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return super().create_initial_state(players, Options(2), rng)

    def validate_config(self, options: Any, players: int) -> list[str]:
        return ["never"] if options.mode == "never" else []
