"""A match in memory: the one path of its inputs into the log, and of what happened to everybody who looks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from gamenight.core.actions import Listing
from gamenight.core.engine import advance
from gamenight.core.errors import GameEngineError, PluginError
from gamenight.core.model import (
    Act,
    Due,
    GameState,
    GameStatus,
    Input,
    Pause,
    PlayerId,
    Refusal,
    Resume,
    Step,
    Turn,
    seat,
)
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import play_on
from gamenight.core.rng import commitment
from gamenight.server.audience import Audience
from gamenight.server.beginning import first_state, should_begin
from gamenight.server.duties import Duties, bots_to_act
from gamenight.server.gallery import Beginning, Gallery
from gamenight.server.instants import now_ms
from gamenight.server.leavers import Patience
from gamenight.server.limits import MINUTE_MS, Bucket
from gamenight.server.line import GOING_AWAY, Envelope, Line
from gamenight.server.loading import Loaded, load_match, numbers_after
from gamenight.server.notices import notices
from gamenight.server.presence import Presence
from gamenight.server.protocol import Chat, GameJoined, GameStarted, PlayerLeft, SeenEvent, ServerMessage
from gamenight.server.shown import seats_of, seen_events, sent
from gamenight.store.errors import DamagedLog, DuplicateMatch, OtherRules, StoreUnavailable, UnknownMatch
from gamenight.store.hall import ChatLine, Table
from gamenight.store.log import Accepted, Append, Opening, Repeated, opening_of
from gamenight.store.recorder import NOW_AND_THEN

if TYPE_CHECKING:
    from gamenight.server.node import Node

T = TypeVar("T")
LOG = logging.getLogger("gamenight.server")
RULES_FAILED = "the rules of the game failed"
RULES_MISSING = "the rules of the game were missing"
RETRY_SECONDS = 1.0
LATE_CHATS = 100
"""So many lines of earlier chat does a newcomer get."""


Greet = Callable[[], GameJoined]
"""What a newcomer is told first, of the table as it is then."""


class SeatLost(Exception):
    """The seat was given up, and may be another player's by now."""


class LiveMatch:
    """One table with its match, if it has begun; whatever changes it holds the lock, so turns come one by one."""

    def __init__(self, node: Node, table: Table) -> None:
        self.node = node
        self.table = table
        self.match_id = table.match_id
        self.plugin: GamePlugin | None = node.games.find(table.game_id)
        self.state: GameState | None = None
        self.trouble: str | None = None
        """Why the match cannot be played on here."""
        self.ended: GameStatus | None = None
        """How it ended, if it did under rules that are not here any more; it is shown from its events."""
        seats = [seat(index) for index in range(table.settings.seats)]
        self.audiences: dict[PlayerId, Audience] = {player: Audience(player) for player in seats}
        self.gallery = Gallery(self.plugin, table.settings.delay_ms, lambda: node.table_changed(self.match_id))
        self.lock = asyncio.Lock()
        self.has_bots = bool(table.settings.bots)
        self.presence = Presence(self)
        self.chat_pace = Bucket(node.settings.chats_per_minute, MINUTE_MS)
        self.last_used = 0.0
        self.duties = Duties(self)
        self._listings: Mapping[PlayerId, Listing] = {}
        self._due: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self.touch()

    @property
    def rules(self) -> GamePlugin:
        assert self.plugin is not None
        return self.plugin

    @property
    def patience(self) -> Patience:
        settings = self.node.settings
        return Patience(settings.grace_ms, settings.hold_budget_ms, self.node.lease_ms)

    @property
    def is_watched(self) -> bool:
        return bool(self.gallery.audience.lines) or any(audience.lines for audience in self.audiences.values())

    @property
    def is_idle(self) -> bool:
        """Nobody would notice if it were forgotten."""
        is_at_rest = self.duties.is_idle and self.presence.is_settled and not self._tasks
        return is_at_rest and not self.is_watched and not self.lock.locked()

    def touch(self) -> None:
        self.last_used = asyncio.get_running_loop().time()

    def audience(self, viewer: PlayerId | None) -> Audience:
        return self.gallery.audience if viewer is None else self.audiences[viewer]

    # Loading and beginning

    async def load(self) -> None:
        """Read the match from the log, if it has begun; begin it, if everybody is there."""
        async with self.lock:
            await self._begin_or_load()

    async def _load_state(self) -> None:
        if self.plugin is None:
            await self._give_up(f"the game {self.table.game_id} is not installed")
            return
        try:
            delay = self.table.settings.delay_ms
            loaded = await load_match(self.node.store, self.plugin, self.match_id, delay, now_ms())
        except UnknownMatch:
            await self._create()
            return
        except OtherRules as error:
            await self._give_up(str(error))
            return
        except (DamagedLog, GameEngineError):
            LOG.exception("match %s cannot be loaded", self.match_id)
            self.trouble = "the match cannot be read from the log"
            return
        self._adopt(loaded)
        await self._go_on()
        await self._try_rules_again()

    async def _give_up(self, reason: str) -> None:
        """The match cannot be played on here; one that is over is shown from its events."""
        with suppress(UnknownMatch):
            self.ended = await self._ended_as()
        await self._halt(reason)

    async def _ended_as(self) -> GameStatus | None:
        """The status that the log has, if it is a last one, and everybody may know it by now."""
        status = (await self.node.store.match(self.match_id)).status
        if status not in (GameStatus.FINISHED, GameStatus.ABANDONED, GameStatus.ERROR):
            return None
        turns = await self.node.store.turns(self.match_id)
        return status if not turns or turns[-1].at + self.table.settings.delay_ms < now_ms() else None

    async def _halt(self, reason: str) -> None:
        """The match waits until its own rules are here again; time does not run meanwhile."""
        self.trouble = reason
        if self.table.halted_at is None and self.ended is None:
            LOG.warning("match %s is paused: %s", self.match_id, reason)
            await self.node.hall.halt(self.match_id, now_ms())

    async def _go_on(self) -> None:
        """If the rules were missing for a while, that time is nobody's."""
        if self.table.halted_at is None:
            return
        assert self.state is not None
        if self.state.status is GameStatus.ACTIVE:
            await self.submit_locked(Pause(RULES_MISSING), self.table.halted_at)
            await self._resume()
        await self.node.hall.halt(self.match_id, None)

    async def _try_rules_again(self) -> None:
        """Rules that failed before this process started may have been mended since."""
        assert self.state is not None
        if self.state.pause_reason == RULES_FAILED and self.match_id not in self.node.failed:
            await self._resume()

    async def _resume(self) -> None:
        """Nobody could come back to a match that was not played: those who are away get their grace anew."""
        now = now_ms()
        await self.submit_locked(Resume(), now)
        await self.node.hall.excuse(self.match_id, now, now + self.node.settings.grace_ms)
        await self.catch_up_table()

    def _adopt(self, loaded: Loaded) -> None:
        """Go on from a state of the log; whoever is here already sees it begin."""
        self.state, self.trouble = loaded.state, None
        self.has_bots = self._is_botted()
        now, started = now_ms(), self._started()
        for player, audience in self.audiences.items():
            audience.send(started)
            audience.begin(self.rules, loaded.state, loaded.numbers[player], loaded.told, now)
        self.gallery.add(Beginning(loaded.seen, loaded.numbers[None], loaded.told, Envelope(started)), loaded.seen_at)
        for step in loaded.waiting:
            self.gallery.add(step, step.turn.at)
        self._arm()

    def _started(self) -> GameStarted:
        assert self.state is not None
        return GameStarted(seats_of(self.table, self.state), self.commitment, now_ms())

    @property
    def commitment(self) -> str:
        assert self.state is not None
        return commitment(self.state.config.random_seed, self.state.config.salt)

    def _is_botted(self) -> bool:
        assert self.state is not None
        stand_ins = any(place.stand_in for place in self.table.places)
        return stand_ins or any(player.is_bot for player in self.state.players)

    async def _begin(self) -> None:
        """Nobody can sit down any more; then the match is made. A node that dies in between leaves it to another."""
        self.table = await self.node.hall.begin(self.match_id, now_ms())
        await self._create()

    async def _create(self) -> None:
        if self.plugin is None or self.plugin.rules_version != self.table.rules_version:
            await self._halt(f"{self.table.game_id}/v{self.table.rules_version} is not installed")
            return
        now = now_ms()
        try:
            state, events = first_state(self.plugin, self.table, self.node.settings.stand_in, now)
        except GameEngineError:
            LOG.exception("match %s cannot be started", self.match_id)
            self.trouble = "the match could not be started: the rules of the game failed"
            return
        opening = opening_of(state, events, NOW_AND_THEN)
        self.has_bots = any(player.is_bot for player in state.players)
        wake_at = self._wake_at(state)
        try:
            await self.node.store.create(
                Opening(opening.record, opening.events, opening.status, wake_at, opening.snapshot)
            )
        except DuplicateMatch:
            await self._load_state()
            return
        self._adopt(Loaded(state, numbers_after(state, events), events, state, now))
        self.duties.take_up()
        self.node.bus.hint(self.match_id)
        self.node.table_changed(self.match_id)
        await self.node.hall.excuse(self.match_id, now, now + self.node.settings.grace_ms)

    # Inputs

    async def submit(self, input: Input, at: int, client_id: str | None = None) -> Step | Refusal | Repeated:
        """What became of an input that was received at this instant, after the commit; StoreUnavailable if none."""
        async with self.lock:
            return await self.submit_locked(input, at, client_id)

    async def submit_locked(self, input: Input, at: int, client_id: str | None = None) -> Step | Refusal | Repeated:
        if self.state is None or self.trouble is not None:
            return Refusal("game_not_active", self.trouble or "The match has not begun.")
        is_current = False
        while True:
            step = await self._advance(input, at)
            if isinstance(step, Refusal):
                if (known := await self._first_answer(input, client_id)) is not None:
                    return known
                # It may only look wrong because another node has moved the match meanwhile.
                if is_current or not await self._catch_up():
                    return step
                is_current = True
                continue
            answer = await self.node.store.append(self._entry(step, client_id))
            if isinstance(answer, Accepted):
                self._take(step, client_id, is_ours=True)
                return step
            await self._catch_up()
            if isinstance(answer, Repeated):
                return answer

    async def _advance(self, input: Input, at: int) -> Step | Refusal:
        """What the engine says; a game that breaks its contract pauses the match."""
        assert self.state is not None
        listing = self._listings.get(input.action.player_id) if isinstance(input, Act) else None
        try:
            return advance(self.rules, self.state, input, at, listing=listing)
        except PluginError:
            LOG.exception("match %s: the rules failed", self.match_id)
            self.node.failed.add(self.match_id)
            if not isinstance(input, Pause):
                await self.submit_locked(Pause(RULES_FAILED), at)
            return Refusal("internal_error", "The rules of the game failed; the match is paused.")

    async def _first_answer(self, input: Input, client_id: str | None) -> Repeated | None:
        """A repeated client id gets its first answer, whatever has become of its prompt."""
        if client_id is None or not isinstance(input, Act):
            return None
        return await self.node.store.answered(self.match_id, input.action.player_id, client_id)

    def _entry(self, step: Step, client_id: str | None) -> Append:
        state, turn = step.state, step.turn
        if client_id is not None:
            turn = Turn(turn.index, turn.actor, turn.input, turn.at, turn.chosen, client_id)
        snapshot = state if state.turn_index % NOW_AND_THEN == 0 else None
        return Append(self.match_id, turn, step.events, state.status, self._wake_at(state), snapshot)

    def _wake_at(self, state: GameState) -> int | None:
        """When some node has to look at the match: at its deadline, or when its bots should long have answered."""
        due = state.due_at
        if not self.has_bots or not bots_to_act(state, self.table, self.node.settings.stand_in):
            return due
        lease = now_ms() + self.node.lease_ms
        return lease if due is None else min(lease, due)

    async def _catch_up(self) -> bool:
        """Take over what other nodes have written; says whether there was anything."""
        if self.state is None:
            return False
        turns = await self.node.store.turns(self.match_id, self.state.turn_index)
        for step in play_on(self.rules, self.state, turns):
            self._take(step, step.turn.client_id, is_ours=False)
        return bool(turns)

    def _take(self, step: Step, client_id: str | None, *, is_ours: bool) -> None:
        """Go on from a step that is in the log, and show it."""
        self.state, self._listings = step.state, step.listings
        self._arm()
        self._show(step, client_id)
        if is_ours:
            self.duties.take_up()
            self.node.moved(self, step)
        if step.state.is_over:
            self._spawn(self._tell_late_news())

    def _show(self, step: Step, client_id: str | None) -> None:
        """Show a turn to every viewer. It is in the log: a view that fails must not keep it from the others."""
        now = now_ms()
        for player, audience in self.audiences.items():
            own = client_id if player == step.turn.actor else None
            try:
                audience.follow(self.rules, step.state, step.events, step.listings.get(player), now, own)
            except Exception:
                self._views_failed(audience)
        try:
            self.gallery.add(step, step.turn.at)
        except Exception:
            self._views_failed(self.gallery.audience)

    def _views_failed(self, audience: Audience) -> None:
        """The rules cannot say what this viewer may see: the match is paused, and the viewer has to come back."""
        LOG.exception("match %s: the view of %s failed", self.match_id, audience.viewer or "spectators")
        audience.break_off()
        self.node.failed.add(self.match_id)
        self._spawn(self.pause_broken())

    async def pause_broken(self) -> None:
        """The rules have failed outside of a turn."""
        await _in_the_end(lambda: self.submit(Pause(RULES_FAILED), now_ms()))

    # Time

    def _arm(self) -> None:
        """Be there when something is due."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        state = self.state
        if state is not None and state.due_at is not None:
            wait = max(0, state.due_at - now_ms()) / 1000
            self._due = asyncio.get_running_loop().call_later(wait, self._spawn_due, state.prompt)

    def _spawn_due(self, prompt: int) -> None:
        self._spawn(self._fall_due(prompt))

    async def _fall_due(self, prompt: int) -> None:
        try:
            answer = await self.submit(Due(prompt), now_ms())
        except StoreUnavailable:
            await asyncio.sleep(RETRY_SECONDS)
        else:
            if not isinstance(answer, Refusal) or answer.code != "not_due":
                return
        self._arm()

    async def look_after(self) -> None:
        """Do what is due here: another node may have died, or nobody had the match in memory."""
        async with self.lock:
            await self._catch_up_all()
            state = self.state
            if state is not None and state.due_at is not None and state.due_at <= now_ms():
                await self.submit_locked(Due(state.prompt), now_ms())
            self.duties.take_up()
        await self.presence.attend()

    # The table

    async def refresh(self) -> None:
        """Take over whatever other nodes have written of the match and of its table."""
        async with self.lock:
            await self._catch_up_all()

    async def table_written(self) -> None:
        """Something was just written of the table here: take it over, and let other nodes know."""
        async with self.lock:
            await self.catch_up_table()
            await self._begin_or_load()
        self.node.bus.hint(self.match_id)

    async def _catch_up_all(self) -> None:
        await self._read_news()
        await self._begin_or_load()

    async def _read_news(self) -> None:
        """Ask first whether there is any: mostly there is none. A match that could begin does not yet."""
        head = (await self.node.hall.heads((self.match_id,))).get(self.match_id)
        if head is None:
            raise UnknownMatch(self.match_id)
        if head.revision != self.table.revision:
            await self.catch_up_table()
        if self.state is None:
            if self.table.started_at is not None:
                await self._begin_or_load()
        elif head.turns is not None and head.turns > self.state.turn_index:
            await self._catch_up()

    async def _begin_or_load(self) -> None:
        # Rules that are missing or fail do so for as long as this process runs.
        if self.state is not None or self.trouble is not None:
            return
        if self.has_bots:
            self.node.thinking.get_ready()
        if self.table.started_at is not None:
            await self._load_state()
        elif should_begin(self.table):
            await self._begin()

    async def catch_up_table(self) -> None:
        """Read the table, and tell what changed; the lock is held."""
        old, new = self.table, await self.node.hall.table(self.match_id)
        lines = await self._said(new, old.chat_count)
        self.table = new
        self.presence.heal()
        # Not by the revision: what was read of the seats may be newer than it, and would never be told.
        if new == old:
            return
        for notice in notices(old, new, self.patience):
            self._send_to_all(notice)
            if isinstance(notice, PlayerLeft):
                self.audiences[notice.player_id].dismiss()
                self.presence.gone(notice.player_id)
        if self.state is not None:
            self.has_bots = self._is_botted()
        for line in lines:
            if not line.at_end or (self.state is not None and self.state.is_over):
                self._send_to_all(self.chat(line))

    async def _said(self, table: Table, since: int = 0) -> tuple[ChatLine, ...]:
        """What had been said at the table when it was this one; mostly there is nothing new to read."""
        if table.chat_count <= since:
            return ()
        lines = await self.node.hall.chats(self.match_id, since)
        return tuple(line for line in lines if line.number < table.chat_count)

    def _send_to_all(self, message: ServerMessage) -> None:
        envelope = Envelope(message)
        for audience in self.audiences.values():
            for line in audience.lines:
                line.send(envelope)
        self.gallery.add(envelope, now_ms())

    def chat(self, line: ChatLine) -> Chat:
        if line.seat_index is None:
            return Chat(line.text, line.at)
        names = {place.seat_index: place.name for place in self.table.places}
        return Chat(line.text, line.at, seat(line.seat_index), names.get(line.seat_index))

    async def say_failure(self, state: GameState, player: PlayerId) -> None:
        """Say that a random move replaced a bot's; of a hidden prompt only after the end, as it tells who was asked."""
        name = next(known.display_name for known in state.players if known.player_id == player)
        text = f"{name} could not answer, so a random move was made instead."
        hall, at_end = self.node.hall, state.phase.hidden_actors
        await _in_the_end(lambda: hall.say(self.match_id, None, text, now_ms(), at_end=at_end))
        await _in_the_end(self.table_written)

    async def _tell_late_news(self) -> None:
        """The match is over: what could not be said while it was played is said now."""
        for line in await _in_the_end(lambda: self._said(self.table)):
            if line.at_end:
                self._send_to_all(self.chat(line))

    # Who looks

    async def enter(
        self, viewer: PlayerId | None, line: Line, last: int | None, token_hash: str | None, greet: Greet | None = None
    ) -> None:
        """Show the match to a newcomer, with the events after `last`; from now on the line hears everything.

        SeatLost if the seat is meanwhile not of this token any more. The match may begin with whoever comes.
        """
        self.touch()
        async with self.lock:
            try:
                await self._read_news()
            finally:
                # Whoever has just taken a seat must hear its token, even if the database is away by now.
                if greet is not None:
                    line.tell(greet())
            if viewer is not None and not self._is_held(viewer, token_hash):
                raise SeatLost
            await self._welcome(self.audience(viewer), line, last)
            await self._begin_or_load()

    async def _welcome(self, audience: Audience, line: Line, last: int | None) -> None:
        missed = () if last is None else await self._missed(audience, last)
        if line not in audience.lines:
            await self._tell_chats(audience.viewer, line)
        if self.plugin is not None:
            audience.welcome(self.plugin, line, missed, audience.number, now_ms())
        elif line not in audience.lines:
            audience.lines.append(line)

    def _is_held(self, player: PlayerId, token_hash: str | None) -> bool:
        return any(seat(place.seat_index) == player and place.token_hash == token_hash for place in self.table.places)

    async def _tell_chats(self, viewer: PlayerId | None, line: Line) -> None:
        since = now_ms() - (self.table.settings.delay_ms if viewer is None else 0)
        state = self.audience(viewer).state
        is_over = state is not None and state.is_over
        # Filtered first: how many are left of the last lines would tell how many wait for the end.
        heard = [said for said in await self._said(self.table) if said.at <= since and (is_over or not said.at_end)]
        for said in heard[-LATE_CHATS:]:
            line.tell(self.chat(said))

    async def _missed(self, audience: Audience, last: int) -> tuple[SeenEvent, ...]:
        if audience.state is None:
            return ()
        stored = await self.node.store.events(self.match_id)
        shown = seen_events([one.event for one in stored], audience.viewer)
        return sent(shown[last : audience.number])

    # Ends

    def close(self) -> None:
        """Forget the match; nothing of it is lost. Whoever looks at a table that is gone hears so."""
        for audience in (self.gallery.audience, *self.audiences.values()):
            for line in audience.lines:
                line.close(GOING_AWAY, "the table is closed here; come back and see whether it is still there")
        self.duties.close()
        self.gallery.close()
        if self._due is not None:
            self._due.cancel()
        for task in self._tasks:
            task.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("match %s: %s", self.match_id, type(error).__name__, exc_info=error)


async def _in_the_end(ask: Callable[[], Awaitable[T]]) -> T:
    """What comes of it once the database is there: for work that nobody waits for, and nobody would do again."""
    while True:
        with suppress(StoreUnavailable):
            return await ask()
        await asyncio.sleep(RETRY_SECONDS)
