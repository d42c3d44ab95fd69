"""What an endpoint says when it does not answer: its error as data, and which parameter it did not take.

No list says which endpoint takes which parameter, so each is sent until it is refused, and remembered for this process.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.llm.calls.endpoints import Endpoint

# In the order in which a message is searched: who says tool_choice often says tools too.
PARAMETERS = {
    "stream_options": r"\bstream_options\b",
    "tool_choice": r"\btool[_ ]choice\b",
    "tools": r"\btools?\b|\bfunction[_ ]call",
    "response_format": r"\bresponse[_ ]format\b|\bjson[_ ]schema\b|\bstructured outputs?\b",
    "output_config.format": r"\boutput_config\.format\b|\boutput_format\b|\bstructured outputs?\b",
    "output_config.effort": r"\beffort\b",
    "reasoning_effort": r"\beffort\b",
    "temperature": r"\btemperature\b",
    "max_tokens": r"\bmax_tokens\b",
    "max_completion_tokens": r"\bmax_completion_tokens\b",
    "system": r"\bsystem (?:role|message|prompt|instruction)|\bsystem\b.{0,40}\brole\b|\brole\b.{0,40}\bsystem\b",
    "stream": r"\bstream(?:ing)?\b",
}
PATTERNS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in PARAMETERS.items()}

# OpenRouter answers 404 if none of its providers takes tools; 501 and 422 are other servers' 400.
REFUSING = {400, 404, 422, 501}
# llama.cpp without --jinja answers 500 "tools param requires --jinja flag", older ones "Unsupported param: tools".
ABOUT_PARAM = re.compile(r"\bparam(?:eter)?\b", re.IGNORECASE)

_refused: dict[tuple[str, str, str], frozenset[str]] = {}


class ProviderError(Struct, frozen=True):
    """An error as a provider words it. Its message may hold anything, also parts of the request."""

    message: str = ""
    kind: str = ""
    code: str = ""
    param: str = ""


def refused_by(endpoint: Endpoint) -> frozenset[str]:
    """The parameters that this endpoint has refused for its model, in this process."""
    return _refused.get(_key(endpoint), frozenset())


def remember_refusal(endpoint: Endpoint, parameter: str) -> None:
    _refused[_key(endpoint)] = refused_by(endpoint) | {parameter}


def forget_refusals() -> None:
    _refused.clear()


def _key(endpoint: Endpoint) -> tuple[str, str, str]:
    return endpoint.wire, endpoint.url, endpoint.model


def error_of(body: bytes) -> ProviderError:
    """The error in this body, in any of the forms that are in use; empty if there is none to be read."""
    try:
        data = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return ProviderError()
    return error_in(data)


def error_in(data: Any) -> ProviderError:
    match data:
        case {"error": {} as inner} | {"detail": {} as inner} | ({"message": str()} as inner):
            return ProviderError(*(_text(inner.get(field)) for field in ("message", "type", "code", "param")))
        case {"error": str(message)} | {"detail": str(message)}:
            return ProviderError(message)
        case {"detail": [{"loc": [*places], "msg": str(message)}, *_]}:  # FastAPI, so vLLM and others
            return ProviderError(message, param=".".join(_text(place) for place in places if place != "body"))
    return ProviderError()


def _text(value: Any) -> str:
    return str(value) if isinstance(value, str | int) else ""


def refused_parameter(status: int, error: ProviderError, sent: Iterable[str], model: str) -> str | None:
    """Which of the parameters that were sent this answer does not take; None if it is about something else."""
    # A model may be called anything, also "tools".
    message = error.message.replace(model, "")
    if status not in REFUSING and not (status == 500 and ABOUT_PARAM.search(message)):
        return None
    sent = set(sent)
    # Anthropic begins with the place: "temperature: Extra inputs are not permitted".
    if named := _named(error.param, sent) or _named(message.partition(": ")[0], sent):
        return named
    if error.code == "context_length_exceeded":
        return None
    return next((name for name, pattern in PATTERNS.items() if name in sent and pattern.search(message)), None)


def _named(place: str, sent: set[str]) -> str | None:
    """`tools[0].function` is about tools, `output_config.format.schema` about output_config.format."""
    longest_first = sorted(sent, key=len, reverse=True)
    return next((name for name in longest_first if place == name or place.startswith((f"{name}.", f"{name}["))), None)
