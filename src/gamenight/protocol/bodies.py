"""The bodies of REST requests and answers, where they are not the messages of the sockets."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from gamenight.core.fields import Field
from gamenight.core.model import MatchId, PlayerId
from gamenight.core.text import Words
from gamenight.llm.calls.asking import Finish, Form
from gamenight.llm.prompt import Mode
from gamenight.protocol.messages import ClientId, LogLine, Number, SeenEvent, SocketCode, TableShown, Text

RestCode = SocketCode | Literal["not_found", "method_not_allowed", "wrong_origin"]


class Fault(Struct, frozen=True):
    """Why a request was refused: every answer of 400 and above has this body."""

    code: RestCode
    message: Annotated[Words, Meta(description="For people: a sentence, or `[key, arguments]` of the house's texts.")]
    field: Annotated[str | None, Meta(description="What is wrong, such as `options.dice` or `limit`.")] = None
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
    options: Annotated[dict[str, Any], Meta(description="The JSON Schema of the options; secret ones are not in it.")]
    levels: Annotated[dict[str, str], Meta(description="Bots by strength, each as the text of a strategy.")]
    rules: Annotated[str | None, Meta(description="The rules in words, as Markdown.")] = None
    words: Annotated[
        dict[str, str],
        Meta(description="What options and their values are called, by `option-NAME`, `-hint` and `-VALUE`."),
    ] = {}


class GamesShown(Struct, frozen=True):
    games: tuple[GameShown, ...]


class StrategyShown(Struct, frozen=True):
    """A way to play; a bot is written as `name` or `name:parameter=value,parameter=value`."""

    name: str
    description: str
    parameters: tuple[Field, ...]


class ModelShown(Struct, frozen=True):
    """A language model that may sit at tables: the text of its strategy, and what it is called."""

    strategy: str
    name: str


class BotsShown(Struct, frozen=True):
    strategies: tuple[StrategyShown, ...]
    levels: Annotated[dict[str, dict[str, str]], Meta(description="The levels of each game.")]
    models: Annotated[tuple[ModelShown, ...], Meta(description="The operator's language models; none if off.")] = ()
    sponsor_origins: Annotated[
        tuple[str, ...], Meta(description="Where the page may ask a model for a seat that a player sponsors.")
    ] = ()


class TablesShown(Struct, frozen=True):
    """A page of tables, the newest first; `next` is the `after` of the next page, null on the last."""

    tables: tuple[TableShown, ...]
    next: MatchId | None = None


class MatchShown(TableShown, frozen=True, omit_defaults=True):
    """A table with its match as its viewer sees it: a seat, or (`player_id` left out) anybody."""

    player_id: PlayerId | None = None
    view: Annotated[Any, Meta(description="As in `state_update`; left out before the match begins.")] = None


class JoinTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits down, and where; without a name the server gives one, without a seat it chooses."""

    player_name: Text | None = None
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    sponsored: Annotated[
        bool,
        Meta(description="A language model will play this second seat, at the request of whoever's token is sent."),
    ] = False


class ArtShown(Struct, frozen=True):
    """A picture of a game's folder: what is inside its SVG element, and that element's view box."""

    svg: str
    box: tuple[float, float, float, float]


class LookShown(Struct, frozen=True):
    """What a game brings for its scenes: pictures by name, and its catalogues by language, the best first."""

    art: dict[str, ArtShown]
    texts: dict[str, str]


class TextsShown(Struct, frozen=True):
    """The languages that the house speaks, and its catalogues for the one that was asked for, the best first."""

    languages: tuple[str, ...]
    texts: dict[str, str]


class Frame(Struct, frozen=True, omit_defaults=True):
    """A match after one of its turns, with what this viewer was told of it: `view` in the first, else `changes`.

    `turn` is how many turns were played; 0 is the set-up. What a turn showed on its way comes before its end, in frames
    of their own: these have a `stage`, counted from 1, and `shown_ms`.
    """

    turn: int
    at: int
    actor: PlayerId | None = None
    input: Any = None
    """The turn's own input, as the record has it."""
    events: tuple[SeenEvent, ...] = ()
    log: tuple[LogLine, ...] = ()
    changes: Any = None
    view: Any = None
    stage: int | None = None
    shown_ms: int = 0


class FramesShown(Struct, frozen=True):
    """A match that is over, turn by turn, with the eyes of a seat, or of a spectator (null)."""

    viewer: PlayerId | None
    frames: tuple[Frame, ...]


class CandidateShown(Struct, frozen=True):
    """A line of the menu: what it does, and the id that chooses it."""

    id: str
    text: str


class PromptShown(Struct, frozen=True):
    """What a language model is asked at this seat now: two texts, and the form of its answer."""

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
    """What a language model replied. `mode` and `form` are those that its prompt was asked for with."""

    prompt: Number
    reply: Annotated[
        str, Meta(max_length=50_000, description="All of its text; or the arguments of the tool, as JSON.")
    ]
    mode: Mode = "menu"
    form: Form = "text"
    finish: Annotated[Finish, Meta(description="How the reply ended.")] = "done"
    client_id: Annotated[ClientId | None, Meta(description="The same id sent again is the same answer.")] = None
    model: Annotated[str, Meta(max_length=200)] | None = None
    input_tokens: Number | None = None
    output_tokens: Number | None = None
    duration_ms: Number | None = None


class ReplyRead(Struct, frozen=True, omit_defaults=True):
    """What became of a reply: the move that was played; or why it is none, and what to tell the model about it."""

    outcome: Literal["answered", "illegal", "unparsable", "truncated", "empty"]
    correction: Annotated[str | None, Meta(description="Goes after the same user text, for the next try.")] = None
    action_type: str | None = None
    payload: Any = None


class CallShown(Struct, frozen=True, omit_defaults=True):
    """One call to a model: what it was sent, what it replied and what it cost. What is left out is not known."""

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
    """A decision of a language model. `turn` is the frame that it led to; `played` is who made the move in the end."""

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
    """The decisions of a match's language models, the oldest first, as far as the viewer may know of them."""

    decisions: tuple[DecisionShown, ...]
