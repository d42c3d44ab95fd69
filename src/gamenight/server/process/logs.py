"""The log for the operator: one line per event on stderr, without anything that a player sent or holds."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from typing import Any

from gamenight.server.fault_line import fault_line

QUIET = ("uvicorn", "litestar", "sqlalchemy", "asyncio", "websockets", "redis", "alembic")
"""Loggers that report every request or connection with its path; only their warnings are logged."""

ANYBODY_S = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "ASGI callable returned without completing handshake.",
)
"""uvicorn's messages about bad bytes, which any client can cause any number of times; they are not logged."""


def log_plainly() -> None:
    """Send all logs to stderr, one line each."""
    lines = logging.StreamHandler()
    lines.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [lines]
    root.setLevel(logging.INFO)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(lambda record: record.msg not in ANYBODY_S)


class Lines(logging.Formatter):
    """`2026-01-31T12:00:00Z WARNING gamenight.server: words`.

    An error is logged with its type and place. Its message is left out, as it may quote a request or a secret;
    GAMENIGHT_DEBUG=1 shows everything.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.converter = time.gmtime
        self._all = os.environ.get("GAMENIGHT_DEBUG") == "1"

    def format(self, record: logging.LogRecord) -> str:
        return super().format(record) if self._all else " ".join(super().format(record).split())

    def formatException(self, ei: Any) -> str:  # noqa: N802
        return super().formatException(ei) if self._all else f"- {fault_line(ei[1])}"


def report_fault(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error of the event loop in this format; asyncio's own would contain the error's message."""
    error = context.get("exception")
    fault = (type(error), error, error.__traceback__) if isinstance(error, BaseException) else None
    logging.getLogger(__name__).error("%s", context.get("message"), exc_info=fault)
