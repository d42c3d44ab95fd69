"""The JSON Schema of an answer, using only the features that every provider accepts.

The root is an object, every property is required and others are forbidden; optional values may be null. Limits are
given in words, because some providers refuse a schema with limits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from gamenight.core.plugin import GamePlugin
from gamenight.llm.candidates import Candidate, Choice

KEPT = ("type", "enum", "anyOf", "items", "properties", "required", "additionalProperties", "description", "$ref")


def menu_schema(candidates: Sequence[Candidate]) -> dict[str, Any]:
    """An id from the list and the fields of all lines; a field is null if the chosen line does not ask for it."""
    properties: dict[str, Any] = {"id": {"type": "string", "enum": [candidate.id for candidate in candidates]}}
    fields = {choice.name: choice for candidate in candidates for choice in candidate.choices}
    for name in fields:
        asking = [candidate for candidate in candidates if name in _asked(candidate)]
        shape = _choice_schema([_asked(candidate)[name] for candidate in asking])
        properties[name] = shape if len(asking) == len(candidates) else {"anyOf": [shape, {"type": "null"}]}
    return _object(properties)


def _asked(candidate: Candidate) -> dict[str, Choice]:
    return {choice.name: choice for choice in candidate.choices}


def _choice_schema(choices: Sequence[Choice]) -> dict[str, Any]:
    names = list(dict.fromkeys(name for choice in choices for name in choice.names))
    if choices[0].single:
        return {"enum": list({msgspec.json.encode(v): v for choice in choices for v in choice.values}.values())}
    if choices[0].each > 1:
        return _object({name: {"type": "integer"} for name in names})
    return {"type": "array", "items": {"type": "string", "enum": names}}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


@cache
def free_schema(game: GamePlugin) -> dict[str, Any]:
    """An action of any type of the game, with its payload."""
    kinds = sorted(game.action_types)
    shapes, parts = msgspec.json.schema_components([game.action_types[kind] for kind in kinds])
    actions = [
        _object({"action_type": {"type": "string", "enum": [kind]}, "payload": _portable(shape)})
        for kind, shape in zip(kinds, shapes, strict=True)
    ]
    schema = _object({"action": {"anyOf": actions}})
    return {**schema, "$defs": {name: _portable(part) for name, part in parts.items()}}


def _portable(shape: Any) -> Any:
    """The schema without keywords that some providers refuse."""
    if not isinstance(shape, dict):
        return shape
    kept = {name: value for name, value in shape.items() if name in KEPT}
    for name in ("items",):
        if name in kept:
            kept[name] = _portable(kept[name])
    if "anyOf" in kept:
        kept["anyOf"] = [_portable(each) for each in kept["anyOf"]]
    if kept.get("type") == "object":
        kept |= _object({name: _portable(own) for name, own in shape.get("properties", {}).items()})
    return kept


def written_shapes(schema: dict[str, Any]) -> list[str]:
    """The actions of a free answer, one line each: type, fields of the payload, and meaning."""
    parts = schema["$defs"]
    lines = []
    for shape in schema["properties"]["action"]["anyOf"]:
        kind, payload = shape["properties"]["action_type"]["enum"][0], shape["properties"]["payload"]
        own = parts[payload["$ref"].rpartition("/")[2]]
        fields = {name: _kind(field, parts) for name, field in own["properties"].items()}
        example = ", ".join(f'"{name}": {value}' for name, value in fields.items())
        meaning = f" - {own['description']}" if fields and "description" in own else ""
        lines.append(f'- "action_type": "{kind}", "payload": {{{example}}}{meaning}')
    return lines


def _kind(shape: dict[str, Any], parts: dict[str, Any]) -> str:
    if "$ref" in shape:
        inner = parts[shape["$ref"].rpartition("/")[2]]
        return "{" + ", ".join(f'"{name}": {_kind(own, parts)}' for name, own in inner["properties"].items()) + "}"
    if "anyOf" in shape:
        return " or ".join(_kind(each, parts) for each in shape["anyOf"])
    if "enum" in shape:
        return " or ".join(msgspec.json.encode(value).decode() for value in shape["enum"])
    if shape.get("type") == "array":
        return f"[{_kind(shape['items'], parts)}, ...]" if isinstance(shape.get("items"), dict) else "[...]"
    return str(shape.get("type", "anything"))
