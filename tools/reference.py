"""Writes docs/reference.md from the code: every attribute, method and field that a game's author meets.

What each of them means is the string below it in the code, or a method's docstring. The pictures beside the page are
drawn by the page's own renderer. `python -m tools.reference` writes both; with `--check` it only says whether they are
current.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from tools.reference_pictures import PICTURES, drawn

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "gamenight"
PAGE = ROOT / "docs" / "reference.md"
PICTURE_FOLDER = ROOT / "docs" / "pictures" / "reference"


DERIVED = ("Game.state_type", "Game.view_type")


class Missing(Exception):
    """Something that authors meet has no meaning written below it."""


class Section(Struct, frozen=True):
    """A part of the page: classes and functions of one module, in this order."""

    title: str
    module: str
    names: tuple[str, ...]
    intro: str = ""


SECTIONS = (
    Section(
        "The game",
        "core/plugin.py",
        ("Game",),
        "A game is one instance of a class of its own below `Game`: `GAME = Nim()`.",
    ),
    Section("What the match waits for", "core/model.py", ("Phase", "ExpectedAction")),
    Section("The usual phases", "core/phases.py", ("turn", "everybody")),
    Section("Actions", "core/model.py", ("Action", "Family", "Slot")),
    Section("What a game returns", "core/model.py", ("TransitionResult", "Event", "GameResult")),
    Section("Chance", "core/rng.py", ("Rng",)),
    Section("What a viewer may know", "core/model.py", ("PlayerView", "Player", "seat", "seat_index")),
    Section(
        "Words",
        "core/text.py",
        ("say", "Message"),
        "Words are a plain text, which is said as it is, or a message of the catalogue `texts/en.ftl`.",
    ),
    Section(
        "Scenes",
        "core/showing/scene.py",
        ("Scene", "Item", "Box", "Sorting", "Piece", "Count", "Text", "Plate", "TextTable", "Button"),
        "How a view looks.",
    ),
    Section("Offers", "core/showing/scene.py", ("Offer", "PickStep"), "What can be done, and by tapping what."),
)


def page() -> str:
    """The whole page as Markdown."""
    parts = [HEAD, *(part for section in SECTIONS for part in _section(section))]
    return "\n\n".join(parts) + "\n"


HEAD = """# Reference

Everything that a game may say, and everything that it is given. The [tutorial](writing-a-game.md) shows how the parts
work together. This page is made from the code by `make reference`; import the names from the module that stands beside
each title."""


def _section(section: Section) -> Iterator[str]:
    yield f"## {section.title} (`gamenight.{section.module.removesuffix('.py').replace('/', '.')}`)"
    if section.intro:
        yield section.intro
    definitions = _definitions(section.module)
    for name in section.names:
        if name not in definitions:
            raise Missing(f"{section.module} has no {name}")
        yield from _definition(definitions[name])


def _definitions(module: str) -> dict[str, ast.ClassDef | ast.FunctionDef]:
    tree = ast.parse((SOURCES / module).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}


def _definition(node: ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef):
        yield f"### `{_signature(node)}`"
        yield _prose(node, node.name)
        return
    yield f"### `{node.name}`"
    yield _prose(node, node.name)
    yield from (
        f"`{caption}`:  \n![{caption}](pictures/reference/{name}.svg)" for name, caption in _pictures(node.name)
    )
    yield from _fields(node)
    yield from _methods(node)


def _pictures(owner: str) -> Iterator[tuple[str, str]]:
    """The names and captions of a class's pictures."""
    for name, (caption, _) in PICTURES.items():
        if name.partition("-")[0] == owner:
            yield name, caption


def _fields(node: ast.ClassDef) -> Iterator[str]:
    rows = [_row(node.name, field, below) for field, below in _with_next(node.body) if isinstance(field, ast.AnnAssign)]
    if rows:
        yield "\n".join(["| name | type | default | meaning |", "|---|---|---|---|", *rows])


def _with_next(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, ast.stmt | None]]:
    yield from zip(body, [*body[1:], None], strict=True)


def _row(owner: str, field: ast.AnnAssign, below: ast.stmt | None) -> str:
    name = ast.unparse(field.target)
    kind = ast.unparse(field.annotation).removeprefix("ClassVar[")
    kind = kind[:-1] if kind != ast.unparse(field.annotation) else kind
    unsaid = "derived" if f"{owner}.{name}" in DERIVED else "required"
    default = unsaid if field.value is None else f"`{_cell(ast.unparse(field.value))}`"
    return f"| `{name}` | `{_cell(kind)}` | {default} | {_cell(_meaning(f'{owner}.{name}', below))} |"


def _meaning(name: str, below: ast.stmt | None) -> str:
    """The string below a field."""
    if not (
        isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str)
    ):
        raise Missing(f"{name} has no meaning: write it as a string below the field")
    return " ".join(below.value.value.split())


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _methods(node: ast.ClassDef) -> Iterator[str]:
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
            needed = " (required)" if _raises_not_implemented(method) else ""
            yield f"**`{_signature(method)}`**{needed}  \n{_prose(method, f'{node.name}.{method.name}')}"


def _raises_not_implemented(method: ast.FunctionDef) -> bool:
    last = method.body[-1]
    return isinstance(last, ast.Raise) and isinstance(last.exc, ast.Name) and last.exc.id == "NotImplementedError"


def _signature(function: ast.FunctionDef) -> str:
    arguments = ast.unparse(function.args).removeprefix("self, ").removeprefix("self").removeprefix("cls, ")
    decorators = {ast.unparse(decorator) for decorator in function.decorator_list}
    returns = "" if function.returns is None else f" -> {ast.unparse(function.returns)}"
    return (
        f"{function.name}{returns.replace(' ->', ':')}"
        if "property" in decorators
        else f"{function.name}({arguments}){returns}"
    )


def _prose(node: ast.ClassDef | ast.FunctionDef, name: str) -> str:
    text = ast.get_docstring(node)
    if not text:
        raise Missing(f"{name} has no docstring")
    return text


def outdated() -> list[str]:
    """The files that are not what the code says now."""
    wanted = {PAGE: page(), **{PICTURE_FOLDER / f"{name}.svg": drawn(name) for name in PICTURES}}
    return [
        str(path.relative_to(ROOT)) for path, text in wanted.items() if not path.is_file() or path.read_text() != text
    ]


def write() -> None:
    PICTURE_FOLDER.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    for name in PICTURES:
        (PICTURE_FOLDER / f"{name}.svg").write_text(drawn(name), encoding="utf-8")


def main() -> int:
    if "--check" not in sys.argv[1:]:
        write()
        return 0
    old = outdated()
    for path in old:
        print(f"{path} is not what the code says: run `make reference`", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
