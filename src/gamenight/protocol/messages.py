"""The messages of `/ws/{match_id}` and `/ws/lobby`: JSON in text frames, MessagePack in binary ones, the same Structs.

Unknown fields are refused, so that a mistyped one does not pass unnoticed.
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
"""What JavaScript, MessagePack and every database count alike."""
Text = Annotated[str, Meta(max_length=4_000)]
"""The settings limit names and chats further, with an error that says how long they may be."""


class _FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class JoinGame(_FromClient, frozen=True, tag="join_game"):
    """With a token: the seat that it belongs to. Without one: take a seat. `last` resumes as `resume` does."""

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
    """The answer to a prompt. The same `client_id` sent again is the same answer, on any node, at any time.

    It is an action by its type and payload, or one of the prompt's offers by its number, with the ids that were picked
    in each of its steps. An offer of a single action needs no picks. `label` is what the offer was called where it was
    chosen: if that number is another offer by now, the answer is refused.
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
    """The number of the last `state_update` that the client has; it gets what it missed, and the present view."""

    last: Number


class Ping(_FromClient, frozen=True, tag="ping"):
    pass


class RetryModel(_FromClient, frozen=True, tag="retry_model"):
    """Ask the stuck model of this seat once more. Any seated person may."""

    player_id: PlayerId


class LetBotPlay(_FromClient, frozen=True, tag="let_bot_play"):
    """Let a bot play for the stuck model of this seat until the end. Any seated person may."""

    player_id: PlayerId


ClientMessage = (
    JoinGame | Watch | LeaveGame | GameAction | Ready | SayChat | Resign | ResumeFrom | Ping | RetryModel | LetBotPlay
)


ModelTrouble = Literal["illegal", "unparsable", "truncated", "empty", "late", "transport", "configuration", "budget"]
"""Why a language model gave no move: `illegal` to `late` are its own faults; the others are nobody's."""


class Seat(Struct, frozen=True, omit_defaults=True):
    """Who sits where. `name` None is a free seat; it becomes a bot's at the start if nobody takes it."""

    player_id: PlayerId
    name: str | None = None
    is_bot: bool = False
    is_ready: bool = False
    is_away: bool = False
    stand_in: bool = False
    """A bot plays for the player, who is away; or for a language model, until the end."""
    model: str | None = None
    """The name of the language model that plays here."""
    stuck: ModelTrouble | None = None
    """The model gives no move; the match waits until somebody says what follows."""
    sponsor: PlayerId | None = None
    """The player whose page lets a model play here, and who can see this hand."""


class SeenEvent(Struct, frozen=True, array_like=True):
    """An event as its viewer sees it."""

    event_type: str
    player_id: PlayerId | None
    payload: dict[str, Any]


class ActionGroup(Struct, frozen=True, array_like=True):
    """Listed actions of one type: the payload's fields, and a row of their values for each action.

    Where payloads differ in shape, `fields` is null and each row a whole payload.
    """

    action_type: str
    fields: tuple[str, ...] | None
    rows: tuple[Any, ...]


class LogLine(Struct, frozen=True, array_like=True):
    """What happened in words, for whoever asked for scenes: who did it, and what."""

    player_id: PlayerId | None
    text: Words


class ShownStep(Struct, frozen=True, omit_defaults=True):
    ids: tuple[str, ...]
    min: int = 1
    max: int = 1
    each: int = 1
    label: Words = ""


class ShownOffer(Struct, frozen=True, omit_defaults=True):
    """One way to answer, by its number in the list. `distinct`: no id may be picked in two steps.

    `is_family`: it must be sent with its picks.
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
    """Neighbouring offers that differ in a few values: a pattern with `{"$": n}` for each, and a row for each offer.

    `{"$": "board/{0},{1}"}` is a text with values of the row in it.
    """

    pattern: Any
    rows: tuple[tuple[Any, ...], ...]


class ShownScene(Struct, frozen=True, omit_defaults=True):
    """`answered` is the viewer's own answer to an open concurrent prompt, in words; `viewer` the seat that looks."""

    items: dict[str, ShownItem]
    viewer: int | None = None
    text: Words = ""
    last: tuple[str, ...] = ()
    toggles: dict[str, Words] = {}
    offers: tuple[OfferGroup, ...] = ()
    answered: Words | None = None


class ShownView(Struct, frozen=True, omit_defaults=True):
    """A match as one viewer may know it: the document that updates change.

    Seats, clocks and the result come by messages of their own. Whoever asked for scenes has `scene` in place of `game`,
    `actions`, `committed` and `metadata`; whoever asked for both has all of them.
    """

    status: GameStatus
    phase: str
    prompt: int
    scores: dict[PlayerId, float]
    game: Any = None
    expected: tuple[PlayerId, ...] = ()
    """The seats that the phase names; public, whatever the hands."""
    concurrent: bool = False
    metadata: dict[str, Any] = {}
    actions: tuple[Any, ...] = ()
    """What this viewer may answer now: ActionGroups, and families, which are objects with slots."""
    committed: Any = None
    """The viewer's own answer to an open concurrent prompt: its type and payload."""
    pause_reason: Words | None = None
    scene: ShownScene | None = None


class _FromServer(Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class GameJoined(_FromServer, frozen=True, tag="game_joined"):
    """`player_id` None is a spectator. `token` is told once, to whoever has just taken the seat; keep it."""

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
    """Which build of the page this server has; a page that is another one is out of date."""


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
    """`until` is the instant at which the table's policy will apply."""

    player_id: PlayerId
    until: int | None = None


class PlayerReconnected(_FromServer, frozen=True, tag="player_reconnected"):
    player_id: PlayerId


class StandIn(_FromServer, frozen=True, tag="stand_in"):
    """A bot plays for the player from now on, until they are back."""

    player_id: PlayerId


class ModelStuck(_FromServer, frozen=True, tag="model_stuck"):
    """The model of this seat gave no move: send `retry_model` or `let_bot_play`. `reason` if the operator allows it."""

    player_id: PlayerId
    outcome: ModelTrouble
    reason: str | None = None


class ModelFreed(_FromServer, frozen=True, tag="model_freed"):
    """It is asked once more; or, with `stand_in`, a bot plays for it until the end."""

    player_id: PlayerId
    stand_in: bool = False


class GameStarted(_FromServer, frozen=True, tag="game_started"):
    seats: tuple[Seat, ...]
    commitment: str
    now: int


class StateUpdate(_FromServer, frozen=True, tag="state_update"):
    """`number` counts the logged events that this viewer may see, these included.

    The engine's `match_started`, `turn_started`, `turn_finished` and `match_finished` count but are not sent: the
    view's prompt and phase, `game_started` and `game_over` say the same. `view` is the whole document, `changes` what
    changed in it since the update before. `client_id` says to its author which answer this was. With `shown_ms` it is
    a stage: look at it for so long; what follows is sent at once, and nobody is asked before.
    """

    number: int
    events: tuple[SeenEvent, ...] = ()
    changes: Any = None
    view: Any = None
    client_id: str | None = None
    log: tuple[LogLine, ...] = ()
    """For scenes: the same events in words, without those that go without saying."""
    shown_ms: int = 0


class ActionRequired(_FromServer, frozen=True, tag="action_required"):
    prompt: int
    concurrent: bool = False
    deadline: int | None = None


class ActionCommitted(_FromServer, frozen=True, tag="action_committed"):
    """The answer is in the log for good. `repeated`: it was there already."""

    prompt: int
    client_id: str
    repeated: bool = False


class PlayersCommitted(_FromServer, frozen=True, tag="players_committed"):
    """Who has answered an open prompt; never told of prompts with hidden actors."""

    prompt: int
    committed: tuple[PlayerId, ...]


class ClockShown(Struct, frozen=True, omit_defaults=True):
    """A clock that runs has a deadline, a server instant in milliseconds; one that does not has what is left."""

    bank_ms: int = 0
    periods: int = 0
    deadline: int | None = None
    held: bool = False


class TimerUpdate(_FromServer, frozen=True, tag="timer_update"):
    """Sent when a clock changes, not while it runs. `now` is the server's instant, to reckon from."""

    now: int
    clocks: dict[PlayerId, ClockShown]


class GameOver(_FromServer, frozen=True, tag="game_over"):
    """The result; seed and salt prove the commitment."""

    status: GameStatus
    result: GameResult | None
    scores: dict[PlayerId, float]
    seed: str
    salt: str


class Chat(_FromServer, frozen=True, tag="chat"):
    """`player_id` None: the server itself says something, such as that a bot had to be replaced for a move.

    What people say is a text; what the server says is a message of the house's catalogue.
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
    """Why something was refused; nobody but its sender hears of it. `details` may name `client_id` and `prompt`."""

    code: SocketCode
    message: Words
    details: dict[str, Any] = {}


class TableShown(Struct, frozen=True, omit_defaults=True):
    """A table as the lobby and the lists show it, to whoever has no seat there."""

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
    """Every listed table that is open or being played: the first message of `/ws/lobby`."""

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
    """What a client sent; msgspec.DecodeError (ValidationError is one) if it is none of the messages."""
    return _json.decode(frame) if isinstance(frame, str) else _msgpack.decode(frame)
