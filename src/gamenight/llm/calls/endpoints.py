"""The endpoints that the operator set: from a TOML file, and from the environment, which wins.

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
Count = Annotated[int, Meta(ge=1)]


class Endpoint(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a model is asked, and within which limits. Its text has neither the URL nor the key."""

    name: str
    url: str
    """The base URL, such as https://openrouter.ai/api/v1; ours is added to it."""

    key: str
    model: str
    wire: Literal["openai", "anthropic"] = "openai"
    max_parallel: Count = 4
    """How many calls this process makes at the same time."""

    idle_s: Seconds = 180.0
    """How long to wait for a connection, or for the next byte: some say nothing while they think."""

    total_s: Seconds = 600.0
    """How long one call may take in all."""

    max_tokens: Count = 4096
    """How many tokens a reply may have, thinking included."""

    temperature: Annotated[float, Meta(ge=0)] | None = None
    """Sent only if set: many models refuse it."""

    effort: str | None = None
    """How hard to think, in the provider's words, such as low; sent only if set."""

    tries: Count = 4
    """How often a call is made at most, when the transport fails."""

    backoff_s: Annotated[float, Meta(ge=0)] = 0.5
    """The wait after the first failure, unless the endpoint names one; it doubles each time, up to 8 seconds."""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError("a name has small letters and digits, in words joined by _")
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("the URL begins with http:// or https:// and a host")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError("the URL has no user, password, query or fragment; the key has its own field")
        # A header cannot hold anything else, and the error about it would show the key.
        if not (self.key.isascii() and self.key.isprintable()) or " " in self.key:
            raise ValueError("the key has a character that HTTP does not allow")

    def __repr__(self) -> str:
        return f"Endpoint({self.name!r}, {self.model!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("name", self.name), ("model", self.model)]


FIELDS = tuple(name for name in Endpoint.__struct_fields__ if name != "name")


def endpoints(environment: Mapping[str, str] = os.environ) -> Mapping[str, Endpoint]:
    """The endpoints that are complete, in the file's order, then by name."""
    given = _given(environment)
    return {name: _endpoint(name, fields) for name, fields in given.items() if not _missing(fields)}


def find_endpoint(name: str | None = None, environment: Mapping[str, str] = os.environ) -> Endpoint:
    """The endpoint of this name, or the first one; ConfigurationFailed says what is missing."""
    given = _given(environment)
    ready = [known for known, fields in given.items() if not _missing(fields)]
    wanted = name if name is not None else next(iter(ready or given), None)
    if wanted is None:
        raise ConfigurationFailed(f"no endpoint for language models is set: see {FILE} and {PREFIX}<NAME>_URL")
    if wanted not in given:
        raise ConfigurationFailed(f"there is no endpoint {wanted!r}; there are: {', '.join(ready) or 'none'}")
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
    """What is set, by endpoint and field; nothing of it is checked yet but the names."""
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
    except ValueError as error:  # of TOML or of UTF-8; the first names the place only
        problem = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "it is not UTF-8"
    else:
        if plain := [name for name, table in tables.items() if not isinstance(table, dict)]:
            raise ConfigurationFailed(f"{FILE}: {plain[0]} is outside of an endpoint's table")
        return tables
    raise ConfigurationFailed(f"{FILE}: {problem}")


def _name_and_field(variable: str, known: Mapping[str, Any]) -> tuple[str, str] | None:
    """The endpoint and the field that a variable sets; None for what is not about an endpoint."""
    if not variable.startswith(PREFIX):
        return None
    rest = variable.removeprefix(PREFIX).lower()
    for field in FIELDS:
        if rest.endswith(f"_{field}") and NAME.fullmatch(name := rest.removesuffix(f"_{field}")):
            return name, field
    if owner := next((name for name in known if rest.startswith(f"{name}_")), None):
        raise ConfigurationFailed(f"{variable} sets nothing: endpoint {owner!r} has the fields {', '.join(FIELDS)}")
    return None
