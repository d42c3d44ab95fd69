"""Exit codes, and the exceptions that have one."""

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
    OK: "success",
    FAILED: "a check failed or something does not match",
    USAGE: "wrong usage, or unreadable input",
    UNKNOWN: "no such game or match",
    DATABASE: "the database is missing, outdated or unreachable",
    MATCH_ERROR: "a match ended with an error: a bot or the rules failed",
    UNAVAILABLE: "not available here",
    INTERNAL: "an error in gamenight itself",
    INTERRUPTED: "interrupted",
}


class CliError(Exception):
    """Ends the command with one line on stderr and this exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class Quit(BaseException):
    """The person at the terminal wants to stop. This is not an Exception, so that no handler for failing bots catches
    it."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code
