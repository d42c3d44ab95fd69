"""The language of a player at the terminal: what the environment asks for, where there is a catalogue in it."""

from __future__ import annotations

import os
from functools import cache

from gamenight.core.plugin import GamePlugin
from gamenight.looks.textfiles import LANGUAGE, PSEUDO, folder_of, house, languages, preferred

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first that is set counts, as POSIX has it."""


def language_of(game: GamePlugin | None) -> str:
    """The language in which this game, or the house alone, speaks to the player; English without a catalogue."""
    return _spoken(game, _asked_for())


def _asked_for() -> str:
    """`de-AT` for `de_AT.UTF-8@euro`; English for `C` and `POSIX`."""
    value = next(filter(None, map(os.environ.get, VARIABLES)), "C")
    name = value.partition("@")[0].partition(".")[0].replace("_", "-")
    return LANGUAGE if name in ("C", "POSIX") else name


@cache
def _spoken(game: GamePlugin | None, asked: str) -> str:
    """Without a catalogue not even lists are joined as that language does, which would be half of a translation."""
    own = () if game is None else languages(folder_of(game))
    known = {PSEUDO, *own, *languages(house())}
    return next(lang for lang in preferred(asked) if lang in known)
