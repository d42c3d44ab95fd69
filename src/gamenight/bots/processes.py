"""Worker processes for bots."""

from __future__ import annotations

import signal


def ending(code: int) -> str:
    """The end of a worker process in words, from its return code."""
    if code >= 0:
        return f"the worker process ended with exit code {code}"
    name = signal.Signals(-code).name
    hint = ", perhaps because memory ran out" if name == "SIGKILL" else ""
    return f"the worker process was ended by {name}{hint}"
