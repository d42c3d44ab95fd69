"""Bots of a third party, installed like a package."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamenight.bots.registry import installed

KINDS = "FIRST CRASH QUIT ILLEGAL MUTE VERBOSE DEAF THINKER CHATTY STILLBORN".split()


def install(folder: Path) -> None:
    """Install a package in this folder whose entry points are the troublemakers."""
    about = folder / "troublemakers-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: troublemakers\nVersion: 1.0\n")
    entries = "".join(f"{kind.lower()} = tests.arena.troublemakers:{kind}\n" for kind in KINDS)
    (about / "entry_points.txt").write_text(f"[gamenight.bots]\n{entries}")


@pytest.fixture
def troublemakers(tmp_path, monkeypatch) -> Iterator[Path]:
    """The folder that they are installed in."""
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    installed.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    sys.modules.pop("tests.arena.troublemakers", None)
    installed.cache_clear()
