"""What the pages show exists: their Python can be read, what it imports is there, and links lead somewhere."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from gamenight.testing import conformance

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_what_a_page_imports_from_here_is_there(page: Path):
    """A block may wait at its top level, as in a prompt of asyncio, and use names that its page only speaks of."""
    for block in python_blocks(page):
        tree = compile(block, named(page), "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        compile(tree, named(page), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom | ast.Import) and is_ours(node):
                exec(ast.unparse(node), {})


def is_ours(node: ast.ImportFrom | ast.Import) -> bool:
    modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    return any(module.partition(".")[0] == "gamenight" for module in modules)


def test_the_readmes_game_conforms_with_the_scene_that_its_authors_are_shown():
    names: dict[str, Any] = {}
    for page, wanted in ((ROOT / "README.md", "class Nim"), (ROOT / "docs/writing-a-game.md", "def scene")):
        (block,) = (block for block in python_blocks(page) if wanted in block)
        exec(compile(block, named(page), "exec"), names)
    with_scene = type("NimWithScene", (names["Nim"],), {name: names[name] for name in ("scene", "offers")})
    report = conformance(with_scene())
    assert {verdict.name: verdict.cases > 0 for verdict in report.verdicts}["offers_reachable"]


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_leads_to_a_file(page: Path):
    prose = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)", prose)
    files = [link.partition("#")[0] for link in links if not re.match(r"[a-z]+:", link)]
    assert [file for file in files if not (page.parent / file).exists()] == []
