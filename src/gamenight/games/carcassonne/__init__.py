"""Carcassonne, the base game with farmers."""

from gamenight.games.carcassonne.rules import Carcassonne

GAME = Carcassonne()
