"""Bots of another package: some fail in different ways, others have recognizable behaviour."""

from __future__ import annotations

import sys
from typing import Any

from msgspec import Struct

from gamenight.bots import Strategy
from gamenight.bots.search.report import SearchReport
from gamenight.core.model import Action


class When(Struct, frozen=True, forbid_unknown_fields=True):
    answer: int = 0
    """The first answer at which it fails, counted from 0."""

    event: str = ""
    """The event at which it fails; by default at the first."""


class First:
    """Takes the first valid action."""

    worlds = 0

    def __init__(self, game: Any, parameters: Any, seed: str, name: str) -> None:
        self.name = name
        self.when = parameters

    def choose_action(self, observation: Any) -> Any:
        if isinstance(self.when, When) and observation.turn_index >= self.when.answer:
            return self.fail(observation)
        return observation.view.valid_actions[0]

    def fail(self, observation: Any) -> Any:
        raise NotImplementedError

    def receive_outcome(self, event: Any) -> None:
        pass


class Crash(First):
    def fail(self, observation: Any) -> Any:
        raise RuntimeError("out of ideas")


class Quit(First):
    def fail(self, observation: Any) -> Any:
        sys.exit("I am off")


class Illegal(First):
    def fail(self, observation: Any) -> Any:
        return Action("levitate", observation.view.viewer_id)


class Mute(First):
    def fail(self, observation: Any) -> Any:
        return None


class Verbose(First):
    def fail(self, observation: Any) -> Any:
        return "well,\n" * 100_000


class Deaf(First):
    """Fails in `receive_outcome`."""

    def fail(self, observation: Any) -> Any:
        return observation.view.valid_actions[0]

    def receive_outcome(self, event: Any) -> None:
        if event.event_type == (self.when.event or event.event_type):
            raise ValueError("what did you say?")


class Thinker(First):
    """Reports ten iterations, except for its first answer, which needs no search."""

    report: SearchReport | None = None

    def choose_action(self, observation: Any) -> Any:
        if observation.turn_index:
            self.report = SearchReport(10, 1.0, ())
        return super().choose_action(observation)


class Chatty(First):
    def report(self) -> str:
        return "I play what comes first"


def stillborn(game: Any, parameters: Any, seed: str, name: str) -> Any:
    raise OSError("my book of openings is gone")


FIRST = Strategy(First)
CRASH = Strategy(Crash, When)
QUIT = Strategy(Quit, When)
ILLEGAL = Strategy(Illegal, When)
MUTE = Strategy(Mute, When)
VERBOSE = Strategy(Verbose, When)
DEAF = Strategy(Deaf, When)
THINKER = Strategy(Thinker)
CHATTY = Strategy(Chatty)
STILLBORN = Strategy(stillborn)
