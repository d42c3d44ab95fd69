"""Processes in which bots think."""

from __future__ import annotations

import signal


def ending(code: int) -> str:
    """What became of a process, in words."""
    if code >= 0:
        return f"the worker process ended with exit code {code}"
    name = signal.Signals(-code).name
    hint = ", perhaps for want of memory" if name == "SIGKILL" else ""
    return f"the worker process was ended by {name}{hint}"
