"""The texts of a game, from its own catalogue."""

from __future__ import annotations

import sys
from functools import lru_cache

from gamenight.core.plugin import GamePlugin
from gamenight.looks.parsing import keys
from gamenight.looks.textfiles import LANGUAGE, BadTexts, folder_of, source
from gamenight.looks.texts import Texts, texts_of


@lru_cache(maxsize=4)
def texts(game: GamePlugin) -> Texts:
    """The game's texts and the engine's; a game typed in at a Python prompt has no folder, so only the engine's."""
    return texts_of(game if _has_home(game) else None)


def has_texts(game: GamePlugin) -> bool:
    """Whether the game has a catalogue; without one, its messages are shown in plain words."""
    return bool(own_keys(game))


@lru_cache(maxsize=4)
def own_keys(game: GamePlugin) -> frozenset[str]:
    """The keys of the game's English catalogue."""
    try:
        text = source(folder_of(game), LANGUAGE) if _has_home(game) else None
    except BadTexts:
        text = None
    return frozenset() if text is None else keys(text)


def _has_home(game: GamePlugin) -> bool:
    home = sys.modules.get(type(game).__module__)
    return home is not None and home.__spec__ is not None
