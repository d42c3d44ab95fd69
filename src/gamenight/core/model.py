"""The data types: frozen Structs that serve the code, the wire, the log and the schema alike.

Those made in every step have `gc=False`: plain immutable data has no cycles, and tracking it costs a tenth of the time.
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
    """The place of a player in turn order: 3 for "p3"."""
    if player_id[:1] != "p" or not player_id[1:].isdecimal():
        raise ValueError(f"no seat is called {player_id!r}")
    return int(player_id[1:])


class Player(Struct, frozen=True):
    """A participant; the rules see `player_id` alone."""

    player_id: PlayerId
    """`p0`, `p1`, ... in turn order."""

    display_name: str
    """What this player is called at the table."""

    seat_index: int
    """0, 1, ... in turn order."""

    is_bot: bool = False
    """No person sits here."""

    bot_id: str | None = None
    """The text of the bot's strategy."""


class TimerMode(Enum):
    FISCHER = "fischer"
    BYOYOMI = "byoyomi"
    SIMPLE = "simple"
    TOTAL = "total"
    BANK = "bank"
    NONE = "none"


class TimeoutBehavior(Enum):
    """What time does to whoever is late: `force_pass` is the game's `timeout_action`, else `pass`, else any action."""

    LOSE_GAME = "lose_game"
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
    timeout_behavior: TimeoutBehavior = TimeoutBehavior.FORCE_PASS


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
    """A seat that may act; `player_id` None means every seat that has a valid action.

    It may do whatever is listed for it, or only actions of one type.
    """

    player_id: PlayerId | None
    """The seat; None asks every seat that has a valid action."""

    action_type: str | None = None
    """The only type that is accepted; None accepts whatever is listed."""

    timeout_ms: int | None = None
    """The time for this answer, in place of the match's time control."""


class Phase(Struct, frozen=True):
    """What the match waits for; public and whole for every viewer, a pure function of the state.

    A phase that resolves by itself may be shown first: viewers look at it for `shown_ms`, then comes what follows.
    """

    name: str
    """A name for logs, the page and the kit; `phase-NAME` of the catalogue tells it to people."""

    expected_actions: tuple[ExpectedAction, ...] = ()
    """Whom the phase asks."""

    mode: ConcurrentMode = ConcurrentMode.SEQUENTIAL
    """`SEQUENTIAL`: the first accepted answer takes effect at once. `CONCURRENT`: answers are kept unseen and take
    effect together."""

    auto_resolve: bool = False
    """Nobody is asked: the engine calls `apply_action` with an action of type `auto_resolve` by `system`."""

    shown_ms: int = 0
    """How long viewers look at an auto-resolving phase before what follows; bots and arenas do not wait."""

    confirm_ms: int = 0
    """An auto-resolving phase that waits, at most so long, until everybody wants to go on: the engine asks people for
    its own action `continue`, and answers for bots and for whoever is late."""

    closes: Literal["complete", "deadline"] = "complete"
    """`complete`: when everybody has answered. `deadline`: when the time is over; then `timeout_ms` is needed."""

    revisable: bool = False
    """An answer may be replaced until the deadline."""

    hidden_actors: bool = False
    """Nobody may notice who could answer. Ask the same seats every time, and set `hides_actors` on the game."""

    reveals: bool = False
    """The engine tells everybody all answers afterwards; without it your own events do."""

    courtesy: bool = False
    """Nobody loses the match by being late here."""

    metadata: dict[str, Any] = {}
    """Plain data for the page; `metadata["round"]` pays the round bonus of bank clocks."""


class NoPayload(Struct, frozen=True, forbid_unknown_fields=True):
    """The payload of an action that needs none."""


NO_PAYLOAD = NoPayload()


class Action(Struct, frozen=True, gc=False, tag="action"):
    """What a player wants. Inside, `payload` is the game's own Struct; from a wire it is a plain mapping."""

    action_type: str
    """One of the game's `action_types`."""

    player_id: PlayerId
    """Who acts."""

    payload: Any = NO_PAYLOAD
    """What the action says: the Struct of its type."""


class Slot(Struct, frozen=True):
    """Choose `min` to `max` of the values `of`, each at most `each` times."""

    name: str
    """The field of the payload that it fills."""

    of: tuple[Any, ...]
    """The values to choose from."""

    min: int
    """The fewest that may be chosen."""

    max: int
    """The most that may be chosen."""

    each: int = 1
    """How often one value may be chosen."""


class Family(Struct, frozen=True, tag="family"):
    """Many actions of one type, described by slots instead of listed.

    Without `repeat` a value may stand in one slot only; without `exact` the last word is `validate_action`'s.
    """

    action_type: str
    """One of the game's `action_types`; its payload has a field for each slot."""

    slots: tuple[Slot, ...]
    """What is chosen."""

    repeat: bool = True
    """A value may be chosen in more than one slot."""

    exact: bool = True
    """Every choice is legal. If not, `validate_action` has the last word."""


class Event(Struct, frozen=True, gc=False):
    """What happened. `payload` is public within the audience; `secret` holds what single seats may know besides."""

    event_type: str
    """What kind of thing happened; `event-TYPE` of the catalogue tells it to people."""

    player_id: PlayerId | None = None
    """Who did it, or whom it happened to."""

    payload: dict[str, Any] = {}
    """What everybody in the audience may know."""

    secret: dict[PlayerId, dict[str, Any]] = {}
    """What single seats may know besides."""

    audience: tuple[PlayerId, ...] | None = None
    """Who may know of it at all; None: everybody."""

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

Side = tuple[PlayerId, ...]
"""Those who win or lose together: one player, or a team."""

Place = tuple[Side, ...]
"""The sides that share a place: one, or more that are tied."""

Reason = Literal["normal", "timeout", "resignation", "forfeit", "abandonment"]


class GameResult(Struct, frozen=True):
    """Places from first to last, each with the sides that share it: `(((p0, p2),), ((p1, p3),))` is a team's win.

    No places: nobody was ranked. Where the engine ended the match, `details["left"]` tells whose leaving ended it.
    """

    ranking: tuple[Place, ...]
    """The places from first to last."""

    reason: Reason = "normal"
    """Why the match ended; `normal` is by the rules."""

    details: dict[str, Any] = {}
    """Plain data; `left` names the players whose leaving ended the match."""

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """The players on the first place; everybody, if all are tied."""
        return tuple([player for side in self.ranking[0] for player in side]) if self.ranking else ()

    @property
    def is_draw(self) -> bool:
        """More than one side has the first place; a team alone on it has won."""
        return bool(self.ranking) and len(self.ranking[0]) > 1


class TransitionResult(Struct, frozen=True, gc=False):
    """What a game returns: its new state, what happened, the scores if they changed, the result if it is over.

    `scores` are in seat order, or by player. With `game_over=True` the engine ranks: by the scores, then by
    `tie_break`, a larger one first; teams share a place, and those who left come last.
    """

    game_data: Any
    """The new state."""

    events: tuple[Event, ...] = ()
    """What happened, in order."""

    scores: Mapping[PlayerId, float] | Sequence[float] | None = None
    """Everybody's score, in seat order or by player; None: as before."""

    game_over: GameResult | bool | None = None
    """A result, or True: the engine ranks."""

    tie_break: Mapping[PlayerId, float] | Sequence[float] | None = None
    """Numbers that rank equal scores, a larger one first; nobody is shown them."""


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

    `opened_at` is when the prompt opened, or will be seen: stages may be shown before it. `out` tells who has left, in
    order, those who left together in one group.
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
    """A seat's time as shown: a running clock has a deadline, a server instant in milliseconds."""

    bank_ms: int
    periods: int
    deadline: int | None
    held: bool


class PlayerView(Struct, frozen=True):
    """What one viewer may know; `viewer_id` None is a spectator. `clocks` is empty where the rules look at it."""

    match_id: MatchId
    """The match."""

    game_id: GameId
    """The game's slug."""

    viewer_id: PlayerId | None
    """Who looks; None is a spectator."""

    players: tuple[Player, ...]
    """Everybody at the table, in seat order."""

    status: GameStatus
    """Whether the match is active, paused or over."""

    phase: Phase
    """What the match waits for."""

    prompt: int
    """The number of the open prompt."""

    scores: dict[PlayerId, float]
    """Everybody's score."""

    game_data: Any
    """What `get_player_view` returned."""

    valid_actions: tuple[Action | Family, ...] = ()
    """What the viewer may do now."""

    committed: Action | None = None
    """The viewer's own answer to an open concurrent prompt."""

    clocks: dict[PlayerId, ClockView] = {}
    """Empty where the rules look at a view."""

    pause_reason: Words | None = None
    """Why the match is paused."""

    result: GameResult | None = None
    """How the match ended."""

    @property
    def is_spectator(self) -> bool:
        """Whoever looks has no seat."""
        return self.viewer_id is None

    @property
    def seat(self) -> int | None:
        """The viewer's place in turn order; None for a spectator."""
        return None if self.viewer_id is None else seat_index(self.viewer_id)

    def is_mine(self, seat: int | PlayerId) -> bool:
        """This seat is the viewer's own; none is a spectator's."""
        return self.viewer_id is not None and seat in (self.viewer_id, self.seat)

    def name(self, seat: int | PlayerId) -> str:
        """What the player at this seat is called."""
        return self.players[seat if isinstance(seat, int) else seat_index(seat)].display_name


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
    message: Words = ""


class Hold(Struct, frozen=True, tag="hold", forbid_unknown_fields=True):
    """Stop a seat's clock while its player is away."""

    player_id: PlayerId


class Release(Struct, frozen=True, tag="release", forbid_unknown_fields=True):
    """Let a held clock run on."""

    player_id: PlayerId


class Pause(Struct, frozen=True, tag="pause", forbid_unknown_fields=True):
    reason: Words


class Resume(Struct, frozen=True, tag="resume", forbid_unknown_fields=True):
    """Go on after a pause."""


class Abandon(Struct, frozen=True, tag="abandon", forbid_unknown_fields=True):
    """End the match unranked, with the scores so far; as an error if something broke."""

    reason: Words
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


class Stage(Struct, frozen=True, gc=False):
    """A state on the way, which viewers are shown for `shown_ms` before what follows; nobody is asked in it.

    `events` is how many of the step's events had happened by then.
    """

    state: GameState
    events: int
    shown_ms: int


class Start(Struct, frozen=True, gc=False):
    """What the set-up of a match led to, with what the seats asked may do."""

    state: GameState
    events: tuple[Event, ...]
    listings: dict[PlayerId, Sequence[Action | Family]] = {}
    stages: tuple[Stage, ...] = ()


class Step(Struct, frozen=True, gc=False):
    """What an accepted input led to; if it opened a prompt, with what the seats asked may do."""

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
    """Why an input was not accepted: a code for programs and a sentence for the player. Nothing changed."""

    code: Code
    message: Words


def digest(value: Any) -> str:
    """SHA-256 over the deterministic JSON of a value; equal values have equal digests."""
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()
