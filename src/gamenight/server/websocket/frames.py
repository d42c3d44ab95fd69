"""What a client's frame is: a message, or why it is none. Nothing that a frame can hold gets further than this."""

from __future__ import annotations

import math
from typing import Any, Literal

import msgspec

from gamenight.protocol.messages import (
    ClientMessage,
    GameAction,
    JoinGame,
    LeaveGame,
    Ready,
    ResumeFrom,
    Watch,
    read_message,
)

DEEPEST = 32
"""How many lists and objects may stand within each other in a payload: no game comes near, and all code copes."""


HEAVY = (JoinGame, Watch, ResumeFrom, LeaveGame, Ready)
"""Messages for which the database is read or written, however little the game is moved."""
HEAVY_WEIGHT = 10


class BadFrame(Exception):
    """No client of ours could have sent this; the message says what is wrong, in words of ours alone."""

    def __init__(self, code: Literal["malformed_message", "too_large"], message: str) -> None:
        super().__init__(message)
        self.code: Literal["malformed_message", "too_large"] = code


def read_frame(frame: str | bytes, most_bytes: int) -> ClientMessage:
    """The message in this frame, its texts and numbers such as every database and format can hold; or BadFrame."""
    if len(frame) > most_bytes or _is_larger_in_bytes(frame, most_bytes):
        raise BadFrame("too_large", f"a frame may have {most_bytes} bytes")
    try:
        message = read_message(frame)
        if type(message) is GameAction:
            _check_action(message)
    except RecursionError:
        raise BadFrame("malformed_message", "lists or objects stand too deep within each other") from None
    except ValueError as error:
        raise BadFrame("malformed_message", _in_our_words(error)) from None
    return message


def _is_larger_in_bytes(frame: str | bytes, most_bytes: int) -> bool:
    return isinstance(frame, str) and not frame.isascii() and len(frame.encode()) > most_bytes


def _check_action(action: GameAction) -> None:
    if "\0" in action.client_id or "\0" in action.action_type:
        raise BadFrame("malformed_message", "a text has a NUL character")
    if (fault := _fault(action.payload, DEEPEST)) is not None:
        raise BadFrame("malformed_message", f"payload: {fault}")


def _fault(value: Any, depth: int) -> str | None:
    """What makes this something else than plain data that JSON, MessagePack and all databases can hold."""
    kind = type(value)
    if kind is dict:
        return _fault_within(value, value.values(), depth)
    if kind is int:
        return None if -(2**63) <= value < 2**63 else "a number has more than 64 bits"
    if kind is str:
        return "a text has a NUL character" if "\0" in value else None
    if kind is list:
        return _fault_within((), value, depth)
    if kind is float:
        return None if math.isfinite(value) else "a number is not finite"
    return None if value is None or kind is bool else "neither bytes nor extensions are known here"


def _fault_within(keys: Any, values: Any, depth: int) -> str | None:
    if not depth:
        return "lists or objects stand too deep within each other"
    for key in keys:
        if type(key) is not str or "\0" in key:
            return "an object's keys are texts without a NUL character"
    for value in values:
        if (fault := _fault(value, depth - 1)) is not None:
            return fault
    return None


def _in_our_words(error: ValueError) -> str:
    """What the decoder says, but for what it repeats of the frame."""
    told = str(error)
    if not isinstance(error, msgspec.DecodeError):
        return "a text is not UTF-8"
    if told.startswith("Object contains unknown field"):
        return "Object contains an unknown field"
    if told.startswith("Invalid value") or told.startswith("Invalid enum value"):
        return f"Unknown value - at {told.rpartition(' - at ')[2]}"
    return told


def weight_of(message: ClientMessage) -> int:
    """For how many frames this message counts."""
    return HEAVY_WEIGHT if isinstance(message, HEAVY) else 1


class Pace:
    """How fast a socket may send: a bucket of tokens, four seconds' worth; a second fills in `per_second` of them."""

    __slots__ = ("_burst", "_full_at", "_interval", "_refused")

    def __init__(self, per_second: int) -> None:
        self._burst = 4 * per_second
        self._interval = 1 / per_second
        self._full_at = -math.inf
        self._refused = 0

    def allows(self, now: float, weight: int = 1) -> bool:
        """Take so many tokens, if they are there; where a bucket has never so many, all that it has."""
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
        """A whole bucket's worth was refused again, and the bucket has never been full in between."""
        return self._refused % self._burst == 0 < self._refused
