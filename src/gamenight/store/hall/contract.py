"""The hall: tables for matches, with seats, presence and chat. All of it survives the end of a node.

A table belongs to one match with the same id and exists before it: people take seats, then the match begins. Each
change of a table increments its `revision` in the same transaction, so that every node sees that there is something to
read.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, Protocol

from msgspec import Struct

from gamenight.core.model import GameId, GameStatus, MatchId, TimerConfig
from gamenight.core.text import Words
from gamenight.store.hall.ledger import Ledger

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


class Hall(Protocol):
    """The tables of a database. Methods that name a table raise UnknownMatch; all may raise StoreUnavailable.

    `set_ready` and `arrive` raise SeatNotTaken if the seat is not taken; text that is not plain raises BadEntry. Pass
    the `token_hash` of a seat to act for its player: SeatNotTaken if the seat belongs to another person by now. Without
    it, the call acts for the person at the seat, whoever it is.
    """

    @property
    def ledger(self) -> Ledger:
        """The decisions of language models at these tables, in the same database; a node has it as `node.ledger`."""

    async def open(self, table: Table) -> None:
        """Write a new table; raises DuplicateMatch if its id is taken, or if `rematch_of` already has a rematch.

        With `rematch_of`, the same transaction sets `rematch` of the older table, and increments its revision.
        """

    async def table(self, match_id: MatchId) -> Table: ...

    async def tables(
        self, wanted: TableFilter, limit: int = 50, after: MatchId | None = None, now: int | None = None
    ) -> tuple[Listed, ...]:
        """One page of tables, newest first, older than `after`; with the state that spectators may know at `now`."""

    async def take(self, match_id: MatchId, place: TakenSeat, wanted: int | None, people: int) -> TakenSeat:
        """Take the wanted seat, or a random free one; raises TableRefused if there is none, or if the name is taken.

        `people` is the maximum number of people at the table. `place.seat_index` is ignored; the returned place has the
        seat that was taken. Names are compared after NFKC and case folding. If the person is not connected yet, `place`
        must be marked as away.
        """

    async def give_up(self, match_id: MatchId, seat_index: int, *, token_hash: str | None = None) -> bool:
        """Free the seat and the seats that its player sponsors; False if the match has begun or the seat is free."""

    async def set_ready(
        self, match_id: MatchId, seat_index: int, is_ready: bool, *, token_hash: str | None = None
    ) -> None: ...

    async def begin(self, match_id: MatchId, now: int, revision: int | None = None) -> Table:
        """Begin the match: the places are final, and no seats can be taken. The instant of the first call counts.

        Raises TableMoved, and does not begin, if the table has another revision than the given one. It also sets every
        `held_ms` to 0, so absences before the match do not count.
        """

    async def halt(self, match_id: MatchId, at: int | None) -> None:
        """Record since when the rules of the match are missing; None: they are available again. The earliest `at`
        counts.
        """

    async def arrive(
        self,
        match_id: MatchId,
        seat_index: int,
        node: str,
        now: int,
        most_held: int,
        *,
        token_hash: str | None = None,
    ) -> TakenSeat:
        """The player is connected to this node; adds the time away, at most `most_held`, to `held_ms`."""

    async def depart(
        self,
        match_id: MatchId,
        seat_index: int,
        node: str,
        now: int,
        attend_at: int | None,
        *,
        token_hash: str | None = None,
    ) -> bool:
        """The player is no longer connected to this node; returns whether they are now away, as no other node has
        them."""

    async def attend(
        self, match_id: MatchId, seat_index: int, *, away_since: int, attend_at: int | None, stand_in: bool
    ) -> bool:
        """Write the decision about an absence; False, without writing, if the player has come back meanwhile."""

    async def excuse(self, match_id: MatchId, now: int, attend_at: int) -> None:
        """Let absences of players without a stand-in count only from `now`; absences with a stand-in are due at
        once."""

    async def stick(self, match_id: MatchId, seat_index: int, prompt: int, outcome: str, *, retry: int = 0) -> bool:
        """Mark the model at this seat as stuck at this prompt, in this try: people have to decide how to continue.

        False, without writing, if it is stuck already, if people have already freed that try, if a bot stands in for
        it, or if it was stuck at a later prompt.
        """

    async def free(self, match_id: MatchId, seat_index: int, prompt: int, *, stand_in: bool) -> bool:
        """Mark the seat as no longer stuck: the model may try again, or a bot plays for it until the end.

        False, without writing, unless it is stuck at this prompt.
        """

    async def say(
        self,
        match_id: MatchId,
        seat_index: int | None,
        text: str,
        at: int,
        *,
        at_end: bool = False,
        token_hash: str | None = None,
    ) -> None: ...

    async def chats(self, match_id: MatchId, since: int = 0) -> tuple[ChatLine, ...]:
        """The lines with number `since` or higher; numbers start at 0 at each table."""

    async def heads(self, match_ids: Collection[MatchId]) -> dict[MatchId, Heads]:
        """The heads of these matches; tables that do not exist are left out."""

    async def claim_due(self, now: int, until: int, limit: int = 100) -> tuple[MatchId, ...]:
        """Lease matches whose next deadline is `now` or earlier: only this caller gets them, until `until`.

        Matches without a table are left out: the program that plays them watches their deadlines itself.
        """

    async def claim_absences(self, now: int, until: int, limit: int = 100) -> tuple[MatchId, ...]:
        """Lease matches with an absence that is due to be handled: only this caller gets them, until `until`.

        The longest waiting come first.
        """

    async def excuse_all(self, alive_since: int, now: int, attend_at: int) -> bool:
        """Do as `excuse` in every active match, if no node has sent a heartbeat since `alive_since`: then all nodes
        were down, and no player could come back.

        Stand-ins do not change. Returns whether matches were excused.
        """

    async def retire(self, node: str) -> None:
        """Remove this node, which is about to end; its connections no longer count."""

    async def beat(self, node: str, now: int) -> None:
        """Record a heartbeat of this node."""

    async def bury(self, dead_since: int, now: int, attend_at: int) -> tuple[MatchId, ...]:
        """Delete nodes without a heartbeat since `dead_since`; players connected only to these are away from `now` on.

        Returns the matches of these players.
        """

    async def sweep(self, idle_since: int) -> tuple[MatchId, ...]:
        """Close tables that wait for a match, have no connections and have not changed since `idle_since`.

        If a closed table was a rematch, the older table may get another. Also removes tables with a delay from the list
        of active tables, once spectators have known since `idle_since` that the match is over.
        """

    async def waiting_to_start(self, now: int, until: int, limit: int = 100) -> tuple[MatchId, ...]:
        """Lease tables that have begun by `now` but have no match in the log, because their node ended in between.

        Only this caller gets them, until `until`; the longest waiting come first.
        """
