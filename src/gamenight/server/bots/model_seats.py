"""The language models of one match: each is asked once per prompt, by one node, while a viewer is connected."""

from __future__ import annotations

import asyncio
import logging
from asyncio import CancelledError
from collections.abc import Coroutine
from functools import partial
from time import monotonic
from typing import Any

from msgspec.structs import replace

from gamenight.bots.action_sampling import first
from gamenight.bots.llm_bot import endpoint_for
from gamenight.bots.llm_settings import LlmParameters
from gamenight.core.advancing.clock import remaining
from gamenight.core.model import Act, Action, Forfeit, GameState, PlayerId, Refusal, Step, seat
from gamenight.core.rng import seed_text
from gamenight.llm.deciding import Decided, ModelCall, Question, decide, forced_move
from gamenight.server.bot_pool import answer_id
from gamenight.server.bots.served_match import ServedMatch, StandIns
from gamenight.server.limits import MINUTE_MS, Bucket
from gamenight.server.retrying import RETRY_SECONDS, in_the_end
from gamenight.server.seats.absences import NOBODY_WATCHES
from gamenight.server.seats.models import (
    ILLEGAL,
    Asked,
    Budget,
    asked_now,
    budgets,
    decision_of,
    in_short,
    played_after,
    stuck_at,
)
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import StoreUnavailable
from gamenight.store.hall.decisions import BUDGET, CALLED_OFF, Busy, Claim, ModelDecision, ModelTask, Ours, Spent

LOG = logging.getLogger("gamenight.server")
ACCEPTED = "accepted"

RETRIES_PER_MINUTE = 10
"""Maximum number of retries for the stuck models of one match: each one costs the operator money."""


class ModelSeats:
    """The models of one match that are asked by this node."""

    def __init__(self, live: ServedMatch, bot_seats: StandIns) -> None:
        self._live = live
        self._bot_seats = bot_seats
        self._asking: dict[PlayerId, tuple[ModelTask, asyncio.Task[None]]] = {}
        self._writing: set[asyncio.Task[Any]] = set()
        """Writes that must be finished, though no task waits for them."""
        self.pace = Bucket(RETRIES_PER_MINUTE, MINUTE_MS)

    @property
    def is_idle(self) -> bool:
        return not self._asking and not self._writing

    def take_up(self) -> None:
        """Ask every model that has to answer, if a viewer is connected; cancel requests that are no longer needed."""
        live, state = self._live, self._live.state
        if state is not None and state.pause_reason == NOBODY_WATCHES:
            return  # A viewer may be back soon: running requests are finished, and their moves played then.
        owed = [] if state is None or live.trouble else list(asked_now(state, live.table))
        for player, (duty, _) in list(self._asking.items()):
            if duty not in [asked.duty for asked in owed]:
                self._call_off(player)
        for asked in owed if live.is_watched else ():
            if asked.player not in self._asking:
                task = asyncio.create_task(self._serve(asked))
                self._asking[asked.player] = asked.duty, task
                task.add_done_callback(partial(self._done, asked.player))

    def close(self) -> None:
        for player in list(self._asking):
            self._call_off(player)

    async def settle(self) -> None:
        """Wait until everything that costs money is written."""
        while self._writing:
            await asyncio.wait(self._writing)

    def _call_off(self, player: PlayerId) -> None:
        _, task = self._asking.pop(player)
        # A task that plays its own move closes its prompt by that, and must not cancel itself.
        if task is not asyncio.current_task():
            task.cancel()
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    def _done(self, player: PlayerId, task: asyncio.Task[None]) -> None:
        if player in self._asking and self._asking[player][1] is task:
            del self._asking[player]
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("the task for the model of %s in match %s failed", player, self._live.match_id, exc_info=error)

    def _write(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run this to the end, even if the task that asked for it is cancelled."""
        task = asyncio.create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._written)
        return task

    def _written(self, task: asyncio.Task[Any]) -> None:
        self._writing.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("a write for a model of match %s failed", self._live.match_id, exc_info=error)

    # One duty

    async def _serve(self, asked: Asked) -> None:
        """Make the seat answer. If that fails, the match is paused, so that no call is paid for twice."""
        try:
            await self._see_to(asked)
        except Exception:
            LOG.exception("match %s: no answer could be made for %s", self._live.match_id, asked.player)
            await self._live.pause_broken()

    async def _see_to(self, asked: Asked) -> None:
        claimed = await self._claim(asked.duty)
        while isinstance(claimed, Busy):
            await asyncio.sleep(self._live.node.settings.poll_ms / 1000)
            if not self._live.is_watched:
                return
            claimed = await self._claim(asked.duty)
        if isinstance(claimed, Ours):
            number, decision = claimed.number, await self._decide(asked, claimed.number)
        else:
            # The node that decided it will play it soon, unless it failed just then.
            await asyncio.sleep(max(self._live.node.settings.poll_ms, self._live.node.settings.llm_least_ms) / 1000)
            number, decision = None, claimed.decision
        if decision.outcome == CALLED_OFF:
            del self._asking[asked.player]
            return self.take_up()  # the match may have resumed by now
        await self._follow(asked, decision, number)

    async def _claim(self, duty: ModelTask) -> Claim:
        claiming = self._write(in_the_end(partial(self._claim_once, duty)))
        try:
            claimed: Claim = await asyncio.shield(claiming)
        except CancelledError:
            self._write(self._give_back(duty, claiming))
            raise
        return claimed

    async def _claim_once(self, duty: ModelTask) -> Claim:
        node, now = self._live.node, now_ms()
        return await node.ledger.claim(duty, node.name, now, alive_since=now - node.settings.node_timeout_ms)

    async def _give_back(self, duty: ModelTask, claiming: asyncio.Task[Claim]) -> None:
        claimed, now = await claiming, now_ms()
        if isinstance(claimed, Ours):
            nothing = self._decision(duty, now, CALLED_OFF, played="nobody", calls=())
            await self._finish(duty, claimed.number, nothing)

    async def _finish(self, duty: ModelTask, number: int, decision: ModelDecision) -> None:
        await in_the_end(lambda: self._live.node.ledger.finish(duty, number, decision))

    def _decision(self, duty: ModelTask, began: int, outcome: str, **rest: Any) -> ModelDecision:
        return decision_of(duty, began, now_ms(), outcome, settings=self._live.node.settings, **rest)

    async def _decide(self, asked: Asked, number: int) -> ModelDecision:
        """The decision for the duty. It is written to the ledger before it has any effect."""
        duty, began, calls = asked.duty, now_ms(), list[ModelCall]()
        try:
            decided = await self._decided(asked, calls)
            # Wait here, so that a decision cancelled meanwhile is not recorded as played.
            await asyncio.sleep(max(0, self._earliest(asked.state) - now_ms()) / 1000)
        except CancelledError:
            outcome = "late" if self._is_out_of_time(asked) else CALLED_OFF
            told = self._decision(duty, began, outcome, played="nobody", calls=calls, is_hidden=asked.is_hidden)
            self._write(self._finish(duty, number, told))
            raise
        if decided.outcome == "late" and not self._is_owed(asked):
            # The match is paused, and the clock with it: the model is asked again when it resumes.
            decided = Decided(None, CALLED_OFF)
        elif decided.outcome != "answered":
            self._log_failure(asked, decided)
        decision = self._decision(
            duty,
            began,
            decided.outcome,
            reason=decided.reason,
            action=decided.action,
            played=self._played(asked, decided.outcome),
            is_hidden=asked.is_hidden,
            said=decided.said,
            calls=calls,
        )
        await asyncio.shield(self._write(self._finish(duty, number, decision)))
        return decision

    def _played(self, asked: Asked, outcome: str) -> str:
        if outcome == CALLED_OFF or (outcome == "late" and self._is_out_of_time(asked)):
            return "nobody"  # the model will be asked again, or the timeout answers for it
        return played_after(outcome, asked.model, self._live.table, is_hidden=asked.is_hidden)

    def _is_owed(self, asked: Asked) -> bool:
        state = self._live.state
        return state is not None and asked.duty in [one.duty for one in asked_now(state, self._live.table)]

    def _is_out_of_time(self, asked: Asked) -> bool:
        """Whether the seat's clock has run out, so that the timeout answers for it."""
        state = self._live.state
        # Its clock may have been held after it was asked.
        known = asked.state if state is None or state.prompt != asked.duty.prompt else state
        return remaining(known.clocks[asked.player], now_ms()) == 0

    def _earliest(self, state: GameState) -> int:
        """The earliest instant of an answer, so that people can follow; at once in a hidden prompt."""
        return state.opened_at + (0 if state.phase.hidden_actors else self._live.node.settings.llm_least_ms)

    def _log_failure(self, asked: Asked, decided: Decided) -> None:
        """Log a failure for the operator. A model's own error may reveal its hand, so only its class is logged."""
        is_ours = decided.outcome in ("transport", "configuration")
        why = f" ({in_short(decided.reason)})" if is_ours else ""
        match_id, told = self._live.match_id, f"{decided.outcome}{why}"
        LOG.warning("match %s: the model of %s gave no move: %s", match_id, asked.player, told)

    # Asking

    async def _decided(self, asked: Asked, calls: list[ModelCall]) -> Decided:
        """Ask the model. If it cannot be asked, the outcome is one that counts as no fault of the model."""
        if not self._live.node.settings.llm:  # the table was opened when models were on
            return Decided(None, "configuration", "no model may sit at this server's tables")
        try:
            endpoint = endpoint_for(asked.model)
        except ValueError as missing:
            return Decided(None, "configuration", str(missing))
        try:
            question = await self._question(asked.state, asked.player, asked.model)
            if await self._is_used_up(asked.duty):
                action = forced_move(question, endpoint)
                return Decided(action, "answered") if action else Decided(None, BUDGET)
            return await decide(question, endpoint, until=self._until(asked), calls=calls)
        except Exception:
            LOG.exception("match %s: the model of %s could not be asked", self._live.match_id, asked.player)
            return Decided(None, "configuration", "it could not be asked")

    async def _question(self, state: GameState, player: PlayerId, model: LlmParameters) -> Question:
        """The question for the model of this seat."""
        seen = self._bot_seats.observation(state, player, 1, await self._bot_seats.history(state, player))
        return Question(
            game=self._live.rules,
            view=seen.view,
            history=seen.history,
            options=seen.options,
            world=seen.worlds[0],
            mode=model.mode,
            answer=model.answer,
            shuffle_seed=seed_text(f"moves:{state.match_id}:{player}:{state.prompt}") if model.shuffle else None,
            attempts=model.attempts,
            max_tokens=model.max_tokens,
            temperature=model.temperature,
            effort=model.effort or None,
        )

    def _until(self, asked: Asked) -> float | None:
        """The deadline for the answer, by `time.monotonic()`."""
        now, most = now_ms(), self._live.node.settings.llm_most_ms
        limits = [asked.model.time_ms, remaining(asked.state.clocks[asked.player], now)]
        if most:
            limits.append(max(0, asked.state.opened_at - now) + most)
        granted = min((limit for limit in limits if limit is not None), default=None)
        return None if granted is None else monotonic() + granted / 1000

    async def _is_used_up(self, duty: ModelTask) -> bool:
        live = self._live
        for budget in budgets(live.node.settings, live.table, duty, now_ms()):
            spent = await in_the_end(partial(self._spent, budget))
            if budget.is_used_up(spent):
                return True
        return False

    async def _spent(self, within: Budget) -> Spent:
        ledger = self._live.node.ledger
        return await ledger.spent(match_id=within.match_id, seat_index=within.seat_index, since=within.since)

    # Effects of a decision

    async def _follow(self, asked: Asked, decision: ModelDecision, number: int | None) -> None:
        """Carry out a decision. `number` is the number of the claim, if the decision was made here."""
        match decision.played:
            case "model" if decision.action is not None:
                action = replace(decision.action, player_id=asked.player)
                if await self._submit(asked, action) in ILLEGAL:
                    await self._refused(asked, decision, number)
            case "forfeit":
                await self._forfeit(asked)
            case "nobody":
                if not self._is_out_of_time(asked):
                    self._write(in_the_end(lambda: self._stick(asked, decision.outcome)))
            case instead:
                await self._substitute(asked, instead)

    async def _refused(self, asked: Asked, decision: ModelDecision, number: int | None) -> None:
        """Treat the move as illegal: the rules refuse a listed action, as a player has left meanwhile."""
        played = played_after("illegal", asked.model, self._live.table, is_hidden=asked.is_hidden)
        failed = replace(decision, outcome="illegal", action=None, played=played)
        if number is not None:
            await asyncio.shield(self._write(self._finish(asked.duty, number, failed)))
        await self._follow(asked, failed, number)

    async def _stick(self, asked: Asked, outcome: str) -> None:
        live, duty = self._live, asked.duty
        if await live.node.hall.stick(duty.match_id, duty.seat_index, duty.prompt, outcome, retry=duty.retry):
            await live.table_written()
            await live.presence.attend()

    async def _substitute(self, asked: Asked, played: str) -> None:
        state, player = asked.state, asked.player
        told = await self._submit(asked, await self._instead(state, player, played))
        if told in ILLEGAL:
            told = await self._submit(asked, self._bot_seats.random_action(state, player))
        if told == ACCEPTED:
            await self._live.chat.say_substitute(state, player, played)

    async def _instead(self, state: GameState, player: PlayerId, played: str) -> Action:
        """A move in place of the model's."""
        if played == "stand_in":
            return await self._bot_seats.choose(state, player, self._live.node.settings.stand_in)
        if played == "random":
            return self._bot_seats.random_action(state, player)
        seen = self._bot_seats.observation(state, player, 1)
        listing = seen.view.valid_actions
        if played == "pass":
            wanted = self._live.rules.timeout_action(state.game_data, player)
            passes = [one for one in listing if isinstance(one, Action) and one.action_type == "pass"]
            if wanted is not None or passes:
                return wanted or passes[0]
        return first(self._live.rules, seen.worlds[0], player, listing)

    async def _forfeit(self, asked: Asked) -> None:
        await in_the_end(lambda: self._submit_if_owed(asked, Forfeit(asked.player, "forfeit")))

    async def _submit(self, asked: Asked, action: Action) -> str | None:
        """Submit the move. Returns ACCEPTED, the code of a refusal, or None if it is no longer owed."""
        while True:
            try:
                return await self._submit_if_owed(asked, Act(action, asked.duty.prompt))
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)

    async def _submit_if_owed(self, asked: Asked, input: Act | Forfeit) -> str | None:
        live = self._live
        async with live.lock:
            if not self._is_owed(asked):
                return None
            client_id = answer_id(asked.state, asked.player) if isinstance(input, Act) else None
            answer = await live.submit_locked(input, now_ms(), client_id)
        if isinstance(answer, Refusal):
            return answer.code
        return ACCEPTED if isinstance(answer, Step) else None

    async def free(self, player: PlayerId, *, stand_in: bool) -> bool:
        """Retry a stuck model or replace it by a bot, as a player asked; says whether the seat was stuck."""
        live = self._live
        await live.refresh()
        stuck = None if live.state is None else stuck_at(live.state, live.table, player)
        if stuck is None or live.state is None:
            return False
        if not await live.node.hall.free(live.match_id, stuck.seat_index, stuck.prompt, stand_in=stand_in):
            return False
        if stand_in:
            await live.chat.say_replaced(live.state, player)
        await live.table_written()
        await live.presence.attend()
        return True

    async def free_all(self) -> None:
        """Ask every stuck model once more: an exhibition has no players who could."""
        for one in self._live.table.models:
            if one.stuck is not None and self.pace.take(self._live.match_id, now_ms()):
                await self.free(seat(one.seat_index), stand_in=False)
