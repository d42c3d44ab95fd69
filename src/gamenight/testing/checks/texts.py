"""Checks of catalogues: every message is used somewhere. Messages that are missing are found in play, by `labels`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from gamenight.core.fields import option_names
from gamenight.core.plugin import Game, GamePlugin
from gamenight.looks.folder import package_of_class
from gamenight.looks.parsing import keys
from gamenight.looks.textfiles import LANGUAGE, folder_of, house, languages, source
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.reporting.texts import own_keys
from gamenight.testing.worlds.viewer_screens import look

ALWAYS_SAID = ("game-name", "game-description")
BY_NAME = re.compile(r"(?:action|event|phase|form|slot)-(.+)")
"""Messages that the engine looks up by the name of an action, event, phase, form or slot in the game's code."""

ANY = "\0"
"""Stands for a part of a key that the code computes."""

REFERENCE = re.compile(r"\{\s*([A-Za-z][\w-]*)\s*\}")
KEY = re.compile(r"(game\.)?[A-Za-z0-9_\0][A-Za-z0-9_\0-]*")


def texts_used(game: GamePlugin) -> int:
    """Every message of the English catalogue is used by the game or the engine; other languages have no other keys."""
    own = own_keys(game)
    folder = folder_of(game) if own else None
    if folder is None:
        return 0
    for key in sorted(own - _said(game, folder)):
        raise BrokenRule(f"texts/{LANGUAGE}.ftl has {key!r}, which is never used: {_hint(key)}")
    for lang in languages(folder):
        for key in sorted(keys(source(folder, lang) or "") - own - _house_keys()):
            raise BrokenRule(f"texts/{lang}.ftl has {key!r}, which texts/{LANGUAGE}.ftl does not have")
    return len(own)


def _hint(key: str) -> str:
    named = BY_NAME.fullmatch(key)
    return f"the game's code has no {named[1]!r}" if named else "the game's code does not have this key"


def _said(game: GamePlugin, folder: Traversable) -> set[str]:
    """The keys that the game or the engine may look up."""
    texts = {text for home in _homes(game) for text in _texts_in(home)}
    plain = "|".join([re.escape(text) for text in sorted(texts) if ANY not in text] + ["[A-Za-z]", r"\d+"])
    named = re.compile("|".join(_pattern(text, plain) for text in sorted(texts)) or "(?!)")
    kinds = {f"{kind}-{name}" for name in game.action_types for kind in ("action", "event", "form")}
    options = tuple(f"option-{name}" for name in option_names(game.options_type))
    known = {*ALWAYS_SAID, *kinds, *_house_keys(), *_referred(folder), *(f"art-{name}" for name in look(game).art)}
    return {key for key in own_keys(game) if key in known or key.startswith(options) or _is_named(key, named)}


def _is_named(key: str, named: re.Pattern[str]) -> bool:
    by_name = BY_NAME.fullmatch(key)
    return bool(named.fullmatch(key) or (by_name and named.fullmatch(by_name[1])))


def _pattern(text: str, plain: str) -> str:
    """A pattern for the keys that a text of the code may stand for; a text that ends in a hyphen is the start of a key.

    A key without a literal letter consists of other texts of the code, letters and numbers.
    """
    computed = ".+" if re.search("[A-Za-z]", text) else f"(?:{plain})"
    parts = re.escape(text.removeprefix("game.")).replace(re.escape(ANY), computed)
    return f"{parts}.+" if text.endswith("-") else parts


def _homes(game: GamePlugin) -> Iterator[Traversable]:
    """The folders of the game's class and of its base classes."""
    kinds = [kind for kind in type(game).__mro__ if issubclass(kind, Game) and kind is not Game]
    return (files(package) for package in sorted({package_of_class(kind) for kind in kinds}))


def _texts_in(folder: Traversable) -> Iterator[str]:
    """The texts in the code of this folder, and the names of fields, which are also names of slots."""
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".py"):
            yield from _texts_of(file.read_text(encoding="utf-8"))
        elif file.is_dir() and not file.name.startswith((".", "_")):
            yield from _texts_in(file)


@cache
def _texts_of(code: str) -> frozenset[str]:
    found = set()
    tree = ast.parse(code)
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            found.add(node.value)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, ast.JoinedStr):
            found.add("".join(str(part.value) if isinstance(part, ast.Constant) else ANY for part in node.values))
    return frozenset(text for text in found if KEY.fullmatch(text) and text not in ("-", ANY))


def _referred(folder: Traversable) -> set[str]:
    """The messages that other messages refer to."""
    return {key for lang in languages(folder) for key in REFERENCE.findall(source(folder, lang) or "")}


@cache
def _house_keys() -> frozenset[str]:
    """The keys of the engine's own catalogue, which a game may override."""
    return keys(source(house(), LANGUAGE) or "")
