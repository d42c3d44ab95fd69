"""Writes web/src/wire.ts: the types of everything that goes over the wire, from the schema of the Python Structs.

`python tools/wire_types.py` writes the file; with `--check` it only says whether it is current.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from gamenight.protocol.bodies import (
    AiLogShown,
    BotsShown,
    Fault,
    FramesShown,
    GamesShown,
    JoinTable,
    LookShown,
    MatchShown,
    PromptShown,
    ReplyGiven,
    ReplyRead,
    TablesShown,
    TextsShown,
)
from gamenight.protocol.messages import ClientMessage, ServerMessage, ShownOffer, ShownView
from gamenight.server.node.new_table import OpenTable
from gamenight.server.node.seating import Joined

TARGET = Path(__file__).parents[1] / "web" / "src" / "wire.ts"
UNIONS = {"ClientMessage": ClientMessage, "ServerMessage": ServerMessage}
ROOTS = [ShownView, ShownOffer, OpenTable, JoinTable, Joined, TablesShown, MatchShown, GamesShown, BotsShown]
ROOTS += [LookShown, TextsShown, FramesShown, PromptShown, ReplyGiven, ReplyRead, AiLogShown, Fault]
HEAD = "// Made by tools/wire_types.py from the Python Structs; `make wire` makes it anew.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def written() -> str:
    unions, types = [*UNIONS.values()], [*ROOTS]
    schemas, components = msgspec.json.schema_components([*unions, *types], ref_template="{name}")
    parts = [f"export type {name} = {_type(schema)};" for name, schema in zip(UNIONS, schemas, strict=False)]
    parts += [_component(name, schema) for name, schema in sorted(components.items())]
    return HEAD + "\n" + "\n\n".join(parts) + "\n"


def _component(name: str, schema: dict[str, Any]) -> str:
    comment = f"/** {' '.join(schema['description'].split())} */\n" if "description" in schema else ""
    if schema.get("type") != "object" or "properties" not in schema:
        return f"{comment}export type {name} = {_type(schema)};"
    return f"{comment}export interface {name} {_object(schema, 0)}"


def _object(schema: dict[str, Any], depth: int) -> str:
    required, inner = schema.get("required", ()), "  " * (depth + 1)
    lines = [
        f"{inner}{key}{'' if key in required else '?'}: {_type(value, depth + 1)};"
        for key, value in schema["properties"].items()
    ]
    return "\n".join(["{", *lines, "  " * depth + "}"])


def _type(schema: dict[str, Any], depth: int = 0) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one, depth) for one in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema, depth)
    if kind == "object":
        if "properties" in schema:
            return _object(schema, depth)
        values = schema.get("additionalProperties", {})
        return f"Record<string, {_type(values, depth) if isinstance(values, dict) else 'unknown'}>"
    return PLAIN.get(str(kind), "unknown")


def _array(schema: dict[str, Any], depth: int) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one, depth) for one in schema['prefixItems'])}]"
    inner = _type(schema.get("items", {}) or {}, depth)
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def main() -> int:
    text = written()
    if "--check" in sys.argv:
        if not TARGET.exists() or TARGET.read_text() != text:
            print("web/src/wire.ts is not what the Structs say: run `make wire`", file=sys.stderr)
            return 1
        return 0
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
