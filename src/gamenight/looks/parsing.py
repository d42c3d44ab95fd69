"""Parse a catalogue: its messages, and the errors of those that cannot be read."""

from __future__ import annotations

from functools import cache

from fluent.runtime import FluentResource
from fluent.syntax import ast


@cache
def entries(text: str) -> tuple[ast.Resource, tuple[str, ...]]:
    """The parsed catalogue, and the errors of the entries that were left out, each with its line."""
    resource = FluentResource(text)
    junk = [entry for entry in resource.body if isinstance(entry, ast.Junk)]
    return resource, tuple(f"line {_line(text, entry)}: {_reason(entry)}" for entry in junk)


def keys(text: str) -> frozenset[str]:
    """The keys of the messages with a text."""
    body = entries(text)[0].body
    return frozenset(entry.id.name for entry in body if isinstance(entry, ast.Message) and entry.value is not None)


def _line(text: str, junk: ast.Junk) -> int:
    return text.count("\n", 0, junk.span.start if junk.span else 0) + 1


def _reason(junk: ast.Junk) -> str:
    reason = junk.annotations[0].message if junk.annotations else None
    return reason or "it cannot be read"
