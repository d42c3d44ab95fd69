"""The bodies of REST requests and answers; the messages of the sockets are in `messages`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from gamenight.core.fields import Field
from gamenight.core.model import MatchId, PlayerId
from gamenight.core.text import Words
from gamenight.llm.calls.asking import Finish, Form
from gamenight.llm.prompt import Mode
from gamenight.protocol.messages import ClientId, LogLine, Number, SeenEvent, SocketCode, TableShown, Text

RestCode = SocketCode | Literal["not_found", "method_not_allowed", "wrong_origin", "wrong_host"]


class Fault(Struct, frozen=True):
    """Why a request was refused. Every answer with status 400 or above has this body."""

    code: RestCode
    message: Annotated[
        Words, Meta(description="For people: a sentence, or `[key, arguments]` of the server's catalogue.")
    ]
    field: Annotated[
        str | None, Meta(description="The path of the field that is wrong, such as `options.dice` or `limit`.")
    ] = None
    details: dict[str, Any] = {}


class Health(Struct, frozen=True):
    status: Literal["ok"] = "ok"


class GameShown(Struct, frozen=True):
    game_id: str
    rules_version: int
    display_name: str
    description: str
    category: str
    min_players: int
    max_players: int
    options: Annotated[dict[str, Any], Meta(description="The JSON Schema of the options, without the secret ones.")]
    levels: Annotated[dict[str, str], Meta(description="Bots by strength, each as the text of a strategy.")]
    rules: Annotated[str | None, Meta(description="The rules in words, as Markdown.")] = None
    words: Annotated[
        dict[str, str],
        Meta(description="The texts for options and their values, by `option-NAME`, `-hint` and `-VALUE`."),
    ] = {}


class GamesShown(Struct, frozen=True):
    games: tuple[GameShown, ...]


class StrategyShown(Struct, frozen=True):
    """A kind of bot. One bot is written as `name` or `name:parameter=value,parameter=value`."""

    name: str
    description: str
    parameters: tuple[Field, ...]


class ModelShown(Struct, frozen=True):
    """A language model that may sit at tables: the text of its strategy, and its name."""

    strategy: str
    name: str


class BotsShown(Struct, frozen=True):
    strategies: tuple[StrategyShown, ...]
    levels: Annotated[dict[str, dict[str, str]], Meta(description="The levels of each game.")]
    models: Annotated[
        tuple[ModelShown, ...], Meta(description="The operator's language models; empty if they are switched off.")
    ] = ()
    sponsor_origins: Annotated[
        tuple[str, ...],
        Meta(description="Origins that the page may call to ask a model for a seat that a player sponsors."),
    ] = ()


class TablesShown(Struct, frozen=True):
    """One page of the list of tables, the newest first. `next` is the `after` of the next page; null on the last."""

    tables: tuple[TableShown, ...]
    next: MatchId | None = None


class MatchShown(TableShown, frozen=True, omit_defaults=True):
    """A table with its match as one viewer sees it: a seat, or a spectator if `player_id` is left out."""

    player_id: PlayerId | None = None
    view: Annotated[Any, Meta(description="As in `state_update`; left out before the match begins.")] = None


class JoinTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to take a seat. Without a name the server gives one; without a seat it chooses one."""

    player_name: Text | None = None
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    sponsored: Annotated[
        bool,
        Meta(description="A language model will play this second seat for the player whose token is sent."),
    ] = False


class ArtShown(Struct, frozen=True):
    """A picture from a game's folder: the content of its SVG element, and that element's view box."""

    svg: str
    box: tuple[float, float, float, float]


class LookShown(Struct, frozen=True):
    """What a game brings for its scenes: pictures by name, and catalogues by language, the best match first."""

    art: dict[str, ArtShown]
    texts: dict[str, str]


class TextsShown(Struct, frozen=True):
    """The languages of the server's catalogue, and its texts for the requested language, the best match first."""

    languages: tuple[str, ...]
    texts: dict[str, str]


class Frame(Struct, frozen=True, omit_defaults=True):
    """A match after one of its turns, as this viewer saw it. The first frame has `view`, the others `changes`.

    `turn` is the number of turns that were played; 0 is the set-up. The stages of a turn are frames of their own,
    before the frame of its end. These have a `stage`, counted from 1, and `shown_ms`.
    """

    turn: int
    at: int
    actor: PlayerId | None = None
    input: Any = None
    """The turn's input, as in the record."""
    events: tuple[SeenEvent, ...] = ()
    log: tuple[LogLine, ...] = ()
    changes: Any = None
    view: Any = None
    stage: int | None = None
    shown_ms: int = 0


class FramesShown(Struct, frozen=True):
    """A match that is over, turn by turn, from the viewpoint of a seat, or of a spectator (null)."""

    viewer: PlayerId | None
    frames: tuple[Frame, ...]


class CandidateShown(Struct, frozen=True):
    """One line of the menu: a description of the action, and the id that chooses it."""

    id: str
    text: str


class PromptShown(Struct, frozen=True):
    """The prompt for a language model that plays this seat now: two texts, and the form of its answer."""

    prompt: int
    system: str
    user: str
    mode: Mode
    form: Form
    tool: Annotated[str, Meta(description="The name of the one tool whose arguments are the answer.")]
    schema: Annotated[dict[str, Any], Meta(description="The JSON Schema of an answer.")]
    candidates: Annotated[tuple[CandidateShown, ...], Meta(description="The menu; empty in free mode.")]
    hash: Annotated[str, Meta(description="The same for the same texts and schema.")]


class ReplyGiven(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The reply of a language model. `mode` and `form` must be those of the request for its prompt."""

    prompt: Number
    reply: Annotated[str, Meta(max_length=50_000, description="The whole text, or the arguments of the tool as JSON.")]
    mode: Mode = "menu"
    form: Form = "text"
    finish: Annotated[Finish, Meta(description="How the reply ended.")] = "done"
    client_id: Annotated[ClientId | None, Meta(description="A request with the same id again is the same answer.")] = (
        None
    )
    model: Annotated[str, Meta(max_length=200)] | None = None
    input_tokens: Number | None = None
    output_tokens: Number | None = None
    duration_ms: Number | None = None


class ReplyRead(Struct, frozen=True, omit_defaults=True):
    """The outcome of a reply: the move that was played; or why there is none, and a correction for the model."""

    outcome: Literal["answered", "illegal", "unparsable", "truncated", "empty"]
    correction: Annotated[str | None, Meta(description="For the next try: append it to the same user text.")] = None
    action_type: str | None = None
    payload: Any = None


class CallShown(Struct, frozen=True, omit_defaults=True):
    """One call to a model: the texts, the reply and the cost. Unknown fields are left out."""

    attempt: int
    at: int
    model: str
    outcome: str
    prompt_hash: str
    system: str = ""
    user: str = ""
    reply: str = ""
    reason: str = ""
    form: Form | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    reasoning_tokens: int | None = None
    cached_tokens: int | None = None
    usd: float | None = None
    cost_source: Literal["reported", "table", "unknown"] = "unknown"
    first_token_ms: int | None = None
    duration_ms: int = 0
    transport_tries: int = 0


class DecisionShown(Struct, frozen=True, omit_defaults=True):
    """A decision of a language model. `turn` is the frame that it led to; `played` says who made the move."""

    player_id: PlayerId
    prompt: int
    at: int
    ended_at: int
    outcome: str
    attempts: int
    turn: int | None = None
    played: str = "model"
    said: str = ""
    reason: str | None = None
    calls: tuple[CallShown, ...] = ()


class AiLogShown(Struct, frozen=True):
    """The decisions of a match's language models, the oldest first; only those that the viewer may see."""

    decisions: tuple[DecisionShown, ...]
