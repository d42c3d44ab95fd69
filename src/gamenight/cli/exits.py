"""How a command ends: exit codes, and the errors that carry one."""

from __future__ import annotations

OK = 0
FAILED = 1
USAGE = 2
UNKNOWN = 3
DATABASE = 4
MATCH_ERROR = 5
UNAVAILABLE = 6
INTERNAL = 70
INTERRUPTED = 130

MEANINGS = {
    OK: "all is well",
    FAILED: "a check failed or something does not match",
    USAGE: "wrong usage, or nothing to read",
    UNKNOWN: "no such game or match",
    DATABASE: "the database is missing, old or out of reach",
    MATCH_ERROR: "a match ended as an error: a bot or the rules failed",
    UNAVAILABLE: "not available here",
    INTERNAL: "a fault in gamenight itself",
    INTERRUPTED: "interrupted",
}


class CliError(Exception):
    """Ends the command with one line on stderr and this exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class Quit(BaseException):
    """The person at the terminal wants to stop. Not an Exception: no loop that survives failing bots may catch it."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code
