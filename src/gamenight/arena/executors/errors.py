"""The errors of executors."""

from __future__ import annotations


class ExecutorError(Exception):
    """An executor failed, not a game."""


class UnknownExecutor(ExecutorError, ValueError):
    """There is no executor with this name."""


class ExecutorUnavailable(ExecutorError):
    """The executor exists but cannot be used now: it is not installed, has no account, or does not answer."""


class WorkerDied(ExecutorError):
    """A worker process ended during a game."""
