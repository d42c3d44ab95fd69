"""Catalogue files: `texts/LANG.ftl` of a game's folder, and the built-in ones, in the syntax of Project Fluent."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

from gamenight.core.plugin import GamePlugin
from gamenight.looks.folder import package_of

LANGUAGE = "en"
"""The language of every game; a catalogue of another language may lack messages."""

PSEUDO = "en-XA"
"""The pseudo-language, which is computed from English; see `pseudo`."""

LARGEST = 256 * 1024
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


class BadTexts(Exception):
    """The catalogue, or a part of it, cannot be read; the message says why."""


def folder_of(game: GamePlugin) -> Traversable | None:
    """The folder of the game; None for a game that is a single module."""
    try:
        return files(package_of(game))
    except (ModuleNotFoundError, TypeError):
        return None


def house() -> Traversable:
    return files("gamenight")


def languages(folder: Traversable | None) -> tuple[str, ...]:
    """The languages for which the folder has a catalogue."""
    texts = None if folder is None else folder.joinpath("texts")
    if texts is None or not texts.is_dir():
        return ()
    names = sorted(file.name.removesuffix(".ftl") for file in texts.iterdir() if file.name.endswith(".ftl"))
    return tuple(name for name in names if _LANGUAGE.fullmatch(name))


def source(folder: Traversable | None, lang: str) -> str | None:
    """The text of the folder's catalogue in this language, or None; raises BadTexts if it cannot be read.

    The pseudo-language is computed from English.
    """
    if lang == PSEUDO:
        # Imported late, as in `look`: parsers are slow to load, and most commands need none.
        from gamenight.looks.pseudo import pseudo_source

        english = source(folder, LANGUAGE)
        return None if english is None else pseudo_source(english)
    if folder is None or not _LANGUAGE.fullmatch(lang):
        return None
    file = folder.joinpath("texts").joinpath(f"{lang}.ftl")
    return _read(file) if file.is_file() else None


def _read(file: Traversable) -> str:
    try:
        data = file.read_bytes()
        if len(data) > LARGEST:
            raise ValueError(f"it has more than {LARGEST // 1024} KB")
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as fault:
        raise BadTexts(f"texts/{file.name}: {fault}") from None


def preferred(lang: str) -> tuple[str, ...]:
    """The languages to try, one after the other: `de-AT`, `de`, `en`."""
    parts = lang.split("-")
    return tuple(dict.fromkeys([lang, *("-".join(parts[:n]) for n in range(len(parts) - 1, 0, -1)), LANGUAGE]))
