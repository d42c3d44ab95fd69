"""Hearts, the game of tricks in which points are bad."""

from gamenight.games.hearts.rules import Hearts

GAME = Hearts()
