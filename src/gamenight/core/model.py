"""The data types: frozen Structs that serve the code, the wire, the log and the schema alike.

Those made in every step have `gc=False`: plain immutable data has no cycles, and tracking it costs a tenth of the time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import Enum
from typing import Any, Literal, NewType

import msgspec
from msgspec import Struct

PlayerId = NewType("PlayerId", str)
MatchId = NewType("MatchId", str)
GameId = NewType("GameId", str)

SYSTEM = PlayerId("system")

RECORD_FORMAT = 1


def seat(index: int) -> PlayerId:
    """The id of the player who sits at this place in turn order."""
    return PlayerId(f"p{index}")


class Player(Struct, frozen=True):
    """A participant; the rules see `player_id` alone."""

    player_id: PlayerId
    display_name: str
    seat_index: int
    is_bot: bool = False
    bot_id: str | None = None


class TimerMode(Enum):
    FISCHER = "fischer"
    BYOYOMI = "byoyomi"
    SIMPLE = "simple"
    TOTAL = "total"
    BANK = "bank"
    NONE = "none"


class TimeoutBehavior(Enum):
    LOSE_GAME = "lose_game"
    LOSE_TURN = "lose_turn"
    RANDOM_ACTION = "random_action"
    FORCE_PASS = "force_pass"


class TimerConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """A time control; `bank` mode is `turn_ms` for each prompt, then `bank_ms`, topped up each round."""

    mode: TimerMode = TimerMode.NONE
    base_time_ms: int = 0
    increment_ms: int = 0
    periods: int = 1
    period_time_ms: int = 0
    turn_ms: int = 0
    bank_ms: int = 0
    round_bonus_ms: int = 0
    timeout_behavior: TimeoutBehavior = TimeoutBehavior.LOSE_TURN


class GameConfig(Struct, frozen=True):
    """How one match is played: `options` has every default written out; seed and salt are secret until the end."""

    options: dict[str, Any]
    random_seed: str
    salt: str
    timer: TimerConfig = TimerConfig()
    pace_ms: int = 0


class ConcurrentMode(Enum):
    SEQUENTIAL = "sequential"
    CONCURRENT = "concurrent"


class ExpectedAction(Struct, frozen=True):
    """A seat that may act and the type of action; `player_id` None means every seat that has a valid action."""

    player_id: PlayerId | None
    action_type: str
    timeout_ms: int | None = None


class Phase(Struct, frozen=True):
    """What the match waits for; public and whole for every viewer, a pure function of the state."""

    name: str
    expected_actions: tuple[ExpectedAction, ...] = ()
    mode: ConcurrentMode = ConcurrentMode.SEQUENTIAL
    auto_resolve: bool = False
    closes: Literal["complete", "deadline"] = "complete"
    revisable: bool = False
    hidden_actors: bool = False
    reveals: bool = False
    courtesy: bool = False
    metadata: dict[str, Any] = {}


class NoPayload(Struct, frozen=True, forbid_unknown_fields=True):
    """The payload of an action that needs none."""


NO_PAYLOAD = NoPayload()


class Action(Struct, frozen=True, gc=False, tag="action"):
    """What a player wants. Inside, `payload` is the game's own Struct; from a wire it is a plain mapping."""

    action_type: str
    player_id: PlayerId
    payload: Any = NO_PAYLOAD


class Slot(Struct, frozen=True):
    """Choose `min` to `max` of the values `of`, each at most `each` times."""

    name: str
    of: tuple[Any, ...]
    min: int
    max: int
    each: int = 1


class Family(Struct, frozen=True, tag="family"):
    """Many actions of one type, described by slots instead of listed.

    Without `repeat` a value may stand in one slot only; without `exact` the last word is `validate_action`'s.
    """

    action_type: str
    slots: tuple[Slot, ...]
    repeat: bool = True
    exact: bool = True


class Event(Struct, frozen=True, gc=False):
    """What happened. `payload` is public within the audience; `secret` holds what single seats may know besides."""

    event_type: str
    player_id: PlayerId | None = None
    payload: dict[str, Any] = {}
    secret: dict[PlayerId, dict[str, Any]] = {}
    audience: tuple[PlayerId, ...] | None = None

    def seen_by(self, viewer: PlayerId | None) -> Event | None:
        """The event as this viewer may see it (None is a spectator), or None if it may not."""
        if self.audience is None:
            if not self.secret:
                return self
        elif viewer not in self.audience:
            return None
        own = self.secret.get(viewer, {}) if viewer is not None else {}
        return Event(self.event_type, self.player_id, {**self.payload, **own})


class GameStatus(Enum):
    WAITING = "waiting"
    ACTIVE = "active"
    PAUSED = "paused"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    ERROR = "error"

    @property
    def is_over(self) -> bool:
        """Nothing will happen any more."""
        return self in (GameStatus.FINISHED, GameStatus.ABANDONED, GameStatus.ERROR)


# Reading a member through its class is slow, and every step asks.
_ACTIVE, _PAUSED = GameStatus.ACTIVE, GameStatus.PAUSED

Reason = Literal["normal", "timeout", "resignation", "forfeit", "abandonment"]


class GameResult(Struct, frozen=True):
    """Places from first to last; players on one place are tied, or a team. No places: nobody was ranked."""

    ranking: tuple[tuple[PlayerId, ...], ...]
    reason: Reason = "normal"
    details: dict[str, Any] = {}

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """Who took the first place; everybody, if all are tied."""
        return self.ranking[0] if self.ranking else ()


class TransitionResult(Struct, frozen=True, gc=False):
    """What a game returns: its new state, what happened, the scores if they changed, the result if it is over."""

    game_data: Any
    events: tuple[Event, ...] = ()
    scores: dict[PlayerId, float] | None = None
    game_over: GameResult | None = None


class SeatClock(Struct, frozen=True):
    """One seat's time. What the present prompt has used (`spent_ms`, and since `since`) is charged when it ends."""

    bank_ms: int = 0
    periods: int = 0
    on_duty: bool = False
    allowance_ms: int | None = None
    overridden: bool = False
    spent_ms: int = 0
    since: int | None = None
    deadline: int | None = None
    held: bool = False
    earned: bool = False


class GameState(Struct, frozen=True, gc=False):
    """Everything about a match. `game_data` is the game's; the rest belongs to the engine.

    `out` tells who has left, in order, those who left together in one group.
    """

    match_id: MatchId
    game_id: GameId
    rules_version: int
    players: tuple[Player, ...]
    config: GameConfig
    status: GameStatus
    game_data: Any
    phase: Phase
    prompt: int
    expected: tuple[PlayerId, ...]
    committed: dict[PlayerId, Action]
    scores: dict[PlayerId, float]
    out: tuple[tuple[PlayerId, ...], ...]
    clocks: dict[PlayerId, SeatClock]
    opened_at: int
    due_at: int | None
    last_at: int
    turn_index: int
    round: int = 0
    paused_at: int | None = None
    pause_reason: str | None = None
    result: GameResult | None = None

    @property
    def to_act(self) -> tuple[PlayerId, ...]:
        """The seats whose answer is still missing."""
        if self.status is not _ACTIVE:
            return ()
        if not self.committed:
            return self.expected
        return tuple(p for p in self.expected if p not in self.committed)

    @property
    def is_over(self) -> bool:
        return self.status is not _ACTIVE and self.status is not _PAUSED


class ClockView(Struct, frozen=True):
    """A seat's time as shown: a running clock has a deadline, a server instant in milliseconds."""

    bank_ms: int
    periods: int
    deadline: int | None
    held: bool


class PlayerView(Struct, frozen=True):
    """What one viewer may know; `viewer_id` None is a spectator. `clocks` is empty where the rules look at it."""

    match_id: MatchId
    game_id: GameId
    viewer_id: PlayerId | None
    players: tuple[Player, ...]
    status: GameStatus
    phase: Phase
    prompt: int
    scores: dict[PlayerId, float]
    game_data: Any
    valid_actions: tuple[Action | Family, ...] = ()
    committed: Action | None = None
    clocks: dict[PlayerId, ClockView] = {}
    pause_reason: str | None = None
    result: GameResult | None = None

    @property
    def is_spectator(self) -> bool:
        return self.viewer_id is None


class Act(Struct, frozen=True, gc=False, tag="action", forbid_unknown_fields=True):
    """A player's answer to the prompt with this number."""

    action: Action
    prompt: int


class Due(Struct, frozen=True, tag="due", forbid_unknown_fields=True):
    """The instant `due_at` of this prompt has come."""

    prompt: int


class Forfeit(Struct, frozen=True, tag="forfeit", forbid_unknown_fields=True):
    """A player leaves the match for good."""

    player_id: PlayerId
    reason: Literal["resignation", "forfeit", "illegal_action"] = "forfeit"
    message: str = ""


class Hold(Struct, frozen=True, tag="hold", forbid_unknown_fields=True):
    """Stop a seat's clock while its player is away."""

    player_id: PlayerId


class Release(Struct, frozen=True, tag="release", forbid_unknown_fields=True):
    """Let a held clock run on."""

    player_id: PlayerId


class Pause(Struct, frozen=True, tag="pause", forbid_unknown_fields=True):
    reason: str


class Resume(Struct, frozen=True, tag="resume", forbid_unknown_fields=True):
    """Go on after a pause."""


class Abandon(Struct, frozen=True, tag="abandon", forbid_unknown_fields=True):
    """End the match unranked, with the scores so far; as an error if something broke."""

    reason: str
    status: Literal["abandoned", "error"] = "abandoned"


Input = Act | Due | Forfeit | Hold | Release | Pause | Resume | Abandon


class Turn(Struct, frozen=True, gc=False):
    """One accepted input: the unit of the log. `chosen` are the actions that a Due answered with."""

    index: int
    actor: PlayerId
    input: Input
    at: int
    chosen: tuple[Action, ...] = ()
    client_id: str | None = None


class Record(Struct, frozen=True):
    """A match as data: everything needed to play it again, turn by turn."""

    match_id: MatchId
    game_id: GameId
    rules_version: int
    players: tuple[Player, ...]
    config: GameConfig
    started_at: int
    turns: tuple[Turn, ...] = ()
    format: int = RECORD_FORMAT


class Step(Struct, frozen=True, gc=False):
    """What an accepted input led to; if it opened a prompt, with what the seats asked may do."""

    state: GameState
    turn: Turn
    events: tuple[Event, ...]
    listings: dict[PlayerId, Sequence[Action | Family]] = {}


Code = Literal[
    "invalid_action",
    "not_your_turn",
    "game_not_active",
    "action_type_mismatch",
    "already_committed",
    "internal_error",
    "stale_action",
    "too_late",
    "not_due",
    "malformed_action",
]


class Refusal(Struct, frozen=True):
    """Why an input was not accepted: a code for programs and a sentence for the player. Nothing changed."""

    code: Code
    message: str


def digest(value: Any) -> str:
    """SHA-256 over the deterministic JSON of a value; equal values have equal digests."""
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()
