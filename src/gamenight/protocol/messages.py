"""The messages of `/ws/{match_id}` and `/ws/lobby`: as JSON in text frames, as MessagePack in binary frames.

Unknown fields are refused, so that a misspelled field is noticed.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from gamenight.core.model import Code, GameResult, GameStatus, MatchId, PlayerId
from gamenight.core.text import Words
from gamenight.looks.items import ShownItem

Wants = Literal["views", "scenes", "both"]
ClientId = Annotated[str, Meta(min_length=1, max_length=64)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
"""A whole number that JavaScript, MessagePack and every database represent exactly."""
Text = Annotated[str, Meta(max_length=4_000)]
"""The settings limit names and chat lines further; the error then states the maximum length."""


class _FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class JoinGame(_FromClient, frozen=True, tag="join_game"):
    """With a token: connect to the seat of the token. Without one: take a seat. `last` resumes as `resume` does."""

    player_name: Text | None = None
    seat_token: Text | None = None
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    wants: Wants = "views"
    last: Number | None = None


class Watch(_FromClient, frozen=True, tag="watch"):
    wants: Wants = "views"
    last: Number | None = None


class LeaveGame(_FromClient, frozen=True, tag="leave_game"):
    pass


class GameAction(_FromClient, frozen=True, tag="game_action"):
    """The answer to a prompt. A message with the same `client_id` again is the same answer, on any node, at any time.

    It names either an action, by type and payload, or one of the prompt's offers, by its number and the ids picked in
    each of its steps. An offer of a single action needs no picks. `label` is the offer's label as the client saw it: if
    the offer of that number has another label by now, the answer is refused.
    """

    prompt: Number
    client_id: ClientId
    action_type: Text = ""
    payload: Any = {}
    offer: Number | None = None
    picks: tuple[tuple[Text, ...], ...] = ()
    label: Any = None


class Ready(_FromClient, frozen=True, tag="ready"):
    is_ready: bool = True


class SayChat(_FromClient, frozen=True, tag="chat"):
    text: Text


class Resign(_FromClient, frozen=True, tag="resign"):
    pass


class ResumeFrom(_FromClient, frozen=True, tag="resume"):
    """`last` is the number of the last `state_update` received; the answer is what came after it, and the view."""

    last: Number


class Ping(_FromClient, frozen=True, tag="ping"):
    pass


class RetryModel(_FromClient, frozen=True, tag="retry_model"):
    """Ask the stuck model of this seat once more. Any player who is a person may send this."""

    player_id: PlayerId


class LetBotPlay(_FromClient, frozen=True, tag="let_bot_play"):
    """Let a bot play for the stuck model of this seat until the end. Any player who is a person may send this."""

    player_id: PlayerId


ClientMessage = (
    JoinGame | Watch | LeaveGame | GameAction | Ready | SayChat | Resign | ResumeFrom | Ping | RetryModel | LetBotPlay
)


ModelTrouble = Literal["illegal", "unparsable", "truncated", "empty", "late", "transport", "configuration", "budget"]
"""Why a language model gave no move. `illegal` to `late` are faults of the model; the others are not."""


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat and who has it. With `name` None it is free; a bot gets it at the start if no player takes it."""

    player_id: PlayerId
    name: str | None = None
    is_bot: bool = False
    is_ready: bool = False
    is_away: bool = False
    stand_in: bool = False
    """A bot plays for a player who is away, or for a language model until the end."""
    model: str | None = None
    """The name of the language model that plays here."""
    stuck: ModelTrouble | None = None
    """The model gives no move. The match waits until a player sends `retry_model` or `let_bot_play`."""
    sponsor: PlayerId | None = None
    """The player whose page runs the model of this seat. This player can see the seat's hand."""


class SeenEvent(Struct, frozen=True, array_like=True):
    """An event with the payload that its viewer may see."""

    event_type: str
    player_id: PlayerId | None
    payload: dict[str, Any]


class ActionGroup(Struct, frozen=True, array_like=True):
    """Listed actions of one type: the fields of the payload, and for each action a row with their values.

    If the payloads differ in shape, `fields` is null and each row is a whole payload.
    """

    action_type: str
    fields: tuple[str, ...] | None
    rows: tuple[Any, ...]


class LogLine(Struct, frozen=True, array_like=True):
    """One event in words, for clients that asked for scenes: the player and the text."""

    player_id: PlayerId | None
    text: Words


class ShownStep(Struct, frozen=True, omit_defaults=True):
    ids: tuple[str, ...]
    min: int = 1
    max: int = 1
    each: int = 1
    label: Words = ""


class ShownOffer(Struct, frozen=True, omit_defaults=True):
    """One way to answer. A client names it by its number in the list.

    With `distinct` no id may be picked in two steps. With `is_family` the answer must contain picks.
    """

    label: Words
    steps: tuple[ShownStep, ...] = ()
    ghosts: dict[str, ShownItem] = {}
    confirm: bool = False
    hotkey: str | None = None
    toggle: str | None = None
    names: dict[str, Words] = {}
    distinct: bool = False
    is_family: bool = False


class OfferGroup(Struct, frozen=True, array_like=True):
    """Consecutive offers that differ in a few values: a pattern with `{"$": n}` for each value, a row for each offer.

    `{"$": "board/{0},{1}"}` is a text that contains values of the row.
    """

    pattern: Any
    rows: tuple[tuple[Any, ...], ...]


class ShownScene(Struct, frozen=True, omit_defaults=True):
    """`answered` is the viewer's own answer to an open concurrent prompt, in words. `viewer` is the viewer's seat."""

    items: dict[str, ShownItem]
    viewer: int | None = None
    text: Words = ""
    last: tuple[str, ...] = ()
    toggles: dict[str, Words] = {}
    offers: tuple[OfferGroup, ...] = ()
    answered: Words | None = None


class ShownView(Struct, frozen=True, omit_defaults=True):
    """Everything that one viewer may know of a match: the document that updates change.

    Seats, clocks and the result have messages of their own. A client that asked for scenes gets `scene` in place of
    `game`, `actions`, `committed` and `metadata`; a client that asked for both gets all of them.
    """

    status: GameStatus
    phase: str
    prompt: int
    scores: dict[PlayerId, float]
    game: Any = None
    expected: tuple[PlayerId, ...] = ()
    """The seats that the phase names. Public: does not depend on the hands."""
    concurrent: bool = False
    metadata: dict[str, Any] = {}
    actions: tuple[Any, ...] = ()
    """The actions that this viewer may answer with now: ActionGroups, and families, which are objects with slots."""
    committed: Any = None
    """The viewer's own answer to an open concurrent prompt: its type and payload."""
    pause_reason: Words | None = None
    scene: ShownScene | None = None


class _FromServer(Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class GameJoined(_FromServer, frozen=True, tag="game_joined"):
    """`player_id` is None for a spectator. `token` is sent once, to the client that takes the seat; store it."""

    match_id: MatchId
    game_id: str
    player_id: PlayerId | None
    seats: tuple[Seat, ...]
    wants: Wants
    now: int
    status: GameStatus
    token: str | None = None
    commitment: str | None = None
    pause_reason: Words | None = None
    table: dict[str, Any] = {}
    """The public settings of the table."""
    page: str | None = None
    """The build of the page that this server has. A page of another build is out of date."""


class GameLeft(_FromServer, frozen=True, tag="game_left"):
    pass


class PlayerJoined(_FromServer, frozen=True, tag="player_joined"):
    seat: Seat


class PlayerLeft(_FromServer, frozen=True, tag="player_left"):
    player_id: PlayerId
    name: str


class PlayerReady(_FromServer, frozen=True, tag="player_ready"):
    player_id: PlayerId
    is_ready: bool


class PlayerDisconnected(_FromServer, frozen=True, tag="player_disconnected"):
    """At the instant `until` the table's absence policy applies."""

    player_id: PlayerId
    until: int | None = None


class PlayerReconnected(_FromServer, frozen=True, tag="player_reconnected"):
    player_id: PlayerId


class StandIn(_FromServer, frozen=True, tag="stand_in"):
    """From now on a bot plays for this player, until they are back."""

    player_id: PlayerId


class ModelStuck(_FromServer, frozen=True, tag="model_stuck"):
    """The model of this seat gave no move: send `retry_model` or `let_bot_play`. The operator may hide `reason`."""

    player_id: PlayerId
    outcome: ModelTrouble
    reason: str | None = None


class ModelFreed(_FromServer, frozen=True, tag="model_freed"):
    """The model is asked once more; or, with `stand_in`, a bot plays for it until the end."""

    player_id: PlayerId
    stand_in: bool = False


class GameStarted(_FromServer, frozen=True, tag="game_started"):
    seats: tuple[Seat, ...]
    commitment: str
    now: int


class StateUpdate(_FromServer, frozen=True, tag="state_update"):
    """`number` counts the logged events that this viewer may see, including these.

    The engine's `match_started`, `turn_started`, `turn_finished` and `match_finished` are counted but not sent: the
    view's prompt and phase, `game_started` and `game_over` say the same. `view` is the whole document, `changes` the
    delta since the previous update. `client_id` is sent to the author of the answer only. An update with `shown_ms` is
    a stage: show it for that many milliseconds. What follows is sent at once, and no player is asked before it.
    """

    number: int
    events: tuple[SeenEvent, ...] = ()
    changes: Any = None
    view: Any = None
    client_id: str | None = None
    log: tuple[LogLine, ...] = ()
    """For scenes: the same events in words, without those that need no words."""
    shown_ms: int = 0


class ActionRequired(_FromServer, frozen=True, tag="action_required"):
    prompt: int
    concurrent: bool = False
    deadline: int | None = None


class ActionCommitted(_FromServer, frozen=True, tag="action_committed"):
    """The answer is in the log. With `repeated` it was there already."""

    prompt: int
    client_id: str
    repeated: bool = False


class PlayersCommitted(_FromServer, frozen=True, tag="players_committed"):
    """The players who have answered an open prompt; never sent for prompts with hidden actors."""

    prompt: int
    committed: tuple[PlayerId, ...]


class ClockShown(Struct, frozen=True, omit_defaults=True):
    """A running clock has a deadline, a server instant in milliseconds. A stopped clock has the time that is left."""

    bank_ms: int = 0
    periods: int = 0
    deadline: int | None = None
    held: bool = False


class TimerUpdate(_FromServer, frozen=True, tag="timer_update"):
    """Sent when a clock changes, not while it runs. `now` is the server's time, to compute remaining times from."""

    now: int
    clocks: dict[PlayerId, ClockShown]


class GameOver(_FromServer, frozen=True, tag="game_over"):
    """The result, with the seed and salt that prove the commitment."""

    status: GameStatus
    result: GameResult | None
    scores: dict[PlayerId, float]
    seed: str
    salt: str


class Chat(_FromServer, frozen=True, tag="chat"):
    """A line of chat. With `player_id` None it is a notice of the server, such as that a bot was replaced for a move.

    The words of players are a text; the words of the server are a message of its catalogue.
    """

    text: Words
    at: int
    player_id: PlayerId | None = None
    name: str | None = None


class RematchOffered(_FromServer, frozen=True, tag="rematch_offered"):
    match_id: MatchId


class Pong(_FromServer, frozen=True, tag="pong"):
    now: int


SocketCode = (
    Code
    | Literal[
        "game_not_found",
        "game_started",
        "game_full",
        "already_in_game",
        "name_taken",
        "not_in_game",
        "seat_taken",
        "wrong_token",
        "spectators_not_allowed",
        "malformed_message",
        "too_large",
        "too_fast",
        "bad_request",
        "server_full",
        "unavailable",
    ]
)


class Error(_FromServer, frozen=True, tag="error"):
    """Why a message was refused. Only its sender gets this. `details` may contain `client_id` and `prompt`."""

    code: SocketCode
    message: Words
    details: dict[str, Any] = {}


class TableShown(Struct, frozen=True, omit_defaults=True):
    """A table as the lobby and the lists show it to clients without a seat there."""

    match_id: MatchId
    game_id: str
    status: GameStatus
    seats: tuple[Seat, ...]
    created_at: int
    table: dict[str, Any]
    scores: dict[PlayerId, float] = {}
    phase: str | None = None
    pause_reason: Words | None = None
    result: GameResult | None = None
    commitment: str | None = None


class LobbyTables(_FromServer, frozen=True, tag="tables"):
    """The first message of `/ws/lobby`: every listed table that is open or being played."""

    tables: tuple[TableShown, ...]
    page: str | None = None


class LobbyTable(_FromServer, frozen=True, tag="table"):
    """A table that has opened, filled, started or ended."""

    table: TableShown


class LobbyGone(_FromServer, frozen=True, tag="table_gone"):
    match_id: MatchId


ServerMessage = (
    GameJoined
    | GameLeft
    | PlayerJoined
    | PlayerLeft
    | PlayerReady
    | PlayerDisconnected
    | PlayerReconnected
    | StandIn
    | ModelStuck
    | ModelFreed
    | GameStarted
    | StateUpdate
    | ActionRequired
    | ActionCommitted
    | PlayersCommitted
    | TimerUpdate
    | GameOver
    | Chat
    | RematchOffered
    | Pong
    | Error
    | LobbyTables
    | LobbyTable
    | LobbyGone
)

_json: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_msgpack: msgspec.msgpack.Decoder[ClientMessage] = msgspec.msgpack.Decoder(ClientMessage)
write_json = msgspec.json.Encoder().encode
write_msgpack = msgspec.msgpack.Encoder().encode
read_server_json = msgspec.json.Decoder(ServerMessage).decode
read_server_msgpack = msgspec.msgpack.Decoder(ServerMessage).decode


def read_message(frame: str | bytes) -> ClientMessage:
    """Decode a frame of a client; msgspec.DecodeError (ValidationError is one) if it is none of the messages."""
    return _json.decode(frame) if isinstance(frame, str) else _msgpack.decode(frame)
