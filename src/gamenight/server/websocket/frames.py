"""Decode the frames of clients into messages, or refuse them. Invalid data gets no further than this module."""

from __future__ import annotations

import math
from typing import Any, Literal

import msgspec

from gamenight.protocol.messages import (
    ClientMessage,
    GameAction,
    read_message,
)

DEEPEST = 32
"""Maximum depth of nested lists and objects in a payload: more than any game needs, and safe for all code."""


class BadFrame(Exception):
    """No correct client sends this. The message says what is wrong without quoting the frame."""

    def __init__(self, code: Literal["malformed_message", "too_large"], message: str) -> None:
        super().__init__(message)
        self.code: Literal["malformed_message", "too_large"] = code


def read_frame(frame: str | bytes, most_bytes: int) -> ClientMessage:
    """The message in this frame, with only texts and numbers that every database and format can store; or BadFrame."""
    if len(frame) > most_bytes or _is_larger_in_bytes(frame, most_bytes):
        raise BadFrame("too_large", f"a frame may have at most {most_bytes} bytes")
    try:
        message = read_message(frame)
        if type(message) is GameAction:
            _check_action(message)
    except RecursionError:
        raise BadFrame("malformed_message", "lists or objects are nested too deeply") from None
    except ValueError as error:
        raise BadFrame("malformed_message", _in_our_words(error)) from None
    return message


def _is_larger_in_bytes(frame: str | bytes, most_bytes: int) -> bool:
    return isinstance(frame, str) and not frame.isascii() and len(frame.encode()) > most_bytes


def _check_action(action: GameAction) -> None:
    if "\0" in action.client_id or "\0" in action.action_type:
        raise BadFrame("malformed_message", "a text contains a NUL character")
    if (fault := _fault(action.payload, DEEPEST)) is not None:
        raise BadFrame("malformed_message", f"payload: {fault}")


def _fault(value: Any, depth: int) -> str | None:
    """Why this is not plain data that JSON, MessagePack and all databases can store; None if it is."""
    kind = type(value)
    if kind is dict:
        return _fault_within(value, value.values(), depth)
    if kind is int:
        return None if -(2**63) <= value < 2**63 else "a number has more than 64 bits"
    if kind is str:
        return "a text contains a NUL character" if "\0" in value else None
    if kind is list:
        return _fault_within((), value, depth)
    if kind is float:
        return None if math.isfinite(value) else "a number is not finite"
    return None if value is None or kind is bool else "bytes and extensions are not allowed"


def _fault_within(keys: Any, values: Any, depth: int) -> str | None:
    if not depth:
        return "lists or objects are nested too deeply"
    for key in keys:
        if type(key) is not str or "\0" in key:
            return "the keys of an object must be texts without a NUL character"
    for value in values:
        if (fault := _fault(value, depth - 1)) is not None:
            return fault
    return None


def _in_our_words(error: ValueError) -> str:
    """The decoder's message, without its quotes from the frame."""
    told = str(error)
    if not isinstance(error, msgspec.DecodeError):
        return "a text is not UTF-8"
    if told.startswith("Object contains unknown field"):
        return "Object contains an unknown field"
    if told.startswith("Invalid value") or told.startswith("Invalid enum value"):
        return f"Unknown value - at {told.rpartition(' - at ')[2]}"
    return told
