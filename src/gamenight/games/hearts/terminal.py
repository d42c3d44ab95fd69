"""Hearts in a terminal."""

from gamenight.cards.terminal import text_of
from gamenight.games.hearts import GAME

text = text_of(GAME)
