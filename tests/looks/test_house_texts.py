"""The built-in catalogue: the engine, the server and the page use every message of it, and no message is missing."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from gamenight.looks.parsing import keys
from gamenight.looks.textfiles import house, source

ROOT = Path(__file__).parents[2]
HOUSE = keys(source(house(), "en") or "")
PYTHON = [
    file
    for file in (ROOT / "src" / "gamenight").rglob("*.py")
    if not {"games", "template"} & set(file.relative_to(ROOT / "src" / "gamenight").parts)
]
PAGE = [*(ROOT / "web" / "src").rglob("*.ts"), *(ROOT / "web" / "src").rglob("*.tsx")]

GAMES_OWN = {"game-name", "game-description", "took"}
"""What a game's catalogue may say, and the example in a docstring."""

TO_PEOPLE = {"Refusal": 1, "BadRequest": 1, "_Refused": 1, "Denied": 2, "TableRefused": 1, "Fault": 1}
"""What is answered to people, and the number of the argument that is said."""


def test_every_built_in_message_is_used():
    """By its key, or by the start of its key if the code computes the rest."""
    texts = " ".join(file.read_text() for file in (*PYTHON, *PAGE))
    named = set(re.findall(r"[\"'`]([A-Za-z][\w-]*)[\"'`]", texts))
    begun = tuple(re.findall(r"[\"'`]([A-Za-z][\w-]*-)\$?{", texts))
    assert [key for key in sorted(HOUSE) if key not in named and not key.startswith(begun)] == []


def test_no_message_is_missing():
    said = {key for file in PYTHON for key in re.findall(r"\b(?:say|Message)\(\s*\"([^\"]+)\"", file.read_text())}
    said |= {key for file in PAGE for key in re.findall(r"\bt\(\s*\"([^\"]+)\"", file.read_text())}
    assert len(said) > 300
    assert said - HOUSE - GAMES_OWN == set()


def test_refusals_of_the_engine_and_the_server_are_messages():
    # The faults of calls to language models are told to operators.
    files = [file for file in PYTHON if "llm" not in file.parts]
    calls = [(file, call) for file in files for call in _answers(ast.parse(file.read_text()))]
    assert len(calls) > 60
    assert [f"{file.name}:{call.lineno}" for file, call in calls if _is_text(call)] == []


def _answers(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and len(node.args) > TO_PEOPLE.get(node.func.id, len(node.args))
        ):
            yield node


def _is_text(call: ast.Call) -> bool:
    assert isinstance(call.func, ast.Name)
    return isinstance(call.args[TO_PEOPLE[call.func.id]], ast.Constant | ast.JoinedStr)
