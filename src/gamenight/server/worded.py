"""Exceptions that say why in words, which are told in the language of whoever reads them."""

from __future__ import annotations

from gamenight.core.text import Words


class Worded(Exception):
    """`words` tell a person what is wrong."""

    def __init__(self, words: Words) -> None:
        super().__init__(str(words))
        self.words = words
