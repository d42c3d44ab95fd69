"""Test our rules against games that another engine has played.

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
    """The result of replaying a transcript. `not_offered`: it is another game, or its parameters are not supported."""

    status: Literal["ok", "mismatch", "not_offered"]
    message: str = ""


class Difference(Exception):
    """The transcript and our rules differ."""


def same(what: str, expected: Any, got: Any) -> None:
    """Raise Difference if the transcript's value is not ours."""
    if expected != got:
        raise Difference(f"{what}: expected {expected}, got {got}")


def judge(transcript: Mapping[str, Any], game: str, shape: type[T], compare: Callable[[T], None]) -> Verdict:
    """The verdict on a transcript of this game, decoded as `shape` and compared by `compare`."""
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
