"""Read the bodies of REST requests strictly: an invalid one is refused with the field and the reason."""

from __future__ import annotations

import re
import unicodedata
from typing import TypeVar

import msgspec

from gamenight.core.text import Message, Words, say

T = TypeVar("T")

_UNSEEN = (
    *(0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2028, 0x2029, 0x2800, 0x3164, 0xFFA0, 0x16FE4, 0x1D159),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xE0000, 0xE1000),
)
UNSEEN = frozenset(map(chr, _UNSEEN))
"""Characters that are invisible, or only change others, but are not control characters: fillers, selectors."""

LONGEST_REASON = 500
_MATCH_ID = re.compile(r"[\w-][\w.~-]{0,99}", re.ASCII)
_PLACED = re.compile(r"(.*?)(?: - at `(?:key` in `)?\$(.*)`)?", re.DOTALL)
_NAMED = re.compile(r"Object (?:contains unknown|missing required) field `(.*)`", re.DOTALL)


class BadRequest(Exception):
    """The request is invalid. `field` is the path of the wrong field, or None if the whole body is wrong."""

    def __init__(self, field: str | None, words: Words) -> None:
        words = _shortened(words)
        super().__init__(str(words))
        self.field = field
        self.words = words


def _shortened(words: Words) -> Words:
    """Errors may quote what a client has sent, so limit their length."""
    if isinstance(words, str):
        return words if len(words) <= LONGEST_REASON else f"{words[:LONGEST_REASON]}..."
    args = {name: _shortened(value) if isinstance(value, str) else value for name, value in words.args.items()}
    return Message(words.key, args)


def read_json(body: bytes, kind: type[T]) -> T:
    """Decode the body as this type: no field may be missing or unknown, and no text may stand for a number."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        field, reason = place_and_reason(error)
        raise BadRequest(field, say("bad-shape", why=reason)) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadRequest(None, say("bad-json")) from None
    except RecursionError:
        raise BadRequest(None, say("bad-deep")) from None


def place_and_reason(error: msgspec.ValidationError, within: str = "") -> tuple[str | None, str]:
    """The path, such as `timer.mode`, and the reason, from msgspec's message, which ends with the path."""
    found = _PLACED.fullmatch(str(error))
    assert found is not None
    reason, place = found[1], (found[2] or "").replace("[...]", "")
    if named := _NAMED.match(reason):
        place += f".{named[1]}"
    return (within + place).lstrip(".") or None, reason


def read_name(given: str | None, longest: int) -> str | None:
    """A player's name, trimmed; None if it is empty. Invisible characters are refused, as they could deceive."""
    name = (given or "").strip()
    if not name:
        return None
    if len(name) > longest:
        raise BadRequest("player_name", say("refused-name_long", most=longest))
    kinds = [unicodedata.category(character)[0] for character in name]
    if "C" in kinds or not UNSEEN.isdisjoint(name):
        raise BadRequest("player_name", say("refused-name_unseen"))
    if all(kind in "MZ" for kind in kinds):
        raise BadRequest("player_name", say("refused-name_empty"))
    return name


def is_match_id(text: str) -> bool:
    """Whether a match may have this id; no database is asked for any other."""
    return _MATCH_ID.fullmatch(text) is not None
