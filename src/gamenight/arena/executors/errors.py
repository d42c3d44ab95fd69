"""Why games cannot be played somewhere."""

from __future__ import annotations


class ExecutorError(Exception):
    """Something is wrong with where games are played, not with the games."""


class UnknownExecutor(ExecutorError, ValueError):
    """Nothing of this name plays games."""


class ExecutorUnavailable(ExecutorError):
    """It exists but cannot be used here and now: not installed, no account, nobody answers."""


class WorkerDied(ExecutorError):
    """A process ended in the middle of a game."""
