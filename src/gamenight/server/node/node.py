"""One server process: the matches in its memory, and everything that it does for them."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.model import MatchId, PlayerId, Step, seat
from gamenight.core.text import Message, say
from gamenight.llm.deciding import Call
from gamenight.protocol.messages import TableShown
from gamenight.server.games import Games
from gamenight.server.instants import now_ms
from gamenight.server.match.beginning import people_wanted
from gamenight.server.match.live import LiveMatch
from gamenight.server.node.housekeeping import Housekeeping
from gamenight.server.node.lobby import Lobby
from gamenight.server.node.new_table import new_match_id
from gamenight.server.node.options import read_options, unfixed
from gamenight.server.node.replays import replay_of
from gamenight.server.node.summaries import shown_to
from gamenight.server.node.table_lists import TableLists
from gamenight.server.presentation.documents import plain_view
from gamenight.server.reading import BadRequest
from gamenight.server.retrying import in_the_end
from gamenight.server.seats.model_strategies import is_model
from gamenight.server.settings import Settings
from gamenight.server.thinking import Thinking
from gamenight.server.worded import Worded
from gamenight.store.bus.contract import LOBBY, Bus
from gamenight.store.errors import DuplicateMatch, StoreUnavailable, UnknownMatch
from gamenight.store.hall.codec import name_key
from gamenight.store.hall.hall import Hall
from gamenight.store.hall.table import Table, TableFilter, TableRefused, TakenSeat
from gamenight.store.log.contract import MatchStore

LEASE_MARGIN_MS = 3_000
LAST_WORDS_S = 2.0
"""How long a node that stops waits until the costs of its language models are written."""
QUIET_S = 5.0
"""At the limit of matches, one without viewers is forgotten after this time."""


class ServerFull(Worded):
    """The node has as many matches, connections or replays as it may have; the words say which."""


class WrongToken(Worded):
    """The token belongs to no seat of this match."""


class Joined(Struct, frozen=True):
    """A seat that was taken. Its token is sent only here."""

    match_id: MatchId
    player_id: PlayerId
    seat_token: str


class Status(Struct, frozen=True):
    """The public state of a node, without its name or its machine's."""

    matches: int
    """Number of matches that wait or are played on this node."""
    max_matches: int
    connections: int
    max_connections: int
    bus: bool
    """Whether hints from other nodes arrive at once; without them updates are late by seconds."""
    bots_thinking: int
    """Number of bots that think now, without those in prompts with hidden actors."""
    bots_waiting: int
    """Number of bots that wait for a process, without those in prompts with hidden actors."""


class Node:
    def __init__(
        self, name: str, settings: Settings, games: Games, store: MatchStore, hall: Hall, bus: Bus, thinking: Thinking
    ) -> None:
        self.name = name
        self.settings = settings
        self.games = games
        self.store = store
        self.hall = hall
        self.ledger = hall.ledger
        self.bus = bus
        self.thinking = thinking
        self.connections = 0
        """Number of open sockets, counted by the code of the sockets."""
        self.page: str | None = None
        """The build of the page that is served here; None if no page was built."""
        self.lives: dict[MatchId, LiveMatch] = {}
        self.failed: set[MatchId] = set()
        """Matches whose rules failed in this process."""
        self.lobby = Lobby(self)
        self._table_lists = TableLists(self)
        self.turn_seen: Callable[[str], None] = lambda game_id: None
        """Called for every turn with a public event, at a table that everybody may find and watch."""
        self.models_asked: Callable[[Sequence[Call]], None] = lambda calls: None
        """Called with all calls to language models of a match, when it is over."""
        self._loading: dict[MatchId, asyncio.Task[LiveMatch]] = {}
        self._opening: set[MatchId] = set()
        self._openers: dict[MatchId, str] = {}
        """The addresses that opened the tables in memory; only of tables that were opened at this node."""
        self._housekeeping = Housekeeping(self)

    def opener_of(self, match_id: MatchId) -> str:
        """The address that opened this table; empty if it is not known here."""
        return self._openers.get(match_id, "")

    @property
    def lease_ms(self) -> int:
        """How long this node alone is responsible for a bot's answer, before another node takes over."""
        return self.settings.bot_time_ms + LEASE_MARGIN_MS

    async def start(self) -> None:
        """Start the housekeeping: deadlines, absences, and moves of other nodes."""
        self.bus.follow(LOBBY)
        await self._housekeeping.start()

    async def close(self) -> None:
        await self._housekeeping.close()
        await self.lobby.close()
        for task in self._loading.values():
            task.cancel()
        for live in self.lives.values():
            live.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS_S):
                await asyncio.gather(*(live.duties.models.settle() for live in self.lives.values()))
        self.lives.clear()
        await self.thinking.close()
        await self.bus.close()
        await self.store.close()

    def status(self) -> Status:
        settings = self.settings
        return Status(
            self._count_open(),
            settings.max_matches,
            self.connections,
            settings.max_connections,
            self.bus.is_connected,
            self.thinking.busy,
            self.thinking.waiting,
        )

    # News

    def hear(self, topic: str) -> None:
        """Handle a hint. The bus calls this as its `Hear`."""
        if topic == LOBBY:
            self.lobby.wake()
        elif (live := self.lives.get(MatchId(topic))) is not None:
            self.refresh(live)

    def refresh(self, live: LiveMatch) -> None:
        """Let a match take over what other nodes wrote, in the background."""
        self._housekeeping.run(live.refresh(), f"match {live.match_id} could not be brought up to date")

    def table_changed(self, match_id: MatchId) -> None:
        """Notify the lobby that a table has opened, filled, started or ended, unless it is private."""
        live = self.lives.get(match_id)
        if live is not None and live.table.settings.is_private:
            return
        self.lobby.wake()
        self.bus.hint(LOBBY)

    def moved(self, live: LiveMatch, step: Step) -> None:
        """Notify other nodes of a turn that was written here, and count it."""
        self.bus.hint(live.match_id)
        if step.state.is_over:
            self.table_changed(live.match_id)
            self._housekeeping.run(self._count_calls(live), f"the calls of match {live.match_id} could not be counted")
        if is_for_everybody(live.table) and any(event.audience is None for event in step.events):
            self.turn_seen(step.state.game_id)

    async def _count_calls(self, live: LiveMatch) -> None:
        """Count the calls of the match's language models, when delayed spectators know that it is over."""
        if not any(map(is_model, live.table.settings.bots)):
            return
        await asyncio.sleep(live.table.settings.delay_ms / 1000)
        await live.duties.models.settle()
        decisions = await in_the_end(lambda: self.ledger.decisions(live.match_id))
        hosted = {place.seat_index for place in live.table.places}
        calls = [call for one in decisions if one.seat_index not in hosted for call in one.calls]
        self.models_asked(msgspec.convert(calls, list[Call]))

    # Matches in memory

    async def live(self, match_id: MatchId) -> LiveMatch:
        """The match, read from the log if it is not in memory; UnknownMatch."""
        if (known := self.lives.get(match_id)) is not None:
            known.touch()
            return known
        if match_id not in self._loading:
            task = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            task.add_done_callback(lambda done: self._loaded(match_id, done))
        return await asyncio.shield(self._loading[match_id])

    async def _load(self, match_id: MatchId) -> LiveMatch:
        live = LiveMatch(self, await self.hall.table(match_id))
        self.bus.follow(match_id)
        await live.load()
        if len(self.lives) >= self.settings.max_matches:
            self._forget_quiet()
        self.lives[match_id] = live
        return live

    def _loaded(self, match_id: MatchId, task: asyncio.Task[LiveMatch]) -> None:
        self._loading.pop(match_id, None)
        if task.cancelled() or task.exception() is not None:
            self.bus.unfollow(match_id)

    def forget(self, live: LiveMatch) -> None:
        live.close()
        self.lives.pop(live.match_id, None)
        self._openers.pop(live.match_id, None)
        self.bus.unfollow(live.match_id)

    def _forget_quiet(self) -> None:
        quiet_since = asyncio.get_running_loop().time() - QUIET_S
        for live in list(self.lives.values()):
            if live.last_used < quiet_since and live.is_idle:
                self.forget(live)

    def _count_open(self) -> int:
        """Number of matches that wait or are played here, as delayed spectators know them."""
        return sum(map(_is_open, self.lives.values()))

    def _is_full(self) -> bool:
        most = self.settings.max_matches - len(self._opening - self.lives.keys())
        return len(self.lives) >= most and self._count_open() >= most

    # Requests of clients

    async def open_table(self, table: Table, address: str = "") -> None:
        """Open a checked table for this address, and notify the lobby; ServerFull if the node has too many matches."""
        if self._is_full():
            self._forget_quiet()
        if self._is_full():
            raise ServerFull(say("refused-server_full"))
        self._opening.add(table.match_id)
        try:
            await self.hall.open(table)
            await self.live(table.match_id)
            self._openers[table.match_id] = address
        finally:
            self._opening.discard(table.match_id)
        self.table_changed(table.match_id)

    async def join(
        self, match_id: MatchId, name: str | None, seat_index: int | None, sponsor: PlayerId | None = None
    ) -> Joined:
        """Take a seat; the match begins if it was the last one. UnknownMatch, BadRequest, TableRefused."""
        joined = await self.take_seat(match_id, name, seat_index, sponsor=sponsor)
        await self._tell_of_seat(match_id)
        return joined

    async def _tell_of_seat(self, match_id: MatchId) -> None:
        # The seat is taken, so its token must be sent. Other nodes notice the change when they poll.
        with suppress(StoreUnavailable):
            await (await self.live(match_id)).table_written()
        self.table_changed(match_id)

    async def take_seat(
        self,
        match_id: MatchId,
        name: str | None,
        seat_index: int | None,
        token: str | None = None,
        sponsor: PlayerId | None = None,
    ) -> Joined:
        """Take a seat without notifying the others yet. The token is new, unless one is given."""
        live = await self.live(match_id)
        _check_wish(live.table, seat_index)
        kept = frozenset[str]() if token else await self._kept_names(live.table)
        if name and name_key(name) in kept:
            raise TableRefused("name_taken", Message("refused-name_taken"))
        token = token or secrets.token_urlsafe(32)
        place = _new_taken_seat(token, sponsor)
        # Another player may take the generated name first, but also takes a seat: so at most once per seat.
        for _ in range(0 if name else live.table.settings.seats):
            try:
                return await self._sit_down(live, replace(place, name=_free_name(live.table, kept)), seat_index, token)
            except TableRefused as refusal:
                if refusal.code != "name_taken":
                    raise
            await live.refresh()
        return await self._sit_down(live, replace(place, name=name or _free_name(live.table, kept)), seat_index, token)

    async def _kept_names(self, table: Table) -> frozenset[str]:
        """The names reserved for the players of the match before: a sponsor, who sees a hand, is found by name."""
        places: tuple[TakenSeat, ...] = ()
        if table.rematch_of is not None:
            with suppress(UnknownMatch):  # it may be deleted by now
                places = (await self.hall.table(table.rematch_of)).places
        return frozenset(name_key(place.name) for place in places)

    async def _sit_down(self, live: LiveMatch, place: TakenSeat, seat_index: int | None, token: str) -> Joined:
        taken = await self.hall.take(live.match_id, place, seat_index, people_wanted(live.table))
        return Joined(live.match_id, seat(taken.seat_index), token)

    async def seat_of(self, match_id: MatchId, token: str) -> PlayerId:
        """The seat of this token, compared in constant time; UnknownMatch, WrongToken."""
        live = await self.live(match_id)
        found = _seat_of(live.table, token)
        if found is None:
            await live.refresh()
            found = _seat_of(live.table, token)
        if found is None:
            raise WrongToken(say("refused-token"))
        return found

    async def shown(self, match_id: MatchId, viewer: PlayerId | None) -> TableShown:
        """The table as this viewer may see it. For None, a viewer without a seat, it may be delayed."""
        return shown_to(await self.live(match_id), viewer)

    async def view(self, match_id: MatchId, viewer: PlayerId | None) -> Any:
        """The viewer's ShownView as plain data; None if the match has not begun."""
        live = await self.live(match_id)
        state = live.audience(viewer).state
        return None if state is None or live.plugin is None else plain_view(live.plugin, state, viewer)

    async def list_tables(
        self, wanted: TableFilter, limit: int = 50, after: MatchId | None = None
    ) -> tuple[TableShown, ...]:
        """One page of tables, the newest first, as viewers without a seat may see them."""
        return await self._table_lists.page(wanted, limit, after)

    async def replay(self, match_id: MatchId, viewer: PlayerId | None) -> dict[str, Any]:
        """The replay of a match: if finished, the record and all events; else the events that this viewer has seen."""
        return await replay_of(await self.live(match_id), viewer)

    async def rematch(self, match_id: MatchId, token: str, charge: Callable[[], None] = lambda: None) -> Joined:
        """A seat at a new table for the same people. The first request opens it; the same token gets the same seat.

        `charge` is called before a table is opened, and may raise if the limit is reached.
        """
        viewer = await self.seat_of(match_id, token)
        old = await self.live(match_id)
        await old.refresh()
        if old.table.rematch is None:
            charge()
            await self._open_rematch(old)
        assert old.table.rematch is not None
        new = await self.live(old.table.rematch)
        await new.refresh()
        own = _derived_token(token, new.match_id)
        if (known := _seat_of(new.table, own)) is not None:
            return Joined(new.match_id, known, own)
        left = next(place for place in old.table.places if seat(place.seat_index) == viewer)
        joined = await self.take_seat(new.match_id, left.name, None, own, _sponsor_again(left, old.table, new.table))
        await self._tell_of_seat(new.match_id)
        return joined

    async def _open_rematch(self, live: LiveMatch) -> None:
        """Open the same table again, with random chance and seats, so that not the same player always begins."""
        old, plugin = live.table, live.plugin
        if plugin is None:
            raise BadRequest(None, say("refused-game_gone", game=old.game_id))
        if any(map(is_model, old.settings.bots)) and not self.settings.llm:
            raise BadRequest(None, say("bad-models_off"))
        # The rules may have changed since, so the options are checked again.
        options = read_options(plugin, unfixed(plugin, old.settings.options), old.settings.seats)
        again = Table(
            match_id=new_match_id(),
            game_id=old.game_id,
            rules_version=plugin.rules_version,
            settings=replace(old.settings, seating="random", options=options),
            created_at=now_ms(),
            rematch_of=old.match_id,
        )
        # Another player may have opened the rematch first.
        with suppress(DuplicateMatch):
            await self.open_table(again, self.opener_of(old.match_id))
        await live.table_written()


def _sponsor_again(place: TakenSeat, old: Table, new: Table) -> PlayerId | None:
    """The seat of the sponsor at the new table, found by name. BadRequest if the sponsor has no seat there yet."""
    names = {own.name for own in old.places if own.seat_index == place.sponsor}
    found = next((seat(own.seat_index) for own in new.places if own.name in names), None)
    if names and found is None:
        raise BadRequest(None, say("refused-sponsor_first"))
    return found


def _is_open(live: LiveMatch) -> bool:
    """Whether the match waits or is played. At a delayed table this is the state that spectators see."""
    seen = live.spectators.state
    return live.ended is None and (seen is None or not seen.is_over)


def is_for_everybody(table: Table) -> bool:
    """Whether every client can find this table and watch its match without delay."""
    settings = table.settings
    return settings.spectators and not settings.is_private and not settings.delay_ms


def _check_wish(table: Table, seat_index: int | None) -> None:
    """BadRequest if this seat cannot be chosen."""
    if seat_index is None:
        return
    if table.settings.seating == "random":
        raise BadRequest("seat", say("refused-seat_by_lot"))
    if seat_index >= table.settings.seats:
        raise BadRequest("seat", say("refused-no_seat", last=table.settings.seats - 1))


def _new_taken_seat(token: str, sponsor: PlayerId | None) -> TakenSeat:
    """A place without a name yet, whose player is away until a socket connects."""
    now, sponsored_by = now_ms(), None if sponsor is None else int(sponsor[1:])
    return TakenSeat(
        seat_index=0, name="", token_hash=hashed(token), joined_at=now, away_since=now, sponsor=sponsored_by
    )


def _free_name(table: Table, kept: frozenset[str]) -> str:
    """The first name like `Player 2` that is neither taken nor reserved."""
    taken = kept | {name_key(place.name) for place in table.places}
    names = (f"Player {number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name_key(name) not in taken)


def hashed(token: str) -> str:
    """The digest that is stored for a token. A plain one is enough, as a token has 256 random bits."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _derived_token(token: str, match_id: MatchId) -> str:
    """The token for the same player's seat in another match: the same for every request."""
    digest = hmac.digest(token.encode(), match_id.encode(), "sha256")
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def _seat_of(table: Table, token: str) -> PlayerId | None:
    """The seat of this token, or None. Every seat is compared, in constant time."""
    given, found = hashed(token), None
    for place in table.places:
        if hmac.compare_digest(given, place.token_hash):
            found = seat(place.seat_index)
    return found
