"""The hall: tables at which matches are played, who sits there, who is away, what is said. All of it outlives a node.

A table belongs to one match, of the same id, and is there before it: people take seats, then the match begins. Whatever
is changed at a table raises its `revision`, in the same transaction, so that any node sees that there is news.
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
    """What the table was opened with, every default written out; `options` may hold secret ones."""

    options: dict[str, Any]
    timer: TimerConfig
    seats: int
    bots: tuple[str, ...]
    """A strategy for each seat that is a bot's from the start; empty seats get the first of them, or the stand-in."""
    seating: Literal["random", "chosen"] = "random"
    start: Literal["full", "ready"] = "full"
    is_private: bool = False
    spectators: bool = True
    delay_ms: int = 0
    """How far behind everybody without a seat is."""
    leaver: Policy = "forfeit"
    pace_ms: int = 0
    exhibition: bool = False
    """Bots play here, and people only watch."""
    max_usd: float | None = None
    max_calls: int | None = None
    """What the table's language models may cost in all; None is no limit of the table's own."""


class Place(Struct, frozen=True, kw_only=True):
    """A seat that a person has taken.

    `away_since` None: connected to some node. `attend_at` is when somebody has to look after the absence next.
    `held_ms` is how much of the budget for held clocks earlier absences have used.
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
    """The seat of the person whose page plays this one by a language model."""


class ModelSeat(Struct, frozen=True, kw_only=True):
    """How a language model's seat fares. `stuck` and `retries` count only while that prompt is open."""

    seat_index: int
    stuck: str | None = None
    """The outcome of its last decision, while people have to decide what follows."""
    prompt: int = 0
    """The numbered prompt at which it is or was stuck."""
    retries: int = 0
    """How often people asked for one more try at that prompt."""
    stand_in: bool = False
    """A bot plays for it until the end."""


class Table(Struct, frozen=True, kw_only=True):
    """A table as it is now. `started_at`: nobody can sit down any more. `halted_at`: its rules were missing then."""

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
    places: tuple[Place, ...] = ()
    """In the order of the seats."""
    models: tuple[ModelSeat, ...] = ()
    """In the order of the seats; only those of which there is something to say."""


class ChatLine(Struct, frozen=True, kw_only=True):
    """Something said at a table; seat None is the server itself. `at_end`: not shown before the match is over."""

    number: int
    at: int
    seat_index: int | None
    text: str
    at_end: bool = False


class Heads(Struct, frozen=True):
    """How far a match (None: not begun) and its table have come; a node that knows less has news to read."""

    turns: int | None
    revision: int


class Listed(Struct, frozen=True):
    """A table in a list. `status` is the log's, WAITING before the match begins; `last_at` its last turn's instant."""

    table: Table
    status: GameStatus
    last_at: int | None


class TableFilter(Struct, frozen=True, kw_only=True):
    """Which tables to list; None is any. Those with a delay are not left out by a status which is news as yet."""

    game_id: GameId | None = None
    statuses: Collection[GameStatus] | None = None
    is_private: bool | None = False


class TableRefused(Exception):
    """A seat cannot be taken; the code is one of the protocol's."""

    def __init__(self, code: Literal["game_full", "game_started", "name_taken", "seat_taken"], words: Words) -> None:
        super().__init__(str(words))
        self.code = code
        self.words = words


class TableMoved(Exception):
    """The table has changed since it was read: read it again, and decide again."""


class Hall(Protocol):
    """The tables of a database. Methods that name a table raise UnknownMatch; any may raise StoreUnavailable.

    `set_ready` and `arrive` raise UnknownPlace if nobody sits at the seat; text that is not plain is a BadEntry.
    Whatever somebody does at their seat is done with its `token_hash`: UnknownPlace if the seat is another's by now.
    Without one it is done for whoever sits there.
    """

    @property
    def ledger(self) -> Ledger:
        """What the language models at these tables decided, in the same database; a node has it as `node.ledger`."""

    async def open(self, table: Table) -> None:
        """Write a new table; DuplicateMatch if its id is taken, or another table is already the rematch of that one.

        With `rematch_of` the older table gets this one as its `rematch`, and a new revision, in the same transaction.
        """

    async def table(self, match_id: MatchId) -> Table: ...

    async def tables(
        self, wanted: TableFilter, limit: int = 50, after: MatchId | None = None, now: int | None = None
    ) -> tuple[Listed, ...]:
        """One page, the newest first, after (older than) this one; now, or as everybody may know it at this instant."""

    async def take(self, match_id: MatchId, place: Place, wanted: int | None, people: int) -> Place:
        """Take the wanted seat, or a random free one; TableRefused if there is none, or the name is taken.

        `people` is how many may sit down at most; `place.seat_index` is ignored, what was taken is returned. Names are
        compared after NFKC and case folding. Whoever is not connected yet is handed over as away.
        """

    async def give_up(self, match_id: MatchId, seat_index: int, *, token_hash: str | None = None) -> bool:
        """Free the seat and those that its player sponsors, unless the match has begun; says whether it did."""

    async def set_ready(
        self, match_id: MatchId, seat_index: int, is_ready: bool, *, token_hash: str | None = None
    ) -> None: ...

    async def begin(self, match_id: MatchId, now: int, revision: int | None = None) -> Table:
        """Nobody can sit down from now on. The first call's instant counts; the places are final.

        TableMoved, and nothing is begun, if the table has another revision than the one by which that was decided.
        It also sets every `held_ms` to 0: absences before the match cost nothing.
        """

    async def halt(self, match_id: MatchId, at: int | None) -> None:
        """Remember since when the match's rules are missing; None: they are there again. An earlier instant stays."""

    async def arrive(
        self,
        match_id: MatchId,
        seat_index: int,
        node: str,
        now: int,
        most_held: int,
        *,
        token_hash: str | None = None,
    ) -> Place:
        """The player is connected to this node; the time away, `most_held` at most, is added to `held_ms`."""

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
        """The player is connected to this node no more; says whether to no other either, so that they are away."""

    async def attend(
        self, match_id: MatchId, seat_index: int, *, away_since: int, attend_at: int | None, stand_in: bool
    ) -> bool:
        """Write what was decided about an absence; False, and nothing written, if the player is back meanwhile."""

    async def excuse(self, match_id: MatchId, now: int, attend_at: int) -> None:
        """Whoever is away and has no stand-in is taken to have left only now; stand-ins are to be looked after now."""

    async def stick(self, match_id: MatchId, seat_index: int, prompt: int, outcome: str, *, retry: int = 0) -> bool:
        """The model at this seat gives no answer to this prompt, at this try: people have to decide what follows.

        False, and nothing is written, if it is stuck already, if people freed that try, if a bot stands in for it, or
        if it was stuck at a later prompt.
        """

    async def free(self, match_id: MatchId, seat_index: int, prompt: int, *, stand_in: bool) -> bool:
        """The seat is stuck no more: the model may try once more, or a bot plays for it until the end.

        False, and nothing is written, unless it is stuck at this prompt.
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
        """The lines with a number of `since` or more; they count from 0 at each table."""

    async def heads(self, match_ids: Collection[MatchId]) -> dict[MatchId, Heads]:
        """How far these have come; those that are not there are left out."""

    async def claim_due(self, now: int, until: int, limit: int = 100) -> tuple[MatchId, ...]:
        """Matches whose next deadline is `now` or earlier, for this caller alone: their deadline becomes `until`.

        Matches without a table are left out: the program that plays them keeps their time itself.
        """

    async def claim_absences(self, now: int, until: int, limit: int = 100) -> tuple[MatchId, ...]:
        """Matches with an absence that has to be looked after, for this caller alone: `attend_at` becomes `until`.

        Those that have waited longest come first.
        """

    async def excuse_all(self, alive_since: int, now: int, attend_at: int) -> bool:
        """As `excuse` in every match that is played, if no node was heard of since then: nobody could come back.

        Stand-ins are left as they are. Says whether it did.
        """

    async def retire(self, node: str) -> None:
        """This node is about to end: nobody is connected to it any more."""

    async def beat(self, node: str, now: int) -> None:
        """This node is alive."""

    async def bury(self, dead_since: int, now: int, attend_at: int) -> tuple[MatchId, ...]:
        """Forget the nodes not heard of since then; whoever was connected to them alone is away from `now` on."""

    async def sweep(self, idle_since: int) -> tuple[MatchId, ...]:
        """Close the tables that wait for a match, have nobody connected and have not changed since then.

        If one was a rematch, the older table has none again. Lists of tables where something happens leave out from
        now on those with a delay whose end everybody has known since then.
        """

    async def waiting_to_start(self, now: int, until: int, limit: int = 100) -> tuple[MatchId, ...]:
        """Tables that have begun by `now` but have no match in the log: their node died in between.

        They are for this caller alone until then, as is whatever is due; those that have waited longest come first.
        """
