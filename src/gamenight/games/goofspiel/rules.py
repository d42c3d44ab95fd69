"""Goofspiel: everybody bids one card for each prize, at the same time; the single highest bid takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core import (
    Action,
    Event,
    Game,
    Phase,
    PlayerId,
    PlayerView,
    Rng,
    TransitionResult,
    everybody,
    seat,
    seat_index,
)
from gamenight.core.text import Message, Words, say
from gamenight.games.goofspiel.context import facts, recap
from gamenight.games.goofspiel.scene import card_id, happened, scene_of
from gamenight.games.goofspiel.table import (
    GoofspielState,
    bidders,
    is_forced,
    is_over,
    leave,
    play_round,
    prize_shown,
    prizes_to_come,
)
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
    """A card of the own hand by its number."""

    card: int


ROUND_OVER = Phase("round_over", auto_resolve=True, shown_ms=2000)
# Made once: listing is the hot path of every playout.
BIDS = [[Action("bid", seat(number), Bid(card)) for card in range(MOST_CARDS + 1)] for number in range(MOST_PLAYERS)]


class Goofspiel(Game[GoofspielState]):
    game_id = "goofspiel"
    rules_version = 2
    display_name = "Goofspiel"
    description = "Bid your cards for the prizes, all at the same time; each card serves once."
    category = "cards"
    min_players = 2
    max_players = MOST_PLAYERS
    max_turns = MOST_CARDS * MOST_PLAYERS
    view_type = TableView
    options_type = Options
    action_types = {"bid": Bid}
    get_player_view = staticmethod(view_of)
    scene = staticmethod(scene_of)
    describe_event = staticmethod(happened)
    ai_context = staticmethod(facts)
    recap = staticmethod(recap)

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        table = GoofspielState(
            prizes=_prizes(options, rng),
            rounds=options.rounds or options.cards,
            hands=(tuple(range(1, options.cards + 1)),) * len(players),
            points=(0,) * len(players),
            is_order_known=options.prize_order != "random",
            hidden_bids=options.hidden_bids,
        )
        return TransitionResult(table, (_round_started(table),))

    def validate_config(self, options: Options, players: int) -> list[Words]:
        problems: list[Words] = []
        if options.rounds is not None and options.rounds > options.cards:
            problems.append(say("bad-more_rounds_than_cards"))
        if options.prizes is not None and sorted(options.prizes) != list(range(1, options.cards + 1)):
            problems.append(say("bad-prizes", cards=options.cards))
        if options.prizes is not None and options.prize_order != "random":
            problems.append(say("bad-prize_order"))
        return problems

    def phase_of(self, game_data: GoofspielState) -> Phase:
        if game_data.is_settled:
            return ROUND_OVER
        number = {"round": len(game_data.history) + 1}
        if is_forced(game_data):
            return Phase("last_bid", auto_resolve=True, metadata=number)
        return everybody(bidders(game_data), "bid", reveals=not game_data.hidden_bids, metadata=number)

    def get_valid_actions(self, game_data: GoofspielState, player_id: PlayerId) -> list[Action]:
        number = seat_index(player_id)
        return [BIDS[number][card] for card in game_data.hands[number]]

    def apply_action(self, game_data: GoofspielState, action: Action, rng: Rng) -> TransitionResult:
        """The next prize, or the forced last round; all the others are bid for together."""
        if game_data.is_settled:
            return _next_round(replace(game_data, is_settled=False))
        return _settle(game_data, tuple(hand[0] if hand else None for hand in game_data.hands))

    def resolve_concurrent_actions(
        self, game_data: GoofspielState, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        made = {seat_index(player): action.payload.card for player, action in actions.items()}
        return _settle(game_data, tuple(made.get(number) for number in range(len(game_data.hands))))

    # There is no timeout_action, so time bids a random card: everybody sees who was late, and a card fixed by a rule
    # would tell a hidden bid.

    def on_player_forfeit(self, game_data: GoofspielState, player_id: PlayerId, rng: Rng) -> TransitionResult:
        number = seat_index(player_id)
        table = leave(game_data, number)
        left = Event("player_left", player_id, {"points_lost": game_data.points[number]})
        return TransitionResult(table, (left,), table.points)

    def determinize(self, game_data: GoofspielState, viewer: PlayerId | None, rng: Rng) -> GoofspielState:
        if game_data.hidden_bids:
            game_data = imagine_bids(game_data, None if viewer is None else seat_index(viewer), rng)
        if game_data.is_order_known:
            return game_data
        later = rng.shuffle(prizes_to_come(game_data))
        return replace(game_data, prizes=game_data.prizes[: -len(later) or None] + later)

    def describe_action(self, action: Action, view: PlayerView) -> Message:
        return say("action-bid", card=action.payload.card, prize=view.game_data.prize)

    def taps(self, action: Action, view: PlayerView) -> str:
        return card_id(action.payload.card)


def _prizes(options: Options, rng: Rng) -> tuple[int, ...]:
    ascending = tuple(range(1, options.cards + 1))
    if options.prize_order == "ascending":
        return ascending
    if options.prize_order == "descending":
        return ascending[::-1]
    return options.prizes or rng.stream("prizes").shuffle(ascending)


def _settle(table: GoofspielState, bids: tuple[int | None, ...]) -> TransitionResult:
    after = play_round(table, bids)
    return TransitionResult(after, (_bids_made(after), _prize_gone(after)), after.points)


def _next_round(table: GoofspielState) -> TransitionResult:
    """The next prize is turned up; after the last one the match is over."""
    if is_over(table):
        return TransitionResult(table, game_over=True)
    return TransitionResult(table, (_round_started(table),))


def _round_started(table: GoofspielState) -> Event:
    payload = {"round": len(table.history) + 1, "rounds": table.rounds, "prize": prize_shown(table)}
    return Event("round_started", None, payload)


def _bids_made(table: GoofspielState) -> Event:
    bids = {seat(number): bid for number, bid in enumerate(table.history[-1].bids) if bid is not None}
    if table.hidden_bids:
        return Event("bids_compared", None, {}, {player: {"card": bid} for player, bid in bids.items()})
    return Event("bids_revealed", None, {"bids": bids})


def _prize_gone(table: GoofspielState) -> Event:
    past = table.history[-1]
    if past.winner is None:
        return Event("prize_discarded", None, {"prize": past.prize})
    return Event("prize_won", seat(past.winner), {"prize": past.prize, "points": table.points[past.winner]})
