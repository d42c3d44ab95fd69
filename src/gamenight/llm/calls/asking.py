"""The request to a language model, and its reply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

Role = Literal["user", "assistant"]
Form = Literal["tool", "schema", "text"]
"""The form of an answer: arguments of a forced tool call, text bound to a JSON Schema, or free text."""

Finish = Literal["done", "truncated", "refused", "empty"]
"""How a reply ended; all but `done` are the model's own failures."""

TOOL = "play"
"""The name of the only tool, and of the only schema, that a model gets."""

TOOL_DESCRIPTION = "Play your move."


class Ask(Struct, frozen=True, kw_only=True):
    """One request: a system text, a user text, further turns, and the form of the answer."""

    system: str
    user: str
    further: tuple[tuple[Role, str], ...] = ()
    """Turns after the first, oldest first, such as a wrong answer and its correction."""

    form: Form | Literal["auto"] = "text"
    """`auto` is the first of tool, schema and text that the endpoint accepts."""

    schema: Mapping[str, Any] | None = None
    """The JSON Schema of an answer; without it the form is text."""

    closing: Mapping[Form, str] = {}
    """The end of the last user text, by the form that is finally used."""

    max_tokens: int | None = None
    temperature: float | None = None
    effort: str | None = None

    def ending(self, form: Form) -> str:
        """The text that is added to the last turn for this form."""
        return f"\n\n{self.closing[form]}" if self.closing.get(form) else ""


class Usage(Struct, frozen=True):
    """Tokens as the provider counted them; None if it did not report them. Cached ones are part of `input`."""

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
    """How long the client waited before it, because the one before had failed."""


class Reply(Struct, frozen=True, kw_only=True):
    """A model's reply."""

    text: str
    answer_json: str | None
    """The tool's arguments, or the text that is bound to a schema; not checked, and perhaps not JSON."""

    finish: Finish
    form: Form
    model: str
    usage: Usage = Usage()
    cost: float | None = None
    """US dollars, if the provider reports them."""

    first_token_ms: float | None = None
    duration_ms: float = 0.0
    tries: tuple[Try, ...] = ()

    @property
    def transport_tries(self) -> int:
        """The number of requests; those that only revealed a refused parameter do not count."""
        return transport_tries(self.tries)


def transport_tries(tries: tuple[Try, ...]) -> int:
    return sum(one.outcome != "parameter" for one in tries)
