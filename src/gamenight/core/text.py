"""Texts for people: a message is sent as a key with arguments, and translated only where it is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from msgspec import Struct

KINDS = (
    "action",
    "event-engine",
    "event",
    "art",
    "option",
    "phase",
    "form",
    "slot",
    "refused",
    "pause",
    "bad",
    "plate",
)
"""Prefixes of keys that name the kind of a message; plain words omit them."""

NOTHING = "–"
"""Stands for an empty value."""

_KIND = re.compile(f"(?:{'|'.join(KINDS)})-(?=.)")
_THOUSANDTH = Decimal("0.001")


class Message(Struct, frozen=True, array_like=True):
    """A key of a catalogue, with arguments for its text.

    An argument is a text, a number, a boolean, None, other Words, or a list of Words. A text is not translated.
    """

    key: str
    """The name of the text in the catalogue."""

    args: dict[str, Any] = {}
    """The values for the placeholders of the text, by name."""

    def __str__(self) -> str:
        return plainly(self)


Words = str | Message
"""A text that is not translated, such as a name; or a message."""

Tell = Callable[[Words], str]
"""Translates words to a language."""


def say(key: str, /, **args: Any) -> Message:
    """The message with this key: `say("took", count=3)`."""
    return Message(key, args)


def several(words: Sequence[Words]) -> Words:
    """Several sentences as one; a single one as it is."""
    return words[0] if len(words) == 1 else Message("several", {"sentences": list(words)})


def plainly(words: Words) -> str:
    """The words without a catalogue, made from the key and its arguments."""
    return words if isinstance(words, str) else plain_words(words.key, words.args, plainly)


def plain_words(key: str, args: Mapping[str, Any], tell: Tell) -> str:
    """The text of a key that is in no catalogue: `place tile: x 1, y 2` for `action-place_tile`."""
    subject = spaced(_KIND.sub("", key, count=1))
    details = ", ".join(f"{spaced(name)} {plain_value(value, tell)}" for name, value in args.items())
    return f"{subject}: {details}" if details else subject


def plain_value(value: Any, tell: Tell) -> str:
    """An argument in plain words."""
    if value is None or value == "" or value == []:
        return NOTHING
    if isinstance(value, bool):
        return truth(value)
    if isinstance(value, int | float):
        return number_text(value)
    if is_message(value):
        return tell(as_message(value))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(plain_value(inner, tell) for inner in value)
    return str(value)


def is_message(value: Any) -> bool:
    """The value is a message, or a list of a key and its arguments, as a message looks in JSON."""
    if isinstance(value, Message):
        return True
    return isinstance(value, list | tuple) and len(value) == 2 and isinstance(value[1], dict)


def as_message(value: Any) -> Message:
    return value if isinstance(value, Message) else Message(*value)


def truth(value: bool) -> str:
    return "yes" if value else "no"


def rounded(number: float) -> float:
    """Round a number for display: to a thousandth, halves away from zero."""
    if not abs(number) < 1e15:
        return number
    return float(Decimal(repr(number)).quantize(_THOUSANDTH, ROUND_HALF_UP))


def number_text(number: float) -> str:
    short = number if isinstance(number, int) else rounded(number)
    return str(int(short)) if isinstance(short, float) and short.is_integer() else str(short)


def spaced(name: str) -> str:
    """A name from code as words: `place tile` for `place_tile`."""
    return name.replace("_", " ").replace("-", " ")


LONGEST = 500
"""How many characters of a foreign text are kept: a reason is in every file of results."""


def brief(text: str) -> str:
    """The text in one line, and no longer than anybody wants to read."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
