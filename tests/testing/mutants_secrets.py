"""Correct games with one fault each: leaks of secrets, and a wrong determinize."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict, replace

from gamenight.core.model import Action, Event, Phase, PlayerId, TransitionResult, seat
from gamenight.core.rng import Rng
from gamenight.games.carcassonne.rules import Carcassonne
from gamenight.games.carcassonne.state import Land
from gamenight.games.liarsdice.rules import LiarsDice
from tests.testing.coinbid import CoinBid, Sale
from tests.testing.highcard import Deal, DealView, HighCard, number, rearranged
from tests.testing.snap import SEATS, Round, RoundView, Snap, asked_seats

# Samplers


class DoesNothing(HighCard):
    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        return game_data


class KeepsTheDeck(HighCard):
    """The hands are dealt again, but the deck stays the same."""

    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        known = () if viewer is None else game_data.known[number(viewer)]
        return rearranged(game_data, (*known, *game_data.deck), rng)


class KeepsTheWall(Snap):
    def determinize(self, game_data: Round, viewer: PlayerId | None, rng: Rng) -> Round:
        world = super().determinize(replace(game_data, wall=()), viewer, rng)
        return replace(world, wall=game_data.wall)


class KeepsThePrizes(CoinBid):
    def determinize(self, game_data: Sale, viewer: PlayerId | None, rng: Rng) -> Sale:
        return game_data


class ForgetsWhereACardWent(HighCard):
    """Keeps the viewer's own card and the next one if the viewer has seen it, but no other card that it has seen."""

    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        if viewer is None:
            return rearranged(game_data, (), rng)
        at = number(viewer)
        top = tuple(card for card in game_data.deck[:1] if card in game_data.known[at])
        return rearranged(game_data, (game_data.hands[at], *top), rng)


class ForgetsTheOwnHand(HighCard):
    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        return rearranged(game_data, (), rng)


class Seeded(Deal, frozen=True):
    seed: str = ""
    luck: int = 0


class KeptSeed(HighCard):
    """Stores the match's seed, which a game must not read."""

    state_type = Seeded

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        deal = super().create_initial_state(players, options, rng).game_data
        return TransitionResult(Seeded(deal.hands, deal.deck, deal.away, deal.known, seed=rng._seed))


class OwnSeed(HighCard):
    """Stores a seed of its own for all later random numbers, which is as bad."""

    state_type = Seeded

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        deal = super().create_initial_state(players, options, rng).game_data
        return TransitionResult(Seeded(deal.hands, deal.deck, deal.away, deal.known, luck=rng.below(2**60)))


# Leaks through a view


class HandsView(DealView, frozen=True):
    all_hands: tuple[int, ...] = ()


class ShowsOtherHands(HighCard):
    view_type = HandsView

    def get_player_view(self, game_data: Deal, player_id: PlayerId | None) -> HandsView:
        mine = super().get_player_view(game_data, player_id)
        return HandsView(**asdict(mine), all_hands=game_data.hands)


class IdView(DealView, frozen=True):
    top_id: int = 0


class ShowsAnId(HighCard):
    """The next card is face down, but it has an id of its own."""

    view_type = IdView

    def get_player_view(self, game_data: Deal, player_id: PlayerId | None) -> IdView:
        mine = super().get_player_view(game_data, player_id)
        return IdView(**asdict(mine), top_id=1000 + 7 * game_data.deck[0] if game_data.deck else 0)


class CallsView(RoundView, frozen=True):
    calls: tuple[int, ...] = ()


class ShowsOthersActions(Snap):
    view_type = CallsView

    def get_player_view(self, game_data: Round, player_id: PlayerId | None) -> CallsView:
        mine = super().get_player_view(game_data, player_id)
        calls = tuple(len(self.get_valid_actions(game_data, seat(index))) for index in range(SEATS))
        return CallsView(**asdict(mine), calls=calls)


class DealShown(Deal, frozen=True):
    deal: tuple[int, ...] = ()


class DealtView(DealView, frozen=True):
    deal: tuple[int, ...] = ()


class ShowsASecretOption(HighCard):
    state_type = DealShown
    view_type = DealtView

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        deal = super().create_initial_state(players, options, rng).game_data
        return TransitionResult(DealShown(deal.hands, deal.deck, deal.away, deal.known, deal=options.deal))

    def get_player_view(self, game_data: Any, player_id: PlayerId | None) -> DealtView:
        return DealtView(**asdict(super().get_player_view(game_data, player_id)), deal=game_data.deal)


# Leaks through events


class SecretInThePublicPayload(HighCard):
    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        done = super().apply_action(game_data, action, rng)
        events = tuple(
            replace(event, payload=event.secret[action.player_id]) if event.event_type == "peeked" else event
            for event in done.events
        )
        return replace(done, events=events)


class WithoutAnAudience(Snap):
    """An event that only the drawer should see has no audience."""

    def draw(self, state: Round) -> TransitionResult:
        done = super().draw(state)
        events = tuple(Event(e.event_type, e.player_id, e.secret[e.player_id]) for e in done.events if e.player_id)
        return replace(done, events=events)


class DealsInTheOpen(HighCard):
    """Leaks in the set-up, before there is any state to compare."""

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        done = super().create_initial_state(players, options, rng)
        return replace(done, events=(Event("dealt", None, {"hands": done.game_data.hands}),))


class IdInAnEvent(Snap):
    """The wall's next tile has a number on its back."""

    def discard(self, state: Round, action: Action) -> TransitionResult:
        done = super().discard(state, action)
        back = sum(10**place * tile for place, tile in enumerate(state.wall))
        return replace(done, events=(*done.events, Event("wall", None, {"next": f"tile-{back}"})))


def _can_snap(state: Round) -> list[PlayerId]:
    return [player for player in asked_seats(state) if state.river[-1] in state.hands[int(player[1:])]]


class CountsHiddenCards(Snap):
    """An additional empty event for the discarder if a player can snap."""

    def discard(self, state: Round, action: Action) -> TransitionResult:
        done = super().discard(state, action)
        more = (Event("tick", None, {}, {}, (action.player_id,)),) if _can_snap(done.game_data) else ()
        return replace(done, events=done.events + more)


class NoticesThinkers(Snap):
    def discard(self, state: Round, action: Action) -> TransitionResult:
        done = super().discard(state, action)
        return replace(done, events=done.events + tuple(Event("thinks", p) for p in _can_snap(done.game_data)))


class ScoresHands(HighCard):
    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        done = super().apply_action(game_data, action, rng)
        scores = {seat(index): float(card) for index, card in enumerate(done.game_data.hands)}
        return replace(done, scores=scores)


class OrderOfKeys(HighCard):
    """The order of keys in a message reveals who holds the higher card."""

    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        done = super().apply_action(game_data, action, rng)
        seats = sorted(range(len(game_data.hands)), key=lambda index: game_data.hands[index])
        return replace(done, events=(*done.events, Event("seated", None, {seat(index): 1 for index in seats})))


# Leaks of hidden actors


class AsksOnlyWhoCanSnap(Snap):
    def phase_of(self, game_data: Round) -> Phase:
        phase = super().phase_of(game_data)
        if not game_data.asking:
            return phase
        able = _can_snap(game_data) or asked_seats(game_data)[:1]
        return replace(phase, expected_actions=tuple(e for e in phase.expected_actions if e.player_id in able))


class LongerForWhoCanSnap(Snap):
    def phase_of(self, game_data: Round) -> Phase:
        phase = super().phase_of(game_data)
        if not game_data.asking:
            return phase
        able = _can_snap(game_data)
        asked = tuple(replace(e, timeout_ms=9000 if e.player_id in able else 3000) for e in phase.expected_actions)
        return replace(phase, expected_actions=asked)


class TellsInTheMetadata(Snap):
    def phase_of(self, game_data: Round) -> Phase:
        phase = super().phase_of(game_data)
        return replace(phase, metadata={"callers": len(_can_snap(game_data))}) if game_data.asking else phase


class SkipsEmptyPrompts(Snap):
    """Opens the prompt only if a player can snap."""

    def discard(self, state: Round, action: Action) -> TransitionResult:
        done = super().discard(state, action)
        if _can_snap(done.game_data):
            return done
        onward = self.resolve_concurrent_actions(done.game_data, {}, Rng("00" * 16))
        return replace(onward, events=done.events)


class RollsInTheOpen(LiarsDice):
    """The dice of the first round are secret; an event shows those of later rounds to all players."""

    def apply_action(self, game_data, action, rng):
        result = super().apply_action(game_data, action, rng)
        if result.game_data.round < 2:
            return result
        return replace(result, events=tuple(map(_told_to_all, result.events)))


def _told_to_all(event):
    return replace(event, payload={**event.payload, "all": event.secret}, secret={})


# Claims


class SaysNothingIsHidden(HighCard):
    hides = "nothing"


class SaysOnlyTheFutureIs(HighCard):
    hides = "future"


class TakesAllTilesForOne(Carcassonne):
    """Does not distinguish the tile that was drawn."""

    def chance_key(self, game_data: Land) -> None:
        return None
