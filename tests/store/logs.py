"""Matches ready to be written to a store, and a game of any length."""

import msgspec
from msgspec import Struct

from gamenight.core.match import Match
from gamenight.core.model import (
    Action,
    Event,
    ExpectedAction,
    GameState,
    GameStatus,
    MatchId,
    NoPayload,
    Phase,
    PlayerId,
    Step,
    TransitionResult,
    Turn,
    seat,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.replay import decode_record, opening, play_on
from gamenight.core.rng import Rng
from gamenight.store import Append, MatchStore, Opening, entry_of, opening_of

NEVER = 1_000_000
"""Snapshots so rarely that only the opening has one."""


class Pot(Struct, frozen=True):
    turn: int = 0
    stakes: dict[str, float] = {}


class Stake(Struct, frozen=True):
    coins: int


class Staking(Game[Pot]):
    """Two players put coins into a pot in turn, 120 times. Scores may be -0.0, and payloads have a Struct inside."""

    game_id = "staking"
    display_name = "Staking"
    max_turns = 120
    state_type = view_type = Pot
    action_types = {"stake": Stake, "pass": NoPayload}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: object, rng: Rng) -> TransitionResult:
        return TransitionResult(Pot(), (Event("pot_opened", None, {"odds": 1e16}, {seat(0): {"hint": 7}}),))

    def phase_of(self, game_data: Pot) -> Phase:
        player = seat(game_data.turn % 2)
        return Phase("stake", (ExpectedAction(player, "stake"), ExpectedAction(player, "pass")))

    def get_valid_actions(self, game_data: Pot, player_id: PlayerId) -> list[Action]:
        if player_id != seat(game_data.turn % 2):
            return []
        return [Action("pass", player_id), *(Action("stake", player_id, Stake(coins)) for coins in range(3))]

    def apply_action(self, game_data: Pot, action: Action, rng: Rng) -> TransitionResult:
        coins = action.payload.coins if action.action_type == "stake" else 0
        stakes = {**game_data.stakes, action.player_id: game_data.stakes.get(action.player_id, 0.0) - coins}
        pot = Pot(game_data.turn + 1, stakes)
        scores = {seat(n): -1.0 * coins for n in range(2)}
        event = Event("staked", action.player_id, {"stake": Stake(coins), "luck": rng.below(100)})
        over = ranked(scores) if pot.turn == self.max_turns else None
        return TransitionResult(pot, (event,), scores, over)

    def get_player_view(self, game_data: Pot, player_id: PlayerId | None) -> Pot:
        return game_data


class Log(Struct):
    """A match with the steps of all its turns."""

    match: Match
    opening: Opening
    steps: list[Step]
    every: int

    @property
    def match_id(self) -> MatchId:
        return self.opening.record.match_id

    @property
    def entries(self) -> list[Append]:
        return [entry_of(step, self.every) for step in self.steps]

    @property
    def states(self) -> list[GameState]:
        """The state after 0, 1, 2, ... turns."""
        return [opening(self.match.plugin, self.opening.record).state, *(step.state for step in self.steps)]


def log_of(match: Match, every: int = NEVER) -> Log:
    first = opening(match.plugin, decode_record(match.record()))
    state, events = first.state, first.events
    return Log(match, opening_of(state, events, every), list(play_on(match.plugin, state, match.turns)), every)


def line(match_id: str = "m", cells: str = "048126753", every: int = NEVER) -> Log:
    """A match of tic-tac-toe by the cells that were taken; the default is a draw."""
    match = Match.start("tictactoe", ["Ann", "Zoë"], seed=7, match_id=match_id)
    for cell in map(int, cells):
        (move,) = (a for a in match.legal_actions(match.to_act[0]) if 3 * a.payload.row + a.payload.col == cell)
        match.act(move)
    return log_of(match, every)


def staking(turns: int, match_id: str = "m", every: int = NEVER) -> Log:
    match = Match.start(Staking(), 2, seed=3, match_id=match_id)
    for number in range(turns):
        legal = match.legal_actions(match.to_act[0])
        match.act(legal[number % len(legal)])
    return log_of(match, every)


def artificial(match_id: str, turn: Turn, *events: Event, deadline: int | None = None) -> Append:
    """An entry that was made without rules."""
    return Append(MatchId(match_id), turn, events, GameStatus.ACTIVE, deadline)


def sent(entry: Append, client_id: str | None) -> Append:
    """The same entry, from a client that gave it this id."""
    return msgspec.structs.replace(entry, turn=msgspec.structs.replace(entry.turn, client_id=client_id))


async def write(store: MatchStore, log: Log) -> None:
    await store.create(log.opening)
    for entry in log.entries:
        await store.append(entry)
