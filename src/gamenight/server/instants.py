"""What time it is, for the server alone: the rules never ask."""

from __future__ import annotations

import time


def now_ms() -> int:
    """The wall clock in whole milliseconds. Nodes that share a database should have clocks that agree."""
    return time.time_ns() // 1_000_000
