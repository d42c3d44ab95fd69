"""What is in a catalogue: its messages, and what is wrong with those that cannot be read."""

from __future__ import annotations

from functools import cache

from fluent.runtime import FluentResource
from fluent.syntax import ast


@cache
def entries(text: str) -> tuple[ast.Resource, tuple[str, ...]]:
    """The parsed catalogue, and what is wrong with the entries that were left out, each with its line."""
    resource = FluentResource(text)
    junk = [entry for entry in resource.body if isinstance(entry, ast.Junk)]
    return resource, tuple(f"line {_line(text, entry)}: {_reason(entry)}" for entry in junk)


def keys(text: str) -> frozenset[str]:
    """The keys of the messages that can be said."""
    body = entries(text)[0].body
    return frozenset(entry.id.name for entry in body if isinstance(entry, ast.Message) and entry.value is not None)


def _line(text: str, junk: ast.Junk) -> int:
    return text.count("\n", 0, junk.span.start if junk.span else 0) + 1


def _reason(junk: ast.Junk) -> str:
    told = junk.annotations[0].message if junk.annotations else None
    return told or "it cannot be read"
