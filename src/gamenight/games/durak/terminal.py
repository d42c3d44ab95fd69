"""Durak in a terminal."""

from gamenight.cards.terminal import text_of
from gamenight.games.durak import GAME

text = text_of(GAME)
