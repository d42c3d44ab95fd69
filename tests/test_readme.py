"""The README's code blocks run, in order, in a folder of their own."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


@pytest.mark.long
def test_every_block_of_the_readme_runs_as_shown(folder: Path):
    names: dict[str, object] = {}
    for language, block in BLOCKS:
        if language == "python":
            _save(folder, block)
            exec(compile(block, "README.md", "exec"), names)
        else:
            assert language == "console"
            _run(block, folder)


def _save(folder: Path, block: str) -> None:
    """Save a block that starts with a file name as that file."""
    if named := re.match(r"# (\w+\.py)\n", block):
        (folder / named[1]).write_text(block)


def _run(block: str, folder: Path) -> None:
    for command, wanted in re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", block, re.MULTILINE):
        if command.startswith("make "):
            subprocess.run([*command.split(), "--dry-run", "--directory", ROOT], check=True, capture_output=True)
            continue
        done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        same = doctest.OutputChecker().check_output(wanted, done.stdout, doctest.ELLIPSIS)
        assert same, f"{command} printed:\n{done.stdout}"
