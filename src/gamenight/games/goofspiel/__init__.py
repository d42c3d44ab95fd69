"""Goofspiel."""

from gamenight.games.goofspiel.rules import Goofspiel

GAME = Goofspiel()
