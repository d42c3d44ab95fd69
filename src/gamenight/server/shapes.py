"""The bodies of REST requests and answers, where they are not the messages of the sockets."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from gamenight.core.fields import Field
from gamenight.core.model import MatchId, PlayerId
from gamenight.core.text import Words
from gamenight.server.protocol import LogLine, SeenEvent, SocketCode, TableShown, Text

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


class BotsShown(Struct, frozen=True):
    strategies: tuple[StrategyShown, ...]
    levels: Annotated[dict[str, dict[str, str]], Meta(description="The levels of each game.")]


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
