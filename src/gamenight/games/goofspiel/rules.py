"""Goofspiel: everybody bids one card for each prize, at the same time; the single highest bid takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import (
    Action,
    ConcurrentMode,
    Event,
    ExpectedAction,
    GameResult,
    Phase,
    PlayerId,
    PlayerView,
    TransitionResult,
    seat,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng
from gamenight.core.scene import Offer, Scene
from gamenight.games.goofspiel.scene import offers_of, scene_of
from gamenight.games.goofspiel.table import (
    Table,
    bidders,
    is_forced,
    is_over,
    leave,
    play_round,
    prize_shown,
    prizes_to_come,
)
from gamenight.games.goofspiel.telling import happened
from gamenight.games.goofspiel.view import TableView, view_of
from gamenight.games.goofspiel.worlds import imagine_bids

MOST_CARDS = 13
MOST_PLAYERS = 5


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    cards: Annotated[int, Meta(ge=2, le=MOST_CARDS, description="Each hand, and the prizes, are 1 up to this.")] = 13
    prize_order: Literal["random", "ascending", "descending"] = "random"
    hidden_bids: Annotated[bool, Meta(description="After a round only its winner is told, not the bids.")] = False
    rounds: Annotated[int, Meta(ge=1, le=MOST_CARDS, description="How many prizes are played for.")] | None = None
    prizes: Annotated[tuple[int, ...] | None, Meta(description="All prizes in order.", extra={"secret": True})] = None


class Bid(Struct, frozen=True):
    card: int


SEATS = tuple(seat(index) for index in range(MOST_PLAYERS))
NUMBERS = {player: number for number, player in enumerate(SEATS)}
# Made once: listing is the hot path of every playout.
BIDS = {player: tuple(Action("bid", player, Bid(card)) for card in range(MOST_CARDS + 1)) for player in SEATS}


class Goofspiel(Game[Table]):
    game_id = "goofspiel"
    display_name = "Goofspiel"
    description = "Bid your cards for the prizes, all at the same time; each card serves once."
    category = "cards"
    min_players = 2
    max_players = MOST_PLAYERS
    max_turns = MOST_CARDS * MOST_PLAYERS
    state_type = Table
    view_type = TableView
    options_type = Options
    action_types = {"bid": Bid}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        table = Table(
            prizes=_prizes(options, rng),
            rounds=options.rounds or options.cards,
            hands=(tuple(range(1, options.cards + 1)),) * len(players),
            points=(0,) * len(players),
            is_order_known=options.prize_order != "random",
            hidden_bids=options.hidden_bids,
        )
        return TransitionResult(table, (_round_started(table),), _scores(table))

    def validate_config(self, options: Options, players: int) -> list[str]:
        problems = []
        if options.rounds is not None and options.rounds > options.cards:
            problems.append("there are no more rounds than cards")
        if options.prizes is not None and sorted(options.prizes) != list(range(1, options.cards + 1)):
            problems.append(f"prizes must be the numbers 1 to {options.cards}, each once, in any order")
        if options.prizes is not None and options.prize_order != "random":
            problems.append("prizes can be given for the random order only")
        return problems

    def phase_of(self, game_data: Table) -> Phase:
        if is_over(game_data):
            return Phase("game_over")
        number = len(game_data.history) + 1
        if is_forced(game_data):
            return Phase("last_bid", auto_resolve=True, metadata={"round": number})
        return _bidding(bidders(game_data), number, reveals=not game_data.hidden_bids)

    def get_valid_actions(self, game_data: Table, player_id: PlayerId) -> list[Action]:
        if is_over(game_data) or is_forced(game_data):
            return []
        own = BIDS[player_id]
        return [own[card] for card in game_data.hands[NUMBERS[player_id]]]

    def apply_action(self, game_data: Table, action: Action, rng: Rng) -> TransitionResult:
        """The forced last round; all the others are bid for together."""
        return _settle(game_data, tuple(hand[0] if hand else None for hand in game_data.hands))

    def resolve_concurrent_actions(
        self, game_data: Table, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        made = {NUMBERS[player]: action.payload.card for player, action in actions.items()}
        return _settle(game_data, tuple(made.get(number) for number in range(len(game_data.hands))))

    # There is no timeout_action, so time bids a random card: everybody sees who was late, and a card fixed by a rule
    # would tell a hidden bid.

    def on_player_forfeit(self, game_data: Table, player_id: PlayerId, rng: Rng) -> TransitionResult:
        number = NUMBERS[player_id]
        table = leave(game_data, number)
        left = Event("player_left", player_id, {"points_lost": game_data.points[number]})
        return TransitionResult(table, (left,), _scores(table))

    def get_player_view(self, game_data: Table, player_id: PlayerId | None) -> TableView:
        return view_of(game_data, None if player_id is None else NUMBERS[player_id])

    def determinize(self, game_data: Table, viewer: PlayerId | None, rng: Rng) -> Table:
        if game_data.hidden_bids:
            game_data = imagine_bids(game_data, None if viewer is None else NUMBERS[viewer], rng)
        if game_data.is_order_known:
            return game_data
        later = rng.shuffle(prizes_to_come(game_data))
        return replace(game_data, prizes=game_data.prizes[: -len(later) or None] + later)

    def describe_event(self, event: Event, view: PlayerView) -> str | None:
        return happened(event, view)

    def describe_action(self, action: Action, view: PlayerView) -> str:
        return f"bid {action.payload.card} for the prize of {view.game_data.prize}"

    def scene(self, view: PlayerView) -> Scene:
        return scene_of(view)

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return offers_of(view, lambda action: self.describe_action(action, view))


@cache
def _bidding(numbers: tuple[int, ...], number: int, *, reveals: bool) -> Phase:
    expected = tuple(ExpectedAction(SEATS[n], "bid") for n in numbers)
    return Phase("bid", expected, ConcurrentMode.CONCURRENT, reveals=reveals, metadata={"round": number})


def _prizes(options: Options, rng: Rng) -> tuple[int, ...]:
    ascending = tuple(range(1, options.cards + 1))
    if options.prize_order == "ascending":
        return ascending
    if options.prize_order == "descending":
        return ascending[::-1]
    return options.prizes or rng.stream("prizes").shuffle(ascending)


def _settle(table: Table, bids: tuple[int | None, ...]) -> TransitionResult:
    after = play_round(table, bids)
    events = (_bids_made(after), _prize_gone(after))
    if not is_over(after):
        return TransitionResult(after, (*events, _round_started(after)), _scores(after))
    result = ranked(_scores(after), left=[SEATS[number] for number in after.out])
    return TransitionResult(after, (*events, _ending(result)), _scores(after), result)


def _round_started(table: Table) -> Event:
    payload = {"round": len(table.history) + 1, "rounds": table.rounds, "prize": prize_shown(table)}
    return Event("round_started", None, payload)


def _bids_made(table: Table) -> Event:
    bids = {SEATS[number]: bid for number, bid in enumerate(table.history[-1].bids) if bid is not None}
    if table.hidden_bids:
        return Event("bids_compared", None, {}, {player: {"card": bid} for player, bid in bids.items()})
    return Event("bids_revealed", None, {"bids": bids})


def _prize_gone(table: Table) -> Event:
    past = table.history[-1]
    if past.winner is None:
        return Event("prize_discarded", None, {"prize": past.prize})
    return Event("prize_won", SEATS[past.winner], {"prize": past.prize, "points": table.points[past.winner]})


def _ending(result: GameResult) -> Event:
    if len(result.winners) == 1:
        return Event("win", result.winners[0])
    return Event("draw", None, {"players": result.winners})


def _scores(table: Table) -> dict[PlayerId, float]:
    return {SEATS[number]: float(points) for number, points in enumerate(table.points)}
