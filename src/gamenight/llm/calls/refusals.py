"""Errors of endpoints as data, and which parameter an endpoint refused.

No list says which endpoint accepts which parameter. So each parameter is sent until it is refused; this process
remembers the refusals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.llm.calls.endpoints import Endpoint

# In search order: a message about tool_choice often mentions tools, too.
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

# OpenRouter answers 404 if none of its providers accepts tools; other servers use 501 and 422 instead of 400.
REFUSING = {400, 404, 422, 501}
# llama.cpp without --jinja answers 500 "tools param requires --jinja flag", older ones "Unsupported param: tools".
ABOUT_PARAM = re.compile(r"\bparam(?:eter)?\b", re.IGNORECASE)

_refused: dict[tuple[str, str, str], frozenset[str]] = {}


class ProviderError(Struct, frozen=True):
    """An error of a provider. Its message may contain anything, even parts of the request."""

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
    """The error in this body, in any of the common formats; empty if there is none."""
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
        case {"detail": [{"loc": [*places], "msg": str(message)}, *_]}:  # the format of FastAPI, so of vLLM and others
            return ProviderError(message, param=".".join(_text(place) for place in places if place != "body"))
    return ProviderError()


def _text(value: Any) -> str:
    return str(value) if isinstance(value, str | int) else ""


def refused_parameter(status: int, error: ProviderError, sent: Iterable[str], model: str) -> str | None:
    """The sent parameter that this error refuses; None if the error is about something else."""
    # A model may have any name, even "tools".
    message = error.message.replace(model, "")
    if status not in REFUSING and not (status == 500 and ABOUT_PARAM.search(message)):
        return None
    sent = set(sent)
    # Anthropic's messages start with the path: "temperature: Extra inputs are not permitted".
    if named := _named(error.param, sent) or _named(message.partition(": ")[0], sent):
        return named
    if error.code == "context_length_exceeded":
        return None
    return next((name for name, pattern in PATTERNS.items() if name in sent and pattern.search(message)), None)


def _named(place: str, sent: set[str]) -> str | None:
    """The sent parameter that contains this path: `tools[0].function` belongs to `tools`."""
    longest_first = sorted(sent, key=len, reverse=True)
    return next((name for name in longest_first if place == name or place.startswith((f"{name}.", f"{name}["))), None)
