"""A language model as a bot: the strategy `llm`, for matches and arenas."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

from msgspec.structs import replace

from gamenight.bots.action_sampling import draw, first
from gamenight.bots.llm_settings import LlmParameters
from gamenight.core.bot import BotUnavailable, Observation
from gamenight.core.model import Action, Event
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text
from gamenight.llm.calls import ConfigurationFailed, Endpoint, find_endpoint
from gamenight.llm.deciding import Decided, ModelCall, Question, decide
from gamenight.llm.figures import FAULTS, ModelFigures, figures_of


class ModelFailed(Exception):
    """The model chose no legal action in all its attempts, so it loses the game."""


class LlmBot:
    """Asks its model for each decision. `calls` has all requests and answers so far."""

    worlds = 1

    def __init__(self, game: GamePlugin, parameters: LlmParameters, seed: str | int = 0, name: str = "llm") -> None:
        self.name = name
        self.calls: list[ModelCall] = []
        self._substituted = self._forfeited = 0
        self._game = game
        self._parameters = parameters
        self._seed = seed_text(seed)
        self._rng = Rng(self._seed, ("bot",))
        if parameters.on_failure in ("wait", "stand_in"):
            raise ValueError(f"on_failure={parameters.on_failure} is for a server's tables")
        self._endpoint = endpoint_for(parameters)

    def choose_action(self, observation: Observation) -> Action:
        decided = _run_alone(self._decide(observation))
        self.calls += decided.calls
        if decided.action is not None:
            return decided.action
        if decided.outcome not in FAULTS:
            raise BotUnavailable(f"{decided.outcome}: {decided.reason}")
        if self._parameters.on_failure in ("auto", "forfeit"):
            self._forfeited += 1
            raise ModelFailed(f"{decided.outcome}: {decided.reason}")
        self._substituted += 1
        return self._instead(observation)

    @property
    def figures(self) -> ModelFigures:
        """The totals of all calls so far."""
        return figures_of(self.calls, substituted=self._substituted, forfeited=self._forfeited)

    async def _decide(self, observation: Observation) -> Decided:
        limits = [self._parameters.time_ms, observation.budget_ms]
        granted = min((limit for limit in limits if limit is not None), default=None)
        until = None if granted is None else monotonic() + granted / 1000
        return await decide(self._question(observation), self._endpoint, until=until)

    def _question(self, observation: Observation) -> Question:
        given, world = self._parameters, observation.worlds[0]
        return Question(
            game=self._game,
            view=observation.view,
            history=observation.history,
            options=observation.options,
            world=world,
            mode=given.mode,
            answer=given.answer,
            shuffle_seed=self._seed if given.shuffle else None,
            attempts=given.attempts,
            max_tokens=given.max_tokens,
            temperature=given.temperature,
            effort=given.effort or None,
        )

    def _instead(self, observation: Observation) -> Action:
        """An action in place of the model's."""
        view, world = observation.view, observation.worlds[0]
        assert view.viewer_id is not None
        if self._parameters.on_failure == "first":
            return first(observation.rules, world, view.viewer_id, view.valid_actions)
        return draw(observation.rules, world, view.viewer_id, view.valid_actions, self._rng)

    def receive_outcome(self, event: Event) -> None:
        pass


def _run_alone(deciding: Coroutine[Any, Any, Decided]) -> Decided:
    """Wait for a decision, also if an event loop is already running, as in a notebook."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, deciding).result()


def endpoint_for(parameters: LlmParameters) -> Endpoint:
    """The operator's endpoint with the requested model; raises ValueError if there is no such endpoint."""
    try:
        endpoint = find_endpoint(parameters.endpoint or None)
    except ConfigurationFailed as failed:
        raise ValueError(failed.text) from None
    return replace(endpoint, model=parameters.model) if parameters.model else endpoint
