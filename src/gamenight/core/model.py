"""The data types: frozen Structs for the code, the wire, the log and the schema.

Types that are created in every step have `gc=False`: plain immutable data has no cycles, and tracking it costs a tenth
of the time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache
from typing import Any, Literal, NewType

import msgspec
from msgspec import Struct

from gamenight.core.text import Words

PlayerId = NewType("PlayerId", str)
MatchId = NewType("MatchId", str)
GameId = NewType("GameId", str)

SYSTEM = PlayerId("system")

RECORD_FORMAT = 1


@cache
def seat(index: int) -> PlayerId:
    """The id of the player who sits at this place in turn order."""
    return PlayerId(f"p{index}")


@lru_cache(maxsize=256)
def seat_index(player_id: PlayerId) -> int:
    """The position of a player in turn order: 3 for "p3"."""
    if player_id[:1] != "p" or not player_id[1:].isdecimal():
        raise ValueError(f"{player_id!r} is not a seat")
    return int(player_id[1:])


class Player(Struct, frozen=True):
    """A participant; the rules see only `player_id`."""

    player_id: PlayerId
    """`p0`, `p1`, ... in turn order."""

    display_name: str
    """The name that is shown to others."""

    seat_index: int
    """0, 1, ... in turn order."""

    is_bot: bool = False
    """The player is a program, not a person."""

    bot_id: str | None = None
    """The bot's strategy as text, such as `mcts:time_ms=500`."""


class TimerMode(Enum):
    FISCHER = "fischer"
    BYOYOMI = "byoyomi"
    SIMPLE = "simple"
    TOTAL = "total"
    BANK = "bank"
    NONE = "none"


class TimeoutBehavior(Enum):
    """What happens when a player's time runs out: `force_pass` takes the game's `timeout_action`, else `pass`, else a
    random action."""

    LOSE_GAME = "lose_game"
    RANDOM_ACTION = "random_action"
    FORCE_PASS = "force_pass"


class TimerConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """A time control. Mode `bank`: `turn_ms` for each prompt, then time from the bank, which grows each round."""

    mode: TimerMode = TimerMode.NONE
    base_time_ms: int = 0
    increment_ms: int = 0
    periods: int = 1
    period_time_ms: int = 0
    turn_ms: int = 0
    bank_ms: int = 0
    round_bonus_ms: int = 0
    timeout_behavior: TimeoutBehavior = TimeoutBehavior.FORCE_PASS


class GameConfig(Struct, frozen=True):
    """How one match is played. `options` contains every default; seed and salt are secret until the match is over."""

    options: dict[str, Any]
    random_seed: str
    salt: str
    timer: TimerConfig = TimerConfig()
    pace_ms: int = 0


class ConcurrentMode(Enum):
    SEQUENTIAL = "sequential"
    CONCURRENT = "concurrent"


class ExpectedAction(Struct, frozen=True):
    """A seat that may act: with any action that is listed for it, or only with actions of one type."""

    player_id: PlayerId | None
    """The seat; None asks every seat that has a valid action."""

    action_type: str | None = None
    """The only action type that is accepted; None accepts every listed action."""

    timeout_ms: int | None = None
    """The time for this answer; replaces the time control of the match."""


class Phase(Struct, frozen=True):
    """What the match waits for: a pure function of the state. Every viewer sees all of it.

    An auto-resolving phase may be shown first: viewers look at it for `shown_ms` before the game continues.
    """

    name: str
    """A name for logs, the page and the conformance kit; people read `phase-NAME` of the catalogue."""

    expected_actions: tuple[ExpectedAction, ...] = ()
    """The seats that the phase asks."""

    mode: ConcurrentMode = ConcurrentMode.SEQUENTIAL
    """`SEQUENTIAL`: the first accepted answer takes effect at once. `CONCURRENT`: answers stay hidden and take effect
    together."""

    auto_resolve: bool = False
    """No player is asked: the engine calls `apply_action` with an action of type `auto_resolve` by `system`."""

    shown_ms: int = 0
    """How long viewers look at an auto-resolving phase before the game continues; bots and arenas do not wait."""

    confirm_ms: int = 0
    """An auto-resolving phase that waits, for at most `confirm_ms`, until everybody wants to continue: the engine asks
    people for its own action `continue`. It does not ask bots, and answers for players who are late."""

    closes: Literal["complete", "deadline"] = "complete"
    """`complete`: the phase closes when everybody has answered. `deadline`: it closes when the time is over; this
    requires `timeout_ms`."""

    revisable: bool = False
    """Players may replace their answers until the deadline."""

    hidden_actors: bool = False
    """Players must not notice who can answer. Ask the same seats every time, and set `hides_actors` on the game."""

    reveals: bool = False
    """The engine shows all answers to everybody when the phase closes; if False, your own events have to."""

    courtesy: bool = False
    """A player who is late here does not lose the match."""

    metadata: dict[str, Any] = {}
    """Plain data for the page. When the number in `metadata["round"]` grows, bank clocks get their round bonus."""


class NoPayload(Struct, frozen=True, forbid_unknown_fields=True):
    """The payload of an action that needs none."""


NO_PAYLOAD = NoPayload()


class Action(Struct, frozen=True, gc=False, tag="action"):
    """What a player wants to do. `payload` is the game's own Struct; as received from a client it is a mapping."""

    action_type: str
    """One of the game's `action_types`."""

    player_id: PlayerId
    """The player who acts."""

    payload: Any = NO_PAYLOAD
    """The details of the action: the Struct of its type."""


class Slot(Struct, frozen=True):
    """Choose `min` to `max` of the values `of`, each at most `each` times."""

    name: str
    """The field of the payload that it fills."""

    of: tuple[Any, ...]
    """The values to choose from."""

    min: int
    """The smallest number of values."""

    max: int
    """The largest number of values."""

    each: int = 1
    """How often one value may be chosen."""


class Family(Struct, frozen=True, tag="family"):
    """Many actions of one type, described by slots instead of listed one by one."""

    action_type: str
    """One of the game's `action_types`; its payload has a field for each slot."""

    slots: tuple[Slot, ...]
    """The choices to make; one for each field of the payload."""

    repeat: bool = True
    """A value may be chosen in more than one slot."""

    exact: bool = True
    """Every choice is legal. If False, `validate_action` decides."""


class Event(Struct, frozen=True, gc=False):
    """Something that happened, and who may know what about it."""

    event_type: str
    """The type of the event; people read `event-TYPE` of the catalogue."""

    player_id: PlayerId | None = None
    """The player who did it, or to whom it happened."""

    payload: dict[str, Any] = {}
    """Data that everybody in the audience sees."""

    secret: dict[PlayerId, dict[str, Any]] = {}
    """Additional data that only single seats see."""

    audience: tuple[PlayerId, ...] | None = None
    """The seats that see the event at all; None: everybody."""

    def seen_by(self, viewer: PlayerId | None) -> Event | None:
        """The event as this viewer sees it (None is a spectator), or None if the viewer does not see it."""
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
        """The match accepts no more inputs."""
        return self in (GameStatus.FINISHED, GameStatus.ABANDONED, GameStatus.ERROR)


# Reading a member through its class is slow, and every step reads these.
_ACTIVE, _PAUSED = GameStatus.ACTIVE, GameStatus.PAUSED

Side = tuple[PlayerId, ...]
"""Players who win or lose together: one player, or a team."""

Rank = tuple[Side, ...]
"""The sides that share a place: one, or several that are tied."""

Reason = Literal["normal", "timeout", "resignation", "forfeit", "abandonment"]


class GameResult(Struct, frozen=True):
    """The outcome of a match: a ranking of sides, and the reason why the match ended."""

    ranking: tuple[Rank, ...]
    """The places from first to last, each with the sides that share it: `(((p0, p2),), ((p1, p3),))` is a win of a
    team. Empty: the match was not ranked."""

    reason: Reason = "normal"
    """Why the match ended; `normal` means by the rules."""

    details: dict[str, Any] = {}
    """Plain data. If the engine ended the match because players left, `left` names them."""

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """The players in first place; all players if all are tied."""
        return tuple([player for side in self.ranking[0] for player in side]) if self.ranking else ()

    @property
    def is_draw(self) -> bool:
        """More than one side is in first place; a single team in first place has won."""
        return bool(self.ranking) and len(self.ranking[0]) > 1


class TransitionResult(Struct, frozen=True, gc=False):
    """What a game returns: its new state, what happened, the scores if they changed, the result if it is over."""

    game_data: Any
    """The new state."""

    events: tuple[Event, ...] = ()
    """What happened, in order."""

    scores: Mapping[PlayerId, float] | Sequence[float] | None = None
    """The scores of all players, in seat order or by player; None: unchanged."""

    game_over: GameResult | bool | None = None
    """A result; or True: the engine ranks by the scores, then by `tie_break`. Teams share a place, and players who left
    come last."""

    tie_break: Mapping[PlayerId, float] | Sequence[float] | None = None
    """Numbers that rank equal scores, larger ones first; players do not see them."""


class SeatClock(Struct, frozen=True):
    """One seat's time. The time used for the present prompt (`spent_ms`, plus the time since `since`) is charged when
    the prompt ends."""

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
    """Everything about a match. `game_data` belongs to the game; the rest belongs to the engine.

    `opened_at` is the instant when the prompt opened, or when viewers will see it: stages may be shown before it. `out`
    names the players who have left, in order; players who left together form one group.
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
    pause_reason: Words | None = None
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
    """A seat's time as shown to viewers. A running clock has a deadline: an instant of the server, in milliseconds."""

    bank_ms: int
    periods: int
    deadline: int | None
    held: bool


class PlayerView(Struct, frozen=True):
    """What one viewer may know."""

    match_id: MatchId
    """The match."""

    game_id: GameId
    """The game's slug."""

    viewer_id: PlayerId | None
    """The player who looks; None is a spectator."""

    players: tuple[Player, ...]
    """All players, in seat order."""

    status: GameStatus
    """Whether the match is active, paused or over."""

    phase: Phase
    """What the match waits for."""

    prompt: int
    """The number of the open prompt."""

    scores: dict[PlayerId, float]
    """The score of each player."""

    game_data: Any
    """The value that `get_player_view` returned."""

    valid_actions: tuple[Action | Family, ...] = ()
    """What the viewer may do now."""

    committed: Action | None = None
    """The viewer's own answer to an open concurrent prompt."""

    clocks: dict[PlayerId, ClockView] = {}
    """The clocks, for clients. Empty in views that are passed to methods of a game."""

    pause_reason: Words | None = None
    """Why the match is paused."""

    result: GameResult | None = None
    """How the match ended."""

    @property
    def is_spectator(self) -> bool:
        """The viewer has no seat."""
        return self.viewer_id is None

    @property
    def seat(self) -> int | None:
        """The viewer's position in turn order; None for a spectator."""
        return None if self.viewer_id is None else seat_index(self.viewer_id)

    def is_mine(self, seat: int | PlayerId) -> bool:
        """This seat is the viewer's own; always False for a spectator."""
        return self.viewer_id is not None and seat in (self.viewer_id, self.seat)

    def name(self, seat: int | PlayerId) -> str:
        """The name of the player at this seat."""
        return self.players[seat if isinstance(seat, int) else seat_index(seat)].display_name


class Act(Struct, frozen=True, gc=False, tag="action", forbid_unknown_fields=True):
    """A player's answer to the prompt with this number."""

    action: Action
    prompt: int


class Due(Struct, frozen=True, tag="due", forbid_unknown_fields=True):
    """The instant `due_at` of this prompt has been reached."""

    prompt: int


class Forfeit(Struct, frozen=True, tag="forfeit", forbid_unknown_fields=True):
    """A player leaves the match for good."""

    player_id: PlayerId
    reason: Literal["resignation", "forfeit", "illegal_action"] = "forfeit"
    message: Words = ""


class Hold(Struct, frozen=True, tag="hold", forbid_unknown_fields=True):
    """Stop a seat's clock while its player is away."""

    player_id: PlayerId


class Release(Struct, frozen=True, tag="release", forbid_unknown_fields=True):
    """Let a held clock run again."""

    player_id: PlayerId


class Pause(Struct, frozen=True, tag="pause", forbid_unknown_fields=True):
    reason: Words


class Resume(Struct, frozen=True, tag="resume", forbid_unknown_fields=True):
    """Continue after a pause."""


class Abandon(Struct, frozen=True, tag="abandon", forbid_unknown_fields=True):
    """End the match without a ranking, with the scores so far; status `error` means that something failed."""

    reason: Words
    status: Literal["abandoned", "error"] = "abandoned"


Input = Act | Due | Forfeit | Hold | Release | Pause | Resume | Abandon


class Turn(Struct, frozen=True, gc=False):
    """One accepted input: the unit of the log. `chosen` holds the actions that the engine chose for a Due."""

    index: int
    actor: PlayerId
    input: Input
    at: int
    chosen: tuple[Action, ...] = ()
    client_id: str | None = None


class Record(Struct, frozen=True):
    """A match as data: everything needed to replay it, turn by turn."""

    match_id: MatchId
    game_id: GameId
    rules_version: int
    players: tuple[Player, ...]
    config: GameConfig
    started_at: int
    turns: tuple[Turn, ...] = ()
    format: int = RECORD_FORMAT


class Stage(Struct, frozen=True, gc=False):
    """An intermediate state, which viewers see for `shown_ms` before the next one; no player is asked in it.

    `events` is the number of the step's events that had happened by then.
    """

    state: GameState
    events: int
    shown_ms: int


class Start(Struct, frozen=True, gc=False):
    """The outcome of setting up a match; `listings` holds the valid actions of the seats that are asked."""

    state: GameState
    events: tuple[Event, ...]
    listings: dict[PlayerId, Sequence[Action | Family]] = {}
    stages: tuple[Stage, ...] = ()


class Step(Struct, frozen=True, gc=False):
    """The outcome of an accepted input; if it opened a prompt, `listings` holds the valid actions of the seats that are
    asked."""

    state: GameState
    turn: Turn
    events: tuple[Event, ...]
    listings: dict[PlayerId, Sequence[Action | Family]] = {}
    stages: tuple[Stage, ...] = ()


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
    """The reason why an input was not accepted: a code for programs and a sentence for the player. No state changed."""

    code: Code
    message: Words


def digest(value: Any) -> str:
    """SHA-256 over the deterministic JSON of a value; equal values have equal digests."""
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()
