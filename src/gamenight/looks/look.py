"""The pictures and texts of a game for its scenes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable

from msgspec import Struct

from gamenight.core.plugin import GamePlugin
from gamenight.looks.svg import Art, BadArt, read_svg
from gamenight.looks.textfiles import LANGUAGE, BadTexts, folder_of, preferred, source

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")


class Look(Struct, frozen=True):
    """Pictures by name, and catalogues by language, the best first. `faults` has the reasons for what was left out."""

    art: dict[str, Art] = {}
    texts: dict[str, str] = {}
    faults: tuple[str, ...] = ()


def look_of(game: GamePlugin, lang: str = LANGUAGE) -> Look:
    """Read `art/*.svg` and `texts/LANG.ftl` of the game's folder, with English for missing messages."""
    faults: list[str] = []
    folder = folder_of(game)
    if folder is None:
        return Look()
    art = dict(_pictures(folder, faults))
    texts = dict(_texts(folder, lang, faults))
    return Look(art, texts, tuple(faults))


def _files(folder: Traversable, name: str, suffix: str) -> list[Traversable]:
    inner = folder.joinpath(name)
    found = inner.iterdir() if inner.is_dir() else ()
    return sorted((file for file in found if file.name.endswith(suffix)), key=lambda file: file.name)


def _pictures(folder: Traversable, faults: list[str]) -> Iterator[tuple[str, Art]]:
    for file in _files(folder, "art", ".svg"):
        name = file.name.removesuffix(".svg")
        try:
            if not _NAME.fullmatch(name):
                raise BadArt("a name may have only letters, digits, - and _")
            yield name, read_svg(name, file.read_bytes())
        except (BadArt, OSError) as fault:
            faults.append(f"art/{file.name}: {fault}")


def _texts(folder: Traversable, lang: str, faults: list[str]) -> Iterator[tuple[str, str]]:
    from gamenight.looks.parsing import entries

    for known in preferred(lang):
        try:
            text = source(folder, known)
        except BadTexts as fault:
            faults.append(str(fault))
            continue
        if text is not None:
            faults += [f"texts/{known}.ftl, {fault}" for fault in entries(text)[1]]
            yield known, text
