"""What a client sends over REST, read strictly: whatever does not fit is refused with its field and the reason."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

LONGEST_REASON = 500
_PLACED = re.compile(r"(.*?)(?: - at `(?:key` in `)?\$(.*)`)?", re.DOTALL)
_NAMED = re.compile(r"Object (?:contains unknown|missing required) field `(.*)`", re.DOTALL)


class BadRequest(Exception):
    """What was sent cannot be used; `field` is the path of what is wrong with it, None if it is the whole."""

    def __init__(self, field: str | None, message: str, details: Mapping[str, Any] | None = None) -> None:
        shortened = message if len(message) <= LONGEST_REASON else message[:LONGEST_REASON] + "..."
        super().__init__(shortened)
        self.field = field
        self.message = shortened
        self.details = dict(details or {})


def read_json(body: bytes, kind: type[T]) -> T:
    """The body as this type, with nothing missing, nothing unknown and no text for a number."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise BadRequest(*place_and_reason(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadRequest(None, "The body is not JSON.") from None
    except RecursionError:
        raise BadRequest(None, "The body is nested too deeply.") from None


def place_and_reason(error: msgspec.ValidationError, within: str = "") -> tuple[str | None, str]:
    """`timer.mode` and what is wrong there, out of msgspec's message, which ends with the place."""
    found = _PLACED.fullmatch(str(error))
    assert found is not None
    reason, place = found[1], (found[2] or "").replace("[...]", "")
    if named := _NAMED.match(reason):
        place += f".{named[1]}"
    return (within + place).lstrip(".") or None, reason


def read_name(given: str | None, longest: int) -> str | None:
    """A player's name, trimmed; None if there is none. Whatever cannot be seen, and might deceive, is refused."""
    name = (given or "").strip()
    if not name:
        return None
    if len(name) > longest:
        raise BadRequest("player_name", f"A name has at most {longest} characters.")
    if any(unicodedata.category(character)[0] == "C" or character in "\u2028\u2029" for character in name):
        raise BadRequest("player_name", "A name has no control characters, nor others that cannot be seen.")
    return name
