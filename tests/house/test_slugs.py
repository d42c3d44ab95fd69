"""Only a game's folder names the game: neither the other code nor the page in the browser does."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from gamenight.core import registry

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
GAMES = SOURCE / "gamenight" / "games"
BUILT = SOURCE / "gamenight" / "page"
"""Made from the page's sources, which are read themselves, and from the catalogue, in which hearts are a suit."""

PAGE = [ROOT / "web" / part for part in ("src", "test", "public", "index.html", "package.json")]
TEXTS = {
    ".py",
    ".pyi",
    ".md",
    ".json",
    ".toml",
    ".sql",
    ".html",
    ".css",
    ".js",
    ".ts",
    ".tsx",
    ".svg",
    ".txt",
    ".mako",
    ".ini",
}


def slugs() -> list[str]:
    return sorted(path.parent.name for path in GAMES.glob("*/__init__.py"))


def names() -> list[str]:
    """The names that people use for the games."""
    return [registry.load(slug).display_name for slug in slugs()]


def named(words: list[str], text: str) -> Iterator[str]:
    """The lines with one of these words, in upper or lower case."""
    a_word = re.compile(rf"\b({'|'.join(map(re.escape, words)) or '(?!)'})\b", re.IGNORECASE)
    for number, line in enumerate(text.splitlines(), 1):
        yield from (f"{number} names {match[0]}" for match in a_word.finditer(line))


def code_of(path: Path) -> str:
    """The code of a file; for Python, without comments and docstrings."""
    text = path.read_text()
    if path.suffix != ".py":
        return text
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [part for part in node.body if not is_docstring(part)] or [ast.Pass()]
    return ast.unparse(tree)


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def places(words: list[str], files: Iterator[Path]) -> list[str]:
    texts = ((path, code_of(path)) for path in files if path.suffix in TEXTS)
    return [f"{path.relative_to(ROOT)}:{place}" for path, text in texts for place in named(words, text)]


def test_no_slug_is_written_outside_games():
    files = (path for path in sorted(SOURCE.rglob("*")) if not {GAMES, BUILT} & set(path.parents))
    found = places(slugs(), files)
    assert not found, "\n".join(found)


def test_the_page_names_no_game():
    files = (path for part in PAGE for path in ([part] if part.is_file() else sorted(part.rglob("*"))))
    found = places([*slugs(), *names()], files)
    assert not found, "\n".join(found)


def test_a_planted_name_is_found():
    assert list(named(["nim"], "// animal\nconst best = 'Nim';\n")) == ["2 names Nim"]
    assert slugs()
    assert names()
