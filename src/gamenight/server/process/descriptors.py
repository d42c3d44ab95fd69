"""How many files and connections this process may have open."""

from __future__ import annotations

import logging
from contextlib import suppress

LOG = logging.getLogger("gamenight.server")

OTHERS = 300
"""Besides sockets: databases, workers, logs, and requests that are being answered."""


def make_room_for(connections: int) -> None:
    """Let this process have as many files open as it may; a warning if that is too few for so many connections."""
    try:
        import resource
    except ImportError:  # There is no such limit on Windows.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # Some systems allow less than they say.
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft != resource.RLIM_INFINITY and soft < connections + OTHERS:
        LOG.warning(
            "this process may have %d files open, too few for %d connections: raise its limit, or set max_connections",
            soft,
            connections,
        )
