"""Gin rummy in a terminal."""

from gamenight.cards.terminal import text_of
from gamenight.games.gin_rummy import GAME

text = text_of(GAME)
