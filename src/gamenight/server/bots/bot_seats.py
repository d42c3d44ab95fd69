"""The seats that bots answer for: their own, and those of players who are away."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from msgspec.structs import replace

from gamenight.bots.registry import make_bot
from gamenight.core.advancing.continue_prompt import is_continue, to_continue
from gamenight.core.bot import Observation, history_of, observe
from gamenight.core.errors import GameEngineError
from gamenight.core.model import Act, Action, Event, GameState, PlayerId, Refusal, Step, seat
from gamenight.core.rng import Rng, seed_text
from gamenight.server.bot_pool import BotFailed, Task, answer_id, seed_of
from gamenight.server.bots.history import Memory
from gamenight.server.bots.model_seats import ModelSeats
from gamenight.server.bots.served_match import ServedMatch
from gamenight.server.fair_queue import Share
from gamenight.server.seats.models import is_replaced, model_at
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import StoreUnavailable
from gamenight.store.hall.table import Table

LOG = logging.getLogger("gamenight.server")
RETRY_SECONDS = 0.5
MOST_WORLDS = 32
"""Maximum number of worlds for a strategy: they are drawn on the event loop, and any client may choose a strategy."""
SHARE_OF_PACE = 0.8
"""A bot's answer to a hidden prompt must be in the log before the prompt may close."""


def strategy_for(state: GameState, table: Table, stand_in: str, player: PlayerId) -> str | None:
    """The strategy that answers for this seat now; None if a person does."""
    for known in state.players:
        if known.player_id == player and known.is_bot:
            return stand_in if is_replaced(table, player) else known.bot_id or stand_in
    for place in table.places:
        if place.stand_in and seat(place.seat_index) == player:
            return stand_in
    return None


def bots_to_act(state: GameState, table: Table, stand_in: str) -> list[PlayerId]:
    """The seats for which a bot has to answer. Without language models, except for `continue`, which needs no model."""
    by_bots = [(player, strategy_for(state, table, stand_in, player)) for player in state.to_act]
    goes_on = is_continue(state.phase)
    return [player for player, own in by_bots if own is not None and (goes_on or model_at(own) is None)]


def bots_leased(state: GameState, table: Table, stand_in: str) -> list[PlayerId]:
    """The seats for which some node has to answer even if no viewer is connected."""
    return [] if table.settings.exhibition else bots_to_act(state, table, stand_in)


class BotSeats:
    """The bots of one match that think on this node."""

    def __init__(self, live: ServedMatch) -> None:
        self._live = live
        self._memory = Memory(live.node.store, live.match_id)
        self._thinking: dict[PlayerId, tuple[int, asyncio.Task[None]]] = {}
        self.models = ModelSeats(live, self)

    @property
    def is_idle(self) -> bool:
        return not self._thinking and self.models.is_idle

    def take_up(self) -> None:
        """Start to think for every bot that has to answer and is not thinking yet."""
        live = self._live
        state = live.state
        if state is None or not live.has_bots:
            return
        self.models.take_up()
        if live.table.settings.exhibition and not live.is_watched:
            return
        for player in bots_to_act(state, live.table, live.node.settings.stand_in):
            busy = self._thinking.get(player)
            if busy is None or busy[0] != state.prompt:
                self._drop(player)
                task = asyncio.create_task(self._answer(state, player))
                self._thinking[player] = state.prompt, task
                task.add_done_callback(partial(self._done, player))

    def follow(self) -> None:
        """React to a move of another node or a change of the table. Any node with a viewer may ask models."""
        if self._live.table.settings.exhibition:
            self.take_up()
        elif self._live.state is not None and self._live.has_bots:
            self.models.take_up()

    def note(self, step: Step) -> None:
        """Add a step to the history."""
        self._memory.note(step)

    def close(self) -> None:
        for player in list(self._thinking):
            self._drop(player)
        self.models.close()

    def _drop(self, player: PlayerId) -> None:
        if player in self._thinking:
            self._thinking.pop(player)[1].cancel()

    def _done(self, player: PlayerId, task: asyncio.Task[None]) -> None:
        if player in self._thinking and self._thinking[player][1] is task:
            del self._thinking[player]
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("the task for the bot of %s in match %s failed", player, self._live.match_id, exc_info=error)

    async def _answer(self, state: GameState, player: PlayerId) -> None:
        strategy = self._strategy(state, player)
        if strategy is None:
            return
        try:
            action = await self.choose(state, player, strategy)
        except GameEngineError as failure:
            LOG.error("match %s: no answer could be made for %s", self._live.match_id, player, exc_info=failure)
            await self._live.pause_broken()
            return
        await asyncio.sleep(max(0, self._earliest(state) - now_ms()) / 1000)
        await self._submit(state, player, action)

    def _strategy(self, state: GameState, player: PlayerId) -> str | None:
        return strategy_for(state, self._live.table, self._live.node.settings.stand_in, player)

    def _earliest(self, state: GameState) -> int:
        """The earliest instant of an answer, so that people can follow; with hidden actors well within the pace."""
        pace = self._live.node.settings.bot_pace_ms
        if state.phase.hidden_actors:
            pace = min(pace, state.config.pace_ms // 2)
        return state.opened_at + pace

    async def choose(self, state: GameState, player: PlayerId, strategy: str) -> Action:
        if is_continue(state.phase):
            return to_continue(player)[0]
        node, live = self._live.node, self._live
        try:
            history = await self.history(state, player)
            worlds = min(MOST_WORLDS, make_bot(strategy, self._live.rules).worlds)
            observation = _within(_time_left(state), self.observation(state, player, worlds, history))
            game = node.games.name_of(state.game_id)
            task = Task(game, strategy, seed_of(state, player), observation, self._share(state))
            return await self._thought(state, task)
        except (BotFailed, GameEngineError, ValueError) as failure:
            why = _in_short(failure)
            LOG.warning("match %s: the bot of %s (%s) failed: %s", live.match_id, player, strategy, why)
            await live.chat.say_failure(state, player)
            return self.random_action(state, player)

    def _share(self, state: GameState) -> Share:
        live = self._live
        return Share(live.node.opener_of(live.match_id), live.match_id, is_hidden=state.phase.hidden_actors)

    async def history(self, state: GameState, player: PlayerId) -> tuple[Event, ...]:
        """The events that the seat saw before this state. While the log cannot be read, the bot waits."""
        while True:
            try:
                return history_of(await self._memory.events_before(state.turn_index), player)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)

    async def _thought(self, state: GameState, task: Task) -> Action:
        left = _time_left(state)
        try:
            async with asyncio.timeout(None if left is None else left / 1000):
                return await self._live.node.bot_pool.choose(task)
        except TimeoutError:
            raise BotFailed("it did not answer within the pace of a hidden prompt") from None

    def random_action(self, state: GameState, player: PlayerId) -> Action:
        plugin = self._live.rules
        bot = make_bot("random", plugin, seed=seed_of(state, player))
        return bot.choose_action(self.observation(state, player, bot.worlds))

    def observation(
        self, state: GameState, player: PlayerId, worlds: int, history: tuple[Event, ...] = ()
    ) -> Observation:
        """The observation for a bot. The number of the prompt is passed as the number of answers: both are public."""
        plugin = self._live.rules
        rng = Rng(seed_text(f"worlds:{state.config.random_seed}"), (player, state.prompt))
        return observe(plugin, state, player, now_ms(), state.prompt, worlds, rng, history=history)

    async def _submit(self, state: GameState, player: PlayerId, action: Action) -> None:
        """Submit the answer. While the log cannot be written the answer is kept and tried again."""
        while (open_now := self._live.state) is not None and open_now.prompt == state.prompt:
            try:
                async with self._live.lock:
                    # Checked under the lock, so that no bot answers for a player who is back.
                    if self._strategy(open_now, player) is None:
                        return
                    input = Act(action, state.prompt)
                    answer = await self._live.submit_locked(input, now_ms(), answer_id(state, player))
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if isinstance(answer, Refusal) and answer.code in ("invalid_action", "malformed_action"):
                LOG.warning("match %s: the bot of %s answered illegally", self._live.match_id, player)
                await self._live.chat.say_failure(state, player)
                action = self.random_action(state, player)
                continue
            return


def _time_left(state: GameState) -> int | None:
    """With hidden actors, the milliseconds left for a bot's answer: a later one would reveal who was asked."""
    if not state.phase.hidden_actors or not state.config.pace_ms:
        return None
    return max(0, state.opened_at + int(SHARE_OF_PACE * state.config.pace_ms) - now_ms())


def _within(left: int | None, observation: Observation) -> Observation:
    """The observation with at most this time budget, for bots that respect it."""
    if left is None:
        return observation
    own = observation.budget_ms
    budget = int(SHARE_OF_PACE * left)
    return replace(observation, budget_ms=budget if own is None else min(own, budget))


def _in_short(failure: Exception) -> str:
    """The failure without the bot's own words, which come after a colon: they may reveal its hand."""
    return str(failure).partition(":")[0] if isinstance(failure, BotFailed) else type(failure).__name__
