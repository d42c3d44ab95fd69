"""Render words in a language, with the catalogues of a game and the built-in ones. The page has the same code."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from fluent.runtime import FluentBundle
from fluent.runtime.types import fluent_number

from gamenight.core.plugin import GamePlugin
from gamenight.core.text import (
    NOTHING,
    Message,
    Words,
    as_message,
    is_message,
    number_text,
    plain_words,
    rounded,
    truth,
)
from gamenight.looks.parsing import entries, keys
from gamenight.looks.textfiles import LANGUAGE, BadTexts, folder_of, house, preferred, source


def _from1(value: Any) -> Any:
    """An index that starts at 0 as a number that starts at 1."""
    return fluent_number(value + 1)


LARGEST = 1e15

FUNCTIONS = {"FROM1": _from1}


class Texts:
    """Catalogues in one language, and in English for missing messages. A game's own come before the built-in ones."""

    def __init__(self, sources: Iterable[tuple[str, str]], lang: str = LANGUAGE) -> None:
        known = list(sources)
        self._bundles = [_bundle(language, text) for language, text in known]
        self._keys = [keys(text) for _, text in known]
        self._locale = _locale(lang)

    def has(self, key: str) -> bool:
        return self._of(key) is not None

    def keys_of(self, kind: str) -> list[str]:
        """All keys that start with this text."""
        found = {key for keys in self._keys for key in keys if key.startswith(kind)}
        return sorted(found)

    def tell(self, words: Words) -> str:
        """The words as text; in plain words if no catalogue has the key, or if arguments of its text are missing."""
        if isinstance(words, str):
            return words
        bundle = self._of(words.key)
        if bundle is None:
            return plain_words(words.key, words.args, self.tell)
        said, errors = self._formatted(bundle, words)
        return plain_words(words.key, words.args, self.tell) if errors else said

    def tell_or(self, key: str, otherwise: str) -> str:
        """The text of this key, or `otherwise` if no catalogue has it."""
        return self.tell(Message(key)) if self.has(key) else otherwise

    def missing(self, message: Message) -> list[str]:
        """The errors of rendering a message, such as missing arguments or arguments of a wrong type."""
        bundle = self._of(message.key)
        return [] if bundle is None else [str(error) for error in self._formatted(bundle, message)[1]]

    def _formatted(self, bundle: FluentBundle, message: Message) -> tuple[str, list[Exception]]:
        args = {name: self._argument(value) for name, value in message.args.items()}
        said, errors = bundle.format_pattern(bundle.get_message(message.key).value, args)
        return str(said), errors

    def _of(self, key: str) -> FluentBundle | None:
        for bundle in self._bundles:
            if bundle.has_message(key) and bundle.get_message(key).value is not None:
                return bundle
        return None

    def _argument(self, value: Any) -> Any:
        if isinstance(value, bool):
            return truth(value)
        if value is None:
            return NOTHING
        if isinstance(value, int | float):
            return _number(value)
        if is_message(value):
            return self.tell(as_message(value))
        if isinstance(value, list | tuple):
            return format_list([self._listed(inner) for inner in value], locale=self._locale) or NOTHING
        return str(value)

    def _listed(self, value: Any) -> str:
        argument = self._argument(value)
        return argument if isinstance(argument, str) else number_text(argument)


def _number(value: float) -> float | str:
    """A number to be formatted by the language; a very large one as plain text."""
    if not abs(value) < LARGEST:
        return number_text(value)
    return rounded(value) if isinstance(value, float) else value


def _locale(lang: str) -> Locale:
    """The locale of the language, or of its main language; English if neither is known."""
    for known in preferred(lang):
        try:
            return Locale.parse(known.replace("-", "_"))
        except (UnknownLocaleError, ValueError):
            continue
    raise AssertionError("English is known")


def _bundle(lang: str, text: str) -> FluentBundle:
    bundle = FluentBundle([str(_locale(lang)).replace("_", "-")], functions=FUNCTIONS, use_isolating=False)
    bundle.add_resource(entries(text)[0])
    return bundle


@lru_cache(maxsize=64)
def texts_of(game: GamePlugin | None, lang: str = LANGUAGE) -> Texts:
    """The texts of this game, or the built-in ones alone; catalogues that cannot be read are left out."""
    folders = [folder_of(game), house()] if game is not None else [house()]
    return Texts([each for folder in folders for each in sources(folder, lang)], lang)


def sources(folder: Traversable | None, lang: str) -> list[tuple[str, str]]:
    """The folder's catalogues for a reader of this language, the best first, each with its language."""
    found = []
    for language in preferred(lang):
        try:
            text = source(folder, language)
        except BadTexts:
            continue
        if text is not None:
            found.append((language, text))
    return found
