"""The app that runs on Modal: one function that plays a batch, in an image with gamenight and its plug-ins.

Modal imports this module on both sides.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib.metadata import Distribution, entry_points
from pathlib import Path
from urllib.parse import unquote, urlsplit

import modal

from gamenight.arena.executors.batch import Play, play_batch
from gamenight.arena.job import GameJob, GameOutcome

GROUPS = ("gamenight.games", "gamenight.bots")
LONGEST_S = 6 * 60 * 60
"""Timeout of a batch in seconds; a game between bots that search may take an hour."""

PACKAGES = "/packages"
NOT_SENT = [".git", ".venv", "**/__pycache__", "**/node_modules", "**/target"]


def plugins() -> list[Distribution]:
    """The installed packages that provide games or bots, including gamenight itself."""
    found = {entry.dist.name: entry.dist for group in GROUPS for entry in entry_points(group=group) if entry.dist}
    return [found[name] for name in sorted(found)]


def local_source(package: Distribution) -> Path | None:
    """The folder from which a package was installed; None if it came from an index."""
    direct_url = json.loads(package.read_text("direct_url.json") or "{}")
    url = urlsplit(direct_url.get("url", ""))
    return Path(unquote(url.path)) if url.scheme == "file" else None


def image(packages: Sequence[Distribution]) -> modal.Image:
    """An image with the Python version of this machine and the same packages: from their folder, else by version."""
    made = modal.Image.debian_slim(python_version=f"{sys.version_info.major}.{sys.version_info.minor}")
    sources = {package.name: local_source(package) for package in packages}
    made = made.pip_install(
        *(f"{package.name}=={package.version}" for package in packages if not sources[package.name])
    )
    for name, source in sources.items():
        if source is None:
            continue
        made = made.add_local_dir(source, f"{PACKAGES}/{name}", copy=True, ignore=NOT_SENT)
        made = made.run_commands(f"pip install {PACKAGES}/{name}")
    return made


app = modal.App("gamenight-arena")


@app.function(image=image(plugins()) if modal.is_local() else None, cpu=1.0, timeout=LONGEST_S, include_source=False)
def play_games(play: Play, batch: Sequence[GameJob]) -> list[GameOutcome]:
    return play_batch(play, batch)
