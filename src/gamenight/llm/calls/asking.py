"""What a language model is asked, and what came back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

Role = Literal["user", "assistant"]
Form = Literal["tool", "schema", "text"]
"""How an answer comes: as arguments of a forced tool call, as text bound to a JSON Schema, or as free text."""

Finish = Literal["done", "truncated", "refused", "empty"]
"""How a reply ended; all but `done` are the model's own failures."""

TOOL = "play"
"""The name of the one tool, and of the one schema, that a model is given."""

TOOL_DESCRIPTION = "Play your move."


class Ask(Struct, frozen=True, kw_only=True):
    """One request: a system text, a user text, what was said after it, and the form of the answer."""

    system: str
    user: str
    further: tuple[tuple[Role, str], ...] = ()
    """Turns after the first, oldest first, such as a wrong answer and the words about it."""

    form: Form | Literal["auto"] = "text"
    """`auto` is the first of tool, schema and text that the endpoint takes."""

    schema: Mapping[str, Any] | None = None
    """The JSON Schema of an answer; without it the form is text."""

    closing: Mapping[Form, str] = {}
    """What the last user text ends with, by the form that is used in the end."""

    max_tokens: int | None = None
    temperature: float | None = None
    effort: str | None = None

    def ending(self, form: Form) -> str:
        """What is added to the last text where this form is used."""
        return f"\n\n{self.closing[form]}" if self.closing.get(form) else ""


class Usage(Struct, frozen=True):
    """Tokens as the provider counted them; None where it did not say. Cached ones are part of `input`."""

    input: int | None = None
    output: int | None = None
    reasoning: int | None = None
    cached: int | None = None
    cache_written: int | None = None


class Try(Struct, frozen=True):
    """One HTTP request, for the operator: no key, no URL."""

    outcome: Literal["answered", "transport", "parameter", "configuration", "late"]
    status: int | None
    text: str
    duration_ms: float
    waited_ms: float = 0.0
    """How long was waited before it, because of the one before."""


class Reply(Struct, frozen=True, kw_only=True):
    """What a model answered."""

    text: str
    answer_json: str | None
    """The tool's arguments, or the text that a schema bound; not checked, and perhaps no JSON."""

    finish: Finish
    form: Form
    model: str
    usage: Usage = Usage()
    cost: float | None = None
    """US dollars, if the provider says so itself."""

    first_token_ms: float | None = None
    duration_ms: float = 0.0
    tries: tuple[Try, ...] = ()

    @property
    def transport_tries(self) -> int:
        """How many requests it took; those that only found out which parameters are taken do not count."""
        return transport_tries(self.tries)


def transport_tries(tries: tuple[Try, ...]) -> int:
    return sum(one.outcome != "parameter" for one in tries)
