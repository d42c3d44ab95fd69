"""The documentation is valid: its Python compiles, its imports exist, and its links lead to files."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from gamenight.testing import conformance
from tools.reference import outdated

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_the_imports_of_a_page_exist(page: Path):
    """A block may have `await` at its top level, and use names that its page only mentions."""
    for block in python_blocks(page):
        tree = compile(block, named(page), "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        compile(tree, named(page), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom | ast.Import) and is_ours(node):
                exec(ast.unparse(node), {})


def is_ours(node: ast.ImportFrom | ast.Import) -> bool:
    modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    return any(module.partition(".")[0] == "gamenight" for module in modules)


@pytest.mark.parametrize("game", ["Four", "HighCard"])
def test_the_tutorials_games_conform_with_and_without_a_picture(game: str):
    blocks = python_blocks(ROOT / "docs/writing-a-game.md")
    (rules,) = (at for at, block in enumerate(blocks) if f"class {game}(Game" in block)
    names: dict[str, Any] = {}
    exec(
        "from gamenight.core import Box, Item, Piece, Plate, Scene\nfrom gamenight.core.showing.scene import grid",
        names,
    )
    exec(compile(blocks[rules], game, "exec"), names)
    assert conformance(names[game]()).passed
    exec(compile(blocks[rules + 1], game, "exec"), names)
    pictured = type(f"{game}Pictured", (names[game],), {name: names[name] for name in ("scene", "taps")})
    report = conformance(pictured())
    assert report["offers_reachable"].cases > 0


def test_the_card_game_of_the_page_conforms():
    names: dict[str, Any] = {"__name__": "katko"}
    (block,) = (block for block in python_blocks(ROOT / "docs/adding-a-card-game.md") if "class Katko" in block)
    exec(compile(block, "katko", "exec"), names)
    assert conformance(names["GAME"]).passed


def test_the_tutorials_own_test_passes():
    blocks = python_blocks(ROOT / "docs/writing-a-game.md")
    names: dict[str, Any] = {}
    for wanted in ("class Four(Game", "def test_four_in_a_column_win"):
        exec(compile(next(block for block in blocks if wanted in block), wanted, "exec"), names)
    names["test_four_in_a_column_win"]()


def test_the_readmes_game_conforms():
    names: dict[str, Any] = {}
    (block,) = (block for block in python_blocks(ROOT / "README.md") if "class Nim" in block)
    exec(compile(block, "README.md", "exec"), names)
    assert conformance(names["GAME"]).passed


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_leads_to_a_file(page: Path):
    prose = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)", prose)
    files = [link.partition("#")[0] for link in links if not re.match(r"[a-z]+:", link)]
    assert [file for file in files if not (page.parent / file).exists()] == []


def test_the_reference_is_up_to_date():
    assert outdated() == [], "run `make reference`"


def test_the_files_on_the_path_of_a_move_exist():
    steps = re.findall(r"^\| \d+ \| `([^`]+)`", (ROOT / "docs/architecture.md").read_text(), re.MULTILINE)
    files = [step.replace("<slug>", "tictactoe") for step in steps]
    assert 0 < len(files) <= 25
    assert [file for file in files if not any((root / file).is_file() for root in (ROOT, ROOT / "src/gamenight"))] == []
