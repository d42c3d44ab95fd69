"""The hall: tables for matches, with seats, presence and chat. All of it survives the end of a node.

A table belongs to one match with the same id and exists before it: people take seats, then the match begins. Each
change of a table increments its `revision` in the same transaction, so that every node sees that there is something to
read.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

from msgspec import Struct

from gamenight.core.model import GameId, GameStatus, MatchId, TimerConfig
from gamenight.core.text import Words

Policy = Literal["wait", "timeout", "forfeit", "bot"]


class TableSettings(Struct, frozen=True, kw_only=True):
    """The settings that the table was opened with, including all defaults; `options` may contain secret ones."""

    options: dict[str, Any]
    timer: TimerConfig
    seats: int
    bots: tuple[str, ...]
    """A strategy for each seat that belongs to a bot from the start. Empty seats get the first one, or the stand-in."""
    seating: Literal["random", "chosen"] = "random"
    start: Literal["full", "ready"] = "full"
    is_private: bool = False
    spectators: bool = True
    delay_ms: int = 0
    """The delay for spectators."""
    leaver: Policy = "forfeit"
    pace_ms: int = 0
    exhibition: bool = False
    """Bots play here, and people only watch."""
    max_usd: float | None = None
    max_calls: int | None = None
    """The limits of dollars and calls for all language models of the table; None: the table sets no limit."""


class TakenSeat(Struct, frozen=True, kw_only=True):
    """A seat that a person has taken.

    `away_since` is None while the person is connected to some node. `attend_at` is the instant at which a node has to
    handle the absence next. `held_ms` is the part of the budget for held clocks that earlier absences have used.
    """

    seat_index: int
    name: str
    token_hash: str
    is_ready: bool = False
    joined_at: int = 0
    away_since: int | None = None
    attend_at: int | None = None
    held_ms: int = 0
    stand_in: bool = False
    sponsor: int | None = None
    """The seat of the person whose page plays this seat with a language model."""


class ModelSeat(Struct, frozen=True, kw_only=True):
    """The state of a language model's seat. `stuck` and `retries` are valid only while `prompt` is open."""

    seat_index: int
    stuck: str | None = None
    """The outcome of its last decision, while people have to decide how to continue; otherwise None."""
    prompt: int = 0
    """The number of the prompt at which it is or was stuck."""
    retries: int = 0
    """How often people have asked for another try at that prompt."""
    stand_in: bool = False
    """A bot plays for it until the end."""


class Table(Struct, frozen=True, kw_only=True):
    """A table in its present state.

    From `started_at` on, no seats can be taken. `halted_at` is the instant from which the rules of its match were
    missing.
    """

    match_id: MatchId
    game_id: GameId
    rules_version: int
    settings: TableSettings
    created_at: int
    revision: int = 0
    chat_count: int = 0
    started_at: int | None = None
    halted_at: int | None = None
    rematch_of: MatchId | None = None
    rematch: MatchId | None = None
    """The table at which the same people play again."""
    places: tuple[TakenSeat, ...] = ()
    """In the order of the seats."""
    models: tuple[ModelSeat, ...] = ()
    """In the order of the seats; only those with a state to record."""


class ChatLine(Struct, frozen=True, kw_only=True):
    """A chat line at a table; `seat_index` None is the server. With `at_end` it is shown only after the match."""

    number: int
    at: int
    seat_index: int | None
    text: str
    at_end: bool = False


class Heads(Struct, frozen=True):
    """The number of turns of a match (None: not begun) and the revision of its table; nodes compare these to theirs."""

    turns: int | None
    revision: int


class Listed(Struct, frozen=True):
    """A table in a list. `status` is that of the match, or WAITING before it begins; `last_at` is its last turn's
    instant.
    """

    table: Table
    status: GameStatus
    last_at: int | None


class TableFilter(Struct, frozen=True, kw_only=True):
    """Which tables to list; None is any. A table with a delay is listed under any status until the delay has passed."""

    game_id: GameId | None = None
    statuses: Collection[GameStatus] | None = None
    is_private: bool | None = False


class TableRefused(Exception):
    """A seat cannot be taken; the code is one of the protocol."""

    def __init__(self, code: Literal["game_full", "game_started", "name_taken", "seat_taken"], words: Words) -> None:
        super().__init__(str(words))
        self.code = code
        self.words = words


class TableMoved(Exception):
    """The table has changed since it was read: read it and decide again."""
