"""The repository does not depend on a machine: it has no path of one, and no address of a registry."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MACHINE_PATH = re.compile(r"(?<![\w.*}-])/(?:work|root)(?![\w-])")
REGISTRY = re.compile(
    r"\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|yarnpkg\.com|crates\.io(?!-index)|golang\.org"
    r"|maven\.(?:apache\.)?org|debian\.org)\b"
)
NOT_OURS = {".git", ".venv", "node_modules", "target", "build", "dist", "__pycache__", "results"}


def repository_files() -> list[Path]:
    """Tracked files, and new ones that git does not ignore; without git, all files."""
    if not (ROOT / ".git").exists():
        return [path for path in ROOT.rglob("*") if path.is_file() and not NOT_OURS & set(path.parts)]
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in names.split("\0") if (ROOT / name).is_file()]


def places(pattern: re.Pattern[str], text: str) -> list[str]:
    return [
        f"{number} {match[0]}" for number, line in enumerate(text.splitlines(), 1) for match in pattern.finditer(line)
    ]


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY], ids=["machine path", "registry"])
def test_no_file_names_a_machine_or_a_registry(pattern):
    files = repository_files()
    assert files
    found = [
        f"{path.relative_to(ROOT)}:{place}"
        for path in files
        for place in places(pattern, path.read_text(encoding="utf-8", errors="ignore"))
    ]
    assert not found, "\n".join(found)


def test_planted_addresses_are_found():
    assert places(MACHINE_PATH, "see " + "/".join(["", "work", "x"])) == ["1 " + "/".join(["", "work"])]
    assert places(REGISTRY, "\nat https://" + ".".join(["files", "pythonhosted", "org"])) != []


def test_routes_and_words_are_not_machine_paths():
    assert places(MACHINE_PATH, "src/root.py a/work /workers /rooted ./work /work-in-progress") == []
