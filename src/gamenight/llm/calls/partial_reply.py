"""A reply that is still being read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from gamenight.llm.calls.asking import Ask, Finish, Form, Usage
from gamenight.llm.calls.endpoints import Endpoint
from gamenight.llm.calls.refusals import ProviderError


class Request(Struct, frozen=True):
    """An HTTP request, and the names of its parameters that an endpoint may refuse."""

    url: str
    headers: dict[str, str]
    body: dict[str, Any]
    form: Form
    refusable: frozenset[str]


class PartialReply:
    """The parts of a reply that have arrived so far."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.arguments: list[str] = []
        self.call: int | None = None
        """The index of the tool call that these arguments belong to, if the wire format has indices."""

        self.finish: Finish | None = None
        self.usage = Usage()
        self.cost: float | None = None
        self.model: str | None = None
        self.has_output = False
        """Whether the model has produced any output, including thoughts."""

        self.is_over = False
        """Whether the end of the reply was announced."""

    @property
    def is_complete(self) -> bool:
        """Whether the reply is usable. Some endpoints close the connection then, without announcing the end."""
        return self.finish is not None or self.is_over

    def finish_as(self) -> Finish:
        if self.finish in ("truncated", "refused"):
            return self.finish
        return "done" if any(self.text) or any(self.arguments) else "empty"


class Wire(Struct, frozen=True):
    """A wire format: how to write requests and read replies."""

    request: Callable[[Endpoint, Ask, frozenset[str]], Request]
    take: Callable[[PartialReply, bytes], ProviderError | None]
    """Add an event of a stream, or a complete body, to the draft; msgspec.DecodeError if it cannot be read."""


def form_of(ask: Ask, refused: frozenset[str], *, schema_parameter: str) -> Form:
    """The form to ask for now; if the endpoint refused one, the next is used."""
    if ask.schema is None or ask.form == "text":
        return "text"
    can_bind = schema_parameter not in refused
    if ask.form != "schema" and "tools" not in refused and not (ask.form == "auto" and "tool_choice" in refused):
        return "tool"
    return "schema" if can_bind else "text"


def turns_of(ask: Ask, form: Form, *, system_first: bool) -> list[dict[str, Any]]:
    """All turns in the format of both wires, with the system text first if it has no separate field."""
    first = f"{ask.system}\n\n{ask.user}" if system_first else ask.user
    turns: list[dict[str, Any]] = [{"role": "user", "content": first}]
    turns += [{"role": role, "content": text} for role, text in ask.further]
    turns[-1]["content"] += ask.ending(form)
    return turns


def joined(base: str, path: str) -> str:
    """The URL of a path; the base URL may already contain the path or its beginning."""
    base = base.rstrip("/")
    parts = path.split("/")
    for kept in range(len(parts), 0, -1):
        if base.endswith(start := "/" + "/".join(parts[:kept])):
            base = base.removesuffix(start)
            break
    return f"{base}/{path}"


MOST_TOKENS, MOST_USD = 10**9, 10.0**6
"""No call needs so many tokens or dollars, so larger reported numbers are ignored."""


def count(value: Any) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST_TOKENS
    return value if is_count else None


def dollars(value: Any) -> float | None:
    """The amount, given as a number or as an object with a total; anything else is unknown (None), never 0."""
    if isinstance(value, Mapping):
        value = value.get("total_cost")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < MOST_USD else None
