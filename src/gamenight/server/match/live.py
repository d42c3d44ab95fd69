"""A match in memory: the only path of inputs into the log, and of the resulting events to all viewers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol

from msgspec.structs import replace

from gamenight.core.actions import Listing
from gamenight.core.beats import beats
from gamenight.core.engine import advance
from gamenight.core.errors import PluginError
from gamenight.core.model import (
    Act,
    Due,
    GameState,
    GameStatus,
    Hold,
    Input,
    MatchId,
    Pause,
    PlayerId,
    Refusal,
    Step,
    seat,
)
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import play_on
from gamenight.core.rng import commitment
from gamenight.core.text import Words, say
from gamenight.protocol.messages import (
    GameJoined,
    GameStarted,
    ModelFreed,
    ModelStuck,
    PlayerLeft,
    SeenEvent,
    ServerMessage,
    Wants,
)
from gamenight.server.bots.duties import Duties, bots_leased
from gamenight.server.instants import now_ms
from gamenight.server.match.chat import TableChat
from gamenight.server.match.loading import Loaded
from gamenight.server.match.restoring import RULES_FAILED, Restoring
from gamenight.server.presentation.audience import Audience
from gamenight.server.presentation.documents import seen_events, sent
from gamenight.server.presentation.line import GOING_AWAY, Envelope, Line
from gamenight.server.presentation.picking import Picked, act_of
from gamenight.server.presentation.spectators import Beginning, Spectators
from gamenight.server.retrying import RETRY_SECONDS, in_the_end
from gamenight.server.seats.absences import Patience, rest_or_go_on
from gamenight.server.seats.models import freed_by, in_short, seat_of
from gamenight.server.seats.notices import notices
from gamenight.server.seats.presence import Presence
from gamenight.server.seats.shown_seats import seats_of
from gamenight.server.services import Services
from gamenight.store.errors import StoreUnavailable, UnknownMatch
from gamenight.store.hall.table import Table
from gamenight.store.log.contract import Accepted, Append, Repeated, entry_of
from gamenight.store.recorder import NOW_AND_THEN

LOG = logging.getLogger("gamenight.server")

Greet = Callable[[], GameJoined]
"""Makes the first message for a new viewer, from the table at that moment."""


class SeatLost(Exception):
    """The seat was left, and may belong to another player by now."""


class Host(Services, Protocol):
    """The node of a match, which is notified of changes that concern other nodes and the lobby."""

    failed: set[MatchId]

    def moved(self, live: LiveMatch, step: Step, /) -> None: ...

    def table_changed(self, match_id: MatchId, /) -> None: ...


class LiveMatch:
    """One table with its match, if it has begun. Every change holds the lock, so turns come one by one."""

    def __init__(self, node: Host, table: Table) -> None:
        self.node = node
        self.table = table
        self.match_id = table.match_id
        self.plugin: GamePlugin | None = node.games.find(table.game_id)
        self.state: GameState | None = None
        self.trouble: Words | None = None
        """Why the match cannot continue here."""
        self.ended: GameStatus | None = None
        """Its final status, if it ended under rules that are no longer installed; it is shown from its events."""
        seats = [seat(index) for index in range(table.settings.seats)]
        self.audiences: dict[PlayerId, Audience] = {player: Audience(player) for player in seats}
        self.spectators = Spectators(self.plugin, table.settings.delay_ms, lambda: node.table_changed(self.match_id))
        self.lock = asyncio.Lock()
        self.has_bots = bool(table.settings.bots)
        self.presence = Presence(self)
        self.chat = TableChat(self)
        self._restoring = Restoring(self)
        self.last_used = 0.0
        self._looked_in_until = 0
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
        """Whether a client has a socket here, or has just sent a request without one."""
        has_lines = bool(self.spectators.audience.lines) or any(audience.lines for audience in self.audiences.values())
        return has_lines or now_ms() < self._looked_in_until

    def look_in(self) -> None:
        """Count a request without a socket as watching, until the grace period is over."""
        self._looked_in_until = now_ms() + self.node.settings.grace_ms
        self.duties.follow()

    @property
    def is_idle(self) -> bool:
        """Whether the match can be removed from memory unnoticed."""
        is_at_rest = self.duties.is_idle and self.presence.is_settled and not self._tasks
        return is_at_rest and not self.is_watched and not self.lock.locked()

    def touch(self) -> None:
        self.last_used = asyncio.get_running_loop().time()

    def audience(self, viewer: PlayerId | None) -> Audience:
        return self.spectators.audience if viewer is None else self.audiences[viewer]

    # Loading and beginning

    async def load(self) -> None:
        """Read the match from the log if it has begun; begin it if all players are there."""
        async with self.lock:
            await self._restoring.begin_or_load()

    def adopt(self, loaded: Loaded) -> None:
        """Continue from a state of the log; viewers who are connected already see the match begin."""
        self.state, self.trouble = loaded.state, None
        self.has_bots = self._is_botted()
        now, started = now_ms(), self._started()
        for player, audience in self.audiences.items():
            audience.send(started)
            audience.begin(self.rules, loaded.shown, loaded.numbers[player], now)
        self.spectators.add(Beginning(loaded.seen, loaded.numbers[None], Envelope(started)), loaded.seen_at)
        for step in loaded.waiting:
            self.spectators.add(step, step.turn.at)
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

    # Inputs

    async def submit(self, input: Input | Picked, at: int, client_id: str | None = None) -> Step | Refusal | Repeated:
        """Play an input that was received at this instant; returns after the commit. StoreUnavailable if it fails."""
        async with self.lock:
            return await self.submit_locked(input, at, client_id)

    async def submit_locked(
        self, input: Input | Picked, at: int, client_id: str | None = None
    ) -> Step | Refusal | Repeated:
        if self.state is None or self.trouble is not None:
            return Refusal("game_not_active", self.trouble or say("refused-not_begun"))
        is_current = False
        while True:
            step = await self._advance(input, at)
            if isinstance(step, Refusal):
                if (known := await self._first_answer(input, client_id)) is not None:
                    return known
                # It may seem wrong only because another node has moved the match meanwhile.
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

    async def _advance(self, input: Input | Picked, at: int) -> Step | Refusal:
        """Ask the engine for the next step; if the game breaks its contract, the match is paused."""
        assert self.state is not None
        player = _answerer(input)
        listing = None if player is None else self._listings.get(player)
        try:
            # Again for each state, as the meaning of an offer depends on it.
            meant = act_of(self.rules, self.state, input, listing) if isinstance(input, Picked) else input
            return meant if isinstance(meant, Refusal) else advance(self.rules, self.state, meant, at, listing=listing)
        except PluginError:
            LOG.exception("match %s: the rules failed", self.match_id)
            self.node.failed.add(self.match_id)
            if not isinstance(input, Pause):
                await self.submit_locked(Pause(RULES_FAILED), at)
            return Refusal("internal_error", say("refused-rules_failed"))

    async def _first_answer(self, input: Input | Picked, client_id: str | None) -> Repeated | None:
        """The first answer to a repeated client id, even if its prompt and offers are gone."""
        player = _answerer(input)
        if client_id is None or player is None:
            return None
        return await self.node.store.answered(self.match_id, player, client_id)

    def _entry(self, step: Step, client_id: str | None) -> Append:
        entry = entry_of(step, NOW_AND_THEN)
        turn = entry.turn if client_id is None else replace(entry.turn, client_id=client_id)
        return replace(entry, turn=turn, next_deadline=self.wake_at(step.state))

    def wake_at(self, state: GameState) -> int | None:
        """When some node has to look at the match: at its deadline, or when its bots are overdue."""
        due = state.due_at
        if not self.has_bots or not bots_leased(state, self.table, self.node.settings.stand_in):
            return due
        lease = max(now_ms(), state.opened_at) + self.node.lease_ms
        return lease if due is None else min(lease, due)

    async def _catch_up(self) -> bool:
        """Take over the turns that other nodes have written; says whether there were any."""
        if self.state is None:
            return False
        turns = await self.node.store.turns(self.match_id, self.state.turn_index)
        for step in play_on(self.rules, self.state, turns):
            self._take(step, step.turn.client_id, is_ours=False)
        return bool(turns)

    def _take(self, step: Step, client_id: str | None, *, is_ours: bool) -> None:
        """Continue from a step that is in the log, and show it."""
        before, self.state, self._listings = self.state, step.state, step.listings
        self.duties.note(step)
        self._arm()
        self._show(step, client_id)
        if is_ours:
            self.duties.take_up()
            self.node.moved(self, step)
        else:
            self.duties.follow()
            if isinstance(step.turn.input, Hold | Pause):
                self._spawn(in_the_end(self.presence.undo_outdated))
        if step.state.is_over:
            self._spawn(self.chat.tell_late_news())
        assert before is not None
        if freed := freed_by(before, step.state, self.table):
            for player in freed:
                self.send_to_all(ModelFreed(player))
            self._spawn(in_the_end(self.presence.attend))
        if self.is_watched:
            self.keep_exhibition()

    def keep_exhibition(self) -> None:
        """Pause or resume an exhibition, as viewers come or go."""
        if rest_or_go_on(self.state, self.table, is_watched=self.is_watched) is not None:
            self._spawn(in_the_end(self._rest_or_go_on))

    async def _rest_or_go_on(self) -> None:
        async with self.lock:
            wanted = rest_or_go_on(self.state, self.table, is_watched=self.is_watched)
            if wanted is not None:
                await self.submit_locked(wanted, now_ms())

    def _show(self, step: Step, client_id: str | None) -> None:
        """Show a turn to every viewer. It is in the log, so a view that fails must not hide it from the others."""
        now, shown = now_ms(), beats(step)
        for player, audience in self.audiences.items():
            own = client_id if player == step.turn.actor else None
            try:
                audience.follow(self.rules, shown, step.listings.get(player), now, own)
            except Exception:
                self._views_failed(audience)
        try:
            self.spectators.add(step, step.turn.at)
        except Exception:
            self._views_failed(self.spectators.audience)

    def _views_failed(self, audience: Audience) -> None:
        """Pause the match, as the rules failed to make this viewer's view, and close the viewer's sockets."""
        LOG.exception("match %s: the view of %s failed", self.match_id, audience.viewer or "spectators")
        audience.break_off()
        self.node.failed.add(self.match_id)
        self._spawn(self.pause_broken())

    async def pause_broken(self) -> None:
        """Pause the match, as the rules failed outside of a turn."""
        await in_the_end(lambda: self.submit(Pause(RULES_FAILED), now_ms()))

    # Time

    def _arm(self) -> None:
        """Set a timer for the next deadline."""
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
        if self.table.settings.exhibition and not self.is_watched:
            return  # A node where it is watched acts in time; otherwise the exhibition is paused.
        try:
            answer = await self.submit(Due(prompt), now_ms())
        except StoreUnavailable:
            await asyncio.sleep(RETRY_SECONDS)
        else:
            if not isinstance(answer, Refusal) or answer.code != "not_due":
                return
        self._arm()

    async def look_after(self) -> None:
        """Do what is overdue: another node may have failed, or no node had the match in memory."""
        async with self.lock:
            await self._catch_up_all()
            state = self.state
            if isinstance(rest := rest_or_go_on(state, self.table, is_watched=self.is_watched), Pause):
                await self.submit_locked(rest, now_ms())
            elif state is not None and state.due_at is not None and state.due_at <= now_ms():
                await self.submit_locked(Due(state.prompt), now_ms())
            self.duties.take_up()
        await self.presence.attend()

    # The table

    async def refresh(self) -> None:
        """Take over everything that other nodes have written about the match and its table."""
        async with self.lock:
            await self._catch_up_all()

    async def table_written(self) -> None:
        """Take over a change of the table that was just written here, and notify other nodes."""
        async with self.lock:
            await self.catch_up_table()
            await self._restoring.begin_or_load()
        self.node.bus.hint(self.match_id)

    async def _catch_up_all(self) -> None:
        await self._read_news()
        await self._restoring.begin_or_load()

    async def _read_news(self) -> None:
        """Read news if there are any; usually there are none. Does not begin a match that could begin."""
        head = (await self.node.hall.heads((self.match_id,))).get(self.match_id)
        if head is None:
            raise UnknownMatch(self.match_id)
        if head.revision != self.table.revision:
            await self.catch_up_table()
        if self.state is None:
            if self.table.started_at is not None:
                await self._restoring.begin_or_load()
        elif head.turns is not None and head.turns > self.state.turn_index:
            await self._catch_up()

    async def catch_up_table(self) -> None:
        """Read the table and send what changed. The caller holds the lock."""
        old, new = self.table, await self.node.hall.table(self.match_id)
        lines = await self.chat.said(new, old.chat_count)
        fresh = [one for one in notices(old, new, self.patience) if not self._is_outdated(one, new)]
        told = [await self._with_reason(one) for one in fresh]
        self.table = new
        self.presence.heal()
        # Not by the revision: the seats that were read may be newer than it, and would never be sent.
        if new == old:
            return
        for notice in told:
            self.send_to_all(notice)
            if isinstance(notice, PlayerLeft):
                self.audiences[notice.player_id].dismiss()
                self.presence.gone(notice.player_id)
        if self.state is not None:
            self.has_bots = self._is_botted()
            self.duties.follow()
        self.chat.tell(lines)

    def _is_outdated(self, notice: ServerMessage, table: Table) -> bool:
        """Whether the notice says that a model is stuck at a prompt that is closed: no message would ever free it."""
        if not isinstance(notice, ModelStuck) or self.state is None:
            return False
        own = seat_of(table, notice.player_id)
        return self.state.is_over or (own is not None and own.prompt < self.state.prompt)

    async def _with_reason(self, notice: ServerMessage) -> ServerMessage:
        """Add the reason why a model could not be asked, if the operator allows it (`llm_details`)."""
        if not isinstance(notice, ModelStuck) or notice.outcome not in ("transport", "configuration"):
            return notice
        if not self.node.settings.llm_details:
            return notice
        decisions = await self.node.ledger.decisions(self.match_id)
        reasons = [one.reason for one in decisions if seat(one.seat_index) == notice.player_id and one.reason]
        return ModelStuck(notice.player_id, notice.outcome, in_short(reasons[-1]) if reasons else None)

    def look_away(self, line: Line) -> None:
        """Remove the line of a spectator who has stopped watching."""
        self.spectators.audience.part(line)
        self.keep_exhibition()

    def send_to_all(self, message: ServerMessage) -> None:
        envelope = Envelope(message)
        for audience in self.audiences.values():
            for line in audience.lines:
                line.send(envelope)
        self.spectators.add(envelope, now_ms())

    # Viewers

    async def enter(
        self,
        viewer: PlayerId | None,
        line: Line,
        wants: Wants,
        last: int | None,
        token_hash: str | None,
        greet: Greet | None = None,
    ) -> None:
        """Show the match to a new line, with the events after `last`; from now on it receives every change.

        SeatLost if the seat no longer belongs to this token. The match may begin with this player.
        """
        self.touch()
        async with self.lock:
            try:
                await self._read_news()
            finally:
                # A player who has just taken a seat must receive its token, even if the database is unavailable by now.
                if greet is not None:
                    line.tell(greet())
            if viewer is not None and not self.is_held(viewer, token_hash):
                raise SeatLost
            is_first = not self.is_watched
            await self._welcome(self.audience(viewer), line, wants, last)
            await self._restoring.begin_or_load()
            self.duties.follow()
            self.keep_exhibition()
            if is_first and self.table.settings.exhibition:
                self._spawn(in_the_end(self.duties.models.free_all))

    async def _welcome(self, audience: Audience, line: Line, wants: Wants, last: int | None) -> None:
        missed = () if last is None else await self._missed(audience, last)
        if line not in audience.lines:
            await self.chat.tell_newcomer(audience.viewer, line)
        if self.plugin is not None:
            audience.welcome(self.plugin, line, wants, missed, now_ms())
        else:
            audience.admit(line, wants)

    def is_held(self, player: PlayerId, token_hash: str | None) -> bool:
        """Whether the seat belongs to this token, as far as this node knows."""
        return any(seat(place.seat_index) == player and place.token_hash == token_hash for place in self.table.places)

    async def _missed(self, audience: Audience, last: int) -> tuple[SeenEvent, ...]:
        if audience.state is None:
            return ()
        stored = await self.node.store.events(self.match_id)
        shown = seen_events([one.event for one in stored], audience.viewer)
        return sent(shown[last : audience.number])

    # Ends

    def close(self) -> None:
        """Remove the match from memory and close its sockets; the database has everything."""
        for audience in (self.spectators.audience, *self.audiences.values()):
            for line in audience.lines:
                line.close(GOING_AWAY, "the table is closed here; reconnect to see whether it still exists")
        self.duties.close()
        self.spectators.close()
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


def _answerer(input: Input | Picked) -> PlayerId | None:
    """The player who answers a prompt by this input; None if it is not an answer."""
    if isinstance(input, Act):
        return input.action.player_id
    return input.player_id if isinstance(input, Picked) else None
