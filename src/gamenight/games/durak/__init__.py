"""Durak, the game in which nobody wins but one loses."""

from gamenight.games.durak.rules import Durak

GAME = Durak()
