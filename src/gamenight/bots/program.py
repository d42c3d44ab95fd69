"""Bots that are programs of third parties and use a protocol that the game knows.

Only the person who runs gamenight decides which program that is: a strategy made here has no parameters, so a client
that names it cannot choose a command or an address.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Sequence

import msgspec

from gamenight.bots.lines import Lines, ProgramFailed, connect_program, start_program
from gamenight.bots.registry import NoParameters, Strategy
from gamenight.core.bot import Observation
from gamenight.core.dialect import Dialect, Line
from gamenight.core.model import Action, Event
from gamenight.core.plugin import GamePlugin

TIME_MS = 5_000
START_MS = 30_000
"""Additional time for the first decision: a program may have to load a model."""

MOST_ANSWERS = 4
LONGEST_QUOTE = 200

Open = Callable[[int, float], Lines]
"""Connects to the program for a seat, before a time of `time.monotonic`."""


def by_command(dialect: str, command: Sequence[str], *, time_ms: int = TIME_MS, start_ms: int = START_MS) -> Strategy:
    """A strategy that starts a program for each bot; `{seat}` in its arguments is the number of its seat."""

    def open_lines(seat: int, until: float) -> Lines:
        return start_program([part.replace("{seat}", str(seat)) for part in command])

    return _strategy(dialect, open_lines, time_ms, start_ms, f"The program {command[0]}, in {dialect}.")


def by_address(dialect: str, host: str, port: int, *, time_ms: int = TIME_MS, start_ms: int = START_MS) -> Strategy:
    """A strategy that uses a program at an address, with a connection for each bot."""

    def open_lines(seat: int, until: float) -> Lines:
        return connect_program(host, port, until)

    return _strategy(dialect, open_lines, time_ms, start_ms, f"The program at {host}:{port}, in {dialect}.")


def _strategy(dialect: str, open_lines: Open, time_ms: int, start_ms: int, description: str) -> Strategy:
    def factory(game: GamePlugin, parameters: NoParameters, seed: str, name: str) -> ProgramBot:
        if dialect not in game.dialects:
            known = ", ".join(game.dialects) or "none"
            raise ValueError(f"the game has no dialect {dialect}; there are: {known}")
        return ProgramBot(game.dialects[dialect], open_lines, name, time_ms=time_ms, start_ms=start_ms)

    return Strategy(factory, NoParameters, description)


class ProgramBot:
    """When it has to decide, sends the program what its seat has seen, and takes the last answer."""

    worlds = 0

    def __init__(self, dialect: Dialect, open_lines: Open, name: str, *, time_ms: int, start_ms: int) -> None:
        self.name = name
        self._dialect, self._open = dialect, open_lines
        self._time_ms, self._start_ms = time_ms, start_ms
        self._heard: list[Event] = []
        self._lines: Lines | None = None
        self._said_before: list[Line] = []
        """Lines that completed an answer: they must not be sent again when the events contain them."""

    def receive_outcome(self, event: Event) -> None:
        self._heard.append(event)

    def choose_action(self, observation: Observation) -> Action:
        until = time.monotonic() + self._granted_ms(observation) / 1000
        news = self._news(observation)
        lines = self._opened(observation, until)
        said: list[Line] = []
        for line in news:
            said = [_ask(lines, line, until)]
        return self._decided(lines, said, observation, until)

    def _granted_ms(self, observation: Observation) -> int:
        own = self._time_ms + (self._start_ms if self._lines is None else 0)
        return own if observation.budget_ms is None else min(own, observation.budget_ms)

    def _opened(self, observation: Observation, until: float) -> Lines:
        if self._lines is None:
            assert observation.view.seat is not None
            self._lines = self._open(observation.view.seat, until)
            weakref.finalize(self, self._lines.close)
        return self._lines

    def _news(self, observation: Observation) -> list[Line]:
        """The lines that the program has not received yet."""
        heard, self._heard = self._heard, []
        view = observation.view
        assert view.viewer_id is not None
        if self._lines is None:
            return self._dialect.begin(view, heard)
        return [line for line in self._dialect.told(heard, view.viewer_id) if not self._was_said(line)]

    def _was_said(self, line: Line) -> bool:
        if self._said_before[:1] != [line]:
            return False
        self._said_before.pop(0)
        return True

    def _decided(self, lines: Lines, said: list[Line], observation: Observation, until: float) -> Action:
        for _ in range(MOST_ANSWERS):
            if not said:
                raise ProgramFailed(f"there was no line to send to {self.name} before its decision")
            try:
                answer = self._dialect.answer(said, observation.view)
            except ValueError as error:
                raise ProgramFailed(f"{self.name} answered {_quoted(said[-1])}: {error}") from None
            if isinstance(answer, Action):
                return answer
            self._said_before.append(answer)
            said.append(_ask(lines, answer, until))
        raise ProgramFailed(f"{self.name} made no decision in {MOST_ANSWERS} answers")


def _ask(lines: Lines, line: Line, until: float) -> Line:
    text = lines.ask(msgspec.json.encode(line), until)
    try:
        return msgspec.json.decode(text, type=Line)
    except msgspec.DecodeError as error:
        raise ProgramFailed(f"the answer {text[:LONGEST_QUOTE]!r} is not a JSON object: {error}") from None


def _quoted(line: Line) -> str:
    return msgspec.json.encode(line).decode()[:LONGEST_QUOTE]
