"""Hearts, the trick-taking game in which points are bad."""

from gamenight.games.hearts.rules import Hearts

GAME = Hearts()
