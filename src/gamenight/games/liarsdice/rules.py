"""Liar's dice: hidden dice, bids on all of them together, and the last player with dice wins."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from gamenight.core import (
    Action,
    Game,
    NoPayload,
    Offer,
    Phase,
    PlayerId,
    PlayerView,
    Rng,
    TransitionResult,
    seat,
    seat_index,
    turn,
)
from gamenight.core.text import Words, say
from gamenight.games.liarsdice import rounds
from gamenight.games.liarsdice.scene import offers_of, scene_of
from gamenight.games.liarsdice.state import (
    BIDS,
    FACES,
    MOST_DICE,
    MOST_PLAYERS,
    Bid,
    DiceState,
    Options,
    bids_in_play,
    is_over,
    is_revealed,
    lowest_raise,
)
from gamenight.games.liarsdice.view import LiarsDiceView, describe, facts, happened, in_words, recap, view_of

ROLL = Phase("roll", auto_resolve=True)
REVEALED = Phase("revealed", auto_resolve=True, shown_ms=3000)


class LiarsDice(Game[DiceState]):
    game_id = "liarsdice"
    rules_version = 2
    display_name = "Liar's Dice"
    description = "Bid on everybody's hidden dice, or call the bluff; the last player with dice wins."
    category = "dice"
    min_players = 2
    max_players = MOST_PLAYERS
    # Each round starts with fewer dice in play than the one before, whether a die was lost or a player left,
    # and holds at most every bid that these dice allow, and a challenge.
    max_turns = sum(FACES * dice + 1 for dice in range(2, MOST_PLAYERS * MOST_DICE + 1))
    view_type = LiarsDiceView
    options_type = Options
    action_types = {"bid": Bid, "challenge": NoPayload}
    get_player_view = staticmethod(view_of)
    scene = staticmethod(scene_of)
    ai_context = staticmethod(facts)
    describe_action = staticmethod(describe)
    describe_event = staticmethod(happened)
    recap = staticmethod(recap)

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        table = DiceState((options.dice,) * len(players), wild_ones=options.wild_ones, fixed=options.fixed_dice)
        return TransitionResult(table, scores=table.counts)

    def validate_config(self, options: Options, players: int) -> list[Words]:
        errors: list[Words] = []
        for number, cups in enumerate(options.fixed_dice, 1):
            if len(cups) != players:
                errors.append(say("bad-cups", round=number, seats=players, cups=len(cups)))
            if any(len(cup) > options.dice for cup in cups):
                errors.append(say("bad-cup", round=number, most=options.dice))
        return errors

    def phase_of(self, game_data: DiceState) -> Phase:
        if is_revealed(game_data):
            return REVEALED
        return turn(game_data.mover, "bid", metadata={"round": game_data.round}) if game_data.cups else ROLL

    def get_valid_actions(self, game_data: DiceState, player_id: PlayerId) -> tuple[Action, ...]:
        raises = BIDS[game_data.mover][lowest_raise(game_data) : bids_in_play(game_data)]
        return (Action("challenge", player_id), *raises) if game_data.bids else raises

    def validate_action(self, game_data: DiceState, action: Action) -> Words | None:
        if not isinstance(action.payload, Bid):
            return None if game_data.bids else say("bad-no_bid")
        return _fault(game_data, action.payload)

    def apply_action(self, game_data: DiceState, action: Action, rng: Rng) -> TransitionResult:
        if not game_data.cups:
            return rounds.end(game_data) if is_over(game_data) else rounds.roll(game_data, rng)
        if isinstance(action.payload, Bid):
            return rounds.make_bid(game_data, action.player_id, action.payload)
        return rounds.challenge(game_data)

    def timeout_action(self, game_data: DiceState, player_id: PlayerId) -> Action:
        return Action("challenge", player_id) if game_data.bids else BIDS[seat_index(player_id)][0]

    def on_player_forfeit(self, game_data: DiceState, player_id: PlayerId, rng: Rng) -> TransitionResult:
        return rounds.leave(game_data, seat_index(player_id))

    def determinize(self, game_data: DiceState, viewer: PlayerId | None, rng: Rng) -> DiceState:
        """The other cups rolled anew, and the dice fixed for later rounds forgotten: nothing else is hidden."""
        cups = tuple(
            cup if seat(index) == viewer else tuple(rng.below(FACES) + 1 for _ in cup)
            for index, cup in enumerate(game_data.cups)
        )
        return replace(game_data, cups=cups, fixed=())

    def evaluate(self, game_data: DiceState, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        """The share of the dice: 1 for the winner, 0 for whoever is out."""
        return scores[player_id] / sum(scores.values())

    def offers(self, view: PlayerView) -> list[Offer]:
        return offers_of(view, lambda action: describe(action, view))


def _fault(table: DiceState, bid: Bid) -> Words | None:
    """Why this bid may not be made now, in words."""
    if bid.quantity < 1 or not 1 <= bid.face <= FACES:
        return say("bad-bid")
    if bid.quantity > sum(table.counts):
        return say("bad-quantity", dice=sum(table.counts))
    if table.bids and (bid.quantity, bid.face) <= (table.bids[-1].quantity, table.bids[-1].face):
        return in_words(table.bids[-1], "bad-raise")
    return None
