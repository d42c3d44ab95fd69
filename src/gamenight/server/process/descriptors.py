"""The number of files and connections that this process may have open."""

from __future__ import annotations

import logging
from contextlib import suppress

LOG = logging.getLogger("gamenight.server")

OTHERS = 300
"""File descriptors besides sockets: for databases, workers, logs and REST requests."""


def raise_file_limit(connections: int) -> None:
    """Raise the limit of open files to the hard limit; log a warning if it is too low for these connections."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # some systems allow less than they report
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft != resource.RLIM_INFINITY and soft < connections + OTHERS:
        LOG.warning(
            "this process may open %d files, too few for %d connections: raise its limit, or lower max_connections",
            soft,
            connections,
        )
