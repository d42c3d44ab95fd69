"""Mutants of a trick-taking game of several deals, each with one fault that only shows over the whole match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from gamenight.core.model import (
    Action,
    Event,
    ExpectedAction,
    Family,
    NoPayload,
    Phase,
    PlayerId,
    TransitionResult,
    seat,
    seat_index,
)
from gamenight.core.rng import Rng
from tests.minigames.hearts import (
    Cards,
    Deal,
    DealView,
    Hearts,
    Played,
    next_deal,
    play_of,
    put,
    redealt,
)

PLAYERS = tuple(map(seat, range(4)))

# Samplers


class IgnoresVoids(Hearts):
    """In its worlds, a player who did not follow suit may hold that suit."""

    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        world = super().determinize(replace(game_data, lacks=(frozenset(),) * 4), viewer, rng)
        return replace(world, lacks=game_data.lacks)


class IgnoresOneVoid(Hearts):
    """Forgets only what the seat on the left has shown."""

    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        left = 0 if viewer is None else (seat_index(viewer) + 1) % 4
        world = super().determinize(replace(game_data, lacks=put(game_data.lacks, left, frozenset())), viewer, rng)
        return replace(world, lacks=game_data.lacks)


class MovesPassedCards(Hearts):
    """In its worlds, the cards that the viewer passed may be anywhere."""

    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        if viewer is None or not game_data.passed[0]:
            return super().determinize(game_data, viewer, rng)
        hands = redealt(
            replace(game_data, passed=put(game_data.passed, seat_index(viewer), ())), seat_index(viewer), rng
        )
        return replace(super().determinize(game_data, viewer, rng), hands=hands)


class KeepsHandsWithinATrick(Hearts):
    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        world = super().determinize(game_data, viewer, rng)
        return replace(world, hands=game_data.hands) if game_data.trick else world


class KeepsOthersPasses(Hearts):
    def determinize(self, game_data: Deal, viewer: PlayerId | None, rng: Rng) -> Deal:
        return replace(super().determinize(game_data, viewer, rng), passed=game_data.passed)


# Events


def with_events(done: TransitionResult, change: Any) -> TransitionResult:
    return replace(done, events=tuple(map(change, done.events)))


class PassesInTheOpen(Hearts):
    """The public part of the event has the passed cards."""

    def resolve_concurrent_actions(
        self, game_data: Deal, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        done = super().resolve_concurrent_actions(game_data, actions, rng)
        return with_events(done, _with_public_cards)


def _with_public_cards(event: Event) -> Event:
    return replace(event, payload={**event.payload, **event.secret[event.player_id]})


class TellsTheNextSeat(Hearts):
    """The event goes to the giver, and by mistake to the seat after the taker."""

    def resolve_concurrent_actions(
        self, game_data: Deal, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        done = super().resolve_concurrent_actions(game_data, actions, rng)
        return with_events(done, _with_wrong_audience)


def _with_wrong_audience(event: Event) -> Event:
    cards = event.secret[event.player_id]
    wrong = seat((seat_index(event.payload["to"]) + 1) % 4)
    return replace(event, secret={event.player_id: cards, wrong: cards})


class TellsThePlaceInTheHand(Hearts):
    """Hands are sorted, so the place of a card reveals something about the others."""

    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        place = game_data.hands[game_data.mover].index(action.payload.card)
        done = super().apply_action(game_data, action, rng)
        first = replace(done.events[0], payload={**done.events[0].payload, "place": place})
        return replace(done, events=(first, *done.events[1:]))


class DealsLaterDealsInTheOpen(Hearts):
    """The first deal is secret; in the others, an event shows all players the cards of the first seat."""

    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        return with_events(super().apply_action(game_data, action, rng), _told_to_all)


def _told_to_all(event: Event) -> Event:
    if event.event_type != "dealt":
        return event
    return replace(event, payload={**event.payload, "first": event.secret[seat(0)]["hand"]})


class TellsALowCardLate(Hearts):
    """From the second deal on, the event of every trick names the suit of the winner's lowest card."""

    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        done = super().apply_action(game_data, action, rng)
        hands = done.game_data.hands
        if game_data.number < 2 or done.events[-1].event_type != "took_trick":
            return done
        low = Event("low", None, {"suit": hands[seat_index(done.events[-1].player_id)][0][1]})
        return replace(done, events=(*done.events, low))


# Views, phases, scores and lists


class NeighbourView(DealView, frozen=True):
    gift: Cards = ()


class ShowsThePassToANeighbour(Hearts):
    """Each player sees the cards that the seat on the right has passed, also to others."""

    view_type = NeighbourView

    def get_player_view(self, game_data: Deal, player_id: PlayerId | None) -> NeighbourView:
        own = super().get_player_view(game_data, player_id)
        gift = () if player_id is None else game_data.passed[(seat_index(player_id) - 1) % 4]
        return NeighbourView(**asdict(own), gift=gift)


class ScoresTheQueenInTheHand(Hearts):
    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        done = super().apply_action(game_data, action, rng)
        danger = [13.0 * ("QS" in hand) for hand in done.game_data.hands]
        totals = zip(PLAYERS, done.game_data.totals, danger, strict=True)
        return replace(done, scores={player: total + more for player, total, more in totals})


class TellsVoidsInThePhase(Hearts):
    def phase_of(self, game_data: Deal) -> Phase:
        phase = super().phase_of(game_data)
        if not game_data.trick:
            return phase
        follows = any(card[1] == game_data.trick[0][1] for card in game_data.hands[game_data.mover])
        return replace(phase, metadata={"follows": follows})


class WarnsOfTheQueen(Hearts):
    """Spades are not listed while the next seat has the queen."""

    def get_valid_actions(self, game_data: Deal, player_id: PlayerId) -> Sequence[Action | Family]:
        listed = super().get_valid_actions(game_data, player_id)
        if game_data.is_passing or "QS" not in game_data.hands[(seat_index(player_id) + 1) % 4]:
            return listed
        return [play for play in listed if play.payload.card[1] != "S"] or listed


# Rules


class RevokesAreLegal(Hearts):
    """No player must follow suit, but the state takes a discard as proof that its player could not."""

    def get_valid_actions(self, game_data: Deal, player_id: PlayerId) -> Sequence[Action | Family]:
        if game_data.is_passing or not game_data.trick:
            return super().get_valid_actions(game_data, player_id)
        return [play_of(player_id, card) for card in game_data.hands[seat_index(player_id)]]


class PassesInTheOrderOfAnswers(Hearts):
    """Cards go to the player who answered next."""

    def resolve_concurrent_actions(
        self, game_data: Deal, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        order = list(actions)
        moved = {player: actions[order[at]] for at, player in enumerate(PLAYERS)}
        return super().resolve_concurrent_actions(game_data, moved if set(order) == set(PLAYERS) else actions, rng)


class LeaderBySet(Hearts):
    """After a trick without points, the leader is the first name in a set."""

    def apply_action(self, game_data: Deal, action: Action, rng: Rng) -> TransitionResult:
        done = super().apply_action(game_data, action, rng)
        state = done.game_data
        if state.trick or not state.hands[0] or state.number != game_data.number:
            return done
        names = list({f"trick {len(state.played[0])} for {player}" for player in PLAYERS})
        return replace(done, game_data=replace(state, leader=seat_index(names[0][-2:])))


class PlaysWhenTimeIsUp(Hearts):
    """The timeout plays the two of clubs, also while cards are passed."""

    def timeout_action(self, game_data: Deal, player_id: PlayerId) -> Action | None:
        return Action("play", player_id, Played("2C")) if game_data.is_passing else None


class Tally(Deal, frozen=True):
    tricks: list[int] = []


class CountsTricksInPlace(Hearts):
    """Counts are stored in a list that all states of a match share."""

    state_type = Tally

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        done = super().create_initial_state(players, options, rng)
        return replace(done, game_data=Tally(**{**asdict(done.game_data), "tricks": [0, 0, 0, 0]}))

    def apply_action(self, game_data: Any, action: Action, rng: Rng) -> TransitionResult:
        if len(game_data.trick) == 3:
            game_data.tricks[game_data.mover] += 1
        done = super().apply_action(game_data, action, rng)
        return done if isinstance(done.game_data, Tally) else _tallied(done, game_data.tricks)


def _tallied(done: TransitionResult, tricks: list[int]) -> TransitionResult:
    return replace(done, game_data=Tally(**{**asdict(done.game_data), "tricks": tricks}))


# A phase between deals


class Pause(Deal, frozen=True):
    is_paused: bool = False


class HeartsWithPauses(Hearts):
    """A correct game: after each deal, the first seat starts the next one."""

    state_type = Pause
    action_types = {**Hearts.action_types, "next": NoPayload}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return _paused(super().create_initial_state(players, options, rng), is_paused=False)

    def phase_of(self, game_data: Any) -> Phase:
        if game_data.is_paused:
            return Phase("between_deals", (ExpectedAction(seat(0), "next"),))
        return super().phase_of(game_data)

    def get_valid_actions(self, game_data: Any, player_id: PlayerId) -> Sequence[Action | Family]:
        if game_data.is_paused:
            return [Action("next", player_id)] if player_id == seat(0) else []
        return super().get_valid_actions(game_data, player_id)

    def apply_action(self, game_data: Any, action: Action, rng: Rng) -> TransitionResult:
        if action.action_type == "next":
            after, told = next_deal(game_data, rng)
            return _paused(TransitionResult(after, told), is_paused=False)
        done = super().apply_action(game_data, action, rng)
        if done.game_data.number == game_data.number:
            return done
        events = tuple(event for event in done.events if event.event_type != "dealt")
        before = replace(game_data, hands=((),) * 4, trick=(), played=((),) * 4, totals=done.game_data.totals)
        return _paused(replace(done, game_data=before, events=events), is_paused=True)

    def action_key(self, action: Action) -> object:
        return action.action_type if action.action_type == "next" else super().action_key(action)

    def determinize(self, game_data: Any, viewer: PlayerId | None, rng: Rng) -> Any:
        return game_data if game_data.is_paused else super().determinize(game_data, viewer, rng)


def _paused(done: TransitionResult, *, is_paused: bool) -> TransitionResult:
    return replace(done, game_data=Pause(**{**asdict(done.game_data), "is_paused": is_paused}))


class FailsBetweenDeals(HeartsWithPauses):
    """The facts for language models name the card that leads, also in a phase without cards."""

    def ai_context(self, view: Any) -> dict[str, Any]:
        is_between = view.phase.name == "between_deals"
        return {"lowest": view.game_data.hand[0]} if is_between and view.viewer_id else {}
