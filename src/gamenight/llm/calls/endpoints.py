"""The endpoints that the operator has configured: in a TOML file and in the environment, which has priority.

GAMENIGHT_LLM_FILE names the file, which has a table for each endpoint. The environment has a variable for each field:
GAMENIGHT_LLM_<NAME>_URL, ..._KEY, ..._MODEL and so on. An endpoint is off until it has a URL, a key and a model.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from gamenight.llm.calls.failures import ConfigurationFailed

PREFIX = "GAMENIGHT_LLM_"
FILE = f"{PREFIX}FILE"
REQUIRED = ("url", "key", "model")
NAME = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")

Seconds = Annotated[float, Meta(gt=0)]
PositiveInt = Annotated[int, Meta(ge=1)]


class Endpoint(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An endpoint and its limits. Its repr contains neither the URL nor the key."""

    name: str
    url: str
    """The base URL, such as https://openrouter.ai/api/v1; the path of the wire format is added to it."""

    key: str
    model: str
    wire: Literal["openai", "anthropic"] = "openai"
    max_parallel: PositiveInt = 4
    """Maximum number of parallel calls of this process."""

    idle_s: Seconds = 180.0
    """Maximum wait for a connection, or for the next byte: some models send nothing while they think."""

    total_s: Seconds = 600.0
    """Maximum duration of one call."""

    max_tokens: PositiveInt = 4096
    """Maximum number of tokens in a reply, including thinking."""

    temperature: Annotated[float, Meta(ge=0)] | None = None
    """Sent only if set: many models refuse it."""

    effort: str | None = None
    """The effort to think, in the provider's terms, such as low; sent only if set."""

    tries: PositiveInt = 4
    """Maximum number of requests per call when the transport fails."""

    backoff_s: Annotated[float, Meta(ge=0)] = 0.5
    """The wait after the first failure, unless the endpoint requests another; it doubles each time, up to 8 seconds."""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError("a name must consist of lower-case letters and digits, in words joined by _")
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("the URL must start with http:// or https:// and a host")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError("the URL must have no user, password, query or fragment; the key has its own field")
        # HTTP headers allow nothing else, and their error message would reveal the key.
        if not (self.key.isascii() and self.key.isprintable()) or " " in self.key:
            raise ValueError("the key has a character that is not allowed in HTTP")

    def __repr__(self) -> str:
        return f"Endpoint({self.name!r}, {self.model!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("name", self.name), ("model", self.model)]


FIELDS = tuple(name for name in Endpoint.__struct_fields__ if name != "name")


def endpoints(environment: Mapping[str, str] = os.environ) -> Mapping[str, Endpoint]:
    """The complete endpoints, in the file's order, then by name."""
    given = _given(environment)
    return {name: _endpoint(name, fields) for name, fields in given.items() if not _missing(fields)}


def find_endpoint(name: str | None = None, environment: Mapping[str, str] = os.environ) -> Endpoint:
    """The endpoint with this name, or the first complete one; ConfigurationFailed says what is missing."""
    given = _given(environment)
    ready = [known for known, fields in given.items() if not _missing(fields)]
    wanted = name if name is not None else next(iter(ready or given), None)
    if wanted is None:
        raise ConfigurationFailed(f"no endpoint for language models is configured: see {FILE} and {PREFIX}<NAME>_URL")
    if wanted not in given:
        raise ConfigurationFailed(f"there is no endpoint {wanted!r}; available: {', '.join(ready) or 'none'}")
    if missing := _missing(given[wanted]):
        variables = ", ".join(f"{PREFIX}{wanted}_{field}".upper() for field in missing)
        raise ConfigurationFailed(f"endpoint {wanted!r} is off: it has no {' and no '.join(missing)} (set {variables})")
    return _endpoint(wanted, given[wanted])


def _missing(fields: Mapping[str, Any]) -> list[str]:
    return [field for field in REQUIRED if not fields.get(field)]


def _endpoint(name: str, fields: Mapping[str, Any]) -> Endpoint:
    try:
        # Not strict: the environment has only text.
        return msgspec.convert({**fields, "name": name}, Endpoint, strict=False)
    except msgspec.ValidationError as error:
        problem = str(error)
    raise ConfigurationFailed(f"endpoint {name!r}: {problem}")


def _given(environment: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The configured values, by endpoint and field; only the names are checked yet."""
    given = _from_file(environment[FILE]) if environment.get(FILE) else {}
    for variable in sorted(environment):
        if (found := _name_and_field(variable, given)) and environment[variable]:
            name, field = found
            given.setdefault(name, {})[field] = environment[variable]
    return given


def _from_file(path: str) -> dict[str, dict[str, Any]]:
    try:
        tables = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        problem = error.strerror or "it cannot be read"
    except ValueError as error:  # invalid TOML or UTF-8; the error of TOML contains only the position
        problem = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "it is not UTF-8"
    else:
        if plain := [name for name, table in tables.items() if not isinstance(table, dict)]:
            raise ConfigurationFailed(f"{FILE}: {plain[0]} is outside of an endpoint's table")
        return tables
    raise ConfigurationFailed(f"{FILE}: {problem}")


def _name_and_field(variable: str, known: Mapping[str, Any]) -> tuple[str, str] | None:
    """The endpoint and the field that a variable sets; None if it is not about an endpoint."""
    if not variable.startswith(PREFIX):
        return None
    rest = variable.removeprefix(PREFIX).lower()
    for field in FIELDS:
        if rest.endswith(f"_{field}") and NAME.fullmatch(name := rest.removesuffix(f"_{field}")):
            return name, field
    if owner := next((name for name in known if rest.startswith(f"{name}_")), None):
        raise ConfigurationFailed(f"{variable} sets nothing: endpoint {owner!r} has the fields {', '.join(FIELDS)}")
    return None
