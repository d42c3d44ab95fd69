"""Run commands like a user: in this process if only the output matters, else in a process of their own."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gamenight.cli import main
from tests.timeouts import TIMEOUT_S

ROOT = Path(__file__).parents[2]


class Ended(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch):
    """Unset the developer's database and language, and set a fixed width of lines."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("GAMENIGHT_DEBUG", raising=False)
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", "C")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def gamenight(capsys) -> Callable[..., Ended]:
    """Run the command in this process."""

    def run(*argv: object) -> Ended:
        code = main([str(argument) for argument in argv])
        return Ended(code, *capsys.readouterr())

    return run


@pytest.fixture
def typing(gamenight, monkeypatch) -> Callable[..., Ended]:
    """Run the command in this process with these lines as input."""

    def run(lines: list[str], *argv: object) -> Ended:
        from io import StringIO

        monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in lines)))
        return gamenight(*argv)

    return run


def command(*argv: object, typed: str = "", **env: str) -> Ended:
    """Run the command in a process of its own, as `python -m gamenight`."""
    done = subprocess.run(
        [sys.executable, "-m", "gamenight", *map(str, argv)],
        cwd=ROOT,
        env={**os.environ, **env},
        input=typed,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def database(tmp_path) -> Path:
    return tmp_path / "matches.db"


def rows(database: Path, query: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(database) as connection:
        found = connection.execute(query).fetchall()
    connection.close()
    return found


def change(database: Path, statement: str) -> None:
    """Change a log, which must be detected."""
    with sqlite3.connect(database) as connection:
        assert connection.execute(statement).rowcount > 0
    connection.close()
