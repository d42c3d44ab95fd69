"""A game's options: checked in requests, and without the secret ones for display."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from gamenight.core.errors import BadOptions
from gamenight.core.fields import Field, complaint, fields_of
from gamenight.core.match import configure
from gamenight.core.plugin import GamePlugin
from gamenight.core.text import say
from gamenight.server.request_parsing import BadRequest, place_and_reason

DEEPEST = 16
"""Maximum depth of nested lists and objects."""


def read_options(plugin: GamePlugin, given: dict[str, Any], seats: int) -> dict[str, Any]:
    """The options with every default written out; BadRequest names the one that is wrong."""
    if _is_deeper(given, DEEPEST):
        raise BadRequest("options", say("bad-deep"))
    _check_names(plugin, given)
    _check_types(plugin, given)
    try:
        # Any seed is fine here: the match gets its own when it begins.
        return configure(plugin, seats, seed=0, options=given).options
    except BadOptions as error:
        raise BadRequest("options", error.words) from None


def _is_deeper(value: Any, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    children = value.values() if isinstance(value, dict) else value
    return not levels or any(_is_deeper(child, levels - 1) for child in children)


def _check_names(plugin: GamePlugin, given: dict[str, Any]) -> None:
    if unknown := sorted(given.keys() - set(plugin.options_type.__struct_encode_fields__)):
        known = list(_public_names(plugin))
        raise BadRequest(f"options.{unknown[0]}", say("bad-option", option=unknown[0], options=known))


def _check_types(plugin: GamePlugin, given: dict[str, Any]) -> None:
    try:
        msgspec.convert(given, plugin.options_type)
    except msgspec.ValidationError as error:
        field, _ = place_and_reason(error, "options")
        raise BadRequest(field, say("bad-shape", why=_complaint(plugin, given, field or "", error))) from None


def _complaint(plugin: GamePlugin, given: dict[str, Any], field: str, error: msgspec.ValidationError) -> str:
    """The reason of an error. It never quotes the value of a secret option."""
    for option in secret_fields(plugin):
        if f"{field}.".replace("[", ".").startswith(f"options.{option.name}."):
            return f"{option.name} must be {option.type}"
    return complaint(plugin.options_type, given, error)


@cache
def secret_fields(plugin: GamePlugin) -> tuple[Field, ...]:
    """The options that no viewer may see before the end."""
    return tuple(field for field in fields_of(plugin.options_type) if field.secret)


@cache
def _public_names(plugin: GamePlugin) -> tuple[str, ...]:
    return tuple(field.name for field in fields_of(plugin.options_type) if not field.secret)


def public_options(plugin: GamePlugin, options: dict[str, Any]) -> dict[str, Any]:
    """The options without the secret ones."""
    return {name: options[name] for name in _public_names(plugin) if name in options}


def is_fixed(plugin: GamePlugin, options: dict[str, Any]) -> bool:
    """Whether a secret option was given, such as the order of a deck."""
    secret = secret_fields(plugin)
    return any(field.name in options and options[field.name] != _plain(field.default) for field in secret)


def unfixed(plugin: GamePlugin, options: dict[str, Any]) -> dict[str, Any]:
    """The options with secret ones at their defaults: after a match everybody knows how chance was fixed."""
    return {**options, **{field.name: _plain(field.default) for field in secret_fields(plugin)}}


def _plain(value: Any) -> Any:
    """The value as a database returns it: with lists for tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def public_schema(plugin: GamePlugin) -> dict[str, Any]:
    """The JSON Schema of the options, for a form; without the secret ones."""
    schema = msgspec.json.schema(plugin.options_type)
    shapes = schema.pop("$defs")
    root = shapes.pop(schema["$ref"].rpartition("/")[2])
    names = _public_names(plugin)
    shown = {**root, "properties": {name: root["properties"][name] for name in names}}
    needed = _shapes_in(shown, shapes)
    return {**shown, "$defs": needed} if needed else shown


def _shapes_in(shape: Any, shapes: dict[str, Any]) -> dict[str, Any]:
    """The shapes that this one refers to, directly or indirectly."""
    text = msgspec.json.encode(shape).decode()
    found = {name: own for name, own in shapes.items() if f'"#/$defs/{name}"' in text}
    rest = {name: own for name, own in shapes.items() if name not in found}
    for own in list(found.values()):
        found |= _shapes_in(own, rest)
    return found
