"""Liar's dice: hidden dice, bids on all of them together, and the last player with dice wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gamenight.core.model import (
    Action,
    Event,
    ExpectedAction,
    NoPayload,
    Phase,
    PlayerId,
    PlayerView,
    TransitionResult,
)
from gamenight.core.plugin import Game
from gamenight.core.rng import Rng
from gamenight.core.scene import Offer, Scene
from gamenight.games.liarsdice import rounds
from gamenight.games.liarsdice.scene import offers_of, scene_of
from gamenight.games.liarsdice.state import (
    BIDS,
    CHALLENGES,
    FACES,
    MOST_DICE,
    MOST_PLAYERS,
    PLAYERS,
    Bid,
    Options,
    Table,
    bids_in_play,
    is_over,
    lowest_raise,
)
from gamenight.games.liarsdice.telling import happened
from gamenight.games.liarsdice.view import LiarsDiceView, describe, facts, in_words, view_of

ROLL = Phase("roll", auto_resolve=True)
OVER = Phase("game_over")


class LiarsDice(Game[Table]):
    game_id = "liarsdice"
    display_name = "Liar's Dice"
    description = "Bid on everybody's hidden dice, or call the bluff; the last player with dice wins."
    category = "dice"
    min_players = 2
    max_players = MOST_PLAYERS
    # Each round starts with fewer dice in play than the one before, whether a die was lost or a player left,
    # and holds at most every bid that these dice allow, and a challenge.
    max_turns = sum(FACES * dice + 1 for dice in range(2, MOST_PLAYERS * MOST_DICE + 1))
    state_type = Table
    view_type = LiarsDiceView
    options_type = Options
    action_types = {"bid": Bid, "challenge": NoPayload}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Options, rng: Rng) -> TransitionResult:
        table = Table((options.dice,) * len(players), wild_ones=options.wild_ones, fixed=options.fixed_dice)
        return TransitionResult(table, scores=rounds.dice_left(table))

    def validate_config(self, options: Options, players: int) -> list[str]:
        errors = []
        for number, cups in enumerate(options.fixed_dice, 1):
            if len(cups) != players:
                errors.append(f"fixed_dice of round {number} must have dice for {players} seats, not {len(cups)}")
            if any(len(cup) > options.dice for cup in cups):
                errors.append(f"fixed_dice of round {number} has a seat with more than {options.dice} dice")
        return errors

    def phase_of(self, game_data: Table) -> Phase:
        if is_over(game_data):
            return OVER
        if not game_data.cups:
            return ROLL
        player = PLAYERS[game_data.mover]
        can_bid, can_challenge = lowest_raise(game_data) < bids_in_play(game_data), bool(game_data.bids)
        types = ("bid",) * can_bid + ("challenge",) * can_challenge
        return Phase("bid", tuple(ExpectedAction(player, t) for t in types), metadata={"round": game_data.round})

    def get_valid_actions(self, game_data: Table, player_id: PlayerId) -> tuple[Action, ...]:
        if not _is_to_act(game_data, player_id):
            return ()
        mover = game_data.mover
        raises = BIDS[mover][lowest_raise(game_data) : bids_in_play(game_data)]
        return (CHALLENGES[mover], *raises) if game_data.bids else raises

    def validate_action(self, game_data: Table, action: Action) -> str | None:
        if not _is_to_act(game_data, action.player_id):
            return "It is not your turn."
        if not isinstance(action.payload, Bid):
            return None if game_data.bids else "There is no bid to challenge."
        return _fault(game_data, action.payload)

    def apply_action(self, game_data: Table, action: Action, rng: Rng) -> TransitionResult:
        if not game_data.cups:
            return rounds.roll(game_data, rng)
        if isinstance(action.payload, Bid):
            return rounds.make_bid(game_data, action.player_id, action.payload)
        return rounds.challenge(game_data)

    def timeout_action(self, game_data: Table, player_id: PlayerId) -> Action:
        index = PLAYERS.index(player_id)
        return CHALLENGES[index] if game_data.bids else BIDS[index][0]

    def on_player_forfeit(self, game_data: Table, player_id: PlayerId, rng: Rng) -> TransitionResult:
        return rounds.leave(game_data, PLAYERS.index(player_id))

    def get_player_view(self, game_data: Table, player_id: PlayerId | None) -> LiarsDiceView:
        return view_of(game_data, player_id)

    def determinize(self, game_data: Table, viewer: PlayerId | None, rng: Rng) -> Table:
        """The other cups rolled anew, and the dice fixed for later rounds forgotten: nothing else is hidden."""
        cups = tuple(
            cup if PLAYERS[index] == viewer else tuple(rng.below(FACES) + 1 for _ in cup)
            for index, cup in enumerate(game_data.cups)
        )
        return replace(game_data, cups=cups, fixed=())

    def evaluate(self, game_data: Table, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        """The share of the dice: 1 for the winner, 0 for whoever is out."""
        return scores[player_id] / sum(scores.values())

    def describe_event(self, event: Event, view: PlayerView) -> str | None:
        return happened(event, view)

    def describe_action(self, action: Action, view: PlayerView) -> str:
        return describe(action, view.game_data)

    def scene(self, view: PlayerView) -> Scene:
        return scene_of(view)

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return offers_of(view, lambda action: self.describe_action(action, view))

    def ai_context(self, view: PlayerView) -> dict[str, Any]:
        return facts(view)


def _is_to_act(table: Table, player_id: PlayerId) -> bool:
    return bool(table.cups) and player_id == PLAYERS[table.mover] and not is_over(table)


def _fault(table: Table, bid: Bid) -> str | None:
    """Why this bid may not be made now, in words."""
    if bid.quantity < 1 or not 1 <= bid.face <= FACES:
        return "A bid is on at least one die, of a face from 1 to 6."
    if bid.quantity > sum(table.counts):
        return f"Only {sum(table.counts)} dice are in play."
    if table.bids and (bid.quantity, bid.face) <= (table.bids[-1].quantity, table.bids[-1].face):
        return f"A bid must raise {in_words(table.bids[-1])}: more dice, or as many of a higher face."
    return None
