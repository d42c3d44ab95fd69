"""The current time, for the server only: rules never read a clock."""

from __future__ import annotations

import time


def now_ms() -> int:
    """The wall clock in milliseconds. The clocks of nodes that share a database should agree."""
    return time.time_ns() // 1_000_000
