"""Exceptions with words that can be translated into the reader's language."""

from __future__ import annotations

from gamenight.core.text import Words


class LocalizedError(Exception):
    """`words` is the reason, for people."""

    def __init__(self, words: Words) -> None:
        super().__init__(str(words))
        self.words = words
