"""Durak, the game without a winner, but with one loser."""

from gamenight.games.durak.rules import Durak

GAME = Durak()
