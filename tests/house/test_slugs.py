"""Games are known by their folder alone: the rest of the code names none of them."""

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
GAMES = SOURCE / "gamenight" / "games"
TEXTS = {".py", ".pyi", ".md", ".json", ".toml", ".sql", ".html", ".css", ".js", ".ts", ".svg", ".txt", ".mako", ".ini"}


def slugs() -> list[str]:
    return sorted(path.parent.name for path in GAMES.glob("*/__init__.py"))


def test_no_slug_is_written_outside_games():
    a_slug = re.compile(rf"\b({'|'.join(map(re.escape, slugs())) or '(?!)'})\b")
    found = [
        f"{path.relative_to(SOURCE)}:{number} names {match[0]}"
        for path in sorted(SOURCE.rglob("*"))
        if path.suffix in TEXTS and GAMES not in path.parents
        for number, line in enumerate(path.read_text().splitlines(), 1)
        for match in a_slug.finditer(line)
    ]
    assert not found, "\n".join(found)
