"""What can go wrong in a way that is not a player's mistake, and the exception for those that are."""

from __future__ import annotations

from gamenight.core.model import Code, Refusal
from gamenight.core.text import Words


class GameEngineError(Exception):
    """The root of everything that the engine raises."""


class PluginError(GameEngineError):
    """A game broke its contract or raised; the match is as it was before."""


class WrongAnswer(PluginError):
    """A method of a game returned something that it may not; the message names the method."""


class ReplayError(GameEngineError):
    """A record does not replay under these rules; says the match and the turn."""


class UnknownGame(GameEngineError):
    """No game of this slug is installed."""


class BadOptions(GameEngineError):
    """The options, the timer, the seed or the number of players do not fit the game; `words` say why to a person."""

    def __init__(self, message: str, words: Words | None = None) -> None:
        super().__init__(message)
        self.words = message if words is None else words


class TooManyActions(GameEngineError):
    """A family is too large to list; ask for membership or a sample instead."""


class ActionRefused(GameEngineError):
    """`Match.act` was given an action that the match refuses."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.message}")
        self.refusal = refusal

    @property
    def code(self) -> Code:
        return self.refusal.code
