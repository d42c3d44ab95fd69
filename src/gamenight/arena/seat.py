"""A bot at its seat in a game of an arena: measures its time and its searches, and catches its failures."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from gamenight.bots.search.report import SearchReport
from gamenight.core.bot import Bot, BotUnavailable, Observation
from gamenight.core.errors import described
from gamenight.core.model import Event
from gamenight.llm.figures import ModelFigures

FAILURES = (Exception, SystemExit)
"""Exceptions that count as a failure of the bot; an interrupt does not."""


class WatchedBot:
    """Passes all calls to its bot. After the bot has raised an exception, the answer is None, which forfeits."""

    def __init__(self, bot: Bot | None, name: str, failure: str | None = None) -> None:
        self.name = name
        self.worlds = bot.worlds if bot is not None else 0
        self.failure = failure
        self.is_unavailable = False
        self.last_answer: Any = None
        self.decisions = self.searches = self.iterations = 0
        self.think_ms = 0.0
        self._bot = bot
        self._report: Any = None

    @property
    def model(self) -> ModelFigures | None:
        """The totals of a language model's calls; None for other bots."""
        figures = getattr(self._bot, "figures", None)
        return figures if isinstance(figures, ModelFigures) else None

    def choose_action(self, observation: Observation) -> Any:
        if self._bot is None or self.failure is not None:
            return None
        self.decisions += 1
        before = perf_counter()
        try:
            self.last_answer = self._bot.choose_action(observation)
        except BotUnavailable:
            self.is_unavailable = True
            raise  # this ends the match with an error, which voids the game
        except FAILURES as error:
            self._fail(error)
        self.think_ms += (perf_counter() - before) * 1000
        self._count_search()
        return self.last_answer

    def receive_outcome(self, event: Event) -> None:
        if self._bot is None or self.failure is not None:
            return
        try:
            self._bot.receive_outcome(event)
        except FAILURES as error:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        self.failure = described(error)
        self.last_answer = None

    def _count_search(self) -> None:
        """Count the bot's search, if it has a new report with iterations; otherwise there was nothing to search."""
        report = getattr(self._bot, "report", None)
        if isinstance(report, SearchReport) and report is not self._report and report.iterations:
            self.searches += 1
            self.iterations += report.iterations
        self._report = report
