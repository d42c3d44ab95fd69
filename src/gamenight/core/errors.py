"""Exceptions of the engine; ActionRefused is the only one that is a player's mistake."""

from __future__ import annotations

import traceback

from gamenight.core.model import Code, Refusal
from gamenight.core.text import Words, brief


class GameEngineError(Exception):
    """The base of all exceptions that the engine raises."""


class PluginError(GameEngineError):
    """A game broke its contract or raised; the match is unchanged."""


class WrongAnswer(PluginError):
    """A method of a game returned an invalid value; the message names the method."""


class ReplayError(GameEngineError):
    """A record does not replay under these rules; the message names the match and the turn."""


class UnknownGame(GameEngineError):
    """No game with this slug is installed."""


class BadOptions(GameEngineError):
    """The options, the timer, the seed or the number of players do not fit the game; `words` explain it to a person."""

    def __init__(self, message: str, words: Words | None = None) -> None:
        super().__init__(message)
        self.words = message if words is None else words


class TooManyActions(GameEngineError):
    """A family is too large to list; test for membership or draw a sample instead."""


class ActionRefused(GameEngineError):
    """The match refused the action passed to `Match.act`."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.message}")
        self.refusal = refusal

    @property
    def code(self) -> Code:
        return self.refusal.code


def described(error: BaseException, where: str | None = None) -> str:
    """An exception in one line: its type, its message, and where it was raised, unless another place is given."""
    place = _raised_at(error) if where is None else where
    told = f"{type(error).__name__}: {brief(str(error))}"
    return f"{told} ({place})" if place else told


def _raised_at(error: BaseException) -> str:
    """`rules.py:12 in play`; "" for a SyntaxError, whose message names the line."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames or isinstance(error, SyntaxError):
        return ""
    file = frames[-1].filename.replace("\\", "/").rpartition("/")[2]
    name = frames[-1].name
    return f"{file}:{frames[-1].lineno}" + (f" in {name}" if name != "<module>" else "")
