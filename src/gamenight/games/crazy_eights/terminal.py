"""Crazy Eights in a terminal."""

from gamenight.cards.terminal import text_of
from gamenight.games.crazy_eights import GAME

text = text_of(GAME)
