"""Games are known by their folder alone: the rest of the code, and the page in the browser, name none of them."""

import re
from collections.abc import Iterator
from pathlib import Path

from gamenight.core import registry

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
GAMES = SOURCE / "gamenight" / "games"
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
    """What people call them."""
    return [registry.load(slug).display_name for slug in slugs()]


def named(words: list[str], text: str) -> Iterator[str]:
    """Where one of these words is written, in whichever letters."""
    a_word = re.compile(rf"\b({'|'.join(map(re.escape, words)) or '(?!)'})\b", re.IGNORECASE)
    for number, line in enumerate(text.splitlines(), 1):
        yield from (f"{number} names {match[0]}" for match in a_word.finditer(line))


def places(words: list[str], files: Iterator[Path]) -> list[str]:
    texts = ((path, path.read_text()) for path in files if path.suffix in TEXTS)
    return [f"{path.relative_to(ROOT)}:{place}" for path, text in texts for place in named(words, text)]


def test_no_slug_is_written_outside_games():
    found = places(slugs(), (path for path in sorted(SOURCE.rglob("*")) if GAMES not in path.parents))
    assert not found, "\n".join(found)


def test_the_page_knows_no_game():
    files = (path for part in PAGE for path in ([part] if part.is_file() else sorted(part.rglob("*"))))
    found = places([*slugs(), *names()], files)
    assert not found, "\n".join(found)


def test_a_planted_name_is_found():
    assert list(named(["nim"], "// animal\nconst best = 'Nim';\n")) == ["2 names Nim"]
    assert slugs()
    assert names()
