"""The pictures and the texts that a game brings for its scenes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from msgspec import Struct

from gamenight.core.plugin import GamePlugin
from gamenight.looks.folder import package_of
from gamenight.looks.svg import LARGEST, Art, BadArt, read_svg

LANGUAGE = "en"
"""What every game speaks; another language may leave texts out."""

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_HOLES = re.compile(r"[^{}]*(\{[0-9]\}[^{}]*)*")


class Look(Struct, frozen=True):
    """Pictures by name, and texts by key. `faults` says of what was left out why it was."""

    art: dict[str, Art] = {}
    texts: dict[str, str] = {}
    faults: tuple[str, ...] = ()


def look_of(game: GamePlugin, lang: str = LANGUAGE) -> Look:
    """What the game's folder has in `art/*.svg` and `texts/LANG.json`; English stands in for texts that lack."""
    faults: list[str] = []
    folder = _folder(game)
    if folder is None:
        return Look()
    art = dict(_pictures(folder, faults))
    texts: dict[str, str] = {}
    for known in dict.fromkeys((LANGUAGE, lang)):
        texts |= _texts(folder, known, faults)
    return Look(art, texts, tuple(faults))


def languages(game: GamePlugin) -> tuple[str, ...]:
    """The languages that the game has texts in."""
    folder = _folder(game)
    names = [] if folder is None else [file.name.removesuffix(".json") for file in _files(folder, "texts", ".json")]
    return tuple(name for name in names if _LANGUAGE.fullmatch(name))


def _folder(game: GamePlugin) -> Traversable | None:
    try:
        return files(package_of(game))
    except (ModuleNotFoundError, TypeError):  # a game that is a single module has none
        return None


def _files(folder: Traversable, name: str, suffix: str) -> list[Traversable]:
    inner = folder.joinpath(name)
    found = inner.iterdir() if inner.is_dir() else ()
    return sorted((file for file in found if file.name.endswith(suffix)), key=lambda file: file.name)


def _pictures(folder: Traversable, faults: list[str]) -> Iterator[tuple[str, Art]]:
    for file in _files(folder, "art", ".svg"):
        name = file.name.removesuffix(".svg")
        try:
            if not _NAME.fullmatch(name):
                raise BadArt("a name has letters, digits, - and _ alone")
            yield name, read_svg(name, file.read_bytes())
        except (BadArt, OSError) as fault:
            faults.append(f"art/{file.name}: {fault}")


def _texts(folder: Traversable, lang: str, faults: list[str]) -> dict[str, str]:
    file = folder.joinpath("texts").joinpath(f"{lang}.json")
    if not _LANGUAGE.fullmatch(lang) or not file.is_file():
        return {}
    try:
        data = file.read_bytes()
        if len(data) > LARGEST:
            raise ValueError(f"it has more than {LARGEST // 1024} KB")
        texts = msgspec.json.decode(data, type=dict[str, str])
    except (OSError, ValueError) as fault:
        faults.append(f"texts/{file.name}: {fault}")
        return {}
    wrong = [key for key, text in texts.items() if not _HOLES.fullmatch(text)]
    faults += [f"texts/{file.name}: {key!r} has braces that are no {{0}}, {{1}}, ..." for key in wrong]
    return {key: text for key, text in texts.items() if key not in wrong}
