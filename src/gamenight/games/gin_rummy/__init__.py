"""Gin rummy, the game of melds for two."""

from gamenight.games.gin_rummy.rules import GinRummy

GAME = GinRummy()
