"""Find texts outside the catalogues with the pseudo-language: every text of a catalogue has accents there."""

from __future__ import annotations

import re

ENGLISH = re.compile(r"(?=[A-Za-z]*[aeiouncAEIOUNC])[A-Za-z]{2,}")
"""A word with letters that have accents in the pseudo-language; a single letter is a sign, such as a tile's."""

JOINED = re.compile(r",? and (?=\S)")
"""Lists are joined as the language does, which English and the pseudo-language do alike."""


def escapes(text: str, *names: str) -> bool:
    """Whether any word except these names is not from a catalogue."""
    for name in names:
        text = text.replace(name, "")
    return ENGLISH.search(JOINED.sub(" ", text)) is not None
