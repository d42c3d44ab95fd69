"""A prompt with three moves for tests of calls."""

from typing import Any

from gamenight.llm.calls import Ask

MOVES = """# Now
Your turn.

# Moves
c0: take 1
c1: take 2
c2: pass on: "cards": choose 2 of 2♣, Q♠, A♥

Answer."""
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"id": {"type": "string", "enum": ["c0", "c1", "c2"]}},
    "required": ["id"],
    "additionalProperties": False,
}


def question(form: Any = "text", **fields: Any) -> Ask:
    return Ask(system="You play Nim.", user=MOVES, form=form, schema=SCHEMA, **fields)
