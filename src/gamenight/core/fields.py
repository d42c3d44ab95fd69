"""Describe the fields of an options Struct in words, from its JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, inspect


class Field(Struct, frozen=True):
    """One option or parameter; `type` describes its values in words. Players see a secret one only after the match."""

    name: str
    type: str
    default: Any
    description: str
    secret: bool


def fields_of(options_type: type[Any]) -> list[Field]:
    """The fields in their order; each must have a default."""
    schema = msgspec.json.schema(options_type)
    shapes = schema["$defs"]
    properties = shapes[schema["$ref"].rpartition("/")[2]]["properties"]
    defaults, secrets = msgspec.to_builtins(options_type()), secret_names(options_type)
    return [
        Field(name, _kind(shape, shapes), defaults[name], _description(shape), name in secrets)
        for name, shape in properties.items()
    ]


def option_names(options_type: type[Any]) -> list[str]:
    """The names of all fields, including those of nested Structs, which get labels in the same way."""
    shapes = msgspec.json.schema(options_type)["$defs"]
    return [name for shape in shapes.values() for name in shape.get("properties", ())]


def complaint(options_type: type[Any], given: Mapping[str, Any], error: msgspec.ValidationError) -> str:
    """Say in words what is wrong with a value; msgspec ends its message with the path of the value."""
    unknown = given.keys() - set(options_type.__struct_encode_fields__)
    if unknown and "unknown field" in str(error):
        names = ", ".join(options_type.__struct_encode_fields__) or "none"
        return f"there is no option {min(unknown)!r}; there are: {names}"
    place = str(error).rpartition(" - at `$.")[2].rstrip("`")
    if place not in given:
        return str(error)
    wanted = next(field.type for field in fields_of(options_type) if field.name == place)
    return f"{place} must be {wanted}, not {given[place]!r}"


def open_options(options_type: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that everybody may see before the match is over."""
    secrets = _secrets(options_type)
    return {name: value for name, value in options.items() if name not in secrets}


@cache
def _secrets(options_type: Any) -> set[str]:
    return secret_names(options_type)


def secret_names(options_type: type[Any]) -> set[str]:
    """The names of the secret fields. They are read from the types, as a JSON Schema has no place for the mark."""
    info = inspect.type_info(options_type)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name for field in info.fields if _is_secret(field.type)}


def _is_secret(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.UnionType):
        return any(_is_secret(member) for member in kind.types)
    return isinstance(kind, inspect.Metadata) and bool((kind.extra or {}).get("secret"))


def _description(shape: dict[str, Any]) -> str:
    """The description of the field, or of its first alternative that has one."""
    alternatives = (_description(member) for member in shape.get("anyOf", ()))
    return str(shape.get("description") or next(filter(None, alternatives), ""))


def _kind(shape: dict[str, Any], shapes: dict[str, Any]) -> str:
    """`1 to 6`, `true or false`, `list of text`."""
    if "$ref" in shape:
        return _kind(shapes[shape["$ref"].rpartition("/")[2]], shapes)
    if "anyOf" in shape:
        return " or ".join(_kind(member, shapes) for member in shape["anyOf"])
    if "enum" in shape:
        return " or ".join(str(value) or '""' for value in shape["enum"])
    if shape.get("type") == "array":
        items = shape.get("items")
        return f"list of {_kind(items, shapes)}" if items else "list"
    if shape.get("type") in ("integer", "number"):
        return _range(shape)
    return {"boolean": "true or false", "string": "text", "null": "null"}.get(shape.get("type", ""), "object")


def _range(shape: dict[str, Any]) -> str:
    low, high, above = shape.get("minimum"), shape.get("maximum"), shape.get("exclusiveMinimum")
    if low is not None and high is not None:
        return f"{low} to {high}"
    if low is not None:
        return f"{low} or more"
    if high is not None:
        return f"at most {high}"
    if above is not None:
        return f"more than {above}"
    return "a whole number" if shape["type"] == "integer" else "a number"
