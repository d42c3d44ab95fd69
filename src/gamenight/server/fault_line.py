"""Format an exception as one line for the log, without its message, which may quote a hand or a token."""

from __future__ import annotations

import os
import traceback
from types import TracebackType

FRAMES = 8
"""Maximum number of stack frames in the line about an error, the innermost first."""


def fault_line(error: BaseException | None) -> str:
    """`ValueError at advance (engine.py:12) < hear (live.py:80); after KeyError at ...`."""
    if error is None:
        return ""
    told = f"{type(error).__name__} at {_places(error.__traceback__)}"
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return f"{told}; after {fault_line(earlier)}" if earlier is not None else told


def _places(at: TracebackType | None) -> str:
    frames = reversed(traceback.extract_tb(at)[-FRAMES:])
    return " < ".join(f"{frame.name} ({os.path.basename(frame.filename)}:{frame.lineno})" for frame in frames)
