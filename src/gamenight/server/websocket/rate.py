"""The rate limit for the frames of a socket; a message that uses the database counts as several frames."""

from __future__ import annotations

import math

from gamenight.protocol.messages import ClientMessage, JoinGame, LeaveGame, Ready, ResumeFrom, Watch

HEAVY = (JoinGame, Watch, ResumeFrom, LeaveGame, Ready)
"""Messages that read or write the database even if they do not move the match."""
HEAVY_WEIGHT = 10


def weight_of(message: ClientMessage) -> int:
    """The number of frames that this message counts as."""
    return HEAVY_WEIGHT if isinstance(message, HEAVY) else 1


class Pace:
    """The rate limit of a socket: a token bucket for four seconds, refilled by `per_second` tokens a second."""

    __slots__ = ("_burst", "_full_at", "_interval", "_refused")

    def __init__(self, per_second: int) -> None:
        self._burst = 4 * per_second
        self._interval = 1 / per_second
        self._full_at = -math.inf
        self._refused = 0

    def allows(self, now: float, weight: int = 1) -> bool:
        """Take `weight` tokens, at most a full bucket, if there are enough; says whether there were."""
        weight = min(weight, self._burst)
        if self._full_at <= now:
            self._full_at = now
            self._refused = 0
        if self._full_at - now > (self._burst - weight + 0.5) * self._interval:
            self._refused += 1
            return False
        self._full_at += weight * self._interval
        return True

    @property
    def is_ignored(self) -> bool:
        """Whether another full bucket of frames was refused without a break in which the bucket filled up."""
        return self._refused % self._burst == 0 < self._refused
