"""Games that another engine has played, as a judge of our rules.

A game's folder may have a module `oracle` with `replay(transcript: dict) -> Verdict`, which plays one transcript again:
at each decision it compares who acts and what they may do, takes the recorded action, and compares the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from gamenight.core.errors import ActionRefused, BadOptions

T = TypeVar("T")


class Verdict(Struct, frozen=True):
    """`not_offered`: another game, or parameters that our rules have no option for."""

    status: Literal["ok", "mismatch", "not_offered"]
    message: str = ""


class Difference(Exception):
    """Here the transcript and our rules part."""


def same(what: str, expected: Any, got: Any) -> None:
    """Raise the Difference, if there is one, between the transcript's and our own."""
    if expected != got:
        raise Difference(f"{what}: expected {expected}, got {got}")


def judge(transcript: Mapping[str, Any], game: str, shape: type[T], compare: Callable[[T], None]) -> Verdict:
    """The verdict on a transcript of this game, read as this shape and compared by this function."""
    name = transcript.get("id", "a transcript without id")
    if transcript.get("game") != game:
        return Verdict("not_offered", f"{name}: a game of {transcript.get('game')}")
    try:
        compare(msgspec.convert(transcript, shape))
    except BadOptions as error:
        return Verdict("not_offered", f"{name}: {error}")
    except (Difference, ActionRefused, msgspec.ValidationError) as error:
        return Verdict("mismatch", f"{name}: {error}")
    return Verdict("ok")
