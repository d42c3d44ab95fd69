"""The language of a player at the terminal: that of the environment, if there is a catalogue for it."""

from __future__ import annotations

import os
from functools import cache

from gamenight.core.plugin import GamePlugin
from gamenight.looks.textfiles import LANGUAGE, PSEUDO, folder_of, house, languages, preferred

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first that is set counts, as in POSIX."""


def language_of(game: GamePlugin | None) -> str:
    """The language for this game, or for the built-in texts alone; English without a catalogue."""
    return _spoken(game, _asked_for())


def _asked_for() -> str:
    """`de-AT` for `de_AT.UTF-8@euro`; English for `C` and `POSIX`."""
    value = next(filter(None, map(os.environ.get, VARIABLES)), "C")
    name = value.partition("@")[0].partition(".")[0].replace("_", "-")
    return LANGUAGE if name in ("C", "POSIX") else name


@cache
def _spoken(game: GamePlugin | None, asked: str) -> str:
    """The first known language that fits. Without a catalogue, not even lists are joined in that language, as the
    result would be half translated."""
    own = () if game is None else languages(folder_of(game))
    known = {PSEUDO, *own, *languages(house())}
    return next(lang for lang in preferred(asked) if lang in known)
